"""Everything that a language says, and checks that need no knowledge of the code."""

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from enum import Enum
from itertools import islice, product
from typing import Any, get_type_hints

from bot.locales.words import Words as BaseWords
from bot.wording import Words
from core.game.rules import Rules

_CODE = re.compile(r"`[^`]*`")
_LATIN = re.compile(r"[A-Za-z]{2,}")

NAMES = {"Hit", "Blow", "hitblow", "SHA", "Discord", "Slack", "JSON", "console", "EAT", "BITE", "UTC"}
"""Words that are written in Latin letters in Japanese too."""

RULES = [Rules.parse(text) for text in ("hitblow", "numeron", "bulls", "mastermind", "1x2", "4x8-fruit", "4x8-letters")]

_NUMBERS = (0, 1, 2, 1234)
_BY_NAME: dict[str, Sequence[object]] = {
    "expected": ["4.2"],
    "guess": ["`0123`"],
    "loss": ["0.25"],
    "period": ["today", "week", "month", "season", "all"],
    "rules": RULES,
    "refusal": ["`0`"],
    "scope": ["channel", "server", "workspace", "here", "everywhere"],
    "skill": [None, 0, 85, 99],
    "luck": [0, 99],
}
_BY_TYPE: dict[object, Sequence[object]] = {
    bool: [False, True],
    date: [date(2026, 11, 21)],
    datetime: [datetime(2026, 11, 18, 9, 5, tzinfo=UTC)],
    float: [5.0],
    int: _NUMBERS,
    int | None: [None, *_NUMBERS],
    str: ["安"],
    str | None: [None, "安"],
    Sequence[date]: [[date(2026, 11, 20)], [date(2026, 11, 19), date(2026, 11, 20)]],
    Sequence[str]: [["`0123`"], ["`0123`", "`4567`"]],
    Sequence[Sequence[str]]: [[["`A`"]], [["`A`", "`B`"], ["`C`"]]],
    Sequence[tuple[str, str]]: [[("`0123`", "0.02"), ("`4567`", "0.00")]],
    Sequence[tuple[str, int]]: [[("安", 1)], [("安", 2), ("安", 12)]],
}
_MOST = 200
"""Calls of one method; the product of all values of its arguments may be larger."""


def latin_outside_code(sentence: str) -> set[str]:
    """The words in Latin letters that are neither in code nor names."""
    return set(_LATIN.findall(_CODE.sub("", sentence))) - NAMES


def texts(words: Words) -> dict[str, list[str]]:
    """All texts of a language by the method or table they come from."""
    found: dict[str, list[str]] = {}
    for name in dir(words):
        member = getattr(words, name)
        if name.startswith("_") or hasattr(BaseWords, name):
            continue
        if isinstance(member, Mapping):
            found[name] = [text for value in member.values() for text in _flat(value)]
        elif callable(member) and not getattr(member, "__final__", False):
            found[name] = [text for said in islice(_calls(member), _MOST) for text in _flat(said) if text]
    return found


def _calls(method: Any) -> Iterator[object]:
    hints = get_type_hints(method)
    names = list(inspect.signature(method).parameters)
    for values in product(*(_values(name, hints[name]) for name in names)):
        yield method(**dict(zip(names, values, strict=True)))


def _values(name: str, kind: Any) -> Sequence[object]:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return list(kind)
    if name == "rules":
        return RULES if kind is Rules else ["4x10"]
    values = _BY_NAME.get(name) or _BY_TYPE[kind]
    return [value for value in values if value is not None or kind in {int | None, str | None}]


def _flat(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Sequence):
        for each in value:
            yield from _flat(each)
