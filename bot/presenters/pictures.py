"""Drawing pictures: SVG from text and shapes, and PNG from SVG."""

import struct
import zlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from xml.sax.saxutils import escape

from bot.locales.columns import width as width_in_cells

PAPER, INK, FAINT_INK, LINE = "#ffffff", "#1a1a1a", "#595959", "#d9d9d9"
"""Background, text, secondary text, and lines of a grid, which carry no information of their own."""

TILE_PAPER = "#f0f0f0"
"""The background of symbols."""

BLUE, ORANGE = "#0072b2", "#b34700"
"""Shapes. Colour-blind people tell them apart too. Both are alike in grey, so a pattern or a label says the same."""


HATCH = (
    f'<defs><pattern id="lost" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    f'<rect width="8" height="8" fill="{ORANGE}"/><rect width="2" height="8" fill="{PAPER}"/></pattern></defs>'
)
"""Lost games are hatched, so that they differ from the others without colours too."""

MAX_ALTERNATIVE = 1000
"""The most characters of a text alternative on a chat platform: Slack takes 1,000, Discord 1,024."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, and a text that says all that it shows.

    Args:
        svg: the picture.
        alternative: the text for people who do not see the picture; at most `MAX_ALTERNATIVE` characters if it is part
            of a view.
        name: of its file, without the ending.
    """

    svg: str
    alternative: str
    name: str = "picture"

    @property
    def file_name(self) -> str:
        """The name of its PNG file."""
        return f"{self.name}.png"


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text in a picture.

    Args:
        content: the text.
        x: the place of its anchor, in pixels from the left.
        y: its baseline, in pixels from the top.
        size: the size of the font, in pixels.
        colour: as `#rrggbb`.
        anchor: what stands at `x`: `start`, `middle` or `end` of the text.
    """

    content: str
    x: float
    y: float
    size: int = 14
    colour: str = INK
    anchor: str = "start"

    def svg(self) -> str:
        """The text as an SVG element."""
        place = f'x="{self.x:.1f}" y="{self.y:.1f}"'
        look = f'font-size="{self.size}" fill="{self.colour}" text-anchor="{self.anchor}"'
        return f"<text {place} {look}>{escape(self.content)}</text>"


_TITLE, _SUMMARY, _MIN_SIZE = 20, 14, 9
_CELL_WIDTH = 0.58
"""The mean width of a character, or half of a Japanese one, as a part of the size of the font."""


def fitting_size(content: str, width: float, size: int) -> int:
    """The size of a font, at most `size`, in which a text is not wider than `width` pixels."""
    return max(_MIN_SIZE, min(size, int(width / (max(1, width_in_cells(content)) * _CELL_WIDTH))))


def heading(title: str, summary: str, left: float, width: float) -> str:
    """A title and a line below it as SVG elements, in the uppermost 64 pixels, `width` pixels wide from `left`."""
    above = Text(title, left, 34, fitting_size(title, width, _TITLE))
    below = Text(summary, left, 58, fitting_size(summary, width, _SUMMARY), FAINT_INK)
    return above.svg() + below.svg()


def document(width: float, height: float, content: str) -> str:
    """An SVG document with the background and the font of all pictures.

    Args:
        width: in pixels.
        height: in pixels.
        content: SVG elements.
    """
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'font-family="{FONT_FAMILY}"><rect width="100%" height="100%" fill="{PAPER}"/>{content}</svg>'
    )


FONT_FAMILY = "Noto Sans CJK JP"
_FONT = "NotoSansCJKjp-subset.otf"
_PNG_HEADER_END = 33
"""The length of the signature and the IHDR chunk, after which text chunks may follow."""


def render(svg: str, alternative: str) -> bytes:
    """A picture as a PNG with its text alternative as the description.

    It takes about 20 ms and keeps the interpreter lock, so an event loop leaves it to another process.
    """
    import resvg_py  # noqa: PLC0415  # most commands draw nothing

    png = resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=[_font_file()], font_family=FONT_FAMILY
    )
    body = b"Description\0\0\0\0\0" + alternative.encode()
    return png[:_PNG_HEADER_END] + _chunk(b"iTXt", body) + png[_PNG_HEADER_END:]


@cache
def _font_file() -> str:
    """The path of the font, which resvg reads itself."""
    return str(Path(str(files("bot.presenters.fonts"))) / _FONT)


def _chunk(kind: bytes, body: bytes) -> bytes:
    """A chunk of a PNG (PNG specification, section 5.3)."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
