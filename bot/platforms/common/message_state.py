"""The state of one game's message, and the boards that wait to be sent to it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.model.messages import MessageKey
from bot.platforms.common.delivery import Board, Delivery, Transport


@dataclass(slots=True)
class Waiter:
    """A board that waits to be sent.

    Args:
        board: the board.
        transport: sends it.
        done: gets what became of it.
        is_forced: whether to send it even if the message shows it already.
    """

    board: Board
    transport: Transport
    done: asyncio.Future[Delivery]
    is_forced: bool


@dataclass(slots=True, weakref_slot=True)
class MessageState:
    """What is known of the message of one game.

    Args:
        lock: is held while something is sent.
        message: the message, None if it is unknown or there is none.
        shown: the revision that was sent last, -1 for none.
        waiters: the boards that were requested since.
        is_draining: whether a task is sending the boards of `waiters`.
    """

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    message: MessageKey | None = None
    shown: int = -1
    waiters: list[Waiter] = field(default_factory=list)
    is_draining: bool = False

    def take_waiters(self) -> Sequence[Waiter]:
        """Remove and return the waiting boards."""
        waiters, self.waiters = self.waiters, []
        return waiters


def resolve(waiters: Sequence[Waiter], delivery: Delivery) -> None:
    """Tell the callers who still wait what became of their boards."""
    for waiter in waiters:
        if not waiter.done.done():
            waiter.done.set_result(delivery)
