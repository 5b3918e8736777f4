"""A storage that another process keeps busy."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path


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
