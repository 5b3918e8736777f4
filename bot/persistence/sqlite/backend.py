"""SQLite: the connections to a file.

| connection | used by |
|---|---|
| one of `SqliteWriter` | all units of work that change something |
| some of `SqliteReaders` | units of work that read a few rows |
| a new one for each `long_read` | a unit of work that may read many rows, in a thread |
| one of an engine with aiosqlite | libraries with repositories of their own |
| a new one for each `run` | migrations and copies |
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager, closing, suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from typing_extensions import override

from bot.model.observer import SILENT, Observer
from bot.model.rooms import RoomKey
from bot.persistence.backend import Backend
from bot.persistence.connection import Connection as ReadConnection, ReadTransaction, TransactionContext
from bot.persistence.errors import keep_rows_out_of_logs
from bot.persistence.sqlite.connection import SqliteReaders, ThreadConnection, run_in
from bot.persistence.sqlite.file import SqliteFile, private_file
from bot.persistence.sqlite.writer import SqliteWriter
from bot.persistence.unit_of_work import Access

if TYPE_CHECKING:
    import aiosqlite
    from sqlalchemy.ext.asyncio import AsyncEngine

_CHUNK = 64  # rows that aiosqlite would fetch at once while iterating over a result

MAX_LONG_READS = 2
"""The number of units of work that may read many rows at the same time. Others wait."""


@asynccontextmanager
async def long_read(
    open_file: Callable[[], sqlite3.Connection], check_file: Callable[[], None], turns: asyncio.Semaphore
) -> AsyncIterator[ReadTransaction]:
    """A transaction that may read many rows, on a connection of its own.

    Args:
        open_file: opens a connection in autocommit mode that is usable in every thread. It may block.
        check_file: raises an error of SQLite if the file was deleted or replaced while it was open.
        turns: limits how many run at a time.
    """
    check_file()
    thread, opened = ThreadPoolExecutor(1, thread_name_prefix="sqlite-long-read"), ExitStack()

    def begin() -> sqlite3.Connection:
        connection = opened.enter_context(closing(open_file()))
        connection.execute("BEGIN")
        return connection

    async with turns:
        try:
            connection = await run_in(thread, begin)
            yield ReadTransaction(ThreadConnection(connection, thread, connection.interrupt))
        finally:
            try:
                await run_in(thread, opened.close)
            finally:
                thread.shutdown(wait=False)


_PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON")
"""`secure_delete` overwrites deleted rows in the file. The log still has them until it is emptied."""

_CACHE = "cache_size = -512"
"""A page cache of 512 KB for each connection. SQLite's 2,000 KB made nothing faster at 2,000,000 results."""

SECONDS_UNTIL_EMPTY = 60.0
"""How long after a deletion the log is emptied. All deletions meanwhile need that only once."""


class SqliteBackend(Backend):
    """An SQLite file.

    Args:
        url: its address; see `SqliteFile`.
        observer: receives reports of how many units of work are committed together.

    Raises:
        ValueError: it names no file, or its query is not valid.
    """

    def __init__(self, url: sa.URL, observer: Observer = SILENT) -> None:
        self._file = SqliteFile(url)
        keep_rows_out_of_logs()
        self.url = url.set(drivername="sqlite+aiosqlite")
        open_to_write = partial(self._connect, *_PRAGMAS, "busy_timeout = 0")  # the event loop must not wait
        self._writer = SqliteWriter(open_to_write, self._file.busy_seconds, self._file.check_same_file, observer)
        self._readers = SqliteReaders(self._open_to_read, self._file.busy_seconds, self._file.check_same_file)
        self._long_reads = asyncio.Semaphore(MAX_LONG_READS)
        self._has_deleted = False  # since the log was emptied
        self._emptying: asyncio.Task[None] | None = None

    @cached_property
    @override
    def engine(self) -> "AsyncEngine":
        """An engine with one connection, which is opened when it is first used."""
        from sqlalchemy.ext.asyncio import create_async_engine  # noqa: PLC0415  # slow to load, and rarely needed

        # Parameters are left out of errors, and so of logs, because they include secrets.
        engine = create_async_engine(
            self.url,
            async_creator=lambda: _finish(_connect(self._open)),
            pool_size=1,
            max_overflow=0,
            hide_parameters=True,
        )
        sa.event.listen(engine.sync_engine, "begin", self._begin_immediate)
        return engine

    @override
    def transaction(self, access: Access, room: RoomKey | None = None) -> TransactionContext:
        match access:  # all changes take turns, so those of a room do too
            case Access.CHANGE | Access.LEASE:
                return self._writer.savepoint()
            case Access.READ:
                return self._readers.snapshot()
            case Access.LONG_READ:
                open_file = partial(self._open_to_read, self._file.busy_seconds)
                return long_read(open_file, self._file.check_same_file, self._long_reads)
            case Access.LONG_CHANGE:
                return self._writer.savepoint(in_thread=True, on_change=self._empty_log_soon)

    @override
    async def run(self, work: Callable[[sa.Connection], Any]) -> Any:
        return await asyncio.to_thread(self._run, work)

    def _run(self, work: Callable[[sa.Connection], Any]) -> Any:  # noqa: ANN401  # whatever `work` returns
        self._file.create()
        engine = sa.create_engine("sqlite://", creator=self._open, poolclass=sa.NullPool, hide_parameters=True)
        sa.event.listen(engine, "begin", self._begin_immediate)
        with engine.begin() as connection:
            return work(connection)

    @property
    @override
    def file(self) -> Path:
        return self._file.path

    @override
    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[ReadConnection]:
        async with self.transaction(Access.LONG_READ) as transaction:
            yield transaction.connection

    @override
    async def find_damage(self) -> Sequence[str]:
        return await asyncio.to_thread(self._file.find_damage)

    @override
    async def write_copy(self, file: Path) -> bool:
        await asyncio.to_thread(self._file.write_copy, file)
        return True

    @override
    def copy_before_migration(self, revision: str) -> Path:
        file = self._file.path.with_name(f"{self._file.path.name}.{revision}.backup")
        if not file.exists():
            with private_file(file) as part:
                self._file.write_copy(part)
        return file

    @override
    async def is_writable(self) -> bool:
        async with self._writer.savepoint():
            return True

    @override
    async def scrub_deleted(self) -> None:
        await asyncio.to_thread(self._file.empty_write_ahead_log)

    def _empty_log_soon(self) -> None:
        """Empty the log some time after many rows were changed, because they may have been deleted."""
        self._has_deleted = True
        if self._emptying is None:
            self._emptying = asyncio.create_task(self._empty_log())

    async def _empty_log(self) -> None:
        while self._has_deleted:
            await asyncio.sleep(SECONDS_UNTIL_EMPTY)
            self._has_deleted, is_empty = False, False
            with suppress(sqlite3.Error):  # another process may keep it busy
                is_empty = await asyncio.to_thread(self._file.empty_write_ahead_log)
            self._has_deleted |= not is_empty
        self._emptying = None

    @override
    async def close(self) -> None:
        if self._emptying:
            self._emptying.cancel()
            with suppress(sqlite3.Error):
                await asyncio.to_thread(self._file.empty_write_ahead_log, 0.0)
        await self._writer.close()
        self._readers.close()
        if "engine" in vars(self):  # it was used
            await self.engine.dispose()

    def _open(self) -> sqlite3.Connection:
        return self._connect(*_PRAGMAS)

    def _open_to_read(self, busy_seconds: float = 0.0) -> sqlite3.Connection:
        return self._connect("query_only = ON", busy_seconds=busy_seconds)

    def _connect(self, *pragmas: str, busy_seconds: float | None = None) -> sqlite3.Connection:
        connection = self._file.open(busy_seconds)
        try:
            _set_up(connection, _CACHE, *pragmas)
        except BaseException:
            connection.close()
            raise
        return connection

    def _begin_immediate(self, connection: sa.Connection) -> None:
        self._file.check_same_file()
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _set_up(connection: sqlite3.Connection, *pragmas: str) -> None:
    for pragma in pragmas:
        connection.execute(f"PRAGMA {pragma}")


async def _connect(open_file: Callable[[], sqlite3.Connection]) -> "aiosqlite.Connection":
    """Give aiosqlite a file that is open: if it cannot open one, its thread may outlive the event loop."""
    import aiosqlite  # noqa: PLC0415  # see `SqliteBackend.engine`

    opened = await asyncio.to_thread(open_file)
    connection = aiosqlite.Connection(lambda: opened, _CHUNK)
    connection._thread.daemon = True  # noqa: SLF001  # as SQLAlchemy does, so that it never keeps the process alive
    return await connection


async def _finish(connecting: Coroutine[Any, Any, "aiosqlite.Connection"]) -> "aiosqlite.Connection":
    """Wait for a connection, and close it if the caller is cancelled, because aiosqlite leaves it open."""
    task = asyncio.ensure_future(connecting)
    try:
        await asyncio.wait([task])
    except asyncio.CancelledError:
        await asyncio.wait([task])
        if not task.exception():
            await task.result().close()
        raise
    return task.result()
