"""Drawing images: SVG from text and shapes, PNG from SVG, and the cards of turns."""

import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from bot.locales import Words
from bot.locales.columns import width as width_in_cells
from bot.presenters import phrases
from core.game.codes import Code, format_code_ascii
from core.game.feedback import Feedback, Turn, format_feedback
from core.game.rules import COLORS, Rules

if TYPE_CHECKING:
    from core.solver.review import Review  # slow to load

PAPER, INK, FAINT_INK, LINE = "#ffffff", "#1a1a1a", "#595959", "#d9d9d9"
"""Background, text, secondary text, and lines of a grid, which carry no information of their own."""

TILE_PAPER = "#f0f0f0"
"""The background of symbols."""

BLUE, ORANGE = "#0072b2", "#b34700"
"""The colours of shapes, which colour-blind people can tell apart. In grey, patterns or labels tell them apart."""


HATCH = (
    f'<defs><pattern id="lost" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    f'<rect width="8" height="8" fill="{ORANGE}"/><rect width="2" height="8" fill="{PAPER}"/></pattern></defs>'
)
"""The hatching of lost games, which differ from others without colours too."""

MAX_ALTERNATIVE = 1000
"""The most characters of a text alternative on a chat platform: Slack takes 1,000, Discord 1,024."""


@dataclass(frozen=True, slots=True)
class Image:
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


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text in an image.

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
    """An SVG document with the background and the font of all images.

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
    """An image as a PNG with its text alternative as the description.

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


_MARGIN, _ROW = 24, 40
_TOP, _TOP_WITHOUT_SUMMARY = 88, 56
_TILE, _GAP = 30, 5
_CHARACTER = 11
"""The width of a character of feedback, in pixels."""

_MIN_WIDTH = 480
_MARK_WIDTH = 56
"""The width of a column of marks for skill or luck, in pixels."""

_MAX_TURNS, _MAX_TILES = 15, 100
"""The most turns on a card, the last ones of a game, and the most tiles, so that drawing takes less than 60 ms."""

_DARK, _LIGHT = PAPER, INK
_FILLS = (
    ("#c62828", _DARK),
    ("#fdd835", _LIGHT),
    ("#2e7d32", _DARK),
    ("#1565c0", _DARK),
    ("#6a1b9a", _DARK),
    ("#fb8c00", _LIGHT),
    ("#5d4037", _DARK),
)
_SYMBOL_FILLS = (*_FILLS, (INK, _DARK), (PAPER, _LIGHT), *_FILLS)
"""The fill of each symbol of the alphabet `colors`, and the colour of the letter on it."""

_ROUND_SYMBOLS = 9
"""The first symbols of the alphabet `colors` are circles, the others squares."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A turn.

    Args:
        number: from 1.
        feedback: as numbers and as text.
        code: None where it is not shown.
        marks: texts at the right: skill and luck.
    """

    number: int
    feedback: Feedback
    text: str
    code: Code | None = None
    marks: tuple[str, ...] = ()


def result_card(headline: str, turns: Sequence[Turn], rules: Rules) -> Image:
    """The card of a result that is shared: the feedback of each guess without its code, and no words but the headline.

    Args:
        headline: the result in words.
        turns: from the first.
        rules: of the game.
    """
    rows = [_Row(number, turn.feedback, format_feedback(turn.feedback, rules)) for number, turn in enumerate(turns, 1)]
    shown, left_out = _last(rows, rules)
    summary = f"1-{left_out}: …" if left_out else ""
    alternative = [headline, *([summary] if summary else []), *(f"{row.number}: {row.text}" for row in shown)]
    return Image(_card(headline, summary, shown, rules, ()), "\n".join(alternative), "daily")


def review_card(title: str, review: "Review", rules: Rules, words: Words, number: int = 1) -> Image:
    """The card of a reviewed board: the code and the feedback of each guess, with its marks for skill and luck.

    Args:
        title: without names.
        review: of the board.
        rules: of the game.
        words: the language.
        number: of the board in the review, from 1.
    """
    rows = [
        _Row(number, turn.turn.feedback, format_feedback(turn.turn.feedback, rules), turn.turn.guess, marks)
        for number, turn in enumerate(review.turns, 1)
        for marks in [(phrases.mark_text(turn.skill), phrases.mark_text(turn.luck))]
    ]
    shown, left_out = _last(rows, rules)
    facts = [phrases.skill_and_luck(phrases.mark_text(review.skill), phrases.mark_text(review.luck), words)]
    summary = " · ".join(facts + ([phrases.earlier_turns(words, left_out)] if left_out else []))
    said = (
        f"{row.number}: {format_code_ascii(row.code or (), rules)} {row.text}, "
        f"{phrases.skill_and_luck(skill, luck, words)}"
        for row in shown
        for skill, luck in [row.marks]
    )
    heads = (words("skill"), words("luck"))
    return Image(_card(title, summary, shown, rules, heads), "\n".join((title, summary, *said)), f"review-{number}")


def _last(rows: Sequence[_Row], rules: Rules) -> tuple[Sequence[_Row], int]:
    """The rows that a card shows, and the number of those before them."""
    tiles = rules.positions * (1 if rows and rows[0].code is None else 2)
    shown = min(_MAX_TURNS, _MAX_TILES // tiles)
    return rows[-shown:], len(rows[:-shown])


def _card(title: str, summary: str, rows: Sequence[_Row], rules: Rules, heads: Sequence[str]) -> str:
    """The drawing of a card; `heads` are above the columns of marks."""
    has_codes = any(row.code is not None for row in rows)
    tiles = rules.positions * (_TILE + _GAP)
    texts = max((len(row.text) for row in rows), default=0) * _CHARACTER
    feedback = _MARGIN + 40 + (tiles + 16 if has_codes else 0)
    marks = feedback + texts + 20
    width = max(_MIN_WIDTH, marks + tiles + len(heads) * _MARK_WIDTH + _MARGIN)
    ends = [width - _MARGIN - (len(heads) - 1 - place) * _MARK_WIDTH for place in range(len(heads))]
    top = _TOP if summary else _TOP_WITHOUT_SUMMARY
    head = "".join(Text(text, end, top - 6, 12, FAINT_INK, "end").svg() for text, end in zip(heads, ends, strict=True))
    drawn = (
        part
        for place, row in enumerate(rows)
        for part in _row(row, top + place * _ROW, _Columns(feedback, marks, ends), _symbol_of(rules))
    )
    height = top + len(rows) * _ROW + _MARGIN
    return document(width, height, heading(title, summary, _MARGIN, width - 2 * _MARGIN) + head + "".join(drawn))


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where columns are, in pixels from the left: the feedback, its tiles, and the right ends of the marks."""

    feedback: float
    tiles: float
    ends: Sequence[float]


def _row(row: _Row, top: float, columns: _Columns, symbol: Callable[[int], str]) -> Iterator[str]:
    line = top + _TILE * 0.7
    yield Text(str(row.number), _MARGIN + 24, line, 16, FAINT_INK, "end").svg()
    for place, value in enumerate(row.code or ()):
        yield _placed(symbol(value), _MARGIN + 40 + place * (_TILE + _GAP), top)
    yield Text(row.text, columns.feedback, line, 18).svg()
    tiles = [_HIT] * row.feedback.hits + [_BLOW] * row.feedback.blows
    for place, tile in enumerate(tiles):
        yield _placed(tile, columns.tiles + place * (_TILE + _GAP), top)
    for mark, end in zip(row.marks, columns.ends, strict=True):
        yield Text(mark, end, line, 16, anchor="end").svg()


def _placed(tile: str, x: float, y: float) -> str:
    return f'<g transform="translate({x:.0f} {y:.0f})">{tile}</g>'


_MIDDLE = _TILE / 2
_HIT = (
    f'<rect width="{_TILE}" height="{_TILE}" rx="6" fill="{BLUE}"/>'
    f'<circle cx="{_MIDDLE}" cy="{_MIDDLE}" r="8" fill="{PAPER}"/>'
)
"""A dark tile with a disc."""

_BLOW = (
    f'<rect x="1.5" y="1.5" width="{_TILE - 3}" height="{_TILE - 3}" rx="5" fill="{PAPER}" '
    f'stroke="{ORANGE}" stroke-width="3"/>'
    f'<circle cx="{_MIDDLE}" cy="{_MIDDLE}" r="6.5" fill="{PAPER}" stroke="{ORANGE}" stroke-width="3"/>'
)
"""A light tile with a ring, so that hits and blows differ in grey too."""


def _symbol_of(rules: Rules) -> Callable[[int], str]:
    """A function that draws a symbol of these rules. Fruit are letters, because the font has no emoji."""

    def symbol(value: int) -> str:
        is_coloured = rules.alphabet is COLORS
        fill, ink = _SYMBOL_FILLS[value] if is_coloured else (TILE_PAPER, INK)
        radius = _MIDDLE if is_coloured and value < _ROUND_SYMBOLS else 4
        size = _TILE - 1
        shape = (
            f'<rect x="0.5" y="0.5" width="{size}" height="{size}" rx="{radius}" fill="{fill}" '
            f'stroke="{FAINT_INK}" stroke-width="1"/>'
        )
        return shape + Text(rules.alphabet.keys[value], _MIDDLE, _TILE * 0.7, 18, ink, "middle").svg()

    return symbol
