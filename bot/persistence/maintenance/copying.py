"""Copying a whole database into another one, of the same or of another kind.

While the copy is unfinished, the target has the revision `COPYING`, so that it cannot be used, and an additional table
with the state of the copy. Both are removed when all rows have been compared.

Rows are read in pages. Checksums do not depend on the kind of database.
"""

import hashlib
import json
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from bot.model.errors import CopyDiffers, CopyNotEmpty, CopySourceOutdated, StorageError, StorageForeign
from bot.persistence.connection import Connection as ReadConnection, Row
from bot.persistence.database import COPYING, REVISIONS, Database, current_revision, upgrade
from bot.persistence.errors import as_storage_error
from bot.persistence.sqlite.file import private_file
from bot.persistence.tables.every import metadata

PAGE_ROWS = 2000

_CHECKSUM_BYTES = 16

_REVISION: sa.Executable = sa.select(sa.column("version_num")).select_from(sa.table("alembic_version"))


class TableSummary(NamedTuple):
    """The rows of a table.

    Args:
        rows: the number of rows.
        checksum: the sum of the BLAKE2b hashes of all rows, modulo 2^128. It does not depend on their order.
    """

    rows: int = 0
    checksum: int = 0

    def with_rows(self, rows: Sequence[Row]) -> "TableSummary":
        """The summary with more rows."""
        hashes = (hashlib.blake2b(repr(tuple(row)).encode(), digest_size=_CHECKSUM_BYTES).digest() for row in rows)
        total = self.checksum + sum(int.from_bytes(digest) for digest in hashes)
        return TableSummary(self.rows + len(rows), total % 2 ** (8 * _CHECKSUM_BYTES))


async def read_pages(
    connection: ReadConnection, table: sa.Table, after: Sequence[object] | None = None
) -> AsyncIterator[list[Row]]:
    """The rows of a table in the order of its primary key, `PAGE_ROWS` at a time.

    Args:
        connection: a connection within a transaction.
        table: a table with a primary key.
        after: the key of the row after which to start, None to start with the first row.
    """
    while True:
        parameters: dict[str, object] = {"rows": PAGE_ROWS}
        if after is not None:
            parameters |= {f"key{number}": value for number, value in enumerate(after)}
        rows = list(await connection.fetch_all(_page(table, is_first=after is None), parameters))
        if rows:
            yield rows
        if len(rows) < PAGE_ROWS:
            return
        after = primary_key(table, rows[-1])


def primary_key(table: sa.Table, row: Row) -> list[object]:
    """The primary key of a row."""
    return [getattr(row, column.key) for column in table.primary_key]


async def revision_of(connection: ReadConnection, where: str) -> str | None:
    """The revision of the tables at `where`.

    Raises:
        StorageForeign: the database does not belong to this program.
    """
    try:
        row = await connection.fetch_one(_REVISION)
    except sa.exc.DBAPIError as error:
        if isinstance(as_storage_error(error, sa.make_url("sqlite://")), StorageError):
            raise
        raise StorageForeign(where) from error  # there is no such table
    return row.version_num if row else None


async def count_rows(connection: ReadConnection, table: sa.Table) -> int:
    """The number of rows of a table."""
    row = await connection.fetch_one(_count(table))
    return int(row.rows) if row else 0


@cache
def _count(table: sa.Table) -> sa.Executable:
    return sa.select(sa.func.count().label("rows")).select_from(table)


@cache
def _page(table: sa.Table, *, is_first: bool) -> sa.Executable:
    key = list(table.primary_key)
    statement = sa.select(table).order_by(*key).limit(sa.bindparam("rows", type_=sa.Integer))
    if is_first:
        return statement
    last = sa.tuple_(*(sa.bindparam(f"key{number}", type_=column.type) for number, column in enumerate(key)))
    return statement.where(sa.tuple_(*key) > last)


Progress = Callable[[str, int, int], None]
"""Called with the name of a table, the number of rows done and the number of all rows, in all tables together.

Each row counts twice, because it is copied and then compared.
"""

_STATE = sa.Table(
    "copy_state",
    sa.MetaData(),
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
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
            raise CopySourceOutdated(source.location)
        totals = {table: await count_rows(connection, table) for table in metadata.sorted_tables}
        state = await target.run(lambda connection: _start(connection, source.location, target.location), is_copy=True)
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

    def add(self, table: sa.Table, rows: int) -> None:
        self._done += rows
        self._progress(table.name, min(self._done, self._total), self._total)


def _start(connection: sa.Connection, source: str, target: str) -> Mapping[str, str]:
    """Create the tables in an empty database, or read how far an interrupted copy is."""
    if current_revision(connection) == COPYING:
        state = {row.name: row.value for row in connection.execute(sa.select(_STATE))}
        if state.pop(_SOURCE) != source:
            raise CopyNotEmpty(target)
        return state
    upgrade(connection)
    if any(connection.scalar(sa.select(sa.func.count()).select_from(table)) for table in metadata.sorted_tables):
        raise CopyNotEmpty(target)
    _STATE.create(connection)
    connection.execute(sa.insert(_STATE).values(name=_SOURCE, value=source))
    connection.execute(sa.text("UPDATE alembic_version SET version_num = :revision"), {"revision": COPYING})
    return {}


async def _copy_table(
    source: ReadConnection, target: Database, table: sa.Table, state: str | None, counter: _Counter
) -> None:
    after = None
    if state is not None:
        count = sa.select(sa.func.count()).select_from(table)
        counter.add(table, await target.run(lambda connection: connection.scalar(count) or 0, is_copy=True))
        if state == _DONE:
            return
        after = [_key_value(column, value) for column, value in zip(table.primary_key, json.loads(state), strict=True)]
    async for rows in read_pages(source, table, after):
        values = [row._asdict() for row in rows]
        last = json.dumps([_json(value) for value in primary_key(table, rows[-1])])
        await target.run(_adding(table, values, last), is_copy=True)
        counter.add(table, len(rows))
    await target.run(_adding(table, [], _DONE), is_copy=True)


def _adding(table: sa.Table, rows: list[dict[str, Any]], state: str) -> Callable[[sa.Connection], None]:
    """Add rows and store how far the table is, in one transaction."""

    def add(connection: sa.Connection) -> None:
        if rows:
            connection.execute(sa.insert(table), rows)
        if not connection.execute(sa.update(_STATE).where(_STATE.c.name == table.name).values(value=state)).rowcount:
            connection.execute(sa.insert(_STATE).values(name=table.name, value=state))

    return add


async def _compare(source: ReadConnection, target: Database, counter: _Counter) -> None:
    differing = []
    async with target.snapshot() as copied:
        for table in metadata.sorted_tables:
            summaries = []
            for connection in (source, copied):
                summary = TableSummary()
                async for rows in read_pages(connection, table):
                    summary = summary.with_rows(rows)
                    counter.add(table, len(rows) if connection is source else 0)
                summaries.append(summary)
            if summaries[0] != summaries[1]:
                differing.append((table.name, summaries[0].rows, summaries[1].rows))
    if differing:
        raise CopyDiffers(target.location, tuple(differing))


def _finish(connection: sa.Connection) -> None:
    """Make the copy usable. PostgreSQL's sequences continue after the numbers that were copied."""
    if connection.dialect.name == "postgresql":
        for table in metadata.sorted_tables:
            _continue_numbers(connection, table)
    connection.execute(sa.text("UPDATE alembic_version SET version_num = :revision"), {"revision": REVISIONS[-1]})
    if sa.inspect(connection).has_table(_STATE.name):
        connection.execute(sa.delete(_STATE))
        _STATE.drop(connection)


def _continue_numbers(connection: sa.Connection, table: sa.Table) -> None:
    for column in table.columns:
        sequence = None
        if column is table.autoincrement_column:
            sequence = connection.scalar(sa.select(sa.func.pg_get_serial_sequence(table.name, column.name)))
        elif column.name == "sequence":
            sequence = f"{table.name}_sequence"  # see bot.persistence.connection
        last = connection.scalar(sa.select(sa.func.max(column))) if sequence else None
        if last is not None:
            connection.execute(sa.select(sa.func.setval(sequence, last)))


def _json(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else value


def _key_value(column: sa.Column[Any], value: Any) -> object:  # noqa: ANN401  # a key can have any type
    if isinstance(column.type, sa.Date):
        return date.fromisoformat(value)
    return datetime.fromisoformat(value) if isinstance(column.type, sa.DateTime) else value


async def back_up(database: Database, file: Path, progress: Progress) -> None:
    """Write the present state of a database to a SQLite file that only this user can read.

    Others can use the database meanwhile. The file gets its name when it is complete and written to the disk.

    Args:
        database: the database, of any kind.
        file: the file, which must not exist.
        progress: see `Progress`. It is not called if the database is a SQLite file.

    Raises:
        StorageError: the database or the file cannot be used.
        CopyError: the file exists, or a copy differs.
        OSError: the folder cannot be written.
    """
    _require_new(file)
    with private_file(file) as part:
        if await database.write_copy(part):
            return
        target = Database(f"sqlite:///{part}")
        try:
            await copy_database(database, target, progress)
        finally:
            await target.close()


def _require_new(file: Path) -> None:
    if os.path.lexists(file):
        raise CopyNotEmpty(str(file))
