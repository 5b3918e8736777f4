"""Texts for a terminal: wrapped, code in quotation marks, and without pictures where it cannot show them."""

import os
import re
from collections.abc import Iterator, Mapping

from bot.locales.columns import width
from bot.presenters.phrases import BLOW, HIT, LOST, WON
from core.game.rules import ALPHABETS

ASCII_VARIABLE = "HITBLOW_ASCII"
"""The environment variable that chooses the ASCII form."""

_CODE = re.compile("`[^`]*`")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_PICTURES = "".join(alphabet.glyphs for alphabet in ALPHABETS.values() if alphabet.pictorial)
_PICTURE_RUN = re.compile(f"[{_PICTURES}]+ ?")
_ASCII = str.maketrans({HIT: " ", BLOW: " ", "·": ".", "…": "...", "▇": "#", "×": "x", WON: "*", LOST: "x", "⚔": "!"})


def replace_backticks(text: str) -> str:
    """A text whose code stands in quotation marks instead of backticks. Digests and code with quotes need none."""
    return _CODE.sub(lambda code: _quoted(code[0].strip("`")), text)


def _quoted(code: str) -> str:
    return code if _DIGEST.fullmatch(code) or "'" in code else f"'{code}'"


def ascii_form(text: str) -> str:
    """A text without pictures of symbols, hits, blows and bars. Keys and feedback stand beside the pictures."""
    return _PICTURE_RUN.sub("", text).translate(_ASCII)


def prefers_ascii(encoding: str | None, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a terminal is to get the ASCII form: by request, or because it cannot show the pictures.

    Args:
        encoding: of the terminal, None if it takes any text.
        environment: with the locale; `C` and `POSIX` promise nothing but ASCII. Python itself sets `LC_CTYPE` to UTF-8
            there (PEP 538), so only the other variables tell.
    """
    if chosen := environment.get(ASCII_VARIABLE):
        return chosen not in {"0", "false", "no"}
    locale = next(filter(None, (environment.get(name) for name in ("LC_ALL", "LANG"))), "")
    if locale in {"C", "POSIX"}:
        return True
    try:
        f"{HIT}{BLOW}▇".encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


_FIRST_PLACEHOLDER = 0xE000
"""A private character stands for each piece of code, so that a piece is never broken."""

_COLUMN_GAP = re.compile(r" {2,}(?=\S)")
_MIN_COLUMN = 12
"""The narrowest last column, in cells, that a line of a table is wrapped in."""


def wrap(text: str, cells: int, *, tick_cells: int = 0) -> list[str]:
    """A text as lines of at most `cells` cells, broken where Unicode allows it (UAX #14).

    A piece of code between backticks stays whole. One that is wider than a line becomes a piece for each of its words,
    which stay whole, unless it holds a digest: that is to be copied, and stands in a line of its own, however long. A
    backtick takes `tick_cells` cells.
    """
    if _width(text, tick_cells) <= cells:
        return [text.rstrip()]
    from uniseg.linebreak import line_break_units  # type: ignore[import-untyped]  # noqa: PLC0415  # annotated, not marked

    divided = _CODE.sub(lambda code: _divided(code[0], cells, tick_cells), text)
    codes = _CODE.findall(divided)
    numbers = iter(range(len(codes)))
    plain = _CODE.sub(lambda _: chr(_FIRST_PLACEHOLDER + next(numbers)), divided)
    lines, line = [], ""
    for unit in line_break_units(plain):
        restored = "".join(_restored(unit, codes))
        if line and _width(line + restored.rstrip(), tick_cells) > cells:
            lines.append(line.rstrip())
            line = ""
        line += restored
    lines.append(line.rstrip())
    return lines if divided == text else [each.replace("` `", " ") for each in lines]


def wrap_table_row(line: str, cells: int) -> list[str]:
    """A line of a table as lines of at most `cells` cells: its last column is wrapped under itself."""
    if width(line) <= cells:
        return [line]
    gaps = list(_COLUMN_GAP.finditer(line))
    indent = width(line[: gaps[-1].end()]) if gaps else 0
    if not gaps or cells - indent < _MIN_COLUMN:
        return wrap(line, cells)
    first, *others = wrap(line[gaps[-1].end() :], cells - indent)
    return [line[: gaps[-1].end()] + first, *(" " * indent + other for other in others)]


def _divided(code: str, cells: int, tick_cells: int) -> str:
    if _width(code, tick_cells) <= cells or _DIGEST.search(code):
        return code
    return "` `".join(code.split(" "))


def _width(text: str, tick_cells: int) -> int:
    return width(text.replace("`", "")) + tick_cells * text.count("`")


def _restored(unit: str, codes: list[str]) -> Iterator[str]:
    for character in unit:
        number = ord(character) - _FIRST_PLACEHOLDER
        yield codes[number] if 0 <= number < len(codes) else character
