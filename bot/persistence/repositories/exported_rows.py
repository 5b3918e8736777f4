"""Rows as players can take them with them: as values of JSON, in which other players are not named."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any

from sqlalchemy import Table

from bot.persistence.connection import Row
from bot.persistence.tables.references import IN_TEXTS, SECRETS, of_players

_ANOTHER = "another player"
_ID = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class _Column:
    """How the values of a column are exported.

    Args:
        name: of the column.
        is_secret: whether nobody may see it while the game runs.
        is_player: whether it holds the id of a player.
        is_text: whether ids of players stand in a text.
    """

    name: str
    is_secret: bool
    is_player: bool
    is_text: bool

    def value(self, row: Row, player: str) -> object:
        """The value in a row, without the ids of other players."""
        value = getattr(row, self.name)
        if self.is_player and value not in {None, player}:
            return _ANOTHER
        if self.is_text and isinstance(value, str):
            return _ID.sub(lambda found: player if found[0] == player else _ANOTHER, value)
        return as_json(value)


@cache
def _columns(table: Table) -> Sequence[_Column]:
    """Columns compare as SQL expressions, which would be slow for each row, so they are told apart once."""
    of_player, with_texts = frozenset(of_players()), frozenset(IN_TEXTS)
    return [
        _Column(column.name, column.name in SECRETS, column in of_player, column in with_texts)
        for column in table.columns
    ]


def exported_row(table: Table, row: Row, player: str, *, is_running: bool) -> dict[str, object]:
    """A row whose values can be written as JSON, in which other players are not named."""
    return {
        column.name: column.value(row, player) for column in _columns(table) if not (is_running and column.is_secret)
    }


def as_json(value: Any) -> object:  # noqa: ANN401  # any value of a column
    """A value of a column as JSON can write it."""
    return value.isoformat() if isinstance(value, datetime | date) else value
