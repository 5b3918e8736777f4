"""The fonts of images, which `python -m tests.support.image_font` makes, and how wide each character is.

Characters that no font has are not drawn at all, without an error, so texts have to be checked before.
"""

import struct
from collections.abc import Iterator, Mapping, Sequence
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


@cache
def advances() -> Mapping[str, Mapping[str, float]]:
    """For each family, the width of each character that it has, as a part of the size of the font."""
    return {family: dict(_advances(Path(path).read_bytes())) for family, path in zip(_FILES, PATHS, strict=True)}


def can_draw(character: str) -> bool:
    """Whether a font has a character."""
    return any(character in known for known in advances().values())


def runs(text: str) -> Sequence[tuple[str, str]]:
    """The parts of a text with their families: one for all of it if possible, because scripts mix better so.

    Characters that no font has are left out.
    """
    for family, known in advances().items():
        if all(character in known for character in text):
            return [(family, text)]
    families = [next((family for family, known in advances().items() if each in known), None) for each in text]
    grouped = groupby(zip(families, text, strict=True), lambda pair: pair[0])
    return [(family, "".join(each for _, each in pairs)) for family, pairs in grouped if family is not None]


def _advances(font: bytes) -> Iterator[tuple[str, float]]:
    """The characters and widths of a font (OpenType specification: head, hhea, hmtx, and format 12 of cmap)."""
    (count,) = struct.unpack_from(">H", font, 4)
    entries = (struct.unpack_from(">4sLLL", font, _DIRECTORY + number * _ENTRY) for number in range(count))
    tables = {tag: font[offset : offset + length] for tag, _, offset, length in entries}
    (units,) = struct.unpack_from(">H", tables[b"head"], 18)
    (metrics,) = struct.unpack_from(">H", tables[b"hhea"], 34)
    widths = [width for width, _ in struct.iter_unpack(">Hh", tables[b"hmtx"][: 4 * metrics])]
    (codes,) = struct.unpack_from(">L", tables[b"cmap"], 8)
    for first, last, glyph in struct.iter_unpack(">LLL", tables[b"cmap"][codes + _GROUPS :]):
        for point in range(first, last + 1):
            yield chr(point), widths[min(glyph + point - first, metrics - 1)] / units
