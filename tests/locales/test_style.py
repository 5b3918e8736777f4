"""The texts of the catalogues are written as the speakers of their language write them."""

import re
from functools import cache
from itertools import chain

import pytest

from bot.commands.catalogue import CATALOGUE
from core.solver.strategies import STRATEGY_NAMES
from tests.locales.latin import latin_outside_code
from tests.locales.messages import TRANSLATIONS, messages, texts, translated
from tests.locales.update import template

JOINTS = {", ", " or "}
"""What stands between items."""

CODE_OR_FIELD = re.compile(r"`[^`]*`|'[^']*'|\{[^}]*\}|n ln\(1\+n\)|L\(n\)")
TYPED = {
    *("exit", "quit"),
    *("ann", "strategies", "yes", "no", "myself", "tcp", "https", "example", "org", "sqlite", "db", "book"),
    *("pip", "install", "width", "json", "dot", "env", "own", "candidates", "consistent", "lowest", "new", "names"),
    *("double", "highlow", "target", "slash", "shuffle", "change"),
}
"""What is typed on the command line or in a game, besides commands, options and choices."""

JAPANESE = "[ぁ-んァ-ヶ一-龠]"

each_language = pytest.mark.parametrize("code", ["en", *TRANSLATIONS])


@cache
def written(code: str) -> list[str]:
    """The texts of a language."""
    found, forms = (template(), texts) if code == "en" else (TRANSLATIONS[code], translated)
    return [text for message in messages(found) for text in forms(message)]


@each_language
def test_no_text_has_an_exclamation_mark(code: str) -> None:
    assert [text for text in written(code) if re.search("[!！]", text)] == []


@each_language
def test_no_text_has_a_gap(code: str) -> None:
    assert [text for text in written(code) if "  " in text or text not in {text.strip(), *JOINTS}] == []


@each_language
def test_code_ends_where_its_text_does(code: str) -> None:
    assert [text for text in written(code) if text.count("`") % 2] == []


def test_english_is_ascii_but_for_code() -> None:
    assert [text for text in written("en") if not CODE_OR_FIELD.sub("", text).isascii()] == []


def test_japanese_has_no_spaces_between_its_words() -> None:
    assert [text for text in written("ja") if re.search(f"{JAPANESE} {JAPANESE}", text)] == []


def test_japanese_punctuation_is_full_width() -> None:
    faulty = re.compile(rf"[()?!;]|{JAPANESE}\.|,(?! 1435)(?!\d)")
    assert [text for text in written("ja") if faulty.search(CODE_OR_FIELD.sub("", text))] == []


def test_japanese_uses_one_word_for_one_thing() -> None:
    others = re.compile("(?<!EAT（)イート|(?<!BITE（)バイト|よそ|秘密|フィードバック|返ってきた")  # how they are read
    assert [text for text in written("ja") if others.search(text)] == []


def test_no_english_is_left_in_the_japanese() -> None:
    options = [option for command in CATALOGUE for option in command.options]
    names = [*(command.name for command in CATALOGUE), *(option.name for option in options)]
    choices = chain.from_iterable(option.choices for option in options)
    plain = [CODE_OR_FIELD.sub("", text) for text in written("ja")]
    words = {word for text in plain for word in latin_outside_code(text) if word.islower()}
    assert words <= {*names, *choices, *STRATEGY_NAMES, *TYPED}
