"""Slack's own tables: which figure stands in which cell, and which columns are aligned on the right."""

from typing import Any

import pytest

from bot.locales import LANGUAGES
from bot.model.ratings import Rating
from bot.model.records import Order, Tally
from bot.model.rooms import RoomKey
from bot.platforms.slack.rendering import render, table_parts
from bot.presenters import coach
from bot.presenters.leaderboard import leaderboard
from bot.presenters.views import View
from bot.services.analysis import ReviewedBoard, ReviewResult
from bot.services.records import Leaderboard, LeaderboardEntry, LeaderboardQuestion
from core.game.codes import parse_code
from core.game.feedback import Feedback, Turn
from core.game.rules import Rules
from core.solver.review import Review, ReviewedTurn

ENGLISH, RULES = LANGUAGES["en"], Rules.parse("hitblow")

LEADERBOARDS = {
    Order.AVERAGE: (
        LeaderboardEntry(3, "Ann", you=False, average=5.25, tally=Tally(40, 39, 210, {5: 39}, 7, 12)),
        {"#": "3", "player": "Ann", "average": "5.25", "games": "40", "solved": "39", "streak": "7", "best": "12"},
        {"player"},
    ),
    Order.RATING: (
        LeaderboardEntry(1, "Ann", you=False, average=0.0, tally=Tally(), rating=Rating(28.8, 1.53, 3)),
        {
            "#": "1",
            "player": "Ann",
            "rating": str(Rating(28.8, 1.53, 3).points),
            "uncertainty": f"± {Rating(28.8, 1.53, 3).uncertainty}",
            "games": "3",
            " ": "provisional",
        },
        {"player", " "},
    ),
}


def tables(view: View) -> list[dict[str, Any]]:
    """The tables of a view, each in its own message."""
    blocks = [block for part in table_parts(view) for block in render(part, has_tables=True).blocks]
    return [block for block in blocks if block["type"] == "table"]


def rows_of(table: dict[str, Any]) -> list[dict[str, str]]:
    """The cells of each row below the heads, by head."""
    assert {cell["type"] for row in table["rows"] for cell in row} == {"raw_text"}
    heads, *rows = [[cell["text"] for cell in row] for row in table["rows"]]
    return [dict(zip(heads, row, strict=True)) for row in rows]


def aligned_left(table: dict[str, Any]) -> set[str]:
    """The heads of the columns that are aligned on the left; all others are on the right."""
    settings = {cell["text"]: column for cell, column in zip(table["rows"][0], table["column_settings"], strict=True)}
    assert {column["align"] for column in settings.values()} == {"left", "right"}
    return {head for head, column in settings.items() if column["align"] == "left"}


def turn(code: str, feedback: tuple[int, int], *figures: int | None) -> ReviewedTurn:
    before, after, skill, luck = figures
    return ReviewedTurn(
        Turn(parse_code(code, RULES), Feedback(*feedback), "ann"), before or 0, after or 0, skill, luck, None
    )


def test_a_review_is_a_table_for_each_player() -> None:
    ann = Review((turn("0456", (0, 1), 5040, 1440, None, 35), turn("3142", (3, 0), 1440, 24, 71, 88)), 71, 61)
    bob = Review((turn("3102", (4, 0), 5040, 1, 12, 97),), 12, 97)
    shown = tables(
        coach.review(ReviewResult("k1", RULES, (ReviewedBoard("Ann", ann), ReviewedBoard("Bob", bob))), ENGLISH)
    )
    assert [rows_of(table) for table in shown] == [
        [
            {"#": "1", "guess": "0456", " ": "0H1B", "left": "5,040 > 1,440", "skill": "-", "luck": "35"},
            {"#": "2", "guess": "3142", " ": "3H0B", "left": "1,440 > 24", "skill": "71", "luck": "88"},
        ],
        [{"#": "1", "guess": "3102", " ": "4H0B", "left": "5,040 > 1", "skill": "12", "luck": "97"}],
    ]
    assert [aligned_left(table) for table in shown] == [{"guess", " "}] * 2


@pytest.mark.parametrize("order", LEADERBOARDS)
def test_a_leaderboard_is_a_table(order: Order) -> None:
    entry, cells, left = LEADERBOARDS[order]
    board = Leaderboard(LeaderboardQuestion(RULES, order=order), [entry])
    (table,) = tables(leaderboard(board, ENGLISH, RoomKey("slack", "T1", "C1")))
    assert rows_of(table) == [cells]
    assert aligned_left(table) == left
