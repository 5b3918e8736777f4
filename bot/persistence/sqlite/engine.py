"""SQLAlchemy's asynchronous engine for a SQLite file, whose connections are aiosqlite's.

It is imported only where it is used; see `bot.persistence.postgresql.backend`.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from typing import Any

import aiosqlite
from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

_CHUNK = 64  # rows that aiosqlite would fetch at once while iterating over a result


def open_engine(url: URL, open_file: Callable[[], sqlite3.Connection]) -> AsyncEngine:
    """An engine with one connection, which is opened when it is first used.

    Args:
        url: the file's address, with the driver.
        open_file: opens a connection in autocommit mode, usable in every thread; it may wait.
    """

    async def connect() -> aiosqlite.Connection:
        return await _finish(_connect(open_file))

    # Parameters are left out of errors, and so of logs, because they include secrets.
    return create_async_engine(url, async_creator=connect, pool_size=1, max_overflow=0, hide_parameters=True)


async def _connect(open_file: Callable[[], sqlite3.Connection]) -> aiosqlite.Connection:
    """Give aiosqlite a file that is open: if it cannot open one, its thread may outlive the event loop."""
    opened = await asyncio.to_thread(open_file)
    connection = aiosqlite.Connection(lambda: opened, _CHUNK)
    connection._thread.daemon = True  # noqa: SLF001  # as SQLAlchemy does, so that it never keeps the process alive
    return await connection


async def _finish(connecting: Coroutine[Any, Any, aiosqlite.Connection]) -> aiosqlite.Connection:
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
