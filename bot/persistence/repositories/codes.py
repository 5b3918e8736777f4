"""Codes, turns and lists of players as text. Codes are stored as hexadecimal symbol numbers, whatever the alphabet."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from core.game.codes import Code
from core.game.feedback import Feedback, Turn
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
    """The rules of a notation. They are cached, because most games have one of a few rules."""
    return Rules.parse(notation)


def players_in(text: str) -> tuple[str, ...]:
    """The ids in a list: `a,b,...`."""
    return tuple(filter(None, text.split(",")))


def pack_or_none(code: Code | None) -> str | None:
    """A code as text, if there is one."""
    return None if code is None else pack(code)


def unpack_secret(text: str) -> HiddenCode:
    """A secret from text, as a code that is not shown by accident."""
    return HiddenCode(unpack(text))


def unpack_secret_or_none(text: str | None) -> HiddenCode | None:
    """A secret from text, None without one."""
    return None if text is None else unpack_secret(text)


def unpack_or_none(text: str | None) -> Code | None:
    """A code from text, None without one."""
    return None if text is None else unpack(text)


def pack_turns(turns: Sequence[Turn]) -> str:
    """Turns without their players as text: `0123:0:2,...`."""
    return ",".join(f"{pack(turn.guess)}:{turn.feedback.hits}:{turn.feedback.blows}" for turn in turns)


def unpack_turns(text: str, by: str = "") -> tuple[Turn, ...]:
    """Turns from text, with `by` as the player of each."""
    return tuple(_unpack_turn(turn, by) for turn in text.split(",") if turn)


def _unpack_turn(text: str, by: str) -> Turn:
    guess, hits, blows = text.split(":")
    return Turn(unpack(guess), Feedback(int(hits), int(blows)), by)
