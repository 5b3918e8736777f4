"""Codes, turns and lists of players as text. Codes are stored as hexadecimal symbol numbers, whatever the alphabet."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from core.game.clues import format_clue, parse_clue
from core.game.codes import Code
from core.game.feedback import Feedback, Turn
from core.game.hidden import HiddenCode
from core.game.items import Entry
from core.game.rules import Rules

Values: TypeAlias = dict[str, Any]
"""The values of a row by column."""

_REMEMBERED_RULES = 1000
_DIGITS = "0123456789abcdef"


def pack(code: Code) -> str:
    """A code as text; `unpack` is the inverse."""
    return "".join(map(_DIGITS.__getitem__, code))


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


def pack_history(history: Sequence[Entry]) -> str:
    """Turns without their players, and clues, as text: `012:0:2,slash 6,...`."""
    return ",".join(_pack_turn(entry) if isinstance(entry, Turn) else format_clue(entry) for entry in history)


def unpack_history(text: str, rules: Rules) -> tuple[Entry, ...]:
    """Turns without players, and clues, from text."""
    return tuple(parse_clue(entry, rules) or _unpack_turn(entry, "") for entry in text.split(",") if entry)


def unpack_turns(text: str, by: str = "") -> tuple[Turn, ...]:
    """Turns from text, with `by` as the player of each."""
    return tuple(_unpack_turn(turn, by) for turn in text.split(",") if turn)


def _pack_turn(turn: Turn) -> str:
    return f"{pack(turn.guess)}:{turn.feedback.hits}:{turn.feedback.blows}"


def _unpack_turn(text: str, by: str) -> Turn:
    guess, hits, blows = text.split(":")
    return Turn(unpack(guess), Feedback(int(hits), int(blows)), by)
