"""Connections of SQLite are closed, even those whose unit of work is cancelled or fails while they are opened."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlalchemy import literal_column, select
from sqlalchemy.exc import OperationalError

from bot.model.errors import StorageDiskFault
from bot.persistence.database import Database
from bot.persistence.sqlite.file import SqliteFile
from bot.persistence.unit_of_work import Access

ACCESSES = [*Access, None]
"""None stands for the engine."""


@pytest.fixture
async def database(sqlite_url: str) -> AsyncIterator[Database]:
    """A migrated, empty file."""
    opened = Database(sqlite_url)
    yield opened
    await opened.close()


@dataclass
class Opened:
    """The connections that were opened, each of which waits for `may_open`."""

    connections: list[sqlite3.Connection] = field(default_factory=list)
    is_opening: threading.Event = field(default_factory=threading.Event)
    may_open: threading.Event = field(default_factory=threading.Event)

    def all_closed(self) -> bool:
        return bool(self.connections) and all(map(is_closed, self.connections))


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """What is opened from now on."""
    found, open_file = Opened(), SqliteFile.open

    def wait_and_open(file: SqliteFile, busy_seconds: float | None = None) -> sqlite3.Connection:
        found.is_opening.set()
        assert found.may_open.wait(60)
        found.connections.append(open_file(file, busy_seconds))
        return found.connections[-1]

    monkeypatch.setattr(SqliteFile, "open", wait_and_open)
    return found


def is_closed(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("SELECT 1")
    except sqlite3.ProgrammingError:
        return True
    return False


async def enter(database: Database, access: Access | None) -> None:
    """Begin and end a unit of work, or use the engine."""
    async with database.engine.connect() if access is None else database.unit(access):
        pass


@pytest.mark.parametrize("access", ACCESSES)
async def test_a_connection_is_closed_with_the_database(
    database: Database, opened: Opened, access: Access | None
) -> None:
    opened.may_open.set()
    await enter(database, access)
    await database.close()
    assert opened.all_closed()


@pytest.mark.parametrize("access", [access for access in ACCESSES if access is not Access.READ])
async def test_a_connection_is_closed_if_its_unit_of_work_is_cancelled_while_it_is_opened(
    database: Database, opened: Opened, access: Access | None
) -> None:
    entering = asyncio.create_task(enter(database, access))
    await asyncio.to_thread(opened.is_opening.wait)
    entering.cancel()
    asyncio.get_running_loop().call_soon(opened.may_open.set)
    with pytest.raises(asyncio.CancelledError):
        await entering
    await database.close()
    assert opened.all_closed()


@pytest.mark.parametrize("access", ACCESSES)
async def test_a_connection_that_cannot_be_set_up_is_closed(
    database: Database, opened: Opened, access: Access | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened.may_open.set()
    monkeypatch.setattr("bot.persistence.sqlite.backend._set_up", fail)
    with pytest.raises(OperationalError if access is None else StorageDiskFault):
        await enter(database, access)
    assert opened.all_closed()


async def test_a_connection_whose_snapshot_is_lost_is_closed(database: Database, opened: Opened) -> None:
    opened.may_open.set()
    async with database.unit(Access.READ):
        opened.connections[0].execute("ROLLBACK")  # as SQLite does after an error of the disk
    assert opened.all_closed()
    await enter(database, Access.READ)


async def test_a_cancelled_long_read_interrupts_its_statement(database: Database, opened: Opened) -> None:
    running = threading.Event()

    def run() -> int:
        running.set()
        return 1

    opened.may_open.set()
    numbers = "WITH RECURSIVE n(i) AS (SELECT run() UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"  # without end

    async def read() -> None:
        async with database.unit(Access.LONG_READ) as unit:
            opened.connections[0].create_function("run", 0, run)
            await unit.events._connection.fetch_one(select(literal_column(f"({numbers})").label("last")))

    reading = asyncio.create_task(read())
    await asyncio.to_thread(running.wait)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(reading, 60)
    assert opened.all_closed()


def fail(*_arguments: Any) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR
    raise error
