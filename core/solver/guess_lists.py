"""Sets of guesses as integers ("masks"): bit i stands for guess i of a list.

`&`, `^`, `|` and `int.bit_count` then work on all guesses at once, in C.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import TypeAlias

from core.game.codes import Code
from core.game.rules import MAX_SYMBOLS, Rules
from core.solver.symmetry import inequivalent_guesses

_BINARY_DIGITS = tuple(
    bytes(ord("1") if byte == symbol else ord("0") for byte in range(256)) for symbol in range(MAX_SYMBOLS)
)
"""For each symbol, a translation table from a column of symbols to the binary digits of the symbol's mask."""

Splits: TypeAlias = tuple[tuple[int, int], ...]
"""Masks of guesses, each with the number that is added to the cell numbers of these guesses."""

CellMasks: TypeAlias = dict[int, int]
"""Masks of guesses by the number of the cell that they would put a secret in."""

_MAX_PERMUTED = 50_000
"""The largest number of codes among which equivalent guesses are looked for by permuting positions."""


def code_columns(rules: Rules) -> list[bytes]:
    """For each position, the symbols that all codes have there, one byte per code."""
    if rules.repeats:
        return [_column_with_repeats(position, rules) for position in range(rules.positions)]

    @cache
    def suffixes(position: int, used: int) -> list[bytes]:
        """The columns from a position on for all codes that start with the symbols in the mask `used`."""
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


class GuessList:
    """Guesses in lexicographic order, with masks of the guesses that have a symbol in a position.

    Args:
        columns: for each position, the symbols that the guesses have there, one byte per guess.
        rules: rules of the game.

    Attributes:
        size: the number of guesses.
        full: the mask of all guesses.
        at: `at[position][symbol]` is the mask of the guesses with this symbol in this position.
        at_least: `at_least[symbol][n]` is the mask of the guesses with at least n copies of this symbol, for n from 0
            to the number of positions + 1.
    """

    def __init__(self, columns: Sequence[bytes], rules: Rules) -> None:
        self.size = len(columns[0])
        self.full = (1 << self.size) - 1
        self.at = [
            [int(column.translate(_BINARY_DIGITS[symbol])[::-1], 2) for symbol in range(rules.symbols)]
            for column in columns
        ]
        self._columns = columns
        self.at_least = [self._count_copies([row[symbol] for row in self.at]) for symbol in range(rules.symbols)]
        self._splits: dict[tuple[int, int, int], Splits] = {}

    @classmethod
    def from_codes(cls, codes: Sequence[Code], rules: Rules) -> "GuessList":
        """The list of some codes, which must be in lexicographic order."""
        return cls([bytes(column) for column in zip(*codes, strict=True)], rules)

    def code(self, index: int) -> Code:
        """The guess at an index."""
        return tuple([column[index] for column in self._columns])

    def splits(self, position: int, symbol: int, copy: int) -> Splits:
        """How a symbol of a secret splits the guesses, if it is the n-th copy of the symbol in the secret.

        A guess gets a hit or a blow more than for a secret without this symbol, or neither. Or it gets a hit in place
        of a blow, if an earlier copy of the symbol counted as a blow and there is no other copy for it.
        """
        key = position, symbol, copy
        splits = self._splits.get(key)
        if splits is None:
            positions, here, enough = len(self.at), self.at[position][symbol], self.at_least[symbol][copy]
            both = here & enough
            masks = (
                (positions + 1, both),
                (1, enough ^ both),
                (positions, here ^ both),
                (0, self.full ^ (here | enough)),
            )
            splits = self._splits[key] = tuple((offset, mask) for offset, mask in masks if mask)
        return splits

    def cells(self, secret: Code, guesses: int) -> CellMasks:
        """The cells of some guesses for a secret."""
        cells: CellMasks = {0: guesses}
        for position, symbol in enumerate(secret):
            cells = split_cells(cells, self.splits(position, symbol, secret[: position + 1].count(symbol)))
        return cells

    def mask_of(self, codes: Iterable[Code]) -> int:
        """The mask of some of the guesses."""
        mask = 0
        for code in codes:
            one = self.full
            for row, symbol in zip(self.at, code, strict=True):
                one &= row[symbol]
            mask |= one
        return mask

    def first_in_order(self, symbols: Sequence[int]) -> int:
        """The mask of the guesses in which each of these symbols occurs only after all symbols before it."""
        excluded = 0
        for lower, higher in pairwise(symbols):
            without = self.full
            for row in self.at:
                excluded |= row[higher] & without
                without &= ~row[lower]
        return self.full & ~excluded

    def _count_copies(self, by_position: list[int]) -> list[int]:
        """The masks of one symbol by number of copies, from its masks by position."""
        at_least = [self.full] + [0] * (len(by_position) + 1)
        for seen, mask in enumerate(by_position):
            if mask:
                for copies in range(seen, -1, -1):
                    at_least[copies + 1] |= at_least[copies] & mask
        return at_least


def split_cells(cells: CellMasks, splits: Splits) -> CellMasks:
    """Split cells by one more symbol of a secret."""
    result: CellMasks = {}
    for number, cell in cells.items():
        for offset, mask in splits:
            if part := cell & mask:
                result[number + offset] = result.get(number + offset, 0) | part
    return result


@lru_cache(maxsize=4)
def all_guesses(rules: Rules) -> GuessList:
    """All codes as guesses."""
    return GuessList(code_columns(rules), rules)


@lru_cache(maxsize=64)
def inequivalent_mask(rules: Rules, guesses: frozenset[Code], absent: frozenset[int]) -> int:
    """The mask in `all_guesses` of one guess of each class of equivalent guesses; see `core.solver.symmetry`.

    Symmetries that permute positions are searched for only before the first guess and, if there are at most 50,000
    codes, after it. Later, few states have any.

    Args:
        rules: rules of the game.
        guesses: the guesses made so far.
        absent: the symbols that occur in no candidate.
    """
    guess_list = all_guesses(rules)
    if not guesses or (len(guesses) == 1 and rules.codes <= _MAX_PERMUTED):
        kept = inequivalent_guesses(rules, tuple(guesses), absent, guess_list.size)
        return guess_list.full if kept is None else guess_list.mask_of(kept)
    guessed = {symbol for guess in guesses for symbol in guess}
    others = [symbol for symbol in range(rules.symbols) if symbol not in guessed and symbol not in absent]
    return guess_list.first_in_order(sorted(absent)) & guess_list.first_in_order(others)
