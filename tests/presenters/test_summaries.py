"""The summary of a room's dailies."""

from datetime import date, timedelta
from functools import partial

import pytest

from bot.locales import LANGUAGES
from bot.locales.safe import channel
from bot.model.daily import DailyGame, closing_of, start_of
from bot.model.rooms import RoomKey
from bot.presenters.summaries import summary_view
from bot.services.summaries import RoomSummary
from core.game.boards import Board
from core.game.codes import parse_code
from core.game.daily import Streak
from core.game.rules import Rules
from tests.support.snapshots import Snapshots, as_text

DAY = date(2026, 11, 20)
NAMES = {"a": "Ann", "b": "Bob", "c": "千恵", "d": "Dan", "e": "Eve"}


def game(player: str, guesses: int, rules: str = "4x10", day: date = DAY, how: str = "solved") -> DailyGame:
    """A game of so many guesses that was solved, given up, left, or solved too late."""
    parsed = Rules.parse(rules)
    secret, wrong = ((parse_code(code[: parsed.positions], parsed)) for code in ("0123", "4567"))
    board = Board(parsed, secret, guesser=player)
    for number in range(1, guesses + 1):
        board = board.guess(secret if number == guesses and how in {"solved", "late"} else wrong, player)
    board = board.give_up(player) if how == "given up" else board
    ended_at = closing_of(day) if how == "late" else start_of(day) + timedelta(hours=9)
    return DailyGame("room", day, board, start_of(day) + timedelta(hours=8)).after(board, ended_at)


ONE_DAY = [
    game("a", 5),
    game("b", 4),
    game("c", 4),
    game("d", 3, how="given up"),
    game("e", 2, how="left"),
    game("b", 6, "3x10-eatbite"),
    game("c", 9, "3x10-eatbite", how="late"),
]
WEEK = [
    *(game("a", 5, day=DAY - timedelta(days=back)) for back in range(3)),
    *(game("b", 4, day=DAY - timedelta(days=back)) for back in range(3)),
    game("c", 7, day=DAY - timedelta(days=6)),
    game("d", 3, how="given up"),
    game("b", 6, "3x10-eatbite"),
]


def test_a_summary_looks_as_approved(snapshots: Snapshots) -> None:
    frozen = (DAY.toordinal() - 1,)
    summaries = {
        "of a day": RoomSummary(DAY, DAY, ONE_DAY, NAMES, Streak(12, 20, 1, frozen)),
        "of a week": RoomSummary(DAY - timedelta(days=6), DAY, WEEK, NAMES, Streak(3, 20)),
        "without a streak": RoomSummary(DAY, DAY, ONE_DAY[3:5], NAMES, Streak()),
    }
    snapshots.check_views("summaries", {name: partial(summary_view, summary) for name, summary in summaries.items()})


def test_a_summary_that_is_told_elsewhere_names_its_room() -> None:
    room = RoomKey("discord", "1", "42")
    summary = RoomSummary(DAY, DAY, [game("a", 4)], NAMES, Streak(), room)
    for words in LANGUAGES.values():
        assert channel("42") in as_text(summary_view(summary, words)).splitlines()[1]


@pytest.mark.parametrize(("platform", "scope"), [("discord", "server"), ("slack", "workspace")])
def test_a_summary_says_that_the_channel_for_announcements_cannot_be_reached(platform: str, scope: str) -> None:
    summary = RoomSummary(DAY, DAY, [game("a", 4)], NAMES, Streak(), unreachable=RoomKey(platform, "1", "42"))
    for words in LANGUAGES.values():
        last = as_text(summary_view(summary, words)).splitlines()[-1]
        assert channel("42") in last
        assert f"`settings {scope} announcements:`" in last


def test_many_names_are_counted() -> None:
    many = [game(str(number), 4) for number in range(33)]
    names = {str(number): f"Player {number}" for number in range(33)}
    shown = as_text(summary_view(RoomSummary(DAY, DAY, many, names, Streak()), LANGUAGES["en"]))
    assert "13 more" in shown


def test_names_mention_nobody() -> None:
    names = {"a": "`@everyone\n"}
    shown = as_text(summary_view(RoomSummary(DAY, DAY, [game("a", 4)], names, Streak()), LANGUAGES["en"]))
    assert "4 guesses: '@everyone" in shown
