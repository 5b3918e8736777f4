"""The statements that remove rows together with all rows that refer to them."""

from collections.abc import Sequence
from functools import cache

from sqlalchemy import Executable, Integer, String, Table, cast, delete, select

from bot.persistence.repositories.base import any_of
from bot.persistence.tables.games import games
from bot.persistence.tables.references import AnyColumn, columns_of, game_column


@cache
def removals_of(kind: AnyColumn) -> Sequence[Executable]:
    """The statements that remove the rows of a kind with the parameter `ids`, and all rows that refer to them.

    Tables that belong to games are left out for other kinds, because the games are removed before.
    """
    columns = [column for column in columns_of(kind) if kind is games.c.id or not _goes_with_games(column.table)]
    wanted = any_of("ids") if isinstance(kind.type, String) else select(cast(any_of("ids").subquery().c.value, Integer))
    return [delete(column.table).where(column.in_(wanted)) for column in (*columns, kind)]


def _goes_with_games(table: Table) -> bool:
    """Whether all rows of a table are about a game, so that they are removed with it."""
    column = game_column(table)
    return column is not None and not column.nullable
