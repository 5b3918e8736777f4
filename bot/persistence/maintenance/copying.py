"""Copying a whole database into another one, of the same or of another kind.

While the copy is unfinished, the target has the revision `COPYING`, so that it cannot be used, and an additional table
with the state of the copy. Both are removed when all rows have been compared.
"""

import json
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Date,
    DateTime,
    MetaData,
    String,
    Table,
    Text,
    delete,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)

from bot.model.copy_errors import CopyDiffers, CopyNotEmpty, CopyOfAnother, CopyOutdated
from bot.persistence.connection import Connection as ReadConnection
from bot.persistence.database import Database
from bot.persistence.maintenance.table_rows import Summary, count, key_of, pages, revision_of
from bot.persistence.schema import COPYING, REVISIONS, current_revision, upgrade
from bot.persistence.tables import metadata

Progress = Callable[[str, int, int], None]
"""Called with the name of a table, the number of rows done and the number of all rows, in all tables together.

Each row counts twice, because it is copied and then compared.
"""

_STATE = Table(
    "copy_state",
    MetaData(),
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
"""The state of a copy: the address of the source and, for each table, the key of the last row copied or `done`."""

_SOURCE, _DONE = "source", "done"


async def copy_database(source: Database, target: Database, progress: Progress) -> int:
    """Copy every row and compare both databases; returns the number of rows.

    An interrupted copy is continued. The source is read in one snapshot, so nobody should play on it meanwhile: later
    changes are not copied, and those between two runs of an interrupted copy make the comparison fail.

    Args:
        source: the source, which must be at the newest revision.
        target: the target, which must be empty or contain an interrupted copy of the same source.
        progress: see `Progress`.

    Raises:
        StorageError: one of the databases cannot be used.
        CopyError: the source or the target cannot be used for a copy, or they differ after it.
    """
    async with source.snapshot() as connection:
        if await revision_of(connection, source.location) != REVISIONS[-1]:
            raise CopyOutdated(source.location)
        totals = {table: await count(connection, table) for table in metadata.sorted_tables}
        state = await target.run(lambda begun: _begin(begun, source.location, target.location), is_copy=True)
        counter = _Counter(progress, 2 * sum(totals.values()))
        for table in metadata.sorted_tables:
            await _copy_table(connection, target, table, state.get(table.name), counter)
        await _compare(connection, target, counter)
    await target.run(_finish, is_copy=True)
    return sum(totals.values())


class _Counter:
    """Counts rows and reports them."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress, self._total, self._done = progress, total, 0

    def add(self, table: Table, rows: int) -> None:
        self._done += rows
        self._progress(table.name, min(self._done, self._total), self._total)


def _begin(connection: Connection, source: str, target: str) -> Mapping[str, str]:
    """Create the tables in an empty database, or read how far an interrupted copy is."""
    if current_revision(connection) == COPYING:
        state = {row.name: row.value for row in connection.execute(select(_STATE))}
        if state.pop(_SOURCE) != source:
            raise CopyOfAnother(target)
        return state
    upgrade(connection)
    if any(connection.scalar(select(func.count()).select_from(table)) for table in metadata.sorted_tables):
        raise CopyNotEmpty(target)
    _STATE.create(connection)
    connection.execute(insert(_STATE).values(name=_SOURCE, value=source))
    connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": COPYING})
    return {}


async def _copy_table(
    source: ReadConnection, target: Database, table: Table, state: str | None, counter: _Counter
) -> None:
    if state == _DONE:
        counter.add(table, await target.run(_counting(table), is_copy=True))
        return
    after = None
    if state is not None:
        after = [_key_value(column, value) for column, value in zip(table.primary_key, json.loads(state), strict=True)]
        counter.add(table, await target.run(_counting(table), is_copy=True))
    async for rows in pages(source, table, after):
        values = [row._asdict() for row in rows]
        last = json.dumps([_json(value) for value in key_of(table, rows[-1])])
        await target.run(_adding(table, values, last), is_copy=True)
        counter.add(table, len(rows))
    await target.run(_adding(table, [], _DONE), is_copy=True)


def _adding(table: Table, rows: list[dict[str, Any]], state: str) -> Callable[[Connection], None]:
    """Add rows and store how far the table is, in one transaction."""

    def add(connection: Connection) -> None:
        if rows:
            connection.execute(insert(table), rows)
        if not connection.execute(update(_STATE).where(_STATE.c.name == table.name).values(value=state)).rowcount:
            connection.execute(insert(_STATE).values(name=table.name, value=state))

    return add


def _counting(table: Table) -> Callable[[Connection], int]:
    return lambda connection: connection.scalar(select(func.count()).select_from(table)) or 0


async def _compare(source: ReadConnection, target: Database, counter: _Counter) -> None:
    differing = []
    async with target.snapshot() as copied:
        for table in metadata.sorted_tables:
            summaries = []
            for connection in (source, copied):
                summary = Summary()
                async for rows in pages(connection, table):
                    summary = summary.plus(rows)
                    counter.add(table, len(rows) if connection is source else 0)
                summaries.append(summary)
            if summaries[0] != summaries[1]:
                differing.append((table.name, summaries[0].rows, summaries[1].rows))
    if differing:
        raise CopyDiffers(target.location, tuple(differing))


def _finish(connection: Connection) -> None:
    """Make the copy usable. PostgreSQL's sequences continue after the numbers that were copied."""
    if connection.dialect.name == "postgresql":
        for table in metadata.sorted_tables:
            _continue_numbers(connection, table)
    connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": REVISIONS[-1]})
    if inspect(connection).has_table(_STATE.name):
        connection.execute(delete(_STATE))
        _STATE.drop(connection)


def _continue_numbers(connection: Connection, table: Table) -> None:
    for column in table.columns:
        sequence = None
        if column is table.autoincrement_column:
            sequence = connection.scalar(select(func.pg_get_serial_sequence(table.name, column.name)))
        elif column.name == "sequence":
            sequence = f"{table.name}_sequence"  # see bot.persistence.upserts
        last = connection.scalar(select(func.max(column))) if sequence else None
        if last is not None:
            connection.execute(select(func.setval(sequence, last)))


def _json(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else value


def _key_value(column: Column[Any], value: Any) -> object:  # noqa: ANN401  # a key can have any type
    if isinstance(column.type, Date):
        return date.fromisoformat(value)
    return datetime.fromisoformat(value) if isinstance(column.type, DateTime) else value
