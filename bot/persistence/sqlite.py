"""SQLite: how files are opened, and which connection is for what.

| connection | for |
|---|---|
| of the writer | units of work that change something |
| of the readers | units of work that read a few rows |
| of a long read | a unit of work that may read many rows, which takes place in a thread; closed when it ends |
| of an engine with aiosqlite | libraries with repositories of their own |
| of a migration | closed when it ends |
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Connection, NullPool, create_engine, event
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from typing_extensions import override

from bot.persistence.backend import Backend
from bot.persistence.connection import Transaction
from bot.persistence.sqlite_connection import SqliteReaders
from bot.persistence.sqlite_long_reads import SqliteLongReads
from bot.persistence.sqlite_statements import MAX_STATEMENTS
from bot.persistence.sqlite_writer import SqliteWriter
from bot.services.observer import SILENT, Observer
from bot.services.ports import Access

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine  # see bot.persistence.engine

BUSY_SECONDS = 5.0
"""How long to wait for a lock of another process. Slack is acknowledged, and Discord told to wait, long before."""

_PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")

# At DEBUG, aiosqlite logs every statement with its parameters, which include secrets.
logging.getLogger("aiosqlite").setLevel(logging.INFO)


class SqliteBackend(Backend):
    """An SQLite file.

    Args:
        url: its address; `timeout` in its query, in seconds, takes the place of `BUSY_SECONDS`.
        observer: is told how many units of work are committed together.

    Raises:
        ValueError: it names no file, or its query is not valid.
    """

    def __init__(self, url: URL, observer: Observer = SILENT) -> None:
        if url.database in {None, "", ":memory:"}:
            raise ValueError(url.database)
        self.url = url.set(drivername="sqlite+aiosqlite")
        [self._file], self._options = SQLiteDialect_pysqlite().create_connect_args(url)
        self._options.setdefault("timeout", BUSY_SECONDS)
        self._writer = SqliteWriter(self._open_to_write, self._options["timeout"], observer)
        self._readers = SqliteReaders(self._open_to_read, self._options["timeout"])
        self._long_reads = SqliteLongReads(partial(self._open_to_read, self._options["timeout"]))

    @cached_property
    @override
    def engine(self) -> "AsyncEngine":
        from sqlalchemy.ext.asyncio import create_async_engine  # noqa: PLC0415  # see bot.persistence.engine

        arguments = {"timeout": self._options["timeout"]}
        # Parameters are left out of errors, and so of logs, because they include secrets.
        engine = create_async_engine(
            self.url, connect_args=arguments, pool_size=1, max_overflow=0, hide_parameters=True
        )
        event.listen(engine.sync_engine, "connect", _set_up_engine)
        event.listen(engine.sync_engine, "begin", _begin_immediate)
        return engine

    @override
    def transaction(self, access: Access) -> Transaction:
        match access:
            case Access.CHANGE:
                return self._writer.transaction()
            case Access.READ:
                return self._readers.transaction()
            case Access.LONG_READ:
                return self._long_reads.transaction()

    @override
    async def run(self, work: Callable[[Connection], Any]) -> Any:
        return await asyncio.to_thread(self._run, work)

    def _run(self, work: Callable[[Connection], Any]) -> Any:  # noqa: ANN401  # as `run`
        self._make_folder()
        engine = create_engine("sqlite://", creator=self._open, poolclass=NullPool, hide_parameters=True)
        event.listen(engine, "begin", _begin_immediate)
        with engine.begin() as connection:
            return work(connection)

    def _make_folder(self) -> None:
        if not self._options.get("uri"):
            Path(self._file).parent.mkdir(parents=True, exist_ok=True)

    @override
    async def close(self) -> None:
        await self._writer.close()
        self._readers.close()
        if "engine" in vars(self):  # it was used
            await self.engine.dispose()

    def _open(self) -> sqlite3.Connection:
        """Open the file in autocommit mode; transactions begin and end explicitly."""
        options = {**self._options, "isolation_level": None, "check_same_thread": False}
        connection: sqlite3.Connection = sqlite3.connect(self._file, cached_statements=MAX_STATEMENTS, **options)
        try:
            _set_up(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _open_to_write(self) -> sqlite3.Connection:
        connection = self._open()
        connection.execute("PRAGMA busy_timeout = 0")  # the event loop is not to wait
        return connection

    def _open_to_read(self, busy_seconds: float = 0.0) -> sqlite3.Connection:
        options = {**self._options, "isolation_level": None, "check_same_thread": False, "timeout": busy_seconds}
        connection: sqlite3.Connection = sqlite3.connect(self._file, cached_statements=MAX_STATEMENTS, **options)
        connection.execute("PRAGMA query_only = ON")
        return connection


def _set_up(connection: Any) -> None:  # noqa: ANN401  # of sqlite3, or SQLAlchemy's adapter
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _set_up_engine(connection: Any, _record: object) -> None:  # noqa: ANN401  # SQLAlchemy's signature
    connection.isolation_level = None  # `_begin_immediate` begins transactions; sqlite3 would do so later
    _set_up(connection)


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
