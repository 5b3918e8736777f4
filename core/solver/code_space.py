"""All codes of some rules in lexicographic order, by index and by position."""

from functools import cache

from core.game.codes import Code
from core.game.rules import Rules


def code_at(index: int, rules: Rules) -> Code:
    """The code at an index of `all_codes`, from 0."""
    if rules.repeats:
        return tuple(index // rules.symbols**power % rules.symbols for power in reversed(range(rules.positions)))
    symbols = list(range(rules.symbols))
    codes_per_symbol = rules.codes
    code: list[int] = []
    while len(code) < rules.positions:
        codes_per_symbol //= len(symbols)
        code.append(symbols.pop(index // codes_per_symbol))
        index %= codes_per_symbol
    return tuple(code)


def code_columns(rules: Rules) -> list[bytes]:
    """For each position, the symbols that all codes have there, one byte per code."""
    if rules.repeats:
        return [_column_with_repeats(position, rules) for position in range(rules.positions)]

    @cache
    def suffixes(position: int, used: int) -> list[bytes]:
        """The columns from a position on for all codes that begin with the symbols in the mask `used`."""
        if position == rules.positions:
            return []
        free = [symbol for symbol in range(rules.symbols) if not used >> symbol & 1]
        rest = [suffixes(position + 1, used | 1 << symbol) for symbol in free]
        length = len(rest[0][0]) if rest[0] else 1
        here = b"".join(bytes([symbol]) * length for symbol in free)
        return [here, *(b"".join(columns) for columns in zip(*rest, strict=True))]

    columns = suffixes(0, 0)
    suffixes.cache_clear()  # the closure is a reference cycle, which would keep the memory until it is collected
    return columns


def _column_with_repeats(position: int, rules: Rules) -> bytes:
    codes_per_symbol: int = rules.symbols ** (rules.positions - 1 - position)
    return b"".join(bytes([symbol]) * codes_per_symbol for symbol in range(rules.symbols)) * int(
        rules.symbols**position
    )
