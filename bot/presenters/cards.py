"""Cards of turns with their skill and luck."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.locales import Words
from bot.locales.columns import align
from bot.model.marks import MOST_CODES, MarkSum
from bot.presenters import phrases
from bot.presenters.pictures import (
    BLUE,
    FAINT_INK,
    INK,
    ORANGE,
    PAPER,
    TILE_PAPER,
    Picture,
    Text,
    document,
    heading,
)
from bot.presenters.views import Block, Paragraph, Preformatted
from bot.services.records import Statistics
from core.game.codes import Code, format_code_ascii
from core.game.feedback import Feedback, Turn, format_feedback
from core.game.rules import COLORS, Rules
from core.solver.review import MAX_MARK, Review

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


def result_card(headline: str, turns: Sequence[Turn], rules: Rules) -> Picture:
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
    return Picture(_card(headline, summary, shown, rules, ()), "\n".join(alternative), "daily")


def review_card(title: str, review: Review, rules: Rules, words: Words, number: int = 1) -> Picture:
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
        for marks in [(mark_text(turn.skill), mark_text(turn.luck))]
    ]
    shown, left_out = _last(rows, rules)
    facts = [skill_and_luck(mark_text(review.skill), mark_text(review.luck), words)]
    summary = " · ".join(facts + ([phrases.earlier_turns(words, left_out)] if left_out else []))
    said = (
        f"{row.number}: {format_code_ascii(row.code or (), rules)} {row.text}, {skill_and_luck(skill, luck, words)}"
        for row in shown
        for skill, luck in [row.marks]
    )
    heads = (words("skill"), words("luck"))
    return Picture(_card(title, summary, shown, rules, heads), "\n".join((title, summary, *said)), f"review-{number}")


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
    """A function that draws a symbol of these rules. Pictures of fruit are letters, because the font has no emoji."""

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


SHOWN_MONTHS = 6
"""The last months that are shown."""


def mark_blocks(rules: Rules, statistics: Statistics, words: Words) -> Iterable[Block]:
    """Skill and luck of the ranked games under some rules, and by month if there are several."""
    months = statistics.history.get(str(rules), ())
    if months:
        marks = sum((month.marks for month in months), MarkSum())
        yield Paragraph(_means(marks, words))
    elif rules.codes > MOST_CODES and str(rules) in statistics.record.alone:
        yield Paragraph(
            words("Skill and luck aren't computed for rules with more than {codes:,} codes.", codes=MOST_CODES)
        )
    if len(months) > 1:
        cells = [_rounded(month.marks) for month in months]
        rows = [
            (f"{month.first_day:%Y-%m}", skill, luck, str(games))
            for month, (skill, luck, games) in zip(months, cells, strict=True)
        ]
        yield Preformatted(align([words("month|skill|luck|games").split("|"), *rows[-SHOWN_MONTHS:]], right=[1, 2, 3]))


def _means(marks: MarkSum, words: Words) -> str:
    """Mean skill and luck, of how many games; skill may be estimated."""
    skill, luck, games = _rounded(marks)
    if marks.is_exact:
        return words.plural(
            "Skill {skill}, luck {luck} of {most} ({n:,} game)",
            "Skill {skill}, luck {luck} of {most} ({n:,} games)",
            games,
            skill=skill,
            luck=luck,
            most=MAX_MARK,
        )
    return words.plural(
        "Skill {skill}, luck {luck} of {most} ({n:,} game, skill estimated)",
        "Skill {skill}, luck {luck} of {most} ({n:,} games, skill estimated)",
        games,
        skill=skill,
        luck=luck,
        most=MAX_MARK,
    )


def mark_cells(marks: MarkSum, words: Words) -> tuple[str, str, str]:
    """Skill, by which players are ranked, luck, and the number of games."""
    skill = words.number(marks.tenths / 10, 1) if marks.games else "-"
    return skill, words("luck {luck}", luck=_rounded(marks)[1]), game_count(marks.games, words)


def game_count(games: int, words: Words) -> str:
    """A number of games, in a column."""
    return words.plural("{n:,} game", "{n:,} games", games)


def mark_table_cells(marks: MarkSum, words: Words) -> tuple[str, str, str]:
    """The same below column heads, which say what the figures are."""
    return mark_cells(marks, words)[0], _rounded(marks)[1], str(marks.games)


def mark_text(mark: float | None) -> str:
    """A mark rounded to a whole number, `-` for none."""
    return "-" if mark is None else f"{mark:.0f}"


def skill_and_luck(skill: str, luck: str, words: Words) -> str:
    """Marks in the text alternative of a picture."""
    return words("skill {skill}, luck {luck}", skill=skill, luck=luck)


def mean_marks(marks: MarkSum) -> tuple[float | None, float | None]:
    """Mean skill and luck, None for none."""
    return marks.mean_skill, marks.mean_luck


def _rounded(marks: MarkSum) -> tuple[str, str, int]:
    """Mean skill and luck, and the number of games."""
    skill, luck = map(mark_text, mean_marks(marks))
    return skill, luck, max(marks.games, marks.lucky_games)
