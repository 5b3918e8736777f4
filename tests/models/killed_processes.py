"""Processes that are killed at a statement, or just before or after a commit, and replaced."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import Executor, Future
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from sqlalchemy import Executable
from typing_extensions import override

from bot.model.operations import Clock
from bot.model.rooms import RoomKey
from bot.persistence.connection import Connection, Parameters, Row, Transaction, TransactionContext
from bot.persistence.database import Database
from bot.persistence.sqlite.backend import SqliteBackend
from bot.persistence.unit_of_work import Access, UnitOfWork
from bot.services.services import Services
from bot.services.solver import RandomSource
from tests.fakes.solver import InlineSolver

_Result = TypeVar("_Result")


class Killed(BaseException):
    """The process ends at once: no code of the bot handles this."""


@dataclass
class Countdown:
    """Counts the statements and commits until a process is killed.

    Args:
        left: how many are left, None if the process is not killed.
    """

    left: int | None = None

    def step(self) -> None:
        """Count one.

        Raises:
            Killed: none is left.
        """
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise Killed


class _Connection(Connection):
    """A connection whose process can be killed before each statement."""

    def __init__(self, connection: Connection, countdown: Countdown) -> None:
        self._connection, self._countdown, self.dialect = connection, countdown, connection.dialect

    @override
    async def execute(self, statement: Executable, parameters: Parameters | None = None) -> int:
        self._countdown.step()
        return await self._connection.execute(statement, parameters)

    @override
    async def fetch_all(self, statement: Executable, parameters: Parameters | None = None) -> Sequence[Row]:
        self._countdown.step()
        return await self._connection.fetch_all(statement, parameters)


@dataclass
class _Transaction(Transaction):
    """A transaction whose process can be killed before and after the commit."""

    transaction: Transaction
    connection: Connection
    countdown: Countdown

    @override
    async def commit(self) -> None:
        self.countdown.step()
        await self.transaction.commit()
        self.countdown.step()


class Process:
    """A process of the bot, without a platform, that is replaced when it was killed.

    Attributes:
        services: of the present process.
        kills: how often it was killed.
    """

    def __init__(self, url: str, clock: Clock, random_source: RandomSource) -> None:
        self._url, self._clock, self._random_source = url, clock, random_source
        self._countdown = Countdown()
        self.kills = 0
        self._start()

    def _start(self) -> None:
        self.database = Database(self._url)
        _avoid_threads(self.database)
        self.services = Services(self.unit, self._clock, self._random_source, InlineSolver())

    @asynccontextmanager
    async def unit(self, access: Access = Access.CHANGE, room: RoomKey | None = None) -> AsyncIterator[UnitOfWork]:
        """A unit of work in which the process can be killed."""
        async with self.database.unit(access, room) as unit:
            made = unit._transaction
            unit._transaction = _Transaction(made, _Connection(made.connection, self._countdown), self._countdown)
            yield unit

    async def call(self, act: Callable[[Services], Awaitable[_Result]], kill_after: int | None = None) -> _Result:
        """Let the process do something and, if it is killed, its successor once more.

        Args:
            act: what to do.
            kill_after: statements and commits before it is killed, None if it is not.
        """
        self._countdown.left = kill_after
        try:
            return await act(self.services)
        except Killed:
            self.kills += 1
            self._countdown.left = None
            await self.database.close()
            self._start()
            return await act(self.services)
        finally:
            self._countdown.left = None


class _Inline(Executor):
    """Runs everything at once in the calling thread."""

    @override
    def submit(self, fn: Callable[..., _Result], /, *args: Any, **kwargs: Any) -> "Future[_Result]":
        future = Future[_Result]()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  # whoever waits for the result handles it
            future.set_exception(error)
        return future


def _avoid_threads(database: Database) -> None:
    """Let an SQLite file be read and written in the thread of the event loop, which takes half of the time."""
    backend: Any = database._backend
    if isinstance(backend, SqliteBackend):
        replaced, transaction = cast("Any", backend), backend.transaction
        replaced._writer.thread = _Inline()

        def in_this_thread(access: Access, room: RoomKey | None = None) -> TransactionContext:
            return transaction(Access.READ if access is Access.LONG_READ else access, room)

        replaced.transaction = in_this_thread
