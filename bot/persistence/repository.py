"""What all repositories share: the connection, and inserts that handle conflicts."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, Select, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


class Repository:
    """Base of the repositories. Every statement runs in the transaction of one unit of work."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def _one(self, query: Select[Any]) -> Row[Any] | None:
        """The row of a query that finds at most one."""
        row: Row[Any] | None = (await self._connection.execute(query)).one_or_none()
        return row

    async def _all(self, query: Select[Any]) -> Sequence[Row[Any]]:
        rows: Sequence[Row[Any]] = (await self._connection.execute(query)).all()
        return rows

    async def _insert_if_new(self, table: Table, **values: object) -> bool:
        """Insert a row unless a unique index refuses it; whether it was inserted."""
        statement = self._insert(table).values(**values).on_conflict_do_nothing()
        return (await self._connection.execute(statement)).rowcount == 1

    async def _upsert(self, table: Table, **values: object) -> None:
        """Insert a row, or replace the one with the same primary key."""
        keys = table.primary_key.columns
        changed = {name: value for name, value in values.items() if name not in keys}
        statement = self._insert(table).values(**values)
        await self._connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=changed))

    def _insert(self, table: Table) -> postgresql.Insert | sqlite.Insert:
        return postgresql.insert(table) if self._connection.dialect.name == "postgresql" else sqlite.insert(table)
