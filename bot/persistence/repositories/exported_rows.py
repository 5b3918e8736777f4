"""Rows for the export of a player's data: as JSON values that do not name other players."""

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
        name: the name of the column.
        is_secret: whether it is left out if the game's secrets have not been shown.
        is_player: whether its value is the id of a player.
        is_text: whether its value is a text that can contain ids of players.
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
    """The columns of a table. They are examined once, because comparing SQLAlchemy's columns is slow."""
    of_player, with_texts = frozenset(of_players()), frozenset(IN_TEXTS)
    return [
        _Column(column.name, column.name in SECRETS, column in of_player, column in with_texts)
        for column in table.columns
    ]


def exported_row(table: Table, row: Row, player: str, *, is_unshown: bool) -> dict[str, object]:
    """A row as JSON values, without the ids of others and, if its game's secrets have not been shown, without those."""
    return {
        column.name: column.value(row, player) for column in _columns(table) if not (is_unshown and column.is_secret)
    }


def as_json(value: Any) -> object:  # noqa: ANN401  # any value of a column
    """A value of a column as a JSON value; times and dates become ISO texts."""
    return value.isoformat() if isinstance(value, datetime | date) else value
