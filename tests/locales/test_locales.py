from collections.abc import Callable
from gettext import GNUTranslations, NullTranslations

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hypothesis import given, strategies as st
from typing_extensions import override

from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.locales import CATALOGUES, LANGUAGES, Words, fallback_tags, terminal_locale, words_for
from bot.services.services import Services
from core.game.rules import Rules
from tests.support.people import Person
from tests.support.snapshots import REWRITING


@pytest.mark.parametrize(
    ("locale", "code"),
    [
        ("ja", "ja"),
        ("ja_JP.UTF-8", "ja"),
        ("ja-JP", "ja"),
        ("ja_JP@cjknarrow", "ja"),
        ("JA", "ja"),
        ("en_GB.UTF-8", "en"),
        ("C.UTF-8", "en"),
        ("C", "en"),
        ("POSIX", "en"),
        ("de_DE", "en"),
        ("jam", "en"),
        ("-ja", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_a_locale_finds_its_language_and_falls_back_to_english(locale: str | None, code: str) -> None:
    assert words_for(locale).code == code


@pytest.mark.parametrize(
    ("locale", "code"),
    [("pt", "pt"), ("pt-PT", "pt"), ("pt_BR.UTF-8", "pt-BR"), ("pt-BR", "pt-BR"), ("pt-br-x-rio", "pt-BR")],
)
def test_a_region_has_its_own_language_or_falls_back(
    locale: str, code: str, new_languages: Callable[..., None]
) -> None:
    new_languages(Words("pt"), Words("pt-BR"))
    assert words_for(locale).code == code


def test_the_most_specific_tag_is_tried_first() -> None:
    assert list(fallback_tags("zh_Hant_TW.UTF-8")) == ["zh-hant-tw", "zh-hant", "zh"]


@given(st.text(st.characters()))
def test_no_locale_is_an_error(locale: str) -> None:
    assert words_for(locale).code in LANGUAGES


@pytest.mark.parametrize(
    ("lang", "environment", "locale"),
    [
        ("en", {"HITBLOW_LANG": "ja", "LC_ALL": "ja_JP"}, "en"),
        (None, {"HITBLOW_LANG": "ja", "LC_ALL": "C", "LANG": "C"}, "ja"),
        (None, {"LC_ALL": "C", "LC_MESSAGES": "ja_JP", "LANG": "ja_JP"}, "C"),
        (None, {"LC_MESSAGES": "ja_JP", "LANG": "C"}, "ja_JP"),
        (None, {"HITBLOW_LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "ja_JP"}, "ja_JP"),
        (None, {"LANG": ""}, None),
        (None, {}, None),
    ],
)
def test_the_terminal_s_language_has_one_order_of_precedence(
    lang: str | None, environment: dict[str, str], locale: str | None
) -> None:
    assert terminal_locale(lang, environment) == locale


def test_the_compiled_texts_of_click_are_those_of_the_source() -> None:
    folder = CATALOGUES / "ja" / "LC_MESSAGES"
    with (folder / "click.po").open("rb") as source:
        texts = read_po(source)
    if REWRITING:
        with (folder / "click.mo").open("wb") as compiled:
            write_mo(compiled, texts)
    with (folder / "click.mo").open("rb") as compiled:
        found = GNUTranslations(compiled)
    assert len(texts) > 30
    for message in filter(lambda each: each.id, texts):
        singular, plural = message.id if isinstance(message.id, tuple | list) else (message.id, "")
        expected = message.string[0] if plural and message.string else message.string
        assert (found.ngettext(singular, plural, 2) if plural else found.gettext(singular)) == expected


def test_every_language_knows_its_own_code() -> None:
    assert {code: words.code for code, words in LANGUAGES.items()} == {"en": "en", "ja": "ja"}


@pytest.mark.parametrize(("positions", "counted"), [(9, "色9つ"), (10, "色10個")])
def test_ten_things_have_a_counter_of_their_own_in_japanese(positions: int, counted: str) -> None:
    assert LANGUAGES["ja"].symbol_count(Rules.parse("4x6r-colors"), positions) == counted


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
    assert {"Aim", "Give up"} <= {button.label for button in reply.board.buttons}
