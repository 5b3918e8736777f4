"""The fonts of images, which `python -m tests.support.image_font` makes, and how wide each character is.

Characters that no font has are not drawn at all, without an error, so texts have to be checked before.
"""

import struct
import sys
from array import array
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

_FILES = {
    "Noto Sans CJK JP": "NotoSansCJKjp-subset.otf",
    "Noto Sans": "NotoSans-subset.ttf",
    "Noto Sans Arabic": "NotoSansArabic-subset.ttf",
    "Noto Sans Devanagari": "NotoSansDevanagari-subset.ttf",
    "Noto Sans Hebrew": "NotoSansHebrew-subset.ttf",
    "Noto Sans Thai": "NotoSansThai-subset.ttf",
}
"""The files of the fonts by family, in the order in which they are searched for a character."""

MAIN = next(iter(_FILES))
"""The family of texts; the others are for names."""

PATHS = tuple(str(Path(__file__).parent / name) for name in _FILES.values())

_DIRECTORY, _ENTRY = 12, 16
_GROUPS = 16
"""The length of the head of a table of code points with 32 bits."""


class CharacterWidths:
    """The width of each character that a font has, as a part of the size of the font.

    Only the tables with them are kept (OpenType specification: head, hhea, hmtx, and format 12 of cmap): a mapping of
    all characters would take 20 ms and a megabyte.
    """

    def __init__(self, font: bytes) -> None:
        (count,) = struct.unpack_from(">H", font, 4)
        entries = (struct.unpack_from(">4sLLL", font, _DIRECTORY + number * _ENTRY) for number in range(count))
        places = {tag: slice(offset, offset + length) for tag, _, offset, length in entries}
        self._units: int = struct.unpack_from(">H", font[places[b"head"]], 18)[0]
        (metrics,) = struct.unpack_from(">H", font[places[b"hhea"]], 34)
        self._widths = _numbers("H", font[places[b"hmtx"]][: 4 * metrics])[::2]
        cmap = font[places[b"cmap"]]
        (codes,) = struct.unpack_from(">L", cmap, 8)
        groups = _numbers("I", cmap[codes + _GROUPS :])
        self._firsts, self._lasts, self._glyphs = groups[::3], groups[1::3], groups[2::3]

    def __contains__(self, character: str) -> bool:
        group = self._group(character)
        return group >= 0 and ord(character) <= self._lasts[group]

    def __getitem__(self, character: str) -> float:
        """The width of a character that the font has."""
        group = self._group(character)
        glyph = self._glyphs[group] + ord(character) - self._firsts[group]
        return self._widths[min(glyph, len(self._widths) - 1)] / self._units

    def _group(self, character: str) -> int:
        """The number of the last group of characters that starts at or before one; -1 for none."""
        return bisect_right(self._firsts, ord(character)) - 1


def _numbers(kind: str, table: bytes) -> "array[int]":
    """The big-endian numbers of a table, of 16 bits for the kind `H` and of 32 for `I`."""
    numbers = array(kind, table)
    if sys.byteorder == "little":
        numbers.byteswap()
    return numbers


@cache
def character_widths() -> Mapping[str, CharacterWidths]:
    """The widths of the characters of each family."""
    return {family: CharacterWidths(Path(path).read_bytes()) for family, path in zip(_FILES, PATHS, strict=True)}


def can_draw(character: str) -> bool:
    """Whether a font has a character."""
    return any(character in known for known in character_widths().values())


def split_by_font(text: str) -> Sequence[tuple[str, str]]:
    """The parts of a text with their families: one for all of it if possible, because scripts mix better so.

    Characters that no font has are left out.
    """
    for family, known in character_widths().items():
        if all(character in known for character in text):
            return [(family, text)]
    families = [next((family for family, known in character_widths().items() if each in known), None) for each in text]
    grouped = groupby(zip(families, text, strict=True), lambda pair: pair[0])
    return [(family, "".join(each for _, each in pairs)) for family, pairs in grouped if family is not None]
