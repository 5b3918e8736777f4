"""SQLite files for tests: a migrated one to copy, and one that another process keeps busy."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.persistence.database import Database


def migrated(file: Path) -> Path:
    """Write an empty database, with tables of the newest revision, to this path."""
    file.write_bytes(_migrated_content())
    return file


@cache
def _migrated_content() -> bytes:
    """Migrating takes as long as a hundred guesses, so it is done once in each process."""

    async def migrate(file: Path) -> None:
        database = Database(f"sqlite:///{file}")
        await database.prepare()
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
        while not _is_begun(connection):  # noqa: ASYNC110  # SQLite tells nobody that a lock is free
            await asyncio.sleep(0.005)
        yield
        connection.rollback()


def _is_begun(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        return False
    return True
