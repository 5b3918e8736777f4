"""Bar charts of distributions as a PNG, written with the standard library."""

import struct
import zlib
from collections.abc import Sequence
from typing import NamedTuple

_DIGITS = {  # a digit is five rows of three dots; a row is a binary number
    "0": (7, 5, 5, 5, 7),
    "1": (2, 6, 2, 2, 7),
    "2": (7, 1, 7, 4, 7),
    "3": (7, 1, 3, 1, 7),
    "4": (5, 5, 7, 1, 1),
    "5": (7, 4, 7, 1, 7),
    "6": (7, 4, 7, 5, 7),
    "7": (7, 1, 2, 2, 2),
    "8": (7, 5, 7, 5, 7),
    "9": (7, 5, 7, 1, 7),
}
_DOT = 3
"""Width and height of a dot of a digit, in pixels."""

_PAPER, _INK, _BAR = 0, 1, 2
_PALETTE = bytes((255, 255, 255, 30, 30, 30, 66, 133, 200))
_HEIGHT, _BAR_HEIGHT, _COLUMN, _GAP, _MARGIN = 320, 240, 60, 20, 24


def distribution_png(distribution: Sequence[int]) -> bytes:
    """One bar for each number of guesses, from 1, with that number below and its number of games above."""
    return distributions_png([distribution])


def distributions_png(distributions: Sequence[Sequence[int]]) -> bytes:
    """Bar charts as by `distribution_png`, one below the other and with the same scale."""
    columns = max(map(len, distributions))
    most = max((games for distribution in distributions for games in distribution), default=0) or 1
    width = 2 * _MARGIN + columns * (_COLUMN + _GAP)
    dots: list[bytearray] = []
    for distribution in distributions:
        dots += _chart(distribution, width, most)
    return _png(dots, width)


def _chart(distribution: Sequence[int], width: int, most: int) -> list[bytearray]:
    """A chart in which `most` games have the full height."""
    dots = [bytearray(width) for _ in range(_HEIGHT)]
    bottom = _MARGIN + _BAR_HEIGHT + 8
    for place, games in enumerate(distribution):
        left = _MARGIN + place * (_COLUMN + _GAP)
        top = bottom - max(round(_BAR_HEIGHT * games / most) - 16, 1 if games else 0)
        _fill(dots, _Box(left, top, _COLUMN, bottom - top), _BAR)
        _write(dots, str(games), left + _COLUMN // 2, top - 6 * _DOT)
        _write(dots, str(place + 1), left + _COLUMN // 2, bottom + 2 * _DOT)
    return dots


class _Box(NamedTuple):
    left: int
    top: int
    width: int
    height: int


def _fill(dots: list[bytearray], box: _Box, colour: int) -> None:
    for row in dots[box.top : box.top + box.height]:
        row[box.left : box.left + box.width] = bytes([colour]) * box.width


def _write(dots: list[bytearray], digits: str, centre: int, top: int) -> None:
    left = centre - (4 * len(digits) - 1) * _DOT // 2
    for number, digit in enumerate(digits):
        for y, row in enumerate(_DIGITS[digit]):
            for x in range(3):
                if row >> (2 - x) & 1:
                    _fill(dots, _Box(left + (4 * number + x) * _DOT, top + y * _DOT, _DOT, _DOT), _INK)


def _png(dots: list[bytearray], width: int) -> bytes:
    """The file, with one byte per pixel and a palette (PNG specification, ISO/IEC 15948)."""
    header = struct.pack(">IIBBBBB", width, len(dots), 8, 3, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in dots), 9)
    chunks = ((b"IHDR", header), (b"PLTE", _PALETTE), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )
