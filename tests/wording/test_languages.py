"""Every language says everything, and says it as its speakers write it."""

import inspect
import re
from itertools import chain

import pytest

from bot.commands.catalogue import CATALOGUE
from bot.locales.words import Words as BaseWords
from bot.presenters.rules import describe_rules
from bot.wording import LANGUAGES, Words
from bot.wording.english import English
from core.game.rules import Rules
from core.solver.strategies import STRATEGY_NAMES
from tests.wording.reading import latin_outside_code, texts

METHODS = [
    name
    for name, _ in inspect.getmembers(English, inspect.isfunction)
    if not name.startswith("_") and not hasattr(BaseWords, name)
]
TEXTS = {code: texts(words) for code, words in LANGUAGES.items()}
each_language = pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
each_code = pytest.mark.parametrize("code", LANGUAGES)


def said(code: str) -> list[str]:
    return list(chain.from_iterable(TEXTS[code].values()))


@each_language
@pytest.mark.parametrize("name", METHODS)
def test_a_language_names_its_arguments_as_english_does(words: Words, name: str) -> None:
    base = list(inspect.signature(getattr(English, name)).parameters.values())[1:]
    own = list(inspect.signature(getattr(words, name)).parameters.values())
    assert [(each.name, each.kind, each.default) for each in own] == [
        (each.name, each.kind, each.default) for each in base
    ]


def test_every_language_knows_its_own_code() -> None:
    assert {code: words.code for code, words in LANGUAGES.items()} == {"en": "en", "ja": "ja"}


@each_code
def test_no_text_has_an_exclamation_mark(code: str) -> None:
    assert not [text for text in said(code) if re.search(r"[!！]", text)]


@each_code
def test_no_text_has_a_gap(code: str) -> None:
    for text in said(code):
        assert text == text.strip()
        assert text.count("`") % 2 == 0
        assert not re.search(r"None|[{}]|  ", text), text


def test_english_is_ascii_but_for_names_and_pictures() -> None:
    for text in said("en"):
        plain = re.sub(r"`[^`]*`|安", "", text)
        assert plain.isascii(), text


def test_no_english_is_left_in_the_japanese() -> None:
    options = {option.name for command in CATALOGUE for option in command.options}
    choices = {choice for command in CATALOGUE for option in command.options for choice in option.choices}
    allowed = {
        *options,
        *choices,
        *(command.name for command in CATALOGUE),
        *STRATEGY_NAMES,
        "strategies",
        "ID",
        "Tab",
        "ann",
        "yes",
    }
    assert {word for text in said("ja") for word in latin_outside_code(text)} <= allowed


def test_japanese_has_no_spaces_between_its_words() -> None:
    for text in said("ja"):
        assert not re.search(r"[ぁ-んァ-ヶ一-龠] [ぁ-んァ-ヶ一-龠]", re.sub(" ?安 ?", "", text)), text


def test_japanese_punctuation_is_full_width() -> None:
    for text in said("ja"):
        plain = re.sub(r"`[^`]*`|n ln\(1\+n\)|L\(n\)", "", text)
        assert not re.search(r"[()?!;]|[ぁ-んァ-ヶ一-龠]\.|,(?! 1435)(?!\d)", plain), text


def test_japanese_uses_one_word_for_one_thing() -> None:
    assert [text for text in said("ja") if re.search("イート|バイト|よそ|秘密|フィードバック|返ってきた", text)] == []


def test_ten_things_have_a_counter_of_their_own_in_japanese() -> None:
    described = [describe_rules(Rules.parse(rules), LANGUAGES["ja"]) for rules in ("9x4r-colors", "10x4r-colors")]
    assert described == ["4色から9つ・重複あり", "4色から10個・重複あり"]
