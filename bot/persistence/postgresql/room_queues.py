"""Queues in which the units of work of one room wait for each other before they take a connection.

Players of one room usually change the same game. Without a queue, each of them would hold a connection while it waits
for the lock of the game's row, and a busy room would use up all connections. A few begin at once, because a unit of
work executes a third of its statements before it needs that lock.
"""

import asyncio
from collections import deque
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from types import TracebackType

from sqlalchemy.exc import TimeoutError as WaitedTooLong
from typing_extensions import override

from bot.model.rooms import RoomKey
from bot.persistence.connection import Transaction, TransactionContext
from bot.persistence.errors import FAULTS

_Turn = asyncio.Future[None]


@dataclass(slots=True)
class _Queue:
    """The queue of a room with running units of work.

    Args:
        timer: makes the waiting units of work fail.
        turns: the number of running units of work.
        waiting: the futures of waiting units of work, the first one first. Some may have been cancelled.
    """

    timer: asyncio.TimerHandle
    turns: int = 0
    waiting: deque[_Turn] = field(default_factory=deque)


class LocalRoomQueues:
    """Gives the units of work of each room their turns, in the order in which they asked.

    Args:
        at_once: how many units of work of a room have their turn at the same time.
        seconds: how long units of work wait while none of their room succeeds.
    """

    def __init__(self, at_once: int, seconds: float) -> None:
        self._at_once = at_once
        self._seconds = seconds
        self._queues: dict[RoomKey, _Queue] = {}

    @property
    def room_count(self) -> int:
        """The number of rooms in which a unit of work has its turn."""
        return len(self._queues)

    async def take_turn(self, room: RoomKey) -> None:
        """Wait for a turn; `pass_turn` ends it.

        Raises:
            WaitedTooLong: no unit of work of the room has succeeded for too long.
        """
        if (queue := self._queues.get(room)) is None:
            queue = self._queues[room] = _Queue(self._new_timer(room))
        if queue.turns < self._at_once:
            queue.turns += 1
            return
        turn: _Turn = asyncio.get_running_loop().create_future()
        queue.waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled() and not turn.exception():  # its turn came meanwhile
                self.pass_turn(room)
            raise

    def pass_turn(self, room: RoomKey, *, has_failed: bool = False) -> None:
        """Give the next unit of work of a room its turn.

        Args:
            room: the room.
            has_failed: whether the database failed in the turn that ends.
        """
        queue = self._queues[room]
        if not has_failed:
            queue.timer.cancel()
            queue.timer = self._new_timer(room)
        while queue.waiting:
            turn = queue.waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        queue.turns -= 1
        if not queue.turns:
            queue.timer.cancel()
            del self._queues[room]

    def _new_timer(self, room: RoomKey) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(self._seconds, self._give_up, room)

    def _give_up(self, room: RoomKey) -> None:
        """Make every unit of work fail that waits for a turn in a room."""
        queue = self._queues[room]
        queue.timer = self._new_timer(room)
        while queue.waiting:
            turn = queue.waiting.popleft()
            if not turn.done():
                turn.set_exception(WaitedTooLong("no unit of work of the room succeeds"))


@dataclass(slots=True)
class QueuedTransaction(AbstractAsyncContextManager[Transaction, bool | None]):
    """A transaction that begins when it has its turn in the queue of a room."""

    _transaction: TransactionContext
    _queues: LocalRoomQueues
    _room: RoomKey

    @override
    async def __aenter__(self) -> Transaction:
        await self._queues.take_turn(self._room)
        try:
            return await self._transaction.__aenter__()
        except BaseException:
            self._queues.pass_turn(self._room, has_failed=True)
            raise

    @override
    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        has_failed = isinstance(error, FAULTS)
        try:
            return await self._transaction.__aexit__(kind, error, trace)
        except BaseException:
            has_failed = True
            raise
        finally:
            self._queues.pass_turn(self._room, has_failed=has_failed)
