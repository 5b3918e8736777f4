"""Rules: how many positions and symbols, repeats or not, what symbols look like, what hits and blows are called.

Their notation is `4x10` (four positions, ten symbols, all different) or `4x6r` (repeats allowed), then, where they are
not the usual ones, the alphabet and the feedback words: `4x6r-colors`, `3x10-eatbite`. `Rules.parse` and `str` are
inverse to one another.
"""

import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from core.errors import CoreError
from core.game.alphabets import ALPHABETS, DIGITS, MAX_SYMBOLS, Alphabet

MAX_POSITIONS = 10
MAX_CODES = 10_000_000


class RulesError(CoreError):
    """The rules are wrong."""


@dataclass(eq=False)
class UnknownRules(RulesError):
    """`read` is neither a name nor a notation of rules."""

    read: str


@dataclass(eq=False)
class RulesOutOfRange(RulesError):
    """`quantity` ("positions", "symbols" or "codes") is `value`, which is not between `low` and `high`."""

    quantity: str
    value: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class FeedbackWords:
    """How a feedback is written: `hit` follows the number of hits, `blow` the number of blows."""

    name: str
    hit: str
    blow: str


HITBLOW = FeedbackWords("hitblow", "H", "B")
EATBITE = FeedbackWords("eatbite", "EAT", "BITE")
BULLS = FeedbackWords("bulls", "A", "B")  # the 1A2B of East Asia: "1B2C" would give B to the bulls

WORDS = {words.name: words for words in (HITBLOW, EATBITE, BULLS)}

_NOTATION = re.compile(r"(\d{1,3})[X×](\d{1,3})(R?)((?:-[A-Z]+){0,2})")


@dataclass(frozen=True, slots=True, repr=False)
class Rules:
    """The rules of a game.

    Args:
        positions: length of a code, 1 to 10.
        symbols: size of the alphabet in use, 2 to 16.
        repeats: whether a code may use a symbol more than once.
        alphabet: what the symbols look like.
        words: what hits and blows are called.

    Raises:
        RulesOutOfRange: a number is out of range, or there are fewer than two or more than ten million codes.
    """

    positions: int
    symbols: int
    repeats: bool = False
    alphabet: Alphabet = DIGITS
    words: FeedbackWords = HITBLOW

    def __post_init__(self) -> None:
        _require("positions", self.positions, 1, MAX_POSITIONS)
        _require("symbols", self.symbols, 2, MAX_SYMBOLS)
        _require("codes", self.codes, 2, MAX_CODES)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a notation or a name, in any case and width.

        Raises:
            UnknownRules: the text is neither.
            RulesOutOfRange: it is, but not within the limits.
        """
        plain = "".join(unicodedata.normalize("NFKC", text).upper().split())
        plain = NAMES.get(plain.lower(), plain).upper()
        match = _NOTATION.fullmatch(plain)
        if match is None:
            raise UnknownRules(text)
        positions, symbols, repeats, suffixes = match.groups()
        alphabet, words = _looks(suffixes.lower().split("-")[1:], text)
        return cls(int(positions), int(symbols), bool(repeats), alphabet, words)

    def __str__(self) -> str:
        """The notation."""
        looks = [look.name for look in (self.alphabet, self.words) if look not in (DIGITS, HITBLOW)]
        return "-".join([f"{self.positions}x{self.symbols}{'r' * self.repeats}", *looks])

    def __repr__(self) -> str:
        return f"Rules.parse({str(self)!r})"

    @property
    def name(self) -> str | None:
        """The usual name of these rules, None if they have none."""
        return next((name for name, notation in NAMES.items() if notation == str(self)), None)

    @property
    def codes(self) -> int:
        """How many codes there are; 0 if there are more positions than different symbols."""
        if self.repeats:
            return int(self.symbols**self.positions)
        return math.perm(self.symbols, self.positions)

    def feedbacks(self) -> Iterator[tuple[int, int]]:
        """Every (hits, blows) that answers some guess for some secret, fewest hits first, then fewest blows.

        With all symbols different, two codes share at least 2p - n symbols; a single blow needs a symbol that the
        other code lacks, so it cannot stand beside p - 1 hits. With repeats allowed only the latter holds; and where
        there are but two symbols, they are misplaced in pairs.
        """
        for hits in range(self.positions + 1):
            for blows in range(self.positions - hits + 1):
                if self.allows(hits, blows):
                    yield hits, blows

    def allows(self, hits: int, blows: int) -> bool:
        """Whether (hits, blows) answers some guess for some secret."""
        misses = self.positions - hits - blows
        if min(hits, blows, misses) < 0 or (blows == 1 and misses == 0):
            return False
        if self.repeats:
            return self.symbols > 2 or blows % 2 == 0  # noqa: PLR2004  # two symbols, see feedbacks()
        return misses <= self.symbols - self.positions


def _require(quantity: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise RulesOutOfRange(quantity, value, low, high)


def _looks(suffixes: list[str], text: str) -> tuple[Alphabet, FeedbackWords]:
    """The alphabet and words that the suffixes of `text` name, each at most once."""
    alphabets = [ALPHABETS[suffix] for suffix in suffixes if suffix in ALPHABETS]
    words = [WORDS[suffix] for suffix in suffixes if suffix in WORDS]
    if max(len(alphabets), len(words)) > 1 or len(alphabets) + len(words) < len(suffixes):
        raise UnknownRules(text)
    return (*alphabets, DIGITS)[0], (*words, HITBLOW)[0]


NAMES = {
    "hitblow3": "3x10",
    "hitblow": "4x10",
    "hitblow5": "5x10",
    "numeron": "3x10-eatbite",
    "bulls": "4x10-bulls",
    "mastermind": "4x6r-colors",
    "colors": "4x6-colors",
}
