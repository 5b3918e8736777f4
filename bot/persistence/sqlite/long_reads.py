"""Units of work that may read many rows of an SQLite file. Each has a connection and a thread of its own."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from typing_extensions import override

from bot.persistence.connection import Connection, Transaction
from bot.persistence.sqlite.connection import ThreadConnection, run_in

MAX_LONG_READS = 2
"""The number of units of work that may read many rows at the same time. Others wait."""


class SqliteLongReads:
    """Opens a connection for each unit of work that may read many rows.

    Args:
        open_file: opens a connection in autocommit mode that is usable in every thread. It may block.
        check_file: raises an error of SQLite if the file was deleted or replaced while it was open.
    """

    def __init__(self, open_file: Callable[[], sqlite3.Connection], check_file: Callable[[], None]) -> None:
        self._open_file = open_file
        self._check_file = check_file
        self._turns = asyncio.Semaphore(MAX_LONG_READS)

    def transaction(self) -> Transaction:
        """A snapshot for one unit of work."""
        return _LongRead(self._open_file, self._check_file, self._turns)


class _LongRead(Transaction):
    """The transaction of a unit of work that may read many rows. Its connection is closed when it ends."""

    def __init__(
        self, open_file: Callable[[], sqlite3.Connection], check_file: Callable[[], None], turns: asyncio.Semaphore
    ) -> None:
        self._open_file = open_file
        self._check_file = check_file
        self._turns = turns
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-long-read")
        self._connection: sqlite3.Connection | None = None

    @override
    async def begin(self) -> Connection:
        self._check_file()
        await self._turns.acquire()
        try:
            connection = await run_in(self._thread, self._open)
        except BaseException:
            await self.end(None)
            raise
        return ThreadConnection(connection, self._thread, connection.interrupt)

    def _open(self) -> sqlite3.Connection:
        self._connection = self._open_file()
        self._connection.execute("BEGIN")
        return self._connection

    @override
    async def commit(self) -> None:
        """There is nothing to commit."""

    @override
    async def end(self, error: BaseException | None) -> None:
        try:
            if self._connection:
                await run_in(self._thread, self._connection.close)
        finally:
            self._thread.shutdown(wait=False)
            self._turns.release()
