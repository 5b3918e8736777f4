"""Pictures: SVG to PNG, with the colours and the font that all pictures share."""

import asyncio
import struct
import zlib
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from xml.sax.saxutils import escape

PAPER, INK, FAINT_INK, LINE = "#ffffff", "#1a1a1a", "#595959", "#d9d9d9"
"""Background, text, secondary text, and lines of a grid, which carry no information of their own."""

BLUE, ORANGE = "#0072b2", "#b34700"
"""Shapes. Colour-blind people tell them apart too. Both are alike in grey, so a pattern or a label says the same."""

FONT_FAMILY = "Noto Sans CJK JP"
_FONT = "NotoSansCJKjp-subset.otf"
_PNG_HEADER_END = 33
"""The length of the signature and the IHDR chunk, after which text chunks may follow."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, and a text that says all that it shows.

    Args:
        svg: the picture.
        alternative: the text for people who do not see the picture.
    """

    svg: str
    alternative: str


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


def render(picture: Picture) -> bytes:
    """A picture as a PNG with its text alternative as the description.

    It takes about 20 ms for each chart and keeps the interpreter lock: on an event loop use `render_in_process`.
    """
    import resvg_py  # noqa: PLC0415  # most commands draw nothing

    png = resvg_py.svg_to_bytes(
        svg_string=picture.svg, skip_system_fonts=True, font_files=[_font_file()], font_family=FONT_FAMILY
    )
    body = b"Description\0\0\0\0\0" + picture.alternative.encode()
    return png[:_PNG_HEADER_END] + _chunk(b"iTXt", body) + png[_PNG_HEADER_END:]


async def render_in_process(picture: Picture, processes: Executor) -> bytes:
    """A picture as by `render`, made by another process.

    Args:
        picture: what to draw.
        processes: an executor that runs tasks in processes.
    """
    return await asyncio.get_running_loop().run_in_executor(processes, render, picture)


@cache
def _font_file() -> str:
    """The path of the font, which resvg reads itself."""
    return str(Path(str(files("bot.presenters.fonts"))) / _FONT)


def _chunk(kind: bytes, body: bytes) -> bytes:
    """A chunk of a PNG (PNG specification, section 5.3)."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
