"""A language overrides English; what it does not override, it says in English."""

from gettext import NullTranslations

import pytest
from typing_extensions import override

from bot.commands.catalogue import BY_NAME
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.model.rooms import RoomKey
from bot.presenters.help import all_commands
from bot.presenters.refusals import refusal
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


class Shanty(NullTranslations):
    """The translations of a description, a label, a text that depends on a number, and a refusal."""

    @override
    def gettext(self, message: str) -> str:
        return {BY_NAME["play"].description: "Hide the treasure", "Guess": "Aim"}.get(message, message)

    @override
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "{n} shots left" if msgid2 == "{n} tries left" else super().ngettext(msgid1, msgid2, n)

    @override
    def pgettext(self, context: str, message: str) -> str:
        return "{symbols} be wrong." if message.startswith("{read} has") else message


class Pirate(English):
    """A tiny language."""

    code = "en-pirate"


@pytest.fixture
def pirate(monkeypatch: pytest.MonkeyPatch) -> English:
    monkeypatch.setitem(LANGUAGES, Pirate.code, Pirate(Shanty()))
    return LANGUAGES[Pirate.code]


def shown(reply: Reply | None) -> str:
    assert reply is not None
    return "\n".join(as_text(view) for view in (reply.note, reply.board) if view is not None)


def test_japanese_says_everything() -> None:
    assert untranslated(Japanese) == []


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
    assert BY_NAME["guess"].description in text


def test_a_refusal_is_in_the_new_language_or_in_english(pirate: English) -> None:
    assert refusal(WrongLength("012", 3, RULES), pirate) == "3 digits be wrong."
    assert refusal(GameOver(), pirate) == refusal(GameOver(), LANGUAGES["en"])


async def test_a_game_is_played_in_the_new_language(pirate: English, services: Services, ann: Person) -> None:
    dispatcher = Dispatcher(services)
    await dispatcher.dispatch_line(Request(ann(), pirate, pirate), "play")
    reply = await dispatcher.dispatch_line(Request(ann(), pirate, LANGUAGES["ja"]), "012")
    assert shown(reply) == "3 digits be wrong. Nothing was counted.\n"
    board = await dispatcher.dispatch_line(Request(ann(), pirate, pirate), "0456")
    assert "11 shots left" in shown(board)
