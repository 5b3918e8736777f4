"""Every error that can be raised has a sentence, in every language."""

import itertools
import re
from collections.abc import Iterator
from datetime import date
from typing import Any, get_type_hints

import pytest

from bot.commands import command as adapter_errors
from bot.locales import LANGUAGES, Words
from bot.locales.safe import show_channels
from bot.model import daily as daily_errors, errors as service_errors, operations
from bot.model.errors import CopyError, GameAndHintEffect
from bot.model.room_settings import Activity, Permission
from bot.presenters.refusals import refusal_text
from core.errors import CoreError
from core.game import errors as game_errors, rules
from core.game.advice import HintEffect
from core.game.errors import NotYourTurn, WrongLength
from core.game.items import Item
from core.game.rules import Rules, RulesOutOfRange
from core.solver import errors as solver_errors
from tests.locales.latin import latin_outside_code
from tests.support.snapshots import Snapshots

MODULES = (rules, game_errors, solver_errors, service_errors, daily_errors, operations, adapter_errors)
RULES = [Rules.parse(text) for text in ("hitblow", "numeron", "bulls", "mastermind", "1x2r", "10x2r", "4x8-fruit")]

TYPED = {"read", "name", "where"}
"""Fields with text typed by users, which may be anything."""

OURS: dict[str, list[Any]] = {"item": list(Item), "used": list(Item), "items": [(), tuple(Item)]}
"""Fields with names of items."""

HOSTILE = ["0012", "", "あ`\u202e`\n\ud800" * 100]

SAMPLES: dict[object, list[Any]] = {
    str: ["7"],  # ours: the number of a game, a symbol
    int: [0, 1, 3],
    bool: [False, True],
    date: [date(2026, 11, 21)],
    Rules: RULES,
    tuple[str, ...]: [(), ("rules", "tries")],
    tuple[tuple[str, ...], ...]: [(("A",),), (("A", "B"), ("C",))],
    tuple[GameAndHintEffect, ...]: [tuple(GameAndHintEffect("7", effect) for effect in HintEffect)],
    tuple[tuple[str, str], ...]: [(("花子", "U1"), ("花子", "U2"))],
    str | None: [None, "7"],
    int | None: [None, 5],
    Rules | None: [None, RULES[0]],
    Activity: list(Activity),
    Permission: [Permission.MANAGERS, Permission.NOBODY],
    CoreError | None: [None, WrongLength("01", 2, RULES[0])],
    CoreError: [WrongLength("01", 2, RULES[0])],
}

_ONLY_FOR_TYPES = {each.__name__: each for each in (Activity, HintEffect, Permission, Rules, date)}
"""What the modules of errors import for type checkers only."""


def leaves(kind: type[CoreError]) -> Iterator[type[CoreError]]:
    """The kinds of error that are raised where people play: those with no kind below them."""
    if kind is CopyError:  # only the shell shows it, with what the operator has typed
        return
    for below in kind.__subclasses__():
        yield from leaves(below)
    if not kind.__subclasses__() and kind.__module__ in {module.__name__ for module in MODULES}:
        yield kind


def samples(kind: type[CoreError]) -> Iterator[CoreError]:
    """Errors of a kind with every combination of made-up data."""
    hints = get_type_hints(kind, localns=_ONLY_FOR_TYPES)
    if kind is RulesOutOfRange:  # its quantity is one of three
        for quantity, (value, low, high) in itertools.product(
            ("positions", "symbols", "codes"), ((0, 2, 10), (99, 1, 16))
        ):
            yield RulesOutOfRange(quantity, value, low, high)
        return
    data = [OURS.get(name) or (HOSTILE if name in TYPED else SAMPLES[hints[name]]) for name in kind.names]
    for values in itertools.product(*data):
        yield kind(*values)


LEAVES = sorted(leaves(CoreError), key=lambda kind: kind.__name__)
each_language = pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)


def all_samples() -> Iterator[CoreError]:
    return itertools.chain.from_iterable(map(samples, LEAVES))


def test_errors_of_every_module_are_found() -> None:
    assert {NotYourTurn, service_errors.StorageBusy, adapter_errors.InvalidOptionValue} <= set(LEAVES)


@each_language
def test_every_error_has_a_sentence(words: Words) -> None:
    for error in all_samples():
        sentence = refusal_text(error, words)
        assert sentence.endswith((".", "?", "。", "？"))
        assert sentence == sentence.strip()
        assert show_channels(sentence, "#{}".format).isprintable()
        assert sentence.count("`") % 2 == 0
        assert not re.search(r"[!！]|  |None(?! of)|[(<]class", sentence)
        assert len(sentence) < 500


@each_language
def test_refusals_read_as_approved(words: Words, snapshots: Snapshots) -> None:
    texts = (
        refusal_text(error, words, has_buttons=has_buttons)
        for error, has_buttons in itertools.product(all_samples(), (True, False))
        if has_buttons or getattr(error, "games", True)  # where several games run there is one
    )
    told = {text for text in texts if len(text) < 300}
    snapshots.check(f"refusals_{words.code}", "\n".join(sorted(told)))


def test_every_japanese_sentence_is_japanese() -> None:
    for error in all_samples():
        sentence = show_channels(refusal_text(error, LANGUAGES["ja"]), "#{}".format)
        assert not latin_outside_code(re.sub(r"#\w+", "", sentence))


def test_every_english_sentence_begins_with_a_capital() -> None:
    for error in all_samples():
        assert re.match(r"[A-Z0-9`]", refusal_text(error, LANGUAGES["en"]))


@each_language
def test_somebody_whose_name_is_not_unique_is_named_by_their_id(words: Words) -> None:
    sentence = refusal_text(service_errors.AmbiguousPlayer("ann", (("Ann", "U1"), ("Ann", "U2"))), words)
    assert re.findall(r"`(\w+)`", sentence) == ["ann", "U1", "U2", "U1"]


@each_language
def test_a_refusal_quotes_only_the_beginning_of_something_long(words: Words) -> None:
    assert "9" * 41 not in refusal_text(WrongLength("9" * 10_000, 10_000, RULES[0]), words)


@each_language
@pytest.mark.parametrize("kind", service_errors.StorageError.__subclasses__())
def test_players_are_not_told_where_the_database_is(words: Words, kind: type[service_errors.StorageError]) -> None:
    assert "games.db" not in refusal_text(kind("folder/games.db"), words)
