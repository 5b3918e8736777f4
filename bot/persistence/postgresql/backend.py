"""PostgreSQL: the pool of connections with its time limits, transactions, and the clock of the server.

The limits of the server are shorter than those of the client, so that the server can report an error before the client
gives up the connection.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry
from typing_extensions import override

from bot.model.operations import Clock
from bot.model.rooms import RoomKey
from bot.persistence.backend import Backend
from bot.persistence.connection import Connection, Dialect, Parameters, Row, Transaction, TransactionContext
from bot.persistence.errors import FAULTS, hide_row, keep_rows_out_of_logs
from bot.persistence.postgresql.room_queues import LocalRoomQueues, QueuedTransaction
from bot.persistence.unit_of_work import Access

LOCK_SECONDS = 2.0
"""How long a statement waits for a row that another transaction has locked."""

STATEMENT_SECONDS = 3.0
"""How long the server works on a statement, including waiting for locks."""

COMMAND_SECONDS = 4.0
"""How long the client waits for the response to a statement, or for a new connection."""

POOL_SECONDS = 6.0
"""How long a unit of work waits for a connection while others use them all."""

QUEUE_SECONDS = 6.0
"""Seconds that units of work wait for others of their room while none of these succeeds."""

IDLE_SECONDS = 15.0
"""How long a transaction may wait for its client before the server ends it. The client may no longer respond."""

CLOSE_SECONDS = 2.0
"""Seconds to close all connections. A server that does not respond would delay each of them."""

CONNECTIONS = 20
"""The largest number of connections that a process opens, beside those for leases."""

ROOM_CONNECTIONS = 2
"""The largest number of connections that moves in one room use at a time."""

LEASE_CONNECTIONS = 1
"""The number of connections for leases, which must be renewed in time even if all others are in use."""

TEST_SECONDS = 1.0
"""Seconds without use after which a connection is tested. A test takes three round trips, a guess nine."""

_TLS_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_OPTIONS = {"host", "passfile", "prepared_statement_cache_size", "ssl", "target_session_attrs"}
"""What the query of an address may set, beside `sslmode`, which asyncpg calls `ssl`."""

_NOT_COMPILED = {"jit": "off"}
"""Compiling a statement would take up to a second wherever the planner expects many rows; all statements are short."""

_USED_AT = "used_at"


class PostgresqlBackend(Backend):
    """A PostgreSQL server, reached with asyncpg.

    Args:
        url: its address; the query may have `sslmode` and what asyncpg knows.

    Raises:
        ValueError: the query is not valid.
    """

    def __init__(self, url: sa.URL) -> None:
        self.url = url.set(drivername="postgresql+asyncpg", query=_checked_options(url))
        keep_rows_out_of_logs()
        self._engine = self._new_pool(CONNECTIONS)
        # Statements of a few rows need no BEGIN and ROLLBACK, each of which would take as long as one of them.
        self._reading_engine = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._lease_engine = self._new_pool(LEASE_CONNECTIONS)
        self._queues = LocalRoomQueues(ROOM_CONNECTIONS, QUEUE_SECONDS)

    def _new_pool(self, connections: int) -> AsyncEngine:
        limits = {
            "lock_timeout": LOCK_SECONDS,
            "statement_timeout": STATEMENT_SECONDS,
            "idle_in_transaction_session_timeout": IDLE_SECONDS,
        }
        engine = self._new_engine(
            pool_size=connections,
            max_overflow=0,
            pool_timeout=POOL_SECONDS,
            connect_args={
                "timeout": COMMAND_SECONDS,
                "command_timeout": COMMAND_SECONDS,
                "server_settings": {name: f"{round(1000 * seconds)}ms" for name, seconds in limits.items()}
                | _NOT_COMPILED,
            },
        )
        sa.event.listen(engine.sync_engine, "checkin", _note_use)
        sa.event.listen(engine.sync_engine, "checkout", self._test)
        return engine

    def _new_engine(self, **options: Any) -> AsyncEngine:  # noqa: ANN401  # SQLAlchemy's
        # Parameters are left out of errors, and so of logs, because they include secrets.
        engine = create_async_engine(self.url, hide_parameters=True, **options)
        sa.event.listen(engine.sync_engine, "handle_error", hide_row)
        sa.event.listen(engine.sync_engine, "handle_error", _note_loss)
        return engine

    def _test(self, connection: DBAPIConnection, record: ConnectionPoolEntry, _proxy: object) -> None:
        """Test a connection that was not used for a while, or that the server has closed.

        SQLAlchemy's `pool_pre_ping` would test it each time.

        Raises:
            DisconnectionError: the pool opens another one.
        """
        if record.driver_connection is not None and record.driver_connection.is_closed():
            raise sa.exc.DisconnectionError
        used_at = record.info.get(_USED_AT)
        if used_at is None or time.monotonic() - used_at < TEST_SECONDS:
            return
        dialect = self._engine.dialect
        try:
            dialect.do_ping(connection)
        except dialect.loaded_dbapi.Error as error:
            if not dialect.is_disconnect(error, connection, None):
                raise
            raise sa.exc.InvalidatePoolError from error

    def _unlimited(self, **options: Any) -> AsyncEngine:  # noqa: ANN401  # options of an engine have many types
        """An engine without time limits."""
        return self._new_engine(poolclass=sa.NullPool, connect_args={"timeout": COMMAND_SECONDS}, **options)

    @property
    @override
    def engine(self) -> AsyncEngine:
        return self._engine

    @override
    def transaction(self, access: Access, room: RoomKey | None = None) -> TransactionContext:
        match access:
            case Access.LEASE:
                engine = self._lease_engine
            case Access.READ:
                engine = self._reading_engine
            case _:
                engine = self._engine
        transaction = engine_transaction(engine)
        return transaction if room is None else QueuedTransaction(transaction, self._queues, room)

    @override
    async def run(self, work: Callable[[sa.Connection], Any]) -> Any:
        async with self._unlimited().begin() as connection:
            return await connection.run_sync(work)

    @override
    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Connection]:
        unlimited = self._unlimited(isolation_level="REPEATABLE READ")
        async with unlimited.begin() as connection:
            yield EngineConnection(connection)

    @override
    @asynccontextmanager
    async def clock(self) -> AsyncIterator[Clock]:
        clock = ServerClock(self._read_time)
        async with clock.keep_synchronized():
            yield clock

    async def _read_time(self) -> datetime:
        async with self._engine.connect() as connection:
            told: datetime = (await connection.execute(sa.select(sa.func.clock_timestamp()))).scalar_one()
            return told.astimezone(UTC)

    @override
    async def is_writable(self) -> bool:
        """Whether the server is writable. A standby is not, which a proxy may connect to."""
        async with self._engine.connect() as connection:
            return bool(await connection.scalar(sa.text("SHOW transaction_read_only")) == "off")

    @override
    async def scrub_deleted(self) -> None:
        """Do nothing, because the server decides when deleted rows are overwritten."""

    @override
    async def close(self) -> None:
        """Close every connection. Those that the server does not close in time last until the process ends."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await asyncio.gather(self._engine.dispose(), self._lease_engine.dispose())


def _checked_options(url: sa.URL) -> dict[str, str | tuple[str, ...]]:
    """The query of an address as asyncpg needs it.

    Raises:
        ValueError: it has an option that is not known, or a mode of TLS that is none.
    """
    options = {"ssl" if name == "sslmode" else name: value for name, value in url.query.items()}
    if unknown := sorted(set(options) - _OPTIONS):
        message = f"unknown option {unknown[0]}"
        raise ValueError(message)
    if options.get("ssl", "prefer") not in _TLS_MODES:
        message = f"sslmode must be one of {', '.join(_TLS_MODES)}"
        raise ValueError(message)
    return options


def _note_use(connection: DBAPIConnection | None, record: ConnectionPoolEntry) -> None:
    if connection is not None:
        record.info[_USED_AT] = time.monotonic()


def _note_loss(context: Any) -> None:  # noqa: ANN401  # SQLAlchemy's signature
    """Treat a connection that the server is closing as lost. asyncpg reports this as an error of the client."""
    if isinstance(context.original_exception, context.dialect.loaded_dbapi.InternalClientError):
        context.is_disconnect = True


class EngineConnection(Connection):
    """A connection of SQLAlchemy's asynchronous engine."""

    dialect: Dialect = "postgresql"

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._is_new = True

    @override
    async def execute(self, statement: sa.Executable, parameters: Parameters | None = None) -> int:
        return (await self._result(statement, parameters)).rowcount

    @override
    async def execute_many(self, statement: sa.Executable, parameters: Sequence[Parameters]) -> None:
        await self._result(statement, parameters)

    @override
    async def fetch_one(self, statement: sa.Executable, parameters: Parameters | None = None) -> Row | None:
        return (await self._result(statement, parameters)).first()

    @override
    async def fetch_all(self, statement: sa.Executable, parameters: Parameters | None = None) -> Sequence[Row]:
        return (await self._result(statement, parameters)).all()

    async def _result(
        self, statement: sa.Executable, parameters: Parameters | Sequence[Parameters] | None
    ) -> sa.CursorResult[Any]:
        """Execute a statement. If the connection was lost before the first one, execute it on another connection."""
        is_first, self._is_new = self._is_new, False
        try:
            return await self._connection.execute(statement, parameters)
        except sa.exc.DBAPIError as error:
            if not (is_first and error.connection_invalidated):
                raise
        await self._connection.rollback()
        await self._connection.begin()
        return await self._connection.execute(statement, parameters)


@dataclass(slots=True)
class EngineTransaction(Transaction):
    """A transaction on a connection of an engine's pool."""

    connection: Connection
    _pooled: AsyncConnection

    @override
    async def commit(self) -> None:
        await self._pooled.commit()


@asynccontextmanager
async def engine_transaction(engine: AsyncEngine) -> AsyncIterator[EngineTransaction]:
    """Begin a transaction on a connection of an engine's pool, and give the connection back."""
    pooled = await engine.connect().start()
    try:
        await pooled.begin()
        yield EngineTransaction(EngineConnection(pooled), pooled)
    except BaseException as error:
        cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        if isinstance(cause, TimeoutError):  # the server did not respond, and a rollback would wait just as long
            await pooled.invalidate()
        raise
    finally:
        await pooled.close()


log = logging.getLogger(__name__)

SYNCHRONIZE_SECONDS = 30.0
"""How often the server's time is read. In between, the machine's monotonic clock is added."""


class ServerClock:
    """A clock that is synchronized with the server. Calling it returns the current time in UTC.

    Args:
        read: reads the server's time.
        monotonic: returns the time in seconds and never goes back.
    """

    def __init__(
        self, read: Callable[[], Awaitable[datetime]], monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._read = read
        self._monotonic = monotonic
        self._told = datetime.now(UTC)
        self._told_at = monotonic()

    def __call__(self) -> datetime:
        """The current time in UTC."""
        return self._told + timedelta(seconds=self._monotonic() - self._told_at)

    async def synchronize(self) -> None:
        """Read the server's time. If that fails, the clock continues as before."""
        before = self._monotonic()
        try:
            told = await self._read()
        except FAULTS as error:
            log.warning("the server's clock cannot be read: %s", type(error).__name__)
            return
        after = self._monotonic()
        self._told, self._told_at = told, (before + after) / 2

    @asynccontextmanager
    async def keep_synchronized(self) -> AsyncIterator[None]:
        """Keep the clock synchronized until the block ends."""
        await self.synchronize()
        task = asyncio.create_task(self._repeat(), name="synchronizing the clock")
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait({task})

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(SYNCHRONIZE_SECONDS)
            await self.synchronize()
