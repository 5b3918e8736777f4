"""Rendering SVG as PNG. The module imports little, because the process that renders imports it when it starts."""

import struct
import zlib
from functools import cache
from importlib.resources import files
from pathlib import Path

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
