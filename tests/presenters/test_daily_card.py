"""The card of a room's daily, its boards, and the result of its week."""

import random
from datetime import date, timedelta
from functools import partial

import pytest
from msgspec.structs import replace

from bot.locales import LANGUAGES
from bot.locales.columns import PHONE_CELLS, width
from bot.model.daily import DailyGame, day_closing, day_start
from bot.model.rooms import RoomKey
from bot.platforms.discord.rendering import MAX_CONTENT, content_text
from bot.platforms.slack.rendering import render
from bot.presenters.daily_card import boards_view, card_view, running_week_view, week_view, with_progress_of_others
from bot.presenters.images import MAX_ALTERNATIVE
from bot.presenters.views import View
from bot.services.cards import DayResults, RoomCard, RoomWeek
from core.game.boards import Board
from core.game.daily import Streak
from core.game.rules import Rules
from tests.fakes.slack.validation import check_message
from tests.support.snapshots import Snapshots, as_text

DAY = date(2026, 11, 20)
BEFORE = DAY - timedelta(days=1)
MONDAY = date(2026, 11, 16)
HITBLOW = Rules.parse("4x10")
NAMES = {"a": "Ann", "b": "Bob", "c": "千恵", "d": "Dan", "e": "Eve"}
PROOF = ((5, 2, 3, 7), "hitblow daily 2026-11-01 2026-11-19 4x10 5237 " + "cd" * 32, "ab" * 32)


def game(player: str, guesses: int, rules: str = "4x10", day: date = DAY, how: str = "solved") -> DailyGame:
    """A game of so many guesses that was solved, given up, left, or solved too late."""
    parsed = Rules.parse(rules)
    secret, wrong = (tuple((first + place) % parsed.symbols for place in range(parsed.positions)) for first in (0, 4))
    board = Board(parsed, secret, guesser=player)
    for number in range(1, guesses + 1):
        board = board.guess(secret if number == guesses and how in {"solved", "late"} else wrong, player)
    board = board.give_up(player) if how == "given up" else board
    ended_at = day_closing(day) if how == "late" else day_start(day) + timedelta(hours=9)
    return DailyGame("room", day, board, day_start(day) + timedelta(hours=8)).with_board(board, ended_at)


ONE_DAY = [game("a", 5), game("b", 4), game("c", 4), game("d", 3, how="given up"), game("e", 2, how="left")]
YESTERDAY = [replace(each, day=BEFORE, started_at=day_start(BEFORE)) for each in ONE_DAY]
WEEK = RoomWeek(
    HITBLOW,
    MONDAY,
    [MONDAY + timedelta(days=number) for number in range(7)],
    {
        (player, MONDAY + timedelta(days=number)): guesses
        for player, costs in {"a": "4565565", "b": "5665", "c": "7665876"}.items()
        for number, guesses in enumerate(map(int, costs))
    },
    {"a": 7, "b": 5, "c": 7},
    NAMES,
    is_final=True,
)


def card(games: list[DailyGame] = ONE_DAY, before: DayResults | None = None, **changes: object) -> RoomCard:
    shown = RoomCard(HITBLOW, DayResults(DAY, games), before, NAMES, {"a": 12, "b": 1}, Streak(12, 20))
    return replace(shown, **changes)


CARDS = {
    "without anybody": card([], streak=Streak(1, 1)),
    "in the morning": card(before=DayResults(BEFORE, YESTERDAY[:4])),
    "after noon": card(before=DayResults(BEFORE, YESTERDAY, PROOF), is_pictured=True),
    "after a day of several rules": card(
        before=DayResults(BEFORE, [*YESTERDAY, game("c", 6, "3x10-eatbite", BEFORE)], PROOF), is_pictured=True
    ),
    "after a day of other rules": card(
        before=DayResults(BEFORE, [game("c", 6, "3x10-eatbite", BEFORE)], PROOF), is_pictured=True
    ),
    "on Monday": card(before=DayResults(BEFORE, YESTERDAY), week=replace(WEEK, is_final=False), is_pictured=True),
    "closed in place": replace(card(), today=DayResults(DAY, ONE_DAY, PROOF)),
    "by several rules": card([*ONE_DAY[:2], game("c", 6, "3x10-eatbite")]),
}


def test_cards_weeks_and_boards_look_as_approved(snapshots: Snapshots) -> None:
    elsewhere = replace(WEEK, room=RoomKey("discord", "1", "42"), unreachable=RoomKey("discord", "1", "43"))
    snapshots.check_views(
        "daily_card",
        {
            **{f"a card {name}": partial(card_view, each) for name, each in CARDS.items()},
            "a former card": lambda words: card_view(card(former=card()), words).former or View(()),
            "a week": partial(week_view, WEEK),
            "a week that goes on": partial(week_view, replace(WEEK, is_final=False)),
            "many boards": partial(boards_view, [(f"Player {number}", ONE_DAY[number % 4]) for number in range(40)]),
            "a week that is told in another room": partial(week_view, elsewhere),
            "boards": partial(boards_view, [("Ann", ONE_DAY[0]), ("Dan", ONE_DAY[3])]),
            "no boards": partial(boards_view, []),
            "others in a terminal": partial(
                with_progress_of_others, View(()), [("Ann", ONE_DAY[0]), ("Eve", ONE_DAY[4])]
            ),
            "this week": partial(running_week_view, WEEK),
            "a week without games": partial(running_week_view, None),
        },
    )


def test_the_order_of_a_card_tells_no_progress_of_those_who_still_play() -> None:
    chance, orders = random.Random(4), set()
    for _ in range(20):
        games = [game(player, chance.randrange(1, 12), how="left") for player in chance.sample("abde", 4)]
        orders.add(tuple(line.split()[0] for line in card_view(card(games), LANGUAGES["en"]).first_panel_lines))
    assert orders == {("Ann", "Bob", "Dan", "Eve")}


def test_before_the_close_a_card_tells_the_number_of_guesses_and_no_more() -> None:
    given_up, left = (card_view(card([game("d", 3, how=how)]), LANGUAGES["en"]) for how in ("given up", "left"))
    assert as_text(given_up) == as_text(left)
    other = Board(HITBLOW, (9, 8, 7, 6), guesser="a")
    for guess in ((9, 8, 6, 7), (0, 1, 2, 3), (9, 8, 7, 6)):
        other = other.guess(guess, "a")
    games = [game("a", 3), replace(game("a", 3), board=other)]
    assert len({as_text(card_view(card([each]), LANGUAGES["en"])) for each in games}) == 1


@pytest.mark.parametrize("people", [1, 24, 25, 60, 400])
def test_a_card_fits_into_a_message_of_every_platform(people: int) -> None:
    hostile = ("*_~`|", "w" * 100, "千" * 100, "a.b//c", "A\u0301\u0301\u0301" * 30)
    names = {str(number): f"{hostile[number % len(hostile)]}{number}" for number in range(people)}
    how = ("solved", "late", "given up", "left", "solved", "solved")
    games = [game(player, 1 + int(player) % 12, how=how[int(player) % len(how)]) for player in names]
    shown = RoomCard(HITBLOW, DayResults(DAY, games), DayResults(BEFORE, games, PROOF), names, {}, Streak(2, 2))
    for words in LANGUAGES.values():
        view = card_view(replace(shown, is_pictured=True), words)
        message = render(view)
        check_message(message.text, message.blocks)
        assert len(content_text(view, 10**6)) <= MAX_CONTENT
        assert all(width(line) <= PHONE_CELLS + 4 for line in view.first_panel_lines)


@pytest.mark.parametrize("people", [1, 60])
def test_a_week_fits_into_a_message_and_its_picture_into_its_text(people: int) -> None:
    names = {str(number): f"{'千' * 20}{number}" for number in range(people)}
    week = replace(WEEK, solved={}, played=dict.fromkeys(names, 7), names=names)
    for words in LANGUAGES.values():
        view = week_view(week, words)
        message = render(view)
        check_message(message.text, message.blocks)
        assert len(content_text(view, 10**6)) <= MAX_CONTENT
        assert all(len(image.alternative) <= MAX_ALTERNATIVE for image in view.images)


def test_names_mention_nobody_and_tell_no_code() -> None:
    names = {"a": "`@everyone\n", "b": "7048", "c": "agent 007"}
    shown = as_text(card_view(card([game("a", 4), game("b", 4), game("c", 4)], names=names), LANGUAGES["en"]))
    assert "'@everyone" in shown
    assert "7048" not in shown
    assert "••••" in shown
    assert "agent 007" in shown
