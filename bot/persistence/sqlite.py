"""How SQLite is opened and spoken to.

Statements inside a transaction never wait for anybody: it has begun, so the file is ours. They run at once, where the
event loop is; only what may wait, beginning for other processes and committing for the disk, goes through aiosqlite's
thread. That saves some forty changes of thread for every guess.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from typing import Any

import aiosqlite
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

_MOMENT, _PATIENCE = 0.002, 500
"""Seconds between two looks at a thread that is ending, and how many looks it gets."""

_WAITING = ("BEGIN", "PRAGMA")
"""What statements begin with that may wait for another process."""


class PromptConnection(aiosqlite.Connection):
    """A connection whose statements run at once, and only what may wait runs in its thread."""

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # aiosqlite's signature
        """Run a function of sqlite3's, here or in the thread."""
        if _may_wait(fn, args) or not self._running or self._connection is None:
            return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call]  # aiosqlite's own
        return fn(*args, **kwargs)


def _may_wait(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bool:
    """Whether what a function of sqlite3's does may take longer than a moment."""
    if isinstance(getattr(function, "__self__", None), sqlite3.Cursor):
        statement = arguments[0] if arguments else None
        return isinstance(statement, str) and statement.lstrip().upper().startswith(_WAITING)
    return getattr(function, "__name__", "") not in {"cursor", "rollback"}


async def open_sqlite(database: str, **options: Any) -> aiosqlite.Connection:  # noqa: ANN401  # as sqlite3.connect
    """Open a file; if that fails, wait for its thread to end while there is a loop for it to report to."""
    options["check_same_thread"] = False  # never two at a time: every use of the connection is awaited

    def connector() -> sqlite3.Connection:
        opened: sqlite3.Connection = sqlite3.connect(database, **options)
        return opened

    connection = PromptConnection(connector, iter_chunk_size=64)
    connection._thread.daemon = True  # noqa: SLF001  # as SQLAlchemy does, so that no thread keeps the program alive
    try:
        await connection
    except BaseException:
        for _ in range(_PATIENCE):
            if not connection._thread.is_alive():  # noqa: SLF001  # as above
                break
            await asyncio.sleep(_MOMENT)
        raise
    return connection


def configure(engine: AsyncEngine) -> None:
    """Have every connection of an engine set up, and every transaction begun, as this program needs it."""
    event.listen(engine.sync_engine, "connect", _set_up)
    event.listen(engine.sync_engine, "begin", _begin)


def _set_up(connection: Any, _record: object) -> None:  # noqa: ANN401  # SQLAlchemy's signature
    connection.isolation_level = None  # we begin transactions ourselves: sqlite3 does so too late, and not for DDL
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Any) -> None:  # noqa: ANN401  # SQLAlchemy's signature
    connection.exec_driver_sql("BEGIN IMMEDIATE")
