"""Codes and lists of players as text. Codes are stored as hexadecimal symbol numbers, whatever the alphabet."""

from functools import lru_cache
from typing import Any, TypeAlias

from core.game.codes import Code
from core.game.hidden import HiddenCode
from core.game.rules import Rules

Values: TypeAlias = dict[str, Any]
"""The values of a row by column."""

_REMEMBERED_RULES = 1000


def pack(code: Code) -> str:
    """A code as text; `unpack` is the inverse."""
    return "".join(f"{symbol:x}" for symbol in code)


def unpack(text: str) -> Code:
    """A code from text."""
    return tuple(int(character, 16) for character in text)


@lru_cache(_REMEMBERED_RULES)
def rules_from(notation: str) -> Rules:
    """The rules of a notation; every game that is read has one of a few."""
    return Rules.parse(notation)


def players_in(text: str) -> tuple[str, ...]:
    """The ids in a list: `a,b,...`."""
    return tuple(filter(None, text.split(",")))


def pack_or_none(code: Code | None) -> str | None:
    """A code as text, if there is one."""
    return None if code is None else pack(code)


def unpack_secret(text: str) -> HiddenCode:
    """A secret from text; it is not shown by accident."""
    return HiddenCode(unpack(text))


def unpack_secret_or_none(text: str | None) -> HiddenCode | None:
    """A secret from text, None without one."""
    return None if text is None else unpack_secret(text)


def unpack_or_none(text: str | None) -> Code | None:
    """A code from text, None without one."""
    return None if text is None else unpack(text)
