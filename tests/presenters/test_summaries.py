"""The summary of a room's dailies."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial

import pytest

from bot.locales import LANGUAGES
from bot.locales.safe import channel
from bot.model.daily import DailyGame, closing_of, start_of
from bot.model.rooms import RoomKey
from bot.platforms.discord.rendering import content
from bot.platforms.slack.rendering import render
from bot.presenters.summaries import summary_view
from bot.services.summaries import RoomSummary
from core.game.boards import Board
from core.game.daily import Streak
from core.game.rules import NAMED_RULES, Rules
from tests.fakes.slack.validation import check_message
from tests.support.snapshots import Snapshots, as_text

DAY = date(2026, 11, 20)
NAMES = {"a": "Ann", "b": "Bob", "c": "千恵", "d": "Dan", "e": "Eve"}


def game(player: str, guesses: int, rules: str = "4x10", day: date = DAY, how: str = "solved") -> DailyGame:
    """A game of so many guesses that was solved, given up, left, or solved too late."""
    parsed = Rules.parse(rules)
    secret, wrong = (tuple((first + place) % parsed.symbols for place in range(parsed.positions)) for first in (0, 4))
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
    game("b", 6, "3x10-eatbite"),
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
        "with today's code": RoomSummary(DAY, DAY, ONE_DAY[:2], NAMES, Streak(), has_todays_code=True),
        "of nothing, with today's code": RoomSummary(DAY, DAY, (), {}, Streak(), has_todays_code=True),
    }
    snapshots.check_views("summaries", {name: partial(summary_view, summary) for name, summary in summaries.items()})


def test_a_summary_that_is_told_elsewhere_names_its_room() -> None:
    room = RoomKey("discord", "1", "42")
    summary = RoomSummary(DAY, DAY, [game("a", 4)], NAMES, Streak(), room)
    for words in LANGUAGES.values():
        assert channel("42") in as_text(summary_view(summary, words)).splitlines()[1]


def test_a_summary_says_that_the_channel_for_announcements_cannot_be_reached() -> None:
    summary = RoomSummary(DAY, DAY, [game("a", 4)], NAMES, Streak(), unreachable=RoomKey("discord", "1", "42"))
    for words in LANGUAGES.values():
        last = as_text(summary_view(summary, words)).splitlines()[-1]
        assert channel("42") in last
        assert "`settings`" in last


def test_many_names_are_counted() -> None:
    many = [game(str(number), 4) for number in range(33)]
    names = {str(number): f"Player {number}" for number in range(33)}
    shown = as_text(summary_view(RoomSummary(DAY, DAY, many, names, Streak()), LANGUAGES["en"]))
    assert "13 more" in shown


NOTATIONS = (
    *NAMED_RULES,
    *(f"{positions}x{symbols}-letters" for positions in range(3, 7) for symbols in range(10, 16)),
)


def crowd(people: int, rules: Sequence[str], days: int) -> RoomSummary:
    """The games of many people with hostile names, who solve, fail and leave them."""
    hostile = ("*_~`|", "w" * 100, "千" * 100, "a.b//c", "A\u0301\u0301\u0301" * 30)
    names = {str(number): f"{hostile[number % len(hostile)]}{number}" for number in range(people)}
    how = ("solved", "late", "given up", "left", "solved", "solved")
    games = [
        game(player, 1 + int(player) % 12, each, DAY - timedelta(days=back), how[int(player) % len(how)])
        for back in range(days)
        for each in rules
        for player in names
    ]
    return RoomSummary(DAY - timedelta(days=days - 1), DAY, games, names, Streak(12, 20, 1, (DAY.toordinal() - 1,)))


@pytest.mark.parametrize("days", [1, 7])
@pytest.mark.parametrize(
    ("people", "rules"),
    [
        (1, 31),
        (3, 24),
        (40, 1),
        pytest.param(60, 7, marks=pytest.mark.slow),
        pytest.param(400, 1, marks=pytest.mark.slow),
    ],
)
def test_a_summary_fits_into_a_message_of_every_platform(people: int, rules: int, days: int) -> None:
    summary = replace(
        crowd(people, NOTATIONS[:rules], days),
        room=RoomKey("slack", "1", "C42"),
        unreachable=RoomKey("slack", "1", "C43"),
    )
    for words in LANGUAGES.values():
        view = summary_view(summary, words)
        message = render(view)
        check_message(message.text, message.blocks)
        assert "\n…\n" not in str(message.blocks)
        assert len(content(view, 10**6)) <= 4000
        assert channel("C43") in as_text(view).splitlines()[-1]


def test_the_rules_that_most_people_played_come_first_and_the_last_are_counted() -> None:
    games = [game(player, 4) for player in "abc"]
    games += [game("e", 2, each, how="left") for each in NOTATIONS[7:]]
    lines = as_text(summary_view(RoomSummary(DAY, DAY, games, NAMES, Streak()), LANGUAGES["en"])).splitlines()
    assert lines[1:3] == ["Hit & Blow `4x10`:", "4 guesses: Ann, Bob, 千恵"]
    shown = sum(": Eve" in line for line in lines)
    assert lines[-1] == f"and {24 - shown} more results by other rules"


def test_the_best_of_many_people_are_shown_in_a_summary_of_several_days() -> None:
    names = {str(number): f"Player {number:02}" for number in range(33)}
    games = [game(player, 1 + int(player) % 12) for player in names]
    summary = RoomSummary(DAY - timedelta(days=6), DAY, games, names, Streak())
    shown = as_text(summary_view(summary, LANGUAGES["en"]))
    assert "Player 00" in shown
    assert "and 13 more" in shown


def test_names_mention_nobody() -> None:
    names = {"a": "`@everyone\n"}
    shown = as_text(summary_view(RoomSummary(DAY, DAY, [game("a", 4)], names, Streak()), LANGUAGES["en"]))
    assert "4 guesses: '@everyone" in shown


def test_names_that_could_be_a_code_of_the_rules_are_masked() -> None:
    names = {"a": "7048", "b": "agent 007"}
    for first in (DAY, DAY - timedelta(days=1)):
        summary = RoomSummary(first, DAY, [game("a", 4), game("b", 5)], names, Streak())
        shown = as_text(summary_view(summary, LANGUAGES["en"]))
        assert "7048" not in shown
        assert "••••" in shown
        assert "agent 007" in shown
