"""Units of work that may read many rows of an SQLite file.

Their statements run in threads, of which aiosqlite has one for each connection.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

import aiosqlite
from sqlalchemy import Executable
from typing_extensions import override

from bot.persistence.connection import Connection, Dialect, Parameters, Row, Transaction
from bot.persistence.sqlite.connection import as_sqlalchemy_error
from bot.persistence.sqlite.statements import CompiledStatement, compiled

MAX_LONG_READS = 2
"""How many units of work may read many rows at once; others wait for their turn."""

_ROWS_AT_ONCE = 500
_CHUNK = 64  # rows that aiosqlite would fetch at once while iterating over a result


class SqliteLongReads:
    """Opens a connection for each unit of work.

    Args:
        open_file: opens a connection in autocommit mode, in the thread that uses it; it may wait.
        check_file: raises an error of SQLite if the file is no longer the one that was opened first.
    """

    def __init__(self, open_file: Callable[[], sqlite3.Connection], check_file: Callable[[], None]) -> None:
        self._open_file = open_file
        self._check_file = check_file
        self._turns = asyncio.Semaphore(MAX_LONG_READS)

    def transaction(self) -> Transaction:
        """A snapshot for one unit of work."""
        return _LongRead(self._open_file, self._check_file, self._turns)


class _LongRead(Transaction):
    """The transaction of a unit of work; its connection is closed when it ends."""

    def __init__(
        self, open_file: Callable[[], sqlite3.Connection], check_file: Callable[[], None], turns: asyncio.Semaphore
    ) -> None:
        self._connection = aiosqlite.Connection(open_file, _CHUNK)
        self._check_file = check_file
        self._turns = turns

    @override
    async def begin(self) -> Connection:
        self._check_file()
        await self._turns.acquire()
        try:
            await self._connection
            await self._connection.execute("BEGIN")
        except BaseException:
            await self.end(None)
            raise
        return AiosqliteConnection(self._connection)

    @override
    async def commit(self) -> None:
        await self._connection.commit()

    @override
    async def end(self, error: BaseException | None) -> None:
        try:
            if isinstance(error, asyncio.CancelledError):
                await self._connection.interrupt()
            await self._connection.close()
        finally:
            self._turns.release()


class AiosqliteConnection(Connection):
    """A connection of aiosqlite."""

    dialect: Dialect = "sqlite"

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    @override
    async def execute(self, statement: Executable, parameters: Parameters | None = None) -> int:
        prepared = compiled(statement, parameters)
        try:
            async with self._connection.execute(prepared.sql, _bound(prepared, parameters)) as cursor:
                return cursor.rowcount
        except sqlite3.Error as error:
            raise as_sqlalchemy_error(prepared, error) from error

    @override
    async def fetch_all(self, statement: Executable, parameters: Parameters | None = None) -> Sequence[Row]:
        prepared = compiled(statement, parameters)
        try:
            rows = await self._connection.execute_fetchall(prepared.sql, _bound(prepared, parameters))
        except sqlite3.Error as error:
            raise as_sqlalchemy_error(prepared, error) from error
        found: list[Row] = []
        for number, row in enumerate(rows, start=1):
            found.append(prepared.row(tuple(row)))
            if number % _ROWS_AT_ONCE == 0:
                await asyncio.sleep(0)  # the event loop goes on meanwhile
        return found


def _bound(prepared: CompiledStatement, parameters: Parameters | None) -> Any:  # noqa: ANN401  # aiosqlite knows lists only
    return prepared.bind(parameters or {})
