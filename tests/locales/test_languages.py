"""Languages: how they are found, and what they do with names and numbers."""

from collections.abc import Callable
from gettext import NullTranslations

import pytest
from typing_extensions import override

from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.locales import LANGUAGES, Words, words_for
from bot.services.services import Services
from core.game.rules import Rules
from tests.support.people import Person


def test_every_language_knows_its_own_code() -> None:
    assert {code: words.code for code, words in LANGUAGES.items()} == {"en": "en", "ja": "ja"}


@pytest.mark.parametrize(("positions", "counted"), [(9, "色9つ"), (10, "色10個")])
def test_ten_things_have_a_counter_of_their_own_in_japanese(positions: int, counted: str) -> None:
    assert LANGUAGES["ja"].symbols(Rules.parse("4x6r-colors"), positions) == counted


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", ("Ann さん", " Ann さん")),
        ("安", ("安さん", "安さん")),
        ("", ("退会したプレイヤー", "退会したプレイヤー")),
    ],
)
def test_a_space_stands_between_latin_names_and_japanese(name: str, shown: tuple[str, str]) -> None:
    person = LANGUAGES["ja"].person(name)
    assert (f"{person:san}", f"{person: san}") == shown
    assert f"{LANGUAGES['en'].person(name or 'Ann')}" == (name or "Ann")


class Pirate(NullTranslations):
    """A tiny language: a sentence and a plural."""

    @override
    def gettext(self, message: str) -> str:
        return {"Nothing was done.": "Naught be done.", "Guess": "Aim"}.get(message, message)

    @override
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        if msgid2.startswith("{n} tries left"):
            return "{n} shots left"
        return msgid1 if n == 1 else msgid2


@pytest.fixture
def pirate(new_languages: Callable[..., None]) -> Words:
    new_languages(Words("en-pirate", Pirate))
    return LANGUAGES["en-pirate"]


@pytest.mark.parametrize("locale", ["en-pirate", "en_PIRATE.UTF-8", "en-pirate-caribbean"])
def test_a_new_language_is_found_by_its_locale(pirate: Words, locale: str) -> None:
    assert words_for(locale) is pirate
    assert words_for("en-GB") is LANGUAGES["en"]


async def test_a_game_is_played_in_a_new_language_and_otherwise_in_english(
    pirate: Words, services: Services, ann: Person
) -> None:
    reply = await Dispatcher(services).dispatch_line(Request(ann(), pirate, pirate), "play")
    assert reply is not None
    assert reply.board is not None
    labels = {button.label for button in reply.board.buttons}
    assert {"Aim", "Give up"} <= labels
