"""The rules of a game: positions, symbols, repeats, alphabet and feedback words.

The notation of rules is `4x10` (four positions, ten symbols, all different) or `4x6r` (repeats allowed), followed by
the alphabet and the feedback words where they are not the default: `4x6r-colors`, `3x10-eatbite`. `Rules.parse` reads
the notation and `str` writes it.
"""

import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Self

from core.errors import CoreError

MAX_POSITIONS = 10
MAX_SYMBOLS = 16
MAX_CODES = 10_000_000


class RulesError(CoreError):
    """The rules cannot be used."""


class UnknownRules(RulesError):
    """`read` is neither a name nor a notation of rules."""

    read: str


class RulesOutOfRange(RulesError):
    """`quantity` ("positions", "symbols" or "codes") is `value`, which is not between `low` and `high`."""

    quantity: str
    value: int
    low: int
    high: int


class Alphabet(NamedTuple):
    """Sixteen symbols; rules with n symbols use the first n.

    Args:
        name: the name in the notation of rules.
        glyphs: the symbols as they are displayed.
        keys: the same symbols as ASCII characters, for keyboards and for people who cannot tell colors apart.
            Codes can be typed in glyphs or keys.
        pictorial: whether the glyphs are pictures, which should be displayed together with their keys.
    """

    name: str
    glyphs: str
    keys: str
    pictorial: bool = False


DIGITS = Alphabet("digits", "0123456789ABCDEF", "0123456789ABCDEF")
LETTERS = Alphabet("letters", "ABCDEFGHIJKLMNOP", "ABCDEFGHIJKLMNOP")
COLORS = Alphabet("colors", "🔴🟡🟢🔵🟣🟠🟤⚫⚪🟥🟨🟩🟦🟪🟧🟫", "RYGBPONKW1234567", pictorial=True)
FRUIT = Alphabet("fruit", "🍎🍌🍇🍊🍓🍉🍒🍍🥝🍋🍑🍐🥥🥭🍈🫐", "ABCDEFGHIJKLMNOP", pictorial=True)

ALPHABETS = {alphabet.name: alphabet for alphabet in (DIGITS, LETTERS, COLORS, FRUIT)}


class FeedbackWords(NamedTuple):
    """How feedback is written: `hit` follows the number of hits, `blow` the number of blows."""

    name: str
    hit: str
    blow: str


HITBLOW = FeedbackWords("hitblow", "H", "B")
EATBITE = FeedbackWords("eatbite", "EAT", "BITE")
BULLS = FeedbackWords("bulls", "A", "B")  # as in 1A2B; in "1B2C" the B would mean a hit

FEEDBACK_WORDS = {words.name: words for words in (HITBLOW, EATBITE, BULLS)}


@dataclass(frozen=True, slots=True)
class NamedRules:
    """Rules that have a name: their notation, and in English the name of the game that is played by them."""

    notation: str
    game: str = "Hit & Blow"


NAMED_RULES = {
    "hitblow3": NamedRules("3x10"),
    "hitblow": NamedRules("4x10"),
    "hitblow5": NamedRules("5x10"),
    "numeron": NamedRules("3x10-eatbite", "Numer0n"),
    "bulls": NamedRules("4x10-bulls", "Bulls and Cows"),
    "mastermind": NamedRules("4x6r-colors", "Mastermind"),
    "colors": NamedRules("4x6-colors"),
}
"""The rules that have a name. Options, completion, help and documentation list them in this order."""

_NOTATION = re.compile(r"(\d{1,3})[X×](\d{1,3})(R?)((?:-[A-Z]+){0,2})")
_SPACES = re.compile(r"(?<!\d)\s+|\s+(?!\d)")
"""Spaces that do not stand between digits."""


@dataclass(frozen=True, slots=True, repr=False)
class Rules:
    """The rules of a game.

    Args:
        positions: length of a code, 1 to 10.
        symbols: number of symbols in use, 2 to 16.
        repeats: whether a code may contain a symbol more than once.
        alphabet: how the symbols are displayed and typed.
        words: how feedback is written.

    Raises:
        RulesOutOfRange: a number is out of range, or there are fewer than 2 or more than 10,000,000 codes.
    """

    positions: int
    symbols: int
    repeats: bool = False
    alphabet: Alphabet = DIGITS
    words: FeedbackWords = HITBLOW

    def __post_init__(self) -> None:
        _check_range("positions", self.positions, 1, MAX_POSITIONS)
        _check_range("symbols", self.symbols, 2, MAX_SYMBOLS)
        _check_range("codes", self.code_count, 2, MAX_CODES)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a notation or a name. Case, spaces and full-width characters do not matter.

        Spaces between digits do: `4x10 8` is no notation.

        Raises:
            UnknownRules: the text is neither a notation nor a name.
            RulesOutOfRange: the text is a notation, but of rules outside the supported range.
        """
        plain = _SPACES.sub("", unicodedata.normalize("NFKC", text).upper().strip())
        if (named := NAMED_RULES.get(plain.lower())) is not None:
            plain = named.notation.upper()
        match = _NOTATION.fullmatch(plain)
        if match is None:
            raise UnknownRules(text)
        positions, symbols, repeats, suffixes = match.groups()
        alphabet, words = _parse_suffixes(suffixes.lower().split("-")[1:], text)
        return cls(int(positions), int(symbols), bool(repeats), alphabet, words)

    def __str__(self) -> str:
        """The notation."""
        suffixes = [look.name for look in (self.alphabet, self.words) if look not in (DIGITS, HITBLOW)]
        return "-".join([f"{self.positions}x{self.symbols}{'r' * self.repeats}", *suffixes])

    def __repr__(self) -> str:
        return f"Rules.parse({str(self)!r})"

    @property
    def name(self) -> str | None:
        """The name of these rules, or None if they have none."""
        return next((name for name, named in NAMED_RULES.items() if named.notation == str(self)), None)

    @property
    def with_default_notation(self) -> Self:
        """The same rules with the default alphabet and feedback words, such as a book has."""
        return type(self)(self.positions, self.symbols, self.repeats)

    @property
    def code_count(self) -> int:
        """The number of codes; 0 if symbols may not repeat and there are more positions than symbols."""
        if self.repeats:
            return int(self.symbols**self.positions)
        return math.perm(self.symbols, self.positions)

    def require_codes_at_most(self, codes: int) -> None:
        """Refuse rules with more codes, which some work would take too long for.

        Raises:
            RulesOutOfRange: there are more.
        """
        _check_range("codes", self.code_count, 2, codes)

    def feedbacks(self) -> Iterator[tuple[int, int]]:
        """Every pair of hits and blows that some guess gets for some secret, ordered by hits, then by blows."""
        for hits in range(self.positions + 1):
            for blows in range(self.positions - hits + 1):
                if self.allows_feedback(hits, blows):
                    yield hits, blows

    def allows_feedback(self, hits: int, blows: int) -> bool:
        """Whether some guess gets this feedback for some secret.

        With p positions and n symbols, p - 1 hits leave no room for a blow. Without repeats, two codes have at least
        2p - n symbols in common. With repeats and only two symbols, blows come in pairs.
        """
        misses = self.positions - hits - blows
        if min(hits, blows, misses) < 0 or (blows == 1 and misses == 0):
            return False
        if self.repeats:
            return self.symbols > 2 or blows % 2 == 0  # noqa: PLR2004  # two symbols, see above
        return misses <= self.symbols - self.positions


def _check_range(quantity: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise RulesOutOfRange(quantity, value, low, high)


def _parse_suffixes(suffixes: list[str], text: str) -> tuple[Alphabet, FeedbackWords]:
    """The alphabet and feedback words that the suffixes of `text` name, each at most once."""
    alphabets = [ALPHABETS[suffix] for suffix in suffixes if suffix in ALPHABETS]
    words = [FEEDBACK_WORDS[suffix] for suffix in suffixes if suffix in FEEDBACK_WORDS]
    if max(len(alphabets), len(words)) > 1 or len(alphabets) + len(words) < len(suffixes):
        raise UnknownRules(text)
    return (*alphabets, DIGITS)[0], (*words, HITBLOW)[0]
