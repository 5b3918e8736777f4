"""SQLite connections: how they are set up, who waits for whom, and what runs in the event loop's thread."""

import asyncio
import sqlite3
import threading
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import Connection, text

from bot.persistence.database import Database
from bot.services.errors import StorageReadOnly
from bot.services.ports import Access
from tests.fakes.clock import NOON
from tests.persistence.store import enter

LOCKED_SECONDS = 0.3


@pytest.fixture
async def opened(sqlite_url: str) -> AsyncIterator[Database]:
    """A migrated, empty file."""
    database = Database(sqlite_url)
    yield database
    await database.close()


@pytest.fixture
def stranger(sqlite_url: str) -> sqlite3.Connection:
    """A connection of another process."""
    return sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None, check_same_thread=False)


async def add_event(database: Database, event: str) -> None:
    async with database.unit() as unit:
        await unit.events.claim(event, NOON)
        await unit.commit()


async def test_connections_are_durable_and_check_foreign_keys(opened: Database) -> None:
    def read(connection: Connection) -> dict[str, Any]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return {name: connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in names}

    expected = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    assert await opened.run(read) == expected
    writer = await opened._backend._writer.open()  # type: ignore[attr-defined] # of SQLite
    assert {name: writer.execute(f"PRAGMA {name}").fetchone()[0] for name in expected} == expected
    async with opened.engine.connect() as connection:
        assert await connection.run_sync(read) == expected


async def test_only_statements_that_may_wait_run_in_another_thread(opened: Database) -> None:
    elsewhere: defaultdict[str, set[bool]] = defaultdict(set)
    here = threading.get_ident()
    writer = await opened._backend._writer.open()  # type: ignore[attr-defined] # of SQLite
    writer.set_trace_callback(lambda statement: elsewhere[statement.split()[0]].add(threading.get_ident() != here))
    async with opened.unit() as unit:
        await enter(unit)
        await unit.events.claim("event", NOON)
        await unit.commit()
    async with opened.unit() as unit:
        await enter(unit)
    writer.set_trace_callback(None)
    assert elsewhere.pop("COMMIT") == {True}
    assert set(elsewhere) == {"BEGIN", "SAVEPOINT", "SELECT", "INSERT", "RELEASE", "ROLLBACK"}
    assert all(threads == {False} for threads in elsewhere.values())


async def test_a_lock_of_another_process_is_waited_for_without_blocking_the_event_loop(
    opened: Database, stranger: sqlite3.Connection
) -> None:
    await add_event(opened, "first")
    stranger.execute("BEGIN IMMEDIATE")
    waiting = [asyncio.create_task(add_event(opened, f"event {number}")) for number in range(8)]
    longest, last = 0.0, time.perf_counter()
    until = last + LOCKED_SECONDS
    while last < until:
        await asyncio.sleep(0.005)
        longest, last = max(longest, time.perf_counter() - last), time.perf_counter()
    assert not any(task.done() for task in waiting)
    assert longest < LOCKED_SECONDS / 2
    stranger.execute("ROLLBACK")
    await asyncio.gather(*waiting)
    assert stranger.execute("SELECT count(*) FROM events").fetchone() == (9,)
    stranger.close()


@pytest.mark.parametrize("access", [Access.READ, Access.LONG_READ])
async def test_nobody_waits_for_a_reader_nor_a_reader_for_anybody(
    opened: Database, stranger: sqlite3.Connection, access: Access
) -> None:
    await add_event(opened, "first")
    async with opened.unit(access) as reading:
        assert await reading.players.find("chat", "club", "ANN") is None
        async with opened.unit() as unit:
            await enter(unit)
            await unit.commit()
        assert await reading.players.find("chat", "club", "ANN") is None  # still the same snapshot
    stranger.execute("BEGIN IMMEDIATE")
    async with opened.unit(access) as reading:
        assert await reading.players.find("chat", "club", "ANN") is not None
    stranger.close()


@pytest.mark.parametrize("access", [Access.READ, Access.LONG_READ])
async def test_a_unit_of_work_that_reads_cannot_write(opened: Database, access: Access) -> None:
    async def write() -> None:
        async with opened.unit(access) as unit:
            await unit.events.claim("event", NOON)

    with pytest.raises(StorageReadOnly):
        await write()
    async with opened.unit(access) as unit:
        assert await unit.players.find("chat", "club", "ANN") is None
