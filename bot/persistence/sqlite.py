"""Opening SQLite files, and running statements without a thread where they cannot block.

aiosqlite runs every call in a thread. Inside a transaction the file is locked, so statements do not wait: they run
directly in the event loop's thread. Only what may wait goes through aiosqlite's thread: BEGIN, which waits for other
processes, and COMMIT, which waits for the disk. This saves about forty thread switches for each guess.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from typing import Any

import aiosqlite
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

_POLL_SECONDS, _POLLS = 0.002, 500
"""How often, and how many times, to check whether a thread has ended."""

_WAITING_STATEMENTS = ("BEGIN", "PRAGMA")
"""The statements that may wait for another process."""


class DirectConnection(aiosqlite.Connection):
    """A connection that runs only calls that may wait in its thread, and all others directly."""

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # aiosqlite's signature
        """Run a function of sqlite3, directly or in the thread."""
        if _may_wait(fn, args) or not self._running or self._connection is None:
            return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call]  # aiosqlite's own
        return fn(*args, **kwargs)


def _may_wait(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bool:
    """Whether a call of a function of sqlite3 may wait for another process or for the disk."""
    if isinstance(getattr(function, "__self__", None), sqlite3.Cursor):
        statement = arguments[0] if arguments else None
        return isinstance(statement, str) and statement.lstrip().upper().startswith(_WAITING_STATEMENTS)
    return getattr(function, "__name__", "") not in {"cursor", "rollback"}


async def open_sqlite(database: str, **options: Any) -> aiosqlite.Connection:  # noqa: ANN401  # as sqlite3.connect
    """Open a file; if that fails, wait for its thread to end, because the thread still uses the event loop."""
    options["check_same_thread"] = False  # two threads use it, but never at the same time

    def connector() -> sqlite3.Connection:
        opened: sqlite3.Connection = sqlite3.connect(database, **options)
        return opened

    connection = DirectConnection(connector, iter_chunk_size=64)
    connection._thread.daemon = True  # noqa: SLF001  # as SQLAlchemy does: the thread must not keep the process alive
    try:
        await connection
    except BaseException:
        for _ in range(_POLLS):
            if not connection._thread.is_alive():  # noqa: SLF001  # as above
                break
            await asyncio.sleep(_POLL_SECONDS)
        raise
    return connection


def configure(engine: AsyncEngine) -> None:
    """Make an engine set up its connections and begin its transactions as this program needs."""
    event.listen(engine.sync_engine, "connect", _set_up)
    event.listen(engine.sync_engine, "begin", _begin)


def _set_up(connection: Any, _record: object) -> None:  # noqa: ANN401  # SQLAlchemy's signature
    connection.isolation_level = None  # `_begin` begins transactions; sqlite3 would do so later, and not for DDL
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Any) -> None:  # noqa: ANN401  # SQLAlchemy's signature
    connection.exec_driver_sql("BEGIN IMMEDIATE")
