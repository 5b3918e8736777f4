"""A language overrides English; what it does not override, it says in English."""

import pytest
from typing_extensions import override

from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.model.rooms import RoomKey
from bot.presenters.help import all_commands
from bot.presenters.views import Reply
from bot.services.services import Services
from bot.wording import LANGUAGES, words_for
from bot.wording.english import English
from bot.wording.japanese import Japanese
from core.game.errors import GameOver, WrongLength
from core.game.rules import Rules
from tests.support.games import Deal, publicly
from tests.support.people import Person
from tests.support.snapshots import as_text
from tests.wording.untranslated import untranslated

RULES = Rules.parse("hitblow")


class Pirate(English):
    """A tiny language: a table, a sentence and a refusal."""

    code = "en-pirate"
    BUTTONS = {**English.BUTTONS, "guess": "Aim"}
    COMMANDS = {**English.COMMANDS, "play": "Hide the treasure"}

    @override
    def tries_left(self, tries: int | None) -> str:
        return f"{tries} shots left"

    @override
    def wrong_length(self, error: WrongLength) -> str:
        return f"{error.length} be wrong."


@pytest.fixture
def pirate(monkeypatch: pytest.MonkeyPatch) -> English:
    monkeypatch.setitem(LANGUAGES, Pirate.code, Pirate())
    return LANGUAGES[Pirate.code]


def shown(reply: Reply | None) -> str:
    assert reply is not None
    return "\n".join(as_text(view) for view in (reply.note, reply.board) if view is not None)


def test_japanese_says_everything() -> None:
    assert untranslated(Japanese) == []


def test_texts_that_are_not_translated_are_listed() -> None:
    missing = untranslated(Pirate)
    assert {"game_over", "COMMANDS['guess']", "OPTIONS[('play', 'rules')]"} <= set(missing)
    assert not {"tries_left", "wrong_length", "BUTTONS['guess']", "COMMANDS['play']", "refusal"} & set(missing)


def test_a_text_that_is_meant_to_be_english_is_not_listed() -> None:
    class Frank(Pirate):
        same_as_english = frozenset({"game_over", "COMMANDS['guess']"})

    assert set(untranslated(Pirate)) - set(untranslated(Frank)) == {"game_over", "COMMANDS['guess']"}


@pytest.mark.parametrize("locale", ["en-pirate", "en_PIRATE.UTF-8", "en-pirate-caribbean"])
def test_a_new_language_is_found_by_its_locale(pirate: English, locale: str) -> None:
    assert words_for(locale) is pirate
    assert words_for("en-GB") is LANGUAGES["en"]


def test_a_board_is_in_the_new_language_and_otherwise_in_english(pirate: English) -> None:
    board = as_text(publicly(Deal(tries=9).view(), pirate))
    assert "9 shots left" in board
    assert "[ Aim ]" in board
    assert "[ Give up ]" in board


def test_the_help_is_in_the_new_language_and_otherwise_in_english(pirate: English) -> None:
    text = as_text(all_commands(pirate, RoomKey("slack", "acme", "games")))
    assert "Hide the treasure" in text
    assert English.COMMANDS["guess"] in text


def test_a_refusal_is_in_the_new_language_or_in_english(pirate: English) -> None:
    assert pirate.refusal(WrongLength("012", 3, RULES)) == "3 be wrong."
    assert pirate.refusal(GameOver()) == LANGUAGES["en"].refusal(GameOver())


async def test_a_game_is_played_in_the_new_language(pirate: English, services: Services, ann: Person) -> None:
    dispatcher = Dispatcher(services)
    await dispatcher.dispatch_line(Request(ann(), pirate, pirate), "play")
    reply = await dispatcher.dispatch_line(Request(ann(), pirate, LANGUAGES["ja"]), "012")
    assert shown(reply) == "3 be wrong. Nothing was counted.\n"
    board = await dispatcher.dispatch_line(Request(ann(), pirate, pirate), "0456")
    assert "11 shots left" in shown(board)
