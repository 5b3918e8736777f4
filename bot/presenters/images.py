"""What all images share: one look, texts that fit, names in any script, and PNG files.

Images are drawn at twice the size at which phones show them, light on a dark, rounded ground, so that they look the
same on light and dark pages. No meaning has a colour alone.
"""

import struct
import unicodedata
import zlib
from collections.abc import Iterable
from html import escape

from msgspec import Struct

from bot.presenters import fonts

GROUND, RAISED, LINE = "#15181f", "#242936", "#4a5263"
"""The background, tiles without a meaning, and lines of a grid, which carry no information of their own."""

INK, FAINT_INK = "#f4f5f7", "#aeb5c1"
"""Text and secondary text."""

BLUE, ORANGE, GOLD = "#58a6ff", "#f0883e", "#f2cc60"
"""Colours of shapes, which colour-blind people can tell apart. In grey, forms tell them apart. Gold is the winner's."""

WIDTH, MARGIN = 600, 32
"""The width of an image and the space at its edges, in pixels."""

MAX_HEIGHT = 900
"""The height of an image in chats that fits on the screen of a phone, in pixels."""

SMALL = 22
"""The least size of text, in pixels: 11 points on a phone."""

HATCH = (
    f'<defs><pattern id="lost" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    f'<rect width="8" height="8" fill="{ORANGE}"/><rect width="3" height="8" fill="{GROUND}"/></pattern></defs>'
)
"""The hatching of lost games, which differ from others without colours too."""

MAX_ALTERNATIVE = 1000
"""The most characters of a text alternative on a chat platform: Slack takes 1,000, Discord 1,024."""

SHORTER_NAME = 10
"""Cells for a name in a text alternative that would be too long otherwise."""


class Image(Struct, frozen=True):
    """An image, and a text that says all that it shows.

    Args:
        svg: the image.
        alternative: the text for people who do not see the image; at most `MAX_ALTERNATIVE` characters if it is part
            of a view.
        name: of its file, without the ending.
    """

    svg: str
    alternative: str
    name: str = "image"

    @property
    def file_name(self) -> str:
        """The name of its PNG file."""
        return f"{self.name}.png"


class TextLine(Struct, frozen=True):
    """A line of text in an image. Characters that no font has are left out; see `drawable_part`.

    Args:
        content: the text.
        x: the place of its anchor, in pixels from the left.
        y: its baseline, in pixels from the top.
        size: the size of the font, in pixels.
        colour: as `#rrggbb`.
        anchor: what stands at `x`: `start`, `middle` or `end` of the text.
        is_bold: whether its lines are thicker.
    """

    content: str
    x: float
    y: float
    size: int = SMALL
    colour: str = INK
    anchor: str = "start"
    is_bold: bool = False

    def svg(self) -> str:
        """The text as an SVG element."""
        place = f'x="{self.x:.1f}" y="{self.y:.1f}"'
        look = f'font-size="{self.size}" fill="{self.colour}" text-anchor="{self.anchor}"'
        bold = f' stroke="{self.colour}" stroke-width="{self.size / 30:.1f}"' if self.is_bold else ""
        return f"<text {place} {look}{bold}>{''.join(map(_part, fonts.split_by_font(self.content)))}</text>"


def _part(run: tuple[str, str]) -> str:
    """A part of a text, whose family is named because resvg finds other ones for whole texts only."""
    family, text = run
    escaped = escape(text, quote=False)
    return escaped if family == fonts.MAIN else f'<tspan font-family="{family}">{escaped}</tspan>'


def width_of(text: str, size: int) -> float:
    """The width of a text, in pixels; that of joined letters may be a little less."""
    known = fonts.character_widths()
    return sum(known[family][each] for family, part in fonts.split_by_font(text) for each in part) * size


def shorten_to_width(text: str, width: float, size: int) -> str:
    """The text if it is at most `width` pixels wide, else its start and end.

    Names that differ in their last letters only stay different.
    """
    shown, kept = text, len(text)
    while width_of(shown, size) > width and kept > 1:
        kept -= 1
        end = max(2, kept // 3) if kept > 2 else 0  # noqa: PLR2004  # two letters at the end, if there is room
        shown = f"{text[: kept - end].rstrip()}…{text[len(text) - end :].lstrip() if end else ''}"
    return shown


def fit_font_size(text: str, width: float, size: int) -> tuple[str, int]:
    """A text and the size of its font, at most `size`, in which it is at most `width` pixels wide."""
    size = max(SMALL, min(size, int(width / max(1e-9, width_of(text, 1)))))
    return shorten_to_width(text, width, size), size


def drawable_part(name: str) -> tuple[str, bool]:
    """What the fonts can show of a name, and whether it lacks letters or digits, as opposed to emoji."""
    shown = " ".join("".join(filter(fonts.can_draw, name)).split())
    lacks = any(not fonts.can_draw(each) and unicodedata.category(each)[0] in "LN" for each in name)
    return shown, lacks or not shown


def name_svg(  # noqa: PLR0913  # a text, its place and its look
    text: str, x: float, y: float, width: float, size: int = 24, *, is_bold: bool
) -> str:
    """A name, or a text with names in it, as SVG elements at most `width` pixels wide.

    If no font has all letters, a person in a disc precedes the known ones.
    """
    shown, lacks = drawable_part(text)
    radius = size * 0.6
    left = 2 * radius + 8 if lacks else 0.0
    shown, fitting = fit_font_size(shown, width - left, size)
    disc = _person(x + radius, y - size * 0.36, radius) if lacks else ""
    return disc + (TextLine(shown, x + left, y, fitting, is_bold=is_bold).svg() if shown else "")


def _person(x: float, y: float, radius: float) -> str:
    """A head and shoulders, in a disc around a place."""
    disc = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{LINE}"/>'
    head = f'<circle cx="{x:.1f}" cy="{y - radius * 0.22:.1f}" r="{radius * 0.3:.1f}" fill="{INK}"/>'
    left, right, low = x - radius * 0.55, x + radius * 0.55, y + radius * 0.65
    high = low - radius * 0.72
    curve = f"C{left:.1f} {high:.1f} {right:.1f} {high:.1f} {right:.1f} {low:.1f}"
    return f'{disc}{head}<path d="M{left:.1f} {low:.1f}{curve}Z" fill="{INK}"/>'


HEAD_HEIGHT = 112
"""The height of a title and a line below it, in pixels."""


def heading_svg(title: str, summary: str, width: float = WIDTH) -> str:
    """A title and a line below it as SVG elements, in the uppermost `HEAD_HEIGHT` pixels.

    Args:
        title: the title, which may have names in it.
        summary: the line below it; empty for none.
        width: of the image, in pixels.
    """
    above = name_svg(title, MARGIN, 58, width - 2 * MARGIN, 32, is_bold=True)
    below, size = fit_font_size(summary, width - 2 * MARGIN, 24)
    return above + TextLine(below, MARGIN, 96, size, FAINT_INK).svg()


def star_svg(x: float, y: float) -> str:
    """A golden star, 32 pixels wide, with its middle at a place."""
    path = "M0-16 4.7-5 16.6-4 7.5 3.9 10.3 15.5 0 9.3-10.3 15.5-7.5 3.9-16.6-4-4.7-5Z"
    return move_svg(f'<path d="{path}" fill="{GOLD}"/>', x, y)


def cross_svg(x: float, y: float, radius: float = 12, colour: str = ORANGE) -> str:
    """A cross with its middle at a place: what was not solved."""
    size = 2 * radius
    path = f"M{-radius} {-radius}l{size} {size}m0 {-size}l{-size} {size}"
    return move_svg(f'<path d="{path}" stroke="{colour}" stroke-width="{radius / 2:.0f}"/>', x, y)


def highlighted_row_svg(top: float, height: float) -> str:
    """A bright ground behind a row from one edge to the other, in pixels."""
    return f'<rect x="12" y="{top + 2:.1f}" width="{WIDTH - 24}" height="{height - 4:.1f}" rx="12" fill="{RAISED}"/>'


def move_svg(drawn: str, x: float, y: float) -> str:
    """SVG elements, moved by a number of pixels."""
    return f'<g transform="translate({x:.1f} {y:.1f})">{drawn}</g>'


def svg_document(height: float, content: Iterable[str], width: float = WIDTH) -> str:
    """An SVG document with the ground and the font of all images; `height` and `width` are in pixels."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'font-family="{fonts.MAIN}"><rect width="100%" height="100%" rx="24" fill="{GROUND}"/>'
        f"{''.join(content)}</svg>"
    )


_PNG_HEADER_END = 33
"""The length of the signature and the IHDR chunk, after which text chunks may follow."""


def render_png(svg: str, alternative: str) -> bytes:
    """An image as a PNG with its text alternative as the description.

    It takes 20 to 80 ms and keeps the interpreter lock, so an event loop leaves it to another process.
    """
    import resvg_py  # noqa: PLC0415  # most commands draw nothing

    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=list(fonts.PATHS))
    chunk = b"iTXtDescription\0\0\0\0\0" + alternative.encode()  # PNG specification, section 5.3
    text = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return png[:_PNG_HEADER_END] + text + png[_PNG_HEADER_END:]
