"""Drawing what a terminal shows."""

from collections.abc import Iterator
from itertools import groupby

import pyte
from pyte.screens import Char

from tests.pictures.shapes import box, disc, document, monospaced

_SIZE, _LINE, _MARGIN, _BAR = 15, 21, 18, 34
_CELL = _SIZE * 0.6
_GROUND, _INK, _FAINT = "#15181f", "#f4f5f7", "#8b93a3"
_LIGHTS = ("#ff5f57", "#febc2e", "#28c840")
_NAMED = {
    "default": _INK,
    "black": "#8b93a3",
    "red": "#ff7b72",
    "green": "#7ee787",
    "brown": "#f0c36b",
    "blue": "#79b8ff",
    "magenta": "#d2a8ff",
    "cyan": "#76e3ea",
    "white": _INK,
}


def draw_terminal(screen: pyte.Screen, title: str) -> str:
    """A screen as SVG, without its empty rows at the end."""
    rows = [[screen.buffer[row][column] for column in range(screen.columns)] for row in range(screen.lines)]
    while rows and not _text(rows[-1]):
        rows.pop()
    width, height = screen.columns * _CELL + 2 * _MARGIN, _BAR + len(rows) * _LINE + _MARGIN
    lights = "".join(disc(20 + place * 20, _BAR / 2, 6, fill=light) for place, light in enumerate(_LIGHTS))
    lines = "".join(part for place, row in enumerate(rows) for part in _row(row, _BAR + place * _LINE))
    return document(width, height, box(0, 0, width, height, fill=_GROUND, rx="10") + lights + lines, title)


def _text(row: list[Char]) -> str:
    return "".join(cell.data for cell in row).rstrip()


def _row(row: list[Char], top: float) -> Iterator[str]:
    """A row as runs of the same look; the second cell of a wide character has no data."""
    column = 0
    for (colour, bold, ground), cells in groupby(row, lambda cell: (cell.fg, cell.bold, cell.bg)):
        run, left = list(cells), _MARGIN + column * _CELL
        if ground != "default":
            yield box(left, top, len(run) * _CELL, _LINE, fill=_shade(ground))
        content = "".join(cell.data for cell in run)
        fill = _GROUND if ground != "default" and colour == "black" else _shade(colour)
        yield from monospaced(content, left, top + _SIZE, _SIZE, fill=fill, font_weight="bold" if bold else "normal")
        column += len(run)


def _shade(colour: str) -> str:
    """A colour of a terminal, which has names for some and hexadecimal digits for others."""
    return _NAMED.get(colour, f"#{colour}")
