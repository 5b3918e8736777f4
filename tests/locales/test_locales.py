from collections.abc import Callable
from gettext import GNUTranslations

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hypothesis import given, strategies as st

from bot.locales import CATALOGUES, LANGUAGES, Words, fallbacks, terminal_locale, words_for
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
    assert list(fallbacks("zh_Hant_TW.UTF-8")) == ["zh-hant-tw", "zh-hant", "zh"]


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
