"""Codes as tuples of symbol numbers (from 0), and how they are written and read."""

import itertools
import random
import unicodedata
from collections.abc import Iterator
from typing import TypeAlias

from core.game.errors import RepeatedSymbol, UnknownSymbol, UnsafeCodeText, WrongLength
from core.game.rules import Rules

Code: TypeAlias = tuple[int, ...]

MAX_TEXT = 200
"""The longest text, in characters, that is read as a code or as feedback."""

_SEPARATORS = frozenset(" ,.;:/|_-、。・，")
_INVISIBLE = frozenset("\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f\u20e3")
_CONFUSING_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Unicode categories that are refused: controls, direction marks, surrogates, private and unassigned characters."""


def all_codes(rules: Rules) -> Iterator[Code]:
    """Every code in lexicographic order."""
    if rules.repeats:
        return itertools.product(range(rules.symbols), repeat=rules.positions)
    return itertools.permutations(range(rules.symbols), rules.positions)


def random_code(rules: Rules, rng: random.Random) -> Code:
    """A code drawn uniformly from all codes."""
    if rules.repeats:
        return tuple(rng.choices(range(rules.symbols), k=rules.positions))
    return tuple(rng.sample(range(rules.symbols), rules.positions))


def is_code(code: Code, rules: Rules) -> bool:
    """Whether `code` is a code under these rules."""
    return (
        len(code) == rules.positions
        and all(0 <= symbol < rules.symbols for symbol in code)
        and (rules.repeats or len(set(code)) == len(code))
    )


def format_code(code: Code, rules: Rules) -> str:
    """The code in the glyphs of the alphabet; `parse_code` reads it back."""
    return "".join(rules.alphabet.glyphs[symbol] for symbol in code)


def format_code_ascii(code: Code, rules: Rules) -> str:
    """The code in the keys of the alphabet, which are ASCII characters; `parse_code` reads it back."""
    return "".join(rules.alphabet.keys[symbol] for symbol in code)


def example_code(rules: Rules) -> str:
    """A code to show as an example, in ASCII."""
    return format_code_ascii(tuple(position % rules.symbols for position in range(rules.positions)), rules)


def parse_code(text: str, rules: Rules) -> Code:
    """Read a code as typed: `0123`, `0 1 2 3`, `0,1,2,3`, `０１２３`, letters in either case, emoji.

    Raises:
        UnsafeCodeText: the text is too long, or contains characters that hide or reorder text.
        UnknownSymbol: a character is not a symbol of these rules.
        WrongLength: the number of symbols differs from the number of positions.
        RepeatedSymbol: a symbol occurs twice although the rules do not allow repeats.
    """
    keys = rules.alphabet.keys[: rules.symbols]
    code = tuple(map(keys.find, text.upper())) if text.isascii() and len(text) == rules.positions else ()
    if not code or -1 in code:  # not just the keys
        plain = _normalize(text, rules)
        code = tuple(_parse_symbol(character, text, rules) for character in plain)
    if len(code) != rules.positions:
        raise WrongLength(text, len(code), rules)
    if not rules.repeats and len(set(code)) < len(code):
        repeated = next(symbol for symbol in code if code.count(symbol) > 1)
        raise RepeatedSymbol(text, rules.alphabet.glyphs[repeated], rules)
    return code


def without_invisible(text: str) -> str:
    """The text without joiners, variation selectors and zero-width spaces, which emoji and copying leave behind."""
    return "".join(character for character in text if character not in _INVISIBLE)


def _normalize(text: str, rules: Rules) -> str:
    """The characters of `text` that stand for symbols, in upper case and without compatibility forms."""
    if len(text) > MAX_TEXT:
        raise UnsafeCodeText(text, rules)
    visible = "".join(without_invisible(text).split())
    if any(unicodedata.category(character) in _CONFUSING_CATEGORIES for character in visible):
        raise UnsafeCodeText(text, rules)
    return "".join(
        character for character in unicodedata.normalize("NFKC", visible).upper() if character not in _SEPARATORS
    )


def _parse_symbol(character: str, text: str, rules: Rules) -> int:
    symbol = _symbol_of(character, rules)
    if symbol is None:
        raise UnknownSymbol(text, character, rules)
    return symbol


def _symbol_of(character: str, rules: Rules) -> int | None:
    """The number of the symbol that a character stands for; digits of all scripts are accepted, also `五`."""
    if (number := unicodedata.numeric(character, -1)) in range(10):
        character = str(int(number))
    for row in (rules.alphabet.glyphs, rules.alphabet.keys):
        if character in row[: rules.symbols]:
            return row.index(character)
    return None


def without_codes(text: str, rules: Rules) -> str:
    """The text with `•` for each symbol in it if some of them are a code when they are read in order.

    What stands between digits does not matter. A letter that is no symbol separates other symbols.
    """
    has_letters, shown = not rules.alphabet.keys[: rules.symbols].isdecimal(), ""
    runs: list[list[int]] = [[]]
    for character in text:
        plain = unicodedata.normalize("NFKC", character).upper()
        symbols = [symbol for each in plain if (symbol := _symbol_of(each, rules)) is not None]
        runs[-1] += symbols
        if has_letters and not symbols and character.isalpha():
            runs.append([])
        shown += "•" if symbols else character
    has_code = any(len(run if rules.repeats else set(run)) >= rules.positions for run in runs)
    return shown if has_code else text
