"""The columns that refer to players, games and rooms. They are found from foreign keys, so new tables are included."""

from collections.abc import Sequence
from functools import cache

from sqlalchemy import Column, Table

from bot.persistence.tables.every import metadata
from bot.persistence.tables.games import boards, games, players
from bot.persistence.tables.records import meetings

AnyColumn = Column[object]

IN_LISTS: Sequence[AnyColumn] = (boards.c.hinted, boards.c.giveup_votes, boards.c.pending)
"""Columns without a foreign key that can contain the ids of several players."""

IN_TEXTS: Sequence[AnyColumn] = (games.c.slot, boards.c.given_up_by, *IN_LISTS)
"""All columns without a foreign key that can contain ids of players."""

CLEARED: Sequence[AnyColumn] = (meetings.c.other_id,)
"""Columns that are null for a deleted player. In others an anonymous player takes their place."""

SECRETS = frozenset({"secret", "withheld", "nonce", "starter_secret", "link"})
"""Columns that nobody may see while a game runs, or after a challenge that led to no duel."""


@cache
def columns_of(target: AnyColumn) -> Sequence[AnyColumn]:
    """Every column that refers to a column, directly or through others.

    The columns are in the order in which rows of their tables can be deleted.
    """
    return [
        column
        for table in reversed(metadata.sorted_tables)
        for column in table.columns
        if any(_refers(key.column, target) for key in column.foreign_keys)
    ]


@cache
def of_players() -> Sequence[AnyColumn]:
    """Every column with the id of a player as a foreign key."""
    return columns_of(players.c.id)


@cache
def game_column(table: Table) -> AnyColumn | None:
    """The column of a table with the id of a game, None if it has none."""
    if table is games:
        return games.c.id
    return next((column for column in columns_of(games.c.id) if column.table is table), None)


@cache
def is_personal(column: AnyColumn) -> bool:
    """Whether rows are only about the player in this column, because it is part of their primary key."""
    return bool(column.primary_key)


def _refers(column: AnyColumn, target: AnyColumn) -> bool:
    return column is target or any(_refers(key.column, target) for key in column.foreign_keys)
