"""SVG elements of drawn screens: text in proportional and monospaced fonts, boxes, and the marks of feedback."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from xml.sax.saxutils import escape

from bot.locales.columns import width as cells_of

SANS = "'Noto Sans', 'Helvetica Neue', Helvetica, Arial, 'Hiragino Sans', 'Noto Sans CJK JP', sans-serif"
MONO = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK JP', monospace"
HIT, BLOW = "●", "○"

_WORD_WIDTH = 0.54
"""The mean width of half a cell of proportional text, as a part of the size of the font."""

_MONO_WIDTH = 0.6
_MONO_SIZE, _MONO_LINE = 14, 20
_RUN = re.compile(rf"[{HIT}{BLOW}]|[^{HIT}{BLOW}\s]+(?: [^{HIT}{BLOW}\s]+)*")
"""What is placed by itself in a monospaced line, so that columns stay straight in every font."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of SVG and how high it is, in pixels."""

    svg: str
    height: float


def number(value: float) -> str:
    """A coordinate, as short as possible."""
    return f"{value:.1f}".removesuffix(".0")


def text_width(text: str, size: float) -> float:
    """About how wide a proportional text is, in pixels."""
    return cells_of(text) * size * _WORD_WIDTH


def text(content: str, x: float, y: float, size: float, **look: str) -> str:
    """A line of text; `y` is its baseline, and `look` has further attributes, with underscores for hyphens."""
    place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
    return f"<text {place}{_attributes(look)}>{escape(content)}</text>"


def box(x: float, y: float, width: float, height: float, **look: str) -> str:
    """A rectangle."""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f"<rect {place}{_attributes(look)}/>"


def disc(x: float, y: float, radius: float, **look: str) -> str:
    """A circle around a point."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"{_attributes(look)}/>'


def _attributes(look: Mapping[str, str]) -> str:
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in look.items())


def monospaced(line: str, x: float, y: float, size: float, **look: str) -> Iterator[str]:
    """A line in cells; hits and blows are drawn, because not every font has them in the width of a cell."""
    cell = size * _MONO_WIDTH
    for run in _RUN.finditer(line):
        left = x + cells_of(line[: run.start()]) * cell
        middle = left + cell / 2, y - size * 0.35, size * 0.26
        if run[0] == HIT:
            yield disc(*middle, fill=look["fill"])
        elif run[0] == BLOW:
            yield disc(*middle, fill="none", stroke=look["fill"], stroke_width="1.5")
        else:
            length = number(cells_of(run[0]) * cell)
            fitted = {"font_family": MONO, "textLength": length, "lengthAdjust": "spacingAndGlyphs"}
            yield text(run[0], left, y, size, **look, **fitted)


def stacked(parts: Iterable[Part], gap: float) -> Part:
    """Pieces one below the other, with so many pixels between them."""
    drawn, top = [], 0.0
    for part in parts:
        drawn.append(moved(part.svg, 0, top))
        top += part.height + gap
    return Part("".join(drawn), max(0.0, top - gap))


def moved(svg: str, x: float, y: float) -> str:
    """SVG moved to the right and down."""
    return f'<g transform="translate({number(x)} {number(y)})">{svg}</g>' if svg and (x or y) else svg


def code_block(content: str, width: float, look: tuple[str, str, str]) -> Part:
    """Lines in the monospaced font in a frame, with the colours of the ground, the frame and the text."""
    ground, edge, ink = look
    lines = content.split("\n")
    height = len(lines) * _MONO_LINE + 16
    drawn = (
        part
        for at, line in enumerate(lines)
        for part in monospaced(line, 8, 8 + at * _MONO_LINE + _MONO_SIZE, _MONO_SIZE, fill=ink)
    )
    return Part(box(0, 0, width, height, fill=ground, rx="6", stroke=edge) + "".join(drawn), height)


def document(width: float, height: float, content: str, title: str) -> str:
    """A drawing with a title for people who do not see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}" height="{number(height)}" '
        f'viewBox="0 0 {number(width)} {number(height)}" font-family="{SANS}" role="img">'
        f"<title>{escape(title)}</title>{content}</svg>\n"
    )
