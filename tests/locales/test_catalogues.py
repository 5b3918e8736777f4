"""Every text of the code is translated, and its translation has the fields that the code fills."""

import ast
import re
from collections.abc import Iterator
from gettext import GNUTranslations
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from tests.locales.messages import TRANSLATIONS, forms, messages, texts, translated
from tests.locales.update import path_of, template, uses

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
