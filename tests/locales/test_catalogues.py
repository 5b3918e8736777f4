"""Every text of the code is translated, and its translation has the fields that the code fills."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations
from itertools import chain
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from bot.commands.catalogue import CATALOGUE
from core.solver.strategies import STRATEGY_NAMES
from tests.locales.latin import latin_outside_code
from tests.locales.messages import TRANSLATIONS, forms, messages, texts, translated
from tests.locales.update import path_of, template, uses, uses_by_file

each_translation = pytest.mark.parametrize("translations", TRANSLATIONS.values(), ids=TRANSLATIONS)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def key(message: Message) -> tuple[object, object]:
    return message.context, message.id


@each_translation
def test_a_translation_has_the_texts_of_the_code_and_no_others(translations: Catalog) -> None:
    assert {key(each) for each in messages(translations)} == {key(each) for each in messages(template())}
    assert not translations.obsolete


@each_translation
def test_every_text_is_translated_by_somebody(translations: Catalog) -> None:
    assert [each.id for each in messages(translations) if each.fuzzy or not translated(each)] == []


@each_translation
def test_a_translation_names_no_field_that_the_english_lacks(translations: Catalog) -> None:
    passed = dict(calls())
    for message in messages(translations):
        english = set().union(*map(fields, texts(message)))
        known = passed.get(texts(message)[0], english) | english
        assert set().union(*map(fields, translated(message))) <= known, message.id


@pytest.mark.parametrize("code", TRANSLATIONS)
def test_the_compiled_translations_are_those_of_the_source(code: str) -> None:
    with path_of(code).with_suffix(".mo").open("rb") as compiled:
        found = GNUTranslations(compiled)
    for message in messages(TRANSLATIONS[code]):
        one, *other = texts(message)
        if other:
            assert found.ngettext(one, other[0], 2) == translated(message)[0]
        elif message.context:
            assert found.pgettext(message.context, one) == translated(message)[0]
        else:
            assert found.gettext(one) == translated(message)[0]


def test_every_value_stands_in_the_english_text_or_in_a_translation() -> None:
    used: dict[str, set[str]] = {}
    for found in (template(), *TRANSLATIONS.values()):
        for message in messages(found):
            names = {name for text in (*texts(message), *translated(message)) for name in fields(text)}
            used.setdefault(texts(message)[0], set()).update(names)
    for message_id, passed in calls():
        assert passed | {"n"} >= used[message_id], message_id
        assert passed <= used[message_id], message_id


def calls() -> Iterator[tuple[str, set[str]]]:
    """The calls that show a text, without those that only mark one: the text, and the names of the values."""
    for use in uses():
        names = [keyword.arg for keyword in use.call.keywords]
        if None not in names and not ast.unparse(use.call.func).startswith("translatable"):
            yield forms(use.message)[0], {name for name in names if name}


def test_names_of_fields_are_words() -> None:
    named = {name for message in messages(template()) for text in texts(message) for name in fields(text)}
    assert [name for name in named if not re.fullmatch(r"[a-z_]+", name)] == []


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


MOST_MESSAGES, MOST_WORDS = 875, 5_011
"""What the English catalogue has at most."""

LONGEST = 25
"""Words that a message has at most where it is not asked for an explanation."""

EXPLAINING = {
    "bot/commands/parsing.py": "words that are understood, not shown",
    "bot/presenters/daily.py": "behind Verify and How it works",
    "bot/presenters/game_replies.py": "behind Verify, and the question before a vote",
    "bot/presenters/help.py": "help",
    "bot/presenters/versus.py": "feedback that contradicts itself, privately to the host",
    "bot/presenters/items.py": "rules of the items",
    "bot/presenters/leaderboard.py": "behind How is it ranked",
    "bot/presenters/privacy.py": "privacy",
    "bot/presenters/rules.py": "rules",
    "bot/presenters/statistics.py": "behind What counts",
    "bot/presenters/coach.py": "help on strategies",
}
"""Files with longer messages, and what those are."""


def words_in(text: str) -> int:
    return len(text.split())


def test_there_are_few_messages_and_words() -> None:
    found = list(messages(template()))
    assert len(found) <= MOST_MESSAGES
    assert sum(words_in(texts(message)[0]) for message in found) <= MOST_WORDS


def test_only_explanations_are_long() -> None:
    long = {
        file.as_posix()
        for file, found in uses_by_file().items()
        if any(words_in(text) > LONGEST for use in found for text in forms(use.message))
    }
    assert long <= EXPLAINING.keys()
