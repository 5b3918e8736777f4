"""SQLite connections: how they are set up, who waits for whom, what runs in the event loop's thread, and their end."""

import asyncio
import sqlite3
import threading
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlalchemy import Connection, literal_column, select, text
from sqlalchemy.exc import OperationalError

from bot.model.errors import StorageBusy, StorageDiskFault, StorageReadOnly
from bot.model.rooms import Caller, PlayerKey, RoomKey
from bot.persistence.database import Database
from bot.persistence.sqlite.file import BUSY_SECONDS, SqliteFile
from bot.persistence.tables.games import events
from bot.persistence.unit_of_work import Access
from bot.services.games.referee import Referee
from bot.services.services import Services
from bot.solving.executor import ExecutorSolver
from core.game.rules import Rules
from tests.fakes.clock import NOON
from tests.fakes.random_source import FakeRandomSource
from tests.persistence.store import enter
from tests.support.storage import claim_event


@pytest.fixture
def options() -> str:
    """What follows the path in the file's address."""
    return ""


@pytest.fixture
async def database(sqlite_url: str, options: str) -> AsyncIterator[Database]:
    """A migrated, empty file."""
    database = Database(sqlite_url + options)
    yield database
    await database.close()


@pytest.fixture
def stranger(sqlite_url: str) -> sqlite3.Connection:
    """A connection of another process."""
    return sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None, check_same_thread=False)


async def test_connections_are_durable_and_check_foreign_keys(database: Database) -> None:
    def read(connection: Connection) -> dict[str, Any]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return {name: connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in names}

    expected = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    assert await database.run(read) == expected
    writer = await database._backend._writer.open()  # type: ignore[attr-defined] # of SQLite
    assert {name: writer.execute(f"PRAGMA {name}").fetchone()[0] for name in expected} == expected
    async with database.engine.connect() as connection:
        assert await connection.run_sync(read) == expected


async def test_only_statements_that_may_wait_run_in_another_thread(database: Database) -> None:
    elsewhere: defaultdict[str, set[bool]] = defaultdict(set)
    here = threading.get_ident()
    writer = await database._backend._writer.open()  # type: ignore[attr-defined] # of SQLite
    writer.set_trace_callback(lambda statement: elsewhere[statement.split()[0]].add(threading.get_ident() != here))
    async with database.unit() as unit:
        await enter(unit)
        await unit.events.claim("event", NOON)
        await unit.commit()
    async with database.unit() as unit:
        await enter(unit)
    writer.set_trace_callback(None)
    assert elsewhere.pop("COMMIT") == {True}
    assert set(elsewhere) == {"BEGIN", "SAVEPOINT", "SELECT", "INSERT", "RELEASE", "ROLLBACK"}
    assert all(threads == {False} for threads in elsewhere.values())


async def test_the_event_loop_does_not_wait_while_many_rows_are_written(database: Database) -> None:
    threads: list[int] = []
    writer = await database._backend._writer.open()  # type: ignore[attr-defined] # of SQLite
    async with database.unit() as unit:
        writer.set_trace_callback(lambda _: threads.append(threading.get_ident()))
        for number in (1, 20):
            rows = [{"id": f"event {number} {row}", "at": NOON} for row in range(number)]
            await unit._transaction.connection.execute_many(events.insert(), rows)
        writer.set_trace_callback(None)
    assert [thread != threading.get_ident() for thread in threads] == [False] + [True] * 20


def caller(player: int, event: str) -> Caller:
    """A player in a room of their own."""
    room, key = RoomKey("chat", "club", f"room {player}"), PlayerKey("chat", "club", f"{player}")
    return Caller(room, key, f"{player}", f"{player} {event}")


@pytest.fixture
def referee(database: Database) -> Iterator[Referee]:
    """The referee, over the file."""
    with ThreadPoolExecutor(1) as executor:
        yield Services(database.unit, lambda: NOON, FakeRandomSource("0123"), ExecutorSolver(executor)).referee


@pytest.mark.parametrize("seconds", [0.3, pytest.param(3.0, marks=pytest.mark.slow)])
async def test_guesses_wait_for_a_lock_of_another_process_without_blocking_the_event_loop(
    referee: Referee, stranger: sqlite3.Connection, seconds: float
) -> None:
    for player in range(8):
        await referee.start_game(caller(player, "play"), Rules.parse("4x10"))
    stranger.execute("BEGIN IMMEDIATE")
    waiting = [asyncio.create_task(referee.guess(caller(player, "guess"), "4567")) for player in range(8)]
    longest, last = 0.0, time.perf_counter()
    until = last + seconds
    while last < until:
        await asyncio.sleep(0.005)
        longest, last = max(longest, time.perf_counter() - last), time.perf_counter()
    assert not any(task.done() for task in waiting)
    assert longest < BUSY_SECONDS / 2  # a loop that waits for the lock waits as long as the storage does
    stranger.execute("ROLLBACK")
    results = await asyncio.gather(*waiting)
    assert [len(result.view.game.boards[0].turns) for result in results] == [1] * 8
    assert stranger.execute("SELECT count(*) FROM turns").fetchone() == (8,)
    stranger.close()


@pytest.mark.slow
@pytest.mark.parametrize("options", ["?timeout=1"])
async def test_during_a_long_lock_guesses_are_refused_in_time_and_games_are_shown(
    referee: Referee, stranger: sqlite3.Connection
) -> None:
    await referee.start_game(caller(1, "play"), Rules.parse("4x10"))
    stranger.execute("BEGIN IMMEDIATE")
    begun = time.perf_counter()
    while time.perf_counter() - begun < 4:
        started = time.perf_counter()
        guessing = asyncio.create_task(referee.guess(caller(1, "guess"), "4567"))
        assert await referee.running_game(caller(1, "look")) is not None
        assert time.perf_counter() - started < 0.9 * BUSY_SECONDS
        with pytest.raises(StorageBusy):
            await guessing
        assert time.perf_counter() - started < 0.9 * BUSY_SECONDS
    stranger.execute("ROLLBACK")
    shown = await referee.guess(caller(1, "guess"), "4567")  # the same event, which was not counted
    assert len(shown.view.game.boards[0].turns) == 1
    assert stranger.execute("SELECT guess FROM turns").fetchall() == [("4567",)]
    stranger.close()


async def test_running_games_are_read_while_another_process_has_locked_the_file(
    referee: Referee, stranger: sqlite3.Connection
) -> None:
    begun = await referee.start_game(caller(1, "play"), Rules.parse("4x10"))
    stranger.execute("BEGIN IMMEDIATE")
    assert await referee.running_game(caller(1, "look")) == begun
    assert await referee.running_game(caller(2, "look")) is None
    stranger.close()


@pytest.mark.parametrize("access", [Access.READ, Access.LONG_READ])
async def test_nobody_waits_for_a_reader_nor_a_reader_for_anybody(
    database: Database, stranger: sqlite3.Connection, access: Access
) -> None:
    await claim_event(database, "first")
    async with database.unit(access) as reading:
        assert await reading.players.find_by_name_or_id("chat", "club", "ANN") is None
        async with database.unit() as unit:
            await enter(unit)
            await unit.commit()
        assert await reading.players.find_by_name_or_id("chat", "club", "ANN") is None  # still the same snapshot
    stranger.execute("BEGIN IMMEDIATE")
    async with database.unit(access) as reading:
        assert await reading.players.find_by_name_or_id("chat", "club", "ANN") is not None
    stranger.close()


@pytest.mark.parametrize("access", [Access.READ, Access.LONG_READ])
async def test_a_unit_of_work_that_reads_cannot_write(database: Database, access: Access) -> None:
    async def write() -> None:
        async with database.unit(access) as unit:
            await unit.events.claim("event", NOON)

    with pytest.raises(StorageReadOnly):
        await write()
    async with database.unit(access) as unit:
        assert await unit.players.find_by_name_or_id("chat", "club", "ANN") is None


ACCESSES = [*Access, None]
"""None stands for the engine."""


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


async def begin_and_end(database: Database, access: Access | None) -> None:
    """Begin and end a unit of work, or use the engine."""
    async with database.engine.connect() if access is None else database.unit(access):
        pass


@pytest.mark.parametrize("access", ACCESSES)
async def test_a_connection_is_closed_with_the_database(
    database: Database, opened: Opened, access: Access | None
) -> None:
    opened.may_open.set()
    await begin_and_end(database, access)
    await database.close()
    assert opened.all_closed()


@pytest.mark.parametrize("access", [access for access in ACCESSES if access is not Access.READ])
async def test_a_connection_is_closed_if_its_unit_of_work_is_cancelled_while_it_is_opened(
    database: Database, opened: Opened, access: Access | None
) -> None:
    entering = asyncio.create_task(begin_and_end(database, access))
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
        await begin_and_end(database, access)
    assert opened.all_closed()


async def test_a_connection_whose_snapshot_is_lost_is_closed(database: Database, opened: Opened) -> None:
    opened.may_open.set()
    async with database.unit(Access.READ):
        opened.connections[0].execute("ROLLBACK")  # as SQLite does after an error of the disk
    assert opened.all_closed()
    await begin_and_end(database, Access.READ)


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
