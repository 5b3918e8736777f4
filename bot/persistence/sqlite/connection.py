"""Transactions on connections of sqlite3, in the event loop's thread or in another one.

SQLAlchemy Core statements are compiled once. Executing a compiled statement takes about 5 microseconds with this
module, 20 with SQLAlchemy's own connection and 350 with its asynchronous engine. A guess executes about ten statements.
"""

import asyncio
import sqlite3
from collections import namedtuple
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.sql.compiler import SQLCompiler
from typing_extensions import override

from bot.persistence.connection import Connection, Dialect, Parameters, ReadTransaction, Row
from bot.persistence.tables.base import UtcDateTime

Converter: TypeAlias = Callable[[Any], Any]

MAX_STATEMENTS = 500
"""The number of compiled statements that are kept, which is many more than this program has."""

_DIALECT = SQLiteDialect_pysqlite(paramstyle="named")


class CompiledStatement(Struct, frozen=True):
    """A statement as sqlite3 executes it.

    Args:
        sql: the text, with named parameters.
        constants: the values of the parameters that are part of the statement, as sqlite3 stores them.
        binders: the functions that convert the values of parameters to what sqlite3 stores, by parameter.
        times: the parameters that are times.
        row: makes a row of the result, a named tuple, from the values that sqlite3 read.
    """

    sql: str
    constants: Parameters
    binders: tuple[tuple[str, Converter], ...]
    times: tuple[str, ...]
    row: Callable[[Sequence[Any]], Row]


@lru_cache(MAX_STATEMENTS)
def compile_statement(statement: sa.Executable, names: tuple[str, ...]) -> CompiledStatement:
    """The compiled statement for parameters with these names. It is compiled at the first call."""
    if not isinstance(statement, sa.ClauseElement):
        raise TypeError(statement)
    text = statement.compile(dialect=_DIALECT, column_keys=list(names) or None)
    if not isinstance(text, SQLCompiler) or text.post_compile_params:
        raise TypeError(statement)  # its text would depend on the parameters
    binders = {
        name: binder
        for name, parameter in text.binds.items()
        if (binder := parameter.type.dialect_impl(_DIALECT).bind_processor(_DIALECT))
    }
    times = tuple(name for name in names if name in binders and isinstance(text.binds[name].type, UtcDateTime))
    columns = list(getattr(statement, "exported_columns", ()))  # as all that return rows have
    return CompiledStatement(
        sql=str(text),
        constants={
            name: binders[name](value) if name in binders else value
            for name, value in text.params.items()
            if name not in names
        },
        binders=tuple((name, binder) for name, binder in binders.items() if name in names and name not in times),
        times=times,
        row=_row_maker(columns),
    )


def _row_maker(columns: Sequence[sa.Column[Any]]) -> Callable[[Sequence[Any]], Row]:
    """A function that makes a named tuple of the stored values of these columns."""
    names = [column.key for column in columns]
    make: Callable[[Sequence[Any]], Row] = namedtuple("Row", names)._make  # type: ignore[attr-defined]  # noqa: PYI024  # made at run time
    times = [position for position, column in enumerate(columns) if isinstance(column.type, UtcDateTime)]
    readers = [
        (position, reader)
        for position, column in enumerate(columns)
        if position not in times and (reader := column.type.dialect_impl(_DIALECT).result_processor(_DIALECT, None))
    ]
    if not readers and not times:
        return make

    def convert(stored: Sequence[Any]) -> Row:
        values = list(stored)
        for position, read in readers:
            values[position] = read(values[position])
        for position in times:
            if values[position] is not None:
                values[position] = datetime.fromisoformat(f"{values[position]}+00:00")  # in a quarter of the time
        return make(values)

    return convert


_Result = TypeVar("_Result")

_MANY_ROWS = 10
"""Rows that take longer to write than a change of the thread, such as those of a result."""

_FIRST_PAUSE, _LONGEST_PAUSE = 0.001, 0.02  # seconds


@dataclass
class EventLoopThreadConnection(Connection):
    """A connection of sqlite3. Statements must be quick, because the event loop waits for them.

    Args:
        connection: a connection that is usable in every thread.
        thread: writes many rows, which may first have to be read from the disk.
    """

    _connection: sqlite3.Connection
    _thread: Executor | None = None
    dialect: Dialect = "sqlite"

    @override
    async def execute(self, statement: sa.Executable, parameters: Parameters | None = None) -> int:
        return _cursor(self._connection, compile_statement(statement, tuple(parameters or ())), parameters).rowcount

    @override
    async def execute_many(self, statement: sa.Executable, parameters: Sequence[Parameters]) -> None:
        prepared = compile_statement(statement, tuple(parameters[0]))

        def write() -> None:
            for one in parameters:
                _cursor(self._connection, prepared, one)

        if self._thread and len(parameters) >= _MANY_ROWS:
            await run_in(self._thread, write)
        else:
            write()

    @override
    async def fetch_one(self, statement: sa.Executable, parameters: Parameters | None = None) -> Row | None:
        prepared = compile_statement(statement, tuple(parameters or ()))
        cursor = _cursor(self._connection, prepared, parameters)
        stored = cursor.fetchone()
        cursor.close()  # an unfinished statement would keep its snapshot
        return None if stored is None else prepared.row(stored)

    @override
    async def fetch_all(self, statement: sa.Executable, parameters: Parameters | None = None) -> Sequence[Row]:
        prepared = compile_statement(statement, tuple(parameters or ()))
        return [prepared.row(stored) for stored in _cursor(self._connection, prepared, parameters)]


@dataclass
class ThreadConnection(Connection):
    """A connection of sqlite3 whose statements may take long, because they are compiled and run in a thread.

    Args:
        connection: a connection that is usable in every thread.
        thread: an executor with one thread.
        interrupt: ends the statement of a unit of work that is cancelled. Without it the statement runs to its end,
            as it has to in a transaction with changes of others, because SQLite would roll all of them back.
    """

    _connection: sqlite3.Connection
    _thread: Executor
    _interrupt: Callable[[], None] | None = None
    dialect: Dialect = "sqlite"

    @override
    async def execute(self, statement: sa.Executable, parameters: Parameters | None = None) -> int:
        return await self._run(lambda: self._cursor(statement, parameters).rowcount)

    @override
    async def execute_all(self, statements: Sequence[sa.Executable], parameters: Parameters) -> None:
        await self._run(lambda: [self._cursor(statement, parameters) for statement in statements])

    @override
    async def execute_many(self, statement: sa.Executable, parameters: Sequence[Parameters]) -> None:
        await self._run(lambda: [self._cursor(statement, one) for one in parameters])

    @override
    async def fetch_all(self, statement: sa.Executable, parameters: Parameters | None = None) -> Sequence[Row]:
        def fetch() -> Sequence[Row]:
            row = compile_statement(statement, tuple(parameters or ())).row
            return [row(stored) for stored in self._cursor(statement, parameters)]

        return await self._run(fetch)

    def _cursor(self, statement: sa.Executable, parameters: Parameters | None) -> sqlite3.Cursor:
        return _cursor(self._connection, compile_statement(statement, tuple(parameters or ())), parameters)

    async def _run(self, work: Callable[[], _Result]) -> _Result:
        """Run several statements at once, because changing the thread takes longer than most of them."""
        return await run_in(self._thread, work, self._interrupt)


async def run_in(thread: Executor, work: Callable[[], _Result], interrupt: Callable[[], None] | None = None) -> _Result:
    """Run a function in a thread, and return only when the function has, even if the caller is cancelled.

    Args:
        thread: runs it.
        work: what to run.
        interrupt: makes it return early; called if the caller is cancelled.
    """
    running = asyncio.get_running_loop().run_in_executor(thread, work)
    try:
        await asyncio.wait([running])
    except asyncio.CancelledError:
        if interrupt:
            interrupt()
        await asyncio.wait([running])
        running.exception()  # otherwise asyncio reports an error that nobody has retrieved
        raise
    return running.result()


def _cursor(
    connection: sqlite3.Connection, prepared: CompiledStatement, parameters: Parameters | None
) -> sqlite3.Cursor:
    """Execute a statement, with its parameters converted to what sqlite3 stores."""
    bound = {**prepared.constants, **(parameters or {})}
    for name, convert in prepared.binders:
        bound[name] = convert(bound[name])
    for name in prepared.times:
        if bound[name] is not None:
            bound[name] = bound[name].astimezone(UTC).isoformat(" ", "microseconds").removesuffix("+00:00")
    try:
        return connection.execute(prepared.sql, bound)
    except sqlite3.Error as error:
        # without the parameters, which include secrets and would be logged
        raise sa.exc.DBAPIError.instance(prepared.sql, {}, error, sqlite3.Error, hide_parameters=True) from error


class SqliteReaders:
    """Connections for units of work that only read a few rows. Each reads one snapshot and never waits for others.

    Args:
        open_file: opens a connection in autocommit mode, usable in every thread.
        busy_seconds: how long to wait while another process recovers the file after a crash.
        check_file: raises an error of SQLite if the file was deleted or replaced while it was open.
    """

    def __init__(
        self, open_file: Callable[[], sqlite3.Connection], busy_seconds: float, check_file: Callable[[], None]
    ) -> None:
        self._open_file = open_file
        self._check_file = check_file
        self._busy_seconds = busy_seconds
        self._idle: list[sqlite3.Connection] = []

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[ReadTransaction]:
        """A transaction that reads one snapshot."""
        connection = await self._take()
        try:
            yield ReadTransaction(EventLoopThreadConnection(connection))
        finally:
            self._give_back(connection)

    async def _take(self) -> sqlite3.Connection:
        """A connection with a snapshot."""
        self._check_file()
        connection = self._idle.pop() if self._idle else self._open_file()
        try:
            await begin(connection, "BEGIN", asyncio.get_running_loop().time() + self._busy_seconds)
        except BaseException:
            connection.close()
            raise
        return connection

    def _give_back(self, connection: sqlite3.Connection) -> None:
        """End the snapshot, and keep the connection for others."""
        try:
            connection.execute("ROLLBACK")
        except sqlite3.Error:  # an error of the disk has ended it
            connection.close()
        else:
            self._idle.append(connection)

    def close(self) -> None:
        """Close every connection."""
        while self._idle:
            self._idle.pop().close()


async def begin(connection: sqlite3.Connection, statement: str, deadline: float) -> None:
    """Begin a transaction with its snapshot, and wait while the file is locked.

    Args:
        connection: a connection whose busy timeout is 0.
        statement: `BEGIN` or `BEGIN IMMEDIATE`.
        deadline: when to give up, in the event loop's time. There is at least one attempt.

    Raises:
        sqlite3.OperationalError: the file is still locked at the deadline, or cannot be used.
    """
    loop, pause = asyncio.get_running_loop(), _FIRST_PAUSE
    while True:
        try:
            connection.execute(statement)
            if statement == "BEGIN":  # the snapshot is taken at the first read
                connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()
        except sqlite3.OperationalError as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if not is_busy(error) or loop.time() > deadline:
                raise
        else:
            return
        await asyncio.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)


def is_busy(error: sqlite3.OperationalError) -> bool:
    """Whether another process has locked the file."""
    return error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
