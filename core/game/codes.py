"""Codes: legal rows of symbols, as tuples of symbol numbers from 0, and how people write them."""

import itertools
import random
import unicodedata
from collections.abc import Iterator
from typing import TypeAlias

from core.game.errors import RepeatedSymbol, UnknownSymbol, UnreadableCode, WrongLength
from core.game.rules import Rules

Code: TypeAlias = tuple[int, ...]

MAX_TEXT = 200
"""Characters; no spelling of a code is longer than a fraction of this."""

_SEPARATORS = frozenset(" ,.;:/|_-、。・，")
_INVISIBLE = frozenset("\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f\u20e3")
_CONFUSING = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})  # controls, direction marks, half-surrogates, unassigned


def all_codes(rules: Rules) -> Iterator[Code]:
    """Every code, lowest first."""
    if rules.repeats:
        return itertools.product(range(rules.symbols), repeat=rules.positions)
    return itertools.permutations(range(rules.symbols), rules.positions)


def random_code(rules: Rules, chance: random.Random) -> Code:
    """Any code, each as likely as another."""
    if rules.repeats:
        return tuple(chance.choices(range(rules.symbols), k=rules.positions))
    return tuple(chance.sample(range(rules.symbols), rules.positions))


def is_code(code: Code, rules: Rules) -> bool:
    """Whether `code` is legal."""
    return (
        len(code) == rules.positions
        and all(0 <= symbol < rules.symbols for symbol in code)
        and (rules.repeats or len(set(code)) == len(code))
    )


def format_code(code: Code, rules: Rules) -> str:
    """The code as people see it; `parse_code` reads it back."""
    return "".join(rules.alphabet.glyphs[symbol] for symbol in code)


def spell_code(code: Code, rules: Rules) -> str:
    """The code in characters found on any keyboard; `parse_code` reads it back."""
    return "".join(rules.alphabet.keys[symbol] for symbol in code)


def example_code(rules: Rules) -> str:
    """A code to show somebody what one looks like."""
    return spell_code(tuple(position % rules.symbols for position in range(rules.positions)), rules)


def parse_code(text: str, rules: Rules) -> Code:
    """Read a code as people type it: `0123`, `0 1 2 3`, `0,1,2,3`, `０１２３`, letters in either case, emoji.

    Raises:
        UnreadableCode: longer than any spelling, or with characters that hide or reorder what is written.
        UnknownSymbol: a character is not in the alphabet.
        WrongLength: not one symbol for each position.
        RepeatedSymbol: a symbol twice where all are to be different.
    """
    plain = _plain(text, rules)
    code = tuple(_symbol(character, text, rules) for character in plain)
    if len(code) != rules.positions:
        raise WrongLength(text, len(code), rules)
    if not rules.repeats and len(set(code)) < len(code):
        twice = next(symbol for symbol in code if code.count(symbol) > 1)
        raise RepeatedSymbol(text, rules.alphabet.glyphs[twice], rules)
    return code


def without_invisible(text: str) -> str:
    """The text without the joiners, variation selectors and zero-width spaces that emoji and copying leave behind."""
    return "".join(character for character in text if character not in _INVISIBLE)


def _plain(text: str, rules: Rules) -> str:
    """The characters of `text` that stand for symbols, in their plainest form."""
    if len(text) > MAX_TEXT:
        raise UnreadableCode(text, rules)
    bare = "".join(without_invisible(text).split())
    if any(unicodedata.category(character) in _CONFUSING for character in bare):
        raise UnreadableCode(text, rules)
    return "".join(
        character for character in unicodedata.normalize("NFKC", bare).upper() if character not in _SEPARATORS
    )


def _symbol(character: str, text: str, rules: Rules) -> int:
    """The number of the symbol that one character stands for."""
    if (decimal := unicodedata.decimal(character, None)) is not None:
        character = str(decimal)
    for row in (rules.alphabet.glyphs, rules.alphabet.keys):
        if character in row[: rules.symbols]:
            return row.index(character)
    raise UnknownSymbol(text, character, rules)
