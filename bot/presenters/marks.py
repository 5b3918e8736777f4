"""Skill and luck over time, and in a row of a leaderboard."""

from collections.abc import Iterable

from bot.locales import Words
from bot.locales.columns import align
from bot.model.marks import MOST_CODES, MarkSum
from bot.presenters.views import Block, Paragraph, Preformatted
from bot.services.records.records import Statistics
from core.game.rules import Rules
from core.solver.review import MAX_MARK

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
