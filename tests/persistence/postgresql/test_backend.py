"""PostgreSQL: every wait ends, no unit of work delays others for longer, a server that fails, and its clock."""

import asyncio
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace
from sqlalchemy import func, make_url, select, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import QueuePool

from bot.model.errors import StorageBusy, StorageError, StorageReadOnly, StorageUnreachable
from bot.persistence.database import Database
from bot.persistence.errors import as_storage_error
from bot.persistence.postgresql import backend, backend as limits
from bot.persistence.postgresql.backend import ServerClock
from bot.persistence.unit_of_work import UnitOfWork
from bot.services.games.referee import Referee
from bot.services.services import Services
from core.game.boards import NO_LIMIT
from tests.fakes.clock import NOON, FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import InlineSolver
from tests.persistence.faults import create_engine, enter_alone, execute, fault
from tests.persistence.store import CLASSIC, enter, player_key, room_key
from tests.persistence.test_unit_of_work import caller
from tests.support.postgresql import Server
from tests.support.storage import claim_event

pytestmark = pytest.mark.postgresql

OF_THIS_DATABASE = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


@pytest.fixture
async def database(postgresql_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Database]:
    """A migrated, empty database with limits a fifth as long."""
    for name in ("LOCK", "STATEMENT", "COMMAND", "POOL", "QUEUE", "IDLE"):
        monkeypatch.setattr(limits, f"{name}_SECONDS", getattr(limits, f"{name}_SECONDS") / 5)
    monkeypatch.setattr(limits, "CONNECTIONS", 4)
    opened = Database(postgresql_url)
    yield opened
    await opened.close()


@pytest.fixture
async def operator(postgresql_url: str) -> AsyncIterator[Database]:
    """The database as another program opens it."""
    opened = Database(postgresql_url)
    yield opened
    await opened.close()


def referee(database: Database) -> Referee:
    source = FakeRandomSource("0123", game_ids=["one", "two"])
    return Services(database.unit, FakeClock(), source, InlineSolver()).referee


async def test_a_locked_row_of_one_game_fails_no_guess_in_another_room(database: Database, operator: Database) -> None:
    games = referee(database)
    await games.start_game(caller(1), CLASSIC)
    elsewhere = replace(caller(2), room=room_key("elsewhere"))
    await games.start_game(elsewhere, CLASSIC)
    async with operator.engine.begin() as other:
        await other.execute(text("SELECT 1 FROM games WHERE id = 'one' FOR UPDATE"))
        waiting = [asyncio.create_task(games.guess(caller(number), "4567")) for number in range(10, 18)]
        await asyncio.sleep(0)  # they all want a connection before this one
        assert (await games.guess(replace(elsewhere, event="the guess"), "4567")).turn is not None
        refused = await asyncio.gather(*waiting, return_exceptions=True)
    assert {type(one) for one in refused} == {StorageBusy}
    assert (await games.guess(caller(20), "4567")).turn is not None


async def test_a_client_that_stops_within_a_transaction_does_not_hold_its_locks(
    database: Database, postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "IDLE_SECONDS", limits.LOCK_SECONDS / 2)
    stopping = Database(postgresql_url)
    async with stopping.unit() as stopped:
        await stopped.events.claim("the same", NOON)
        async with database.unit() as unit:
            assert await unit.events.claim("the same", NOON)  # after the server has ended the other transaction
        with pytest.raises(StorageError):
            await claim(stopping, stopped)
    await stopping.close()


async def claim(database: Database, unit: UnitOfWork) -> None:
    """Claim an event within a transaction that has ended."""
    try:
        await unit.events.claim("another", NOON)
    except SQLAlchemyError as error:
        raise as_storage_error(error, database._backend.url) from error


async def test_a_server_process_that_stops_to_respond_is_given_up(database: Database, operator: Database) -> None:
    await claim_event(database, "first")
    with frozen(await processes(operator)):
        start = time.perf_counter()
        await asyncio.gather(*(claim_event(database, f"event {number}") for number in range(3)), return_exceptions=True)
        await claim_event(database, "with a new connection")
        assert time.perf_counter() - start < 5 * limits.COMMAND_SECONDS
    await claim_event(database, "last")


@pytest.mark.parametrize("test_seconds", [0.0, 60.0])
async def test_a_connection_that_the_server_has_closed_is_replaced(
    database: Database, operator: Database, monkeypatch: pytest.MonkeyPatch, test_seconds: float
) -> None:
    monkeypatch.setattr(limits, "TEST_SECONDS", test_seconds)
    await claim_event(database, "first")
    async with operator.engine.connect() as connection:
        for process in (await connection.execute(text(OF_THIS_DATABASE))).scalars().all():
            await connection.execute(select(func.pg_terminate_backend(process, 5000)))
        await asyncio.sleep(0)  # the client reads that the connection was closed
    await claim_event(database, "second")


async def test_a_server_process_that_stops_within_a_unit_of_work(database: Database, operator: Database) -> None:
    async def work() -> None:
        async with database.unit() as unit:
            await unit.events.claim("event", NOON)
            with frozen(await processes(operator)):
                await unit.commit()

    start = time.perf_counter()
    with pytest.raises(StorageError):
        await work()
    assert time.perf_counter() - start < 3 * limits.COMMAND_SECONDS


async def processes(operator: Database) -> list[int]:
    """The server's processes for the connections of others."""
    async with operator.engine.connect() as connection:
        return list((await connection.execute(text(OF_THIS_DATABASE))).scalars())


@contextmanager
def frozen(servers: list[int]) -> Iterator[None]:
    """Stop processes, and let them continue afterwards."""
    assert servers
    for process in servers:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in servers:
            os.kill(process, signal.SIGCONT)


async def test_leases_are_claimed_while_all_connections_are_in_use(database: Database) -> None:
    leases = Services(database.unit, FakeClock(), FakeRandomSource(), InlineSolver()).leases
    async with AsyncExitStack() as stack:
        for _ in range(limits.CONNECTIONS):
            await stack.enter_async_context(database.unit())
        with pytest.raises(StorageBusy):
            await database.is_writable()
        assert await leases.claim_or_find_conflicts(["shard"], 10.0) == []
        await leases.release(["shard"])


async def test_a_room_uses_few_connections_however_many_guess_in_it(database: Database) -> None:
    games = referee(database)
    await games.start_game(caller(1), CLASSIC, NO_LIMIT)
    await asyncio.gather(*(games.guess(caller(number), f"{number}") for number in range(4560, 4564)))
    pool = database.engine.pool
    assert isinstance(pool, QueuePool)
    assert (pool.checkedin(), pool.checkedout()) == (limits.ROOM_CONNECTIONS, 0)


async def test_moves_that_are_cancelled_do_not_hold_up_their_room(database: Database) -> None:
    games = referee(database)
    await games.start_game(caller(1), CLASSIC, NO_LIMIT)
    begun: list[UnitOfWork] = []

    async def move() -> None:
        async with database.unit(room=caller(1).room) as unit:
            begun.append(unit)
            await asyncio.Event().wait()

    moves = [asyncio.create_task(move()) for _ in range(2 * limits.ROOM_CONNECTIONS)]
    guess = asyncio.create_task(games.guess(caller(2), "4567"))
    while len(begun) < limits.ROOM_CONNECTIONS:  # noqa: ASYNC110  # the others wait for their turn
        await asyncio.sleep(0.01)
    for one in moves:
        one.cancel()
    assert (await guess).turn is not None
    assert len(begun) == limits.ROOM_CONNECTIONS


HOUR = timedelta(hours=1)


class Machine:
    """A monotonic clock, and a server that answers after two seconds."""

    def __init__(self) -> None:
        self.seconds = 100.0
        self.answers: list[datetime | Exception] = []

    def monotonic(self) -> float:
        return self.seconds

    async def read(self) -> datetime:
        answer = self.answers.pop(0)
        self.seconds += 2
        if isinstance(answer, Exception):
            raise answer
        return answer


async def test_the_time_is_the_server_s_and_goes_on() -> None:
    machine = Machine()
    shared = ServerClock(machine.read, machine.monotonic)
    machine.answers = [NOON]
    await shared.synchronize()
    assert shared() == NOON + timedelta(seconds=1)
    machine.seconds += 60
    assert shared() == NOON + timedelta(seconds=61)


@pytest.mark.parametrize("error", [OSError("gone"), OperationalError("SELECT", None, Exception())])
async def test_the_time_goes_on_while_the_server_is_down(error: Exception) -> None:
    machine = Machine()
    shared = ServerClock(machine.read, machine.monotonic)
    machine.answers = [NOON, error, NOON - HOUR]
    await shared.synchronize()
    await shared.synchronize()
    assert shared() == NOON + timedelta(seconds=3)
    await shared.synchronize()
    assert shared() == NOON - HOUR + timedelta(seconds=1)


async def test_the_server_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "SYNCHRONIZE_SECONDS", 0.0)
    asked, answers = asyncio.Event(), iter([NOON, NOON + HOUR])

    async def read() -> datetime:
        answer = next(answers, None)
        if answer is None:
            asked.set()
            await asyncio.Event().wait()
        return answer or NOON

    shared = ServerClock(read)
    async with shared.keep_synchronized():
        await asked.wait()
        assert shared() >= NOON + HOUR


async def test_a_database_tells_the_time(database: Database) -> None:
    async with database.clock() as shared:
        assert abs(shared() - datetime.now(UTC)) < timedelta(minutes=1)


END_CONNECTIONS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
"""Ends all other connections to this database."""


async def test_a_server_that_does_not_respond_does_not_keep_a_process_from_ending(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def hang(_engine: AsyncEngine) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(AsyncEngine, "dispose", hang)
    monkeypatch.setattr("bot.persistence.postgresql.backend.CLOSE_SECONDS", 0.01)
    await Database("postgresql://hitblow@127.0.0.1/hitblow").close()


async def test_a_server_that_does_not_run_is_unreachable_and_its_password_hidden() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))  # nothing listens here
        port = probe.getsockname()[1]
        error = await fault(f"postgresql://hitblow:hunter2@127.0.0.1:{port}/hitblow")
    assert isinstance(error, StorageUnreachable)
    assert "hunter2" not in error.where


@pytest.mark.postgresql
async def test_a_wrong_password_makes_the_server_unreachable_and_is_hidden(postgresql: Server) -> None:
    error = await fault(postgresql.url("postgres", "hunter2"))
    assert isinstance(error, StorageUnreachable)
    assert "hunter2" not in error.where


@pytest.mark.postgresql
async def test_a_database_that_the_server_does_not_have_is_unreachable(postgresql: Server) -> None:
    assert isinstance(await fault(postgresql.url("nothing")), StorageUnreachable)


@pytest.mark.postgresql
async def test_a_server_that_is_read_only_is_recognized(postgresql_url: str) -> None:
    name = make_url(postgresql_url).database
    await execute(postgresql_url, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert isinstance(await fault(postgresql_url), StorageReadOnly)
    database = Database(postgresql_url)
    assert not await database.is_writable()
    await database.close()


@pytest.mark.postgresql
async def test_a_missing_certificate_is_reported(postgresql_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/nowhere")
    error = await fault(f"{postgresql_url}?sslmode=verify-full")
    assert isinstance(error, StorageUnreachable)
    assert "/nowhere/.postgresql/root.crt" in str(error.cause)


@pytest.mark.postgresql
async def test_a_lost_connection_is_replaced(postgresql_url: str) -> None:
    database = Database(postgresql_url)
    await enter_alone(database)
    await execute(postgresql_url, END_CONNECTIONS)
    await enter_alone(database)
    await database.close()


@pytest.mark.postgresql
async def test_a_connection_is_replaced_while_its_end_has_not_been_noticed(postgresql_url: str) -> None:
    database, engine = Database(postgresql_url), create_engine(postgresql_url)
    async with engine.connect() as other:
        for passes_of_the_loop in range(20):
            await enter_alone(database)
            await other.execute(text(END_CONNECTIONS))
            for _ in range(passes_of_the_loop % 5):
                await asyncio.sleep(0)
            await enter_alone(database)
    await engine.dispose()
    await database.close()


@pytest.mark.postgresql
async def test_a_connection_that_is_lost_within_a_unit_of_work_is_reported(postgresql_url: str) -> None:
    database = Database(postgresql_url)

    async def lose_connection() -> None:
        async with database.unit() as unit:
            await enter(unit)
            await execute(postgresql_url, END_CONNECTIONS)
            await unit.commit()

    with pytest.raises(StorageUnreachable):
        await lose_connection()
    async with database.unit() as unit:
        assert await unit.players.find_by_name_or_id("chat", "club", player_key().user) is None
    await database.close()
