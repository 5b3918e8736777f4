"""The first screens of a stranger, and what stands where something is refused, are short."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import product

import pytest

from bot.locales import LANGUAGES, Words
from bot.model.errors import GameRunning
from bot.model.room_settings import RoomSettings, SettingsScope, StoredSetting
from bot.model.rooms import Caller, PlayerKey, RoomKey
from bot.presenters.game_refusals import running_game_buttons
from bot.presenters.home import set_up, welcome
from bot.presenters.refusals import refusal
from bot.presenters.settings import overview
from bot.presenters.views import Preformatted, View
from bot.services.settings import ShownSettings
from core.game.rules import Rules
from tests.support.reading import read_in_each_place

each_language = pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)

MOST_IN_SIGHT = 4
"""Buttons and menus."""


def length(view: View, words: Words) -> int:
    """The most characters of a view in any place, without the panels of settings that were changed."""
    plain = replace(view, blocks=tuple(block for block in view.blocks if not isinstance(block, Preformatted)))
    return max(map(len, read_in_each_place(plain, words).values()))


def in_sight(view: View) -> int:
    return len({button.menu or button.label for button in view.buttons})


@each_language
def test_the_greeting_says_what_the_game_is(words: Words) -> None:
    for view in (welcome(words), set_up(words)):
        assert length(view, words) <= 90
        assert in_sight(view) <= MOST_IN_SIGHT


@each_language
def test_a_game_that_runs_already_is_named_in_a_line(words: Words) -> None:
    for is_own, left in product((False, True), (None, 1, 12)):
        error = GameRunning("k3qz7", is_own, rules=Rules.parse("4x10"), tries_left=left)
        assert len(refusal(error, words)) <= 45


@each_language
def test_who_cannot_start_a_game_beside_another_is_offered_what_fits(words: Words) -> None:
    rules = Rules.parse("4x10")
    for error, expected in (
        (GameRunning("k3qz7", is_own=True, rules=rules), ["board", "giveup"]),
        (GameRunning("k3qz7", rules=rules), ["guess", "board", "play"]),
        (GameRunning("k3qz7", is_stuck=True, rules=rules), ["guess", "board", "play", "giveup"]),
        (GameRunning("k3qz7"), ["board", "play"]),
    ):
        buttons = running_game_buttons(error, {"tries": "3"}, words)
        assert [each.command for each in buttons] == expected
        assert [each.options for each in buttons if each.command == "play"] in ([], [{"tries": "3", "who": "me"}])


@each_language
def test_settings_show_what_was_changed(words: Words) -> None:
    room, player = RoomKey("discord", "1", "2"), PlayerKey("discord", "", "3")
    caller = Caller(room, player, "Max", "event", is_manager=True)
    change = StoredSetting("hints", "nobody", "", "3", datetime(2026, 11, 23, tzinfo=UTC))
    shown = ShownSettings(RoomSettings(), RoomSettings(), (change,), {"3": "Max"})
    for manages in (caller, Caller(room, player, "Max", "event")):
        view = overview(SettingsScope.SERVER, {}, shown, manages, words)
        assert length(view, words) <= 120
        assert in_sight(view) <= MOST_IN_SIGHT
