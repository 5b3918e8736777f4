"""Queues in which the units of work of one room wait for each other before they take a connection.

Players of one room usually change the same game. Without a queue, each of them would hold a connection while it waits
for the lock of the game's row, and a busy room would use up all connections.
"""

import asyncio
from collections import deque

from sqlalchemy.exc import TimeoutError as WaitedTooLong
from typing_extensions import override

from bot.persistence.connection import Connection, Transaction
from bot.services.model import RoomKey

_Turn = asyncio.Future[None]


class RoomQueues:
    """Gives the units of work of each room their turns, in the order in which they asked.

    Args:
        seconds: how long a unit of work may wait for its turn.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._waiting: dict[RoomKey, deque[_Turn]] = {}  # has the rooms in which a unit of work has its turn

    @property
    def rooms(self) -> int:
        """The number of rooms in which a unit of work has its turn."""
        return len(self._waiting)

    async def take_turn(self, room: RoomKey) -> None:
        """Wait for a turn; `pass_turn` ends it.

        Raises:
            WaitedTooLong: the units of work before this one took too long.
        """
        if (waiting := self._waiting.get(room)) is None:
            self._waiting[room] = deque()
            return
        loop = asyncio.get_running_loop()
        turn: _Turn = loop.create_future()
        waiting.append(turn)
        timer = loop.call_later(self._seconds, _expire, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled() and not turn.exception():  # it was given its turn meanwhile
                self.pass_turn(room)
            raise
        finally:
            timer.cancel()

    def pass_turn(self, room: RoomKey) -> None:
        """Give the next unit of work of a room its turn."""
        waiting = self._waiting[room]
        while waiting:
            turn = waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        del self._waiting[room]


class QueuedTransaction(Transaction):
    """A transaction that begins when it has its turn in the queue of a room."""

    def __init__(self, transaction: Transaction, queues: RoomQueues, room: RoomKey) -> None:
        self._transaction = transaction
        self._queues = queues
        self._room = room

    @override
    async def begin(self) -> Connection:
        await self._queues.take_turn(self._room)
        try:
            return await self._transaction.begin()
        except BaseException:
            self._queues.pass_turn(self._room)
            raise

    @override
    async def commit(self) -> None:
        await self._transaction.commit()

    @override
    async def end(self, error: BaseException | None) -> None:
        try:
            await self._transaction.end(error)
        finally:
            self._queues.pass_turn(self._room)


def _expire(turn: _Turn) -> None:
    if not turn.done():
        turn.set_exception(WaitedTooLong("other units of work took too long"))
