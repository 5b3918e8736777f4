"""Boards, first screens and refusals are short in each place, with at most four buttons and menus in sight."""

from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import product

import pytest
from msgspec.structs import replace

from bot.locales import LANGUAGES, Words
from bot.model.errors import GameRunning
from bot.model.games import ShownGame
from bot.model.operations import OperatorAnnouncement
from bot.model.ratings import Rating
from bot.model.records import PlayerRecord
from bot.model.room_settings import RoomSettings, SettingsScope, StoredSettingValue
from bot.model.rooms import Caller, PlayerKey, RoomKey
from bot.presenters.daily import daily_board
from bot.presenters.duels import challenge_board, duel_board
from bot.presenters.game_replies import first_feedback, running_game_alternatives
from bot.presenters.home import daily_post_question, daily_summary, operator_news, standing_view, welcome
from bot.presenters.settings import settings_overview
from bot.presenters.views import View, split_rare_buttons
from bot.services.records import Statistics
from bot.services.settings import ShownSettings
from core.game.challenges import Challenge
from core.game.clues import parse_items
from core.game.daily import Streak
from core.game.duels import Duel
from core.game.feedback import Feedback
from core.game.hidden import HiddenCode
from core.game.items import Item, Use
from core.game.rules import Rules
from core.game.sides import Side
from tests.fakes.clock import NOON
from tests.presenters.test_daily import Played
from tests.support.games import Deal, publicly, view_of
from tests.support.reading import read_in_each_place
from tests.support.snapshots import Snapshots

each_language = pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)

PEOPLE = ("Ann", "Bob_Builder", "ちえ", "Дмитрий", "محمد", "Ann", "Bob_Builder")
CODES = ("4376", "9423", "6548", "4512", "9376", "8130", "5230")


def shown(game: Challenge | Duel) -> ShownGame:
    return view_of(game, "?", game=game, names={"Ann": "Ann", "Bob": "Bob"}, turn_ends_at=NOON + timedelta(days=2))


def check(view: View, most: int, words: Words, typed: int = 0) -> None:
    """Count; in the terminal, where commands are typed, `typed` more characters may name those of the buttons."""
    for place, text in read_in_each_place(view, words).items():
        assert len(text) <= most + typed * (place == "terminal"), (place, text)
    buttons, rare = split_rare_buttons(view.buttons)
    keypads = any(button.rules is not None for button in buttons)
    assert len({button.menu or button.label for button in buttons}) + keypads + bool(rare) <= 4


def test_first_screens_look_as_approved(snapshots: Snapshots) -> None:
    rated = Statistics("Ann", PlayerRecord({}), {"4x10": Rating(28.8, 1.53, 23)}, streak=Streak(12, 20))
    snapshots.check_views(
        "home",
        {
            "a server": welcome,
            "the question about the daily": daily_post_question,
            "no daily": partial(daily_summary, None, Rules.parse("4x10")),
            "a daily": partial(daily_summary, Played(("0456",)).view().game, Rules.parse("4x10")),
            "an ended daily": partial(daily_summary, Played(("3102",)).view().game, Rules.parse("4x10")),
            "a new player": partial(standing_view, Statistics("Ann", PlayerRecord({}))),
            "a player": partial(standing_view, rated),
            "news": partial(operator_news, OperatorAnnouncement("1", "New rules", "新ルール")),
        },
    )


@each_language
def test_a_new_board_has_a_seal_and_little_else(words: Words) -> None:
    check(publicly(Deal().view(), words), 90, words)


@each_language
def test_a_running_board_is_its_rows(words: Words) -> None:
    deal = Deal("4x10", "5237").guesses(*(f"{who} {code}" for who, code in zip(PEOPLE, CODES, strict=True)))
    check(publicly(deal.view(), words), 240, words)


@each_language
def test_the_end_of_a_shared_game_is_a_line_above_the_rows(words: Words) -> None:
    view = publicly(Deal("4x10", "5237").guesses("Ann 4376", "Bob 5237").view(), words)
    line, _ = view.blocks
    check(View((line,)), 30, words)
    check(view, 30 + 60, words)


@each_language
def test_a_new_daily_is_three_lines(words: Words) -> None:
    check(daily_board(Played().view(), words), 100, words)


@each_language
def test_a_challenge_is_three_lines(words: Words) -> None:
    challenge = Challenge(Rules.parse("4x10"), "Ann", "Bob").hide_secret((0, 1, 2, 3), "Ann")
    check(challenge_board(shown(challenge), challenge, words), 110, words, typed=50)


@each_language
def test_a_duel_with_items_tells_what_items_told_in_signs(words: Words) -> None:
    sides = (Side("Ann", HiddenCode((0, 1, 2))), Side("Bob", HiddenCode((9, 8, 7))))
    duel = Duel(Rules.parse("3x10"), sides, "Ann", items=parse_items("all"))
    duel = duel.use_item(Use(Item.HIGHLOW), "Ann").guess((1, 7, 2), "Ann")
    duel = duel.use_item(Use(Item.SLASH), "Bob").guess((8, 4, 6), "Bob")
    duel = duel.use_item(Use(Item.TARGET, 7), "Ann").guess((1, 7, 8), "Ann").guess((0, 5, 1), "Bob")
    check(duel_board(shown(duel), duel, words), 260, words)


@each_language
@pytest.mark.parametrize("items", [None, "all"])
def test_only_when_the_time_is_up_a_win_can_be_claimed(words: Words, items: str | None) -> None:
    sides = (Side("Ann", HiddenCode((0, 1, 2))), Side("Bob", HiddenCode((9, 8, 7))))
    duel = Duel(Rules.parse("3x10"), sides, "Ann", items=parse_items(items) if items else None)
    for is_late, game in product((False, True), (duel, duel.offer_draw("Bob"))):
        view = duel_board(replace(shown(game), is_late=is_late), game, words)
        check(view, 180, words)
        assert ("claim" in {button.command for button in view.buttons}) is is_late


@each_language
@pytest.mark.parametrize("feedback", [Feedback(0, 0), Feedback(2, 0), Feedback(0, 2), Feedback(1, 2)])
def test_the_first_feedback_of_somebody_is_a_sentence(words: Words, feedback: Feedback) -> None:
    assert len(first_feedback(feedback, Rules.parse("4x10"), words)) <= 60 - len("9423: 0H2B")


@each_language
def test_the_greeting_says_what_the_game_is(words: Words) -> None:
    for view in (welcome(words), daily_post_question(words)):
        check(view, 90, words)


@each_language
def test_who_cannot_start_a_game_beside_another_is_offered_what_fits(words: Words) -> None:
    rules = Rules.parse("4x10")
    for error, expected in (
        (GameRunning("k3qz7", is_own=True, rules=rules), ["board", "giveup"]),
        (GameRunning("k3qz7", rules=rules), ["guess", "board", "play"]),
        (GameRunning("k3qz7", is_stuck=True, rules=rules), ["guess", "board", "play", "giveup"]),
        (GameRunning("k3qz7"), ["board", "play"]),
    ):
        buttons = running_game_alternatives(error, {"tries": "3"}, words)
        assert [each.command for each in buttons] == expected
        assert [each.options for each in buttons if each.command == "play"] in ([], [{"tries": "3", "who": "me"}])


@each_language
def test_settings_show_what_was_changed(words: Words) -> None:
    room, player = RoomKey("discord", "1", "2"), PlayerKey("discord", "", "3")
    caller = Caller(room, player, "Max", "event", is_manager=True)
    change = StoredSettingValue("hints", "nobody", "", "3", datetime(2026, 11, 23, tzinfo=UTC))
    shown = ShownSettings(RoomSettings(), RoomSettings(), (change,), {"3": "Max"})
    for manages in (caller, Caller(room, player, "Max", "event")):
        check(settings_overview(SettingsScope.SERVER, {}, shown, manages, words), 120, words)
