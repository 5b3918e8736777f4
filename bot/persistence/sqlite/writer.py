"""The connection by which this process changes an SQLite file, and the units of work that share its transactions.

Units of work take turns. Each runs in a savepoint. When no other unit of work waits, all that have finished are
committed together, and only then does any of them return (group commit). Statements run in the event loop's thread,
because nothing within the transaction can block them. What can block runs in another thread: opening the file, COMMIT,
and statements that write many rows. While another process has locked the file, BEGIN is repeated after pauses.
"""

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from sqlalchemy.exc import TimeoutError as WaitedTooLong
from typing_extensions import override

from bot.model.observer import SILENT, Observer
from bot.persistence.connection import Connection, Transaction
from bot.persistence.sqlite.connection import EventLoopThreadConnection, ThreadConnection, begin, is_busy, run_in

MAX_GROUP = 64
"""The largest number of units of work that are committed together, so that the first does not wait long."""

_PAUSE_SECONDS = 0.005

_Future = asyncio.Future[None]


class SqliteWriter:
    """Gives units of work their turns, and commits them in groups.

    Args:
        open_file: opens a connection in autocommit mode, usable in every thread.
        busy_seconds: how long a unit of work may wait for its turn and for the lock of another process.
        check_file: raises an error of SQLite if the file was deleted or replaced while it was open.
        observer: receives reports of how many units of work are committed together.
    """

    def __init__(
        self,
        open_file: Callable[[], sqlite3.Connection],
        busy_seconds: float,
        check_file: Callable[[], None],
        observer: Observer = SILENT,
    ) -> None:
        self._open_file = open_file
        self._check_file = check_file
        self._busy_seconds = busy_seconds
        self._observer = observer
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._connection: sqlite3.Connection | None = None
        self._is_taken = False  # a unit of work has its turn, or a group is being committed
        self._waiting = deque[tuple[float, _Future]]()  # each with its deadline, in their order
        self._timer: asyncio.TimerHandle | None = None  # for the first deadline, or an earlier one
        self._finished = 0  # the number of units of work of the group that wait for its commit
        self._committed: _Future  # done after that commit; made by the first of them
        self._ending: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Close the file, after a commit that is in progress."""
        if self._timer:
            self._timer.cancel()
        if self._ending:
            await asyncio.wait([self._ending])
        connection, self._connection = self._connection, None
        if connection:
            await asyncio.get_running_loop().run_in_executor(self.thread, connection.close)
        self.thread.shutdown(wait=False)

    async def open(self) -> sqlite3.Connection:
        """The connection; the first call opens the file."""
        if self._connection is None:
            await run_in(self.thread, self._open)
        assert self._connection  # noqa: S101  # `_open` has set it
        return self._connection

    def _open(self) -> None:
        if self._connection is None:
            self._connection = self._open_file()

    @asynccontextmanager
    async def savepoint(
        self, *, in_thread: bool = False, on_change: Callable[[], None] | None = None
    ) -> AsyncIterator["SavepointTransaction"]:
        """A savepoint for one unit of work, which is rolled back unless it is committed.

        Args:
            in_thread: whether its statements run in the writer's thread.
            on_change: is called if it has changed something, just before the commit.
        """
        stored = await self._begin_savepoint()
        connection = (ThreadConnection if in_thread else EventLoopThreadConnection)(stored, self.thread)
        transaction = SavepointTransaction(connection, self, stored, on_change, stored.total_changes)
        try:
            yield transaction
        except BaseException as error:
            if not transaction.is_over:
                await self._roll_back_savepoint(stored, error)
            raise
        if not transaction.is_over:
            await self._roll_back_savepoint(stored, None)

    async def _begin_savepoint(self) -> sqlite3.Connection:
        """Wait for a turn and begin a savepoint, in the transaction of the group or in a new one."""
        deadline = asyncio.get_running_loop().time() + self._busy_seconds
        if self._is_taken:
            await self._wait_for_turn(deadline)
        self._is_taken = True
        try:
            connection = self._connection or await self.open()
            if not connection.in_transaction:
                self._check_file()
                await begin(connection, "BEGIN IMMEDIATE", deadline)
            connection.execute("SAVEPOINT unit")
        except BaseException:
            self._pass_turn()
            raise
        return connection

    async def wait_for_group_commit(self) -> None:
        """Give others their turn, and wait until the group is committed."""
        if not self._finished:
            self._committed = asyncio.get_running_loop().create_future()
        self._finished, committed = self._finished + 1, self._committed
        self._pass_turn()
        await asyncio.shield(committed)  # whoever is cancelled does not cancel the others

    async def _roll_back_savepoint(self, connection: sqlite3.Connection, error: BaseException | None) -> None:
        """Undo the savepoint, and give others their turn.

        The unit of work may have read changes of its group that are not committed yet. So it waits for their commit,
        unless it was cancelled.
        """
        try:
            connection.execute("ROLLBACK TO unit")
            connection.execute("RELEASE unit")
        except sqlite3.Error as failure:  # the transaction of the whole group is lost, often by the error before
            if self._finished:
                self._finished = 0
                self._committed.set_exception(error if isinstance(error, Exception) else failure)
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        if self._finished and not isinstance(error, asyncio.CancelledError):
            await self.wait_for_group_commit()
        else:
            self._pass_turn()

    async def _wait_for_turn(self, deadline: float) -> None:
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        self._waiting.append((deadline, turn))
        if self._timer is None:  # one for all, because most units of work get their turns long before
            self._timer = loop.call_at(deadline, self._refuse_late)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and not turn.exception():  # its turn came meanwhile
                self._pass_turn()
            raise

    def _refuse_late(self) -> None:
        """Refuse the units of work whose deadlines have passed."""
        loop = asyncio.get_running_loop()
        while self._waiting and self._waiting[0][0] <= loop.time():
            _, turn = self._waiting.popleft()
            if not turn.done():
                turn.set_exception(WaitedTooLong("other units of work took too long"))
        self._timer = loop.call_at(self._waiting[0][0], self._refuse_late) if self._waiting else None

    def _pass_turn(self) -> None:
        """Give the next unit of work its turn or, if there is none or the group is full, end the group."""
        is_full = self._finished >= MAX_GROUP
        while self._waiting and not is_full:
            _, turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._is_taken = is_full  # units of work that are ready to begin may still join
        if self._ending is None or self._ending.done():
            self._ending = asyncio.create_task(self._end_group(), name="ending a group")

    async def _end_group(self) -> None:
        """Commit the finished units of work in the thread and let them return, unless another one has joined."""
        connection, has_joined = self._connection, self._is_taken and self._finished < MAX_GROUP
        if has_joined or connection is None or not connection.in_transaction:
            return
        if not self._finished:
            connection.execute("ROLLBACK")
            return
        self._is_taken = True
        loop = asyncio.get_running_loop()
        began_at = loop.time()
        try:
            await loop.run_in_executor(self.thread, self._commit, connection)
        except Exception as error:  # noqa: BLE001  # the units of work raise it
            self._committed.set_exception(error)
        else:
            self._committed.set_result(None)
        self._observer.group_committed(self._finished, loop.time() - began_at)
        self._finished = 0
        self._pass_turn()

    def _commit(self, connection: sqlite3.Connection) -> None:
        """Commit. Without a write-ahead log, this has to wait for readers of other processes."""
        deadline = time.monotonic() + self._busy_seconds
        try:
            while True:
                try:
                    connection.execute("COMMIT")
                    break
                except sqlite3.OperationalError as error:
                    if not is_busy(error) or time.monotonic() > deadline:
                        raise
                    time.sleep(_PAUSE_SECONDS)
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        self._check_file()  # otherwise what was committed is lost


@dataclass(slots=True)
class SavepointTransaction(Transaction):
    """The transaction of one unit of work: a savepoint of the group's.

    Args:
        connection: executes its statements.
        writer: has given it its turn.
        stored: the connection of sqlite3.
        on_change: is called if it has changed something, just before the commit.
        changes: the number of changes on the connection before it.
        is_over: whether it is part of the group's transaction, which is then committed or lost with it.
    """

    connection: Connection
    writer: SqliteWriter
    stored: sqlite3.Connection
    on_change: Callable[[], None] | None
    changes: int
    is_over: bool = False

    @override
    async def commit(self) -> None:
        if self.is_over:
            return
        if self.on_change and self.stored.total_changes > self.changes:
            self.on_change()
        self.stored.execute("RELEASE unit")
        self.is_over = True
        await self.writer.wait_for_group_commit()
