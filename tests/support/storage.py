"""Databases for tests: empty ones, what they contain, and a file that another process keeps busy."""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, Row, Table, select

from bot.persistence.database import Database
from bot.persistence.tables.every import metadata
from bot.persistence.unit_of_work import UnitOfWork, UnitOfWorkFactory
from tests.fakes.clock import NOON

_MEMORY_BYTES = 2**30

Contents = set[tuple[Any, ...]]


def memory() -> Path | None:
    """A folder in memory with enough space, where databases are several times faster; None if there is none."""
    folder = Path("/dev/shm")  # noqa: S108  # tests make folders of their own in it
    return folder if folder.is_dir() and shutil.disk_usage(folder).free > _MEMORY_BYTES else None


@asynccontextmanager
async def empty_database() -> AsyncIterator[Database]:
    """A new SQLite database, with tables of the newest revision."""
    with TemporaryDirectory(dir=memory()) as folder:
        database = Database(f"sqlite:///{migrated(Path(folder, 'test.db'))}")
        try:
            yield database
        finally:
            await database.close()


@asynccontextmanager
async def committed(unit_of_work: UnitOfWorkFactory) -> AsyncIterator[UnitOfWork]:
    """A unit of work that is committed at its end."""
    async with unit_of_work() as unit:
        yield unit
        await unit.commit()


async def claim_event(database: Database, event: str) -> None:
    """Change something in a unit of work of its own."""
    async with committed(database.unit) as unit:
        await unit.events.claim(event, NOON)


async def rows(database: Database, table: Table) -> Sequence[Row[Any]]:
    """All rows of a table."""

    def read(connection: Connection) -> Sequence[Row[Any]]:
        return connection.execute(select(table)).all()

    found: Sequence[Row[Any]] = await database.run(read)
    return found


async def contents(database: Database) -> Contents:
    """Every row of every table."""

    def read(connection: Connection) -> Contents:
        return {(table.name, *row) for table in metadata.sorted_tables for row in connection.execute(select(table))}

    found: Contents = await database.run(read)
    return found


async def driver_contents(database: Database) -> Contents:
    """Every row of every table as the driver returns it, which takes a third of the time of `contents`."""

    def read(connection: Connection) -> Contents:
        return {
            (table.name, *row)
            for table in metadata.sorted_tables
            for row in connection.exec_driver_sql(f'SELECT * FROM "{table.name}"')
        }

    found: Contents = await database.run(read)
    return found


def migrated(file: Path) -> Path:
    """Write an empty database, with tables of the newest revision, to this path."""
    file.write_bytes(_migrated_content())
    return file


@cache
def _migrated_content() -> bytes:
    """Migrating takes as long as a hundred guesses, so it is done once in each process."""

    async def migrate(file: Path) -> None:
        database = Database(f"sqlite:///{file}")
        await database.upgrade()
        await database.close()

    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:  # this thread may be running an event loop
        file = Path(folder, "migrated.db")
        thread.submit(asyncio.run, migrate(file)).result()
        return file.read_bytes()


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """An SQLite file that nobody else can write to."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.rollback()


@asynccontextmanager
async def locked_when_free(file: Path) -> AsyncIterator[None]:
    """The same where this event loop may itself be writing."""
    with closing(sqlite3.connect(file, isolation_level=None, timeout=0)) as connection:
        while not _is_started(connection):  # noqa: ASYNC110  # SQLite tells nobody that a lock is free
            await asyncio.sleep(0.005)
        yield
        connection.rollback()


def _is_started(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        return False
    return True
