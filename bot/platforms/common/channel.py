"""What the message queue knows of one game's message, and who waits for it."""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bot.platforms.common.delivery import Board, Delivery, DeliveryError, Transport
from bot.services.model import MessageKey

Result = TypeVar("Result")


_SEND_SECONDS = 15.0
"""How long a send may take, so that a platform that hangs holds up no later board."""


@dataclass(slots=True)
class Waiter:
    """A board to be shown, and what its caller waits for."""

    board: Board
    transport: Transport
    done: asyncio.Future[Delivery]
    is_forced: bool


@dataclass(slots=True, weakref_slot=True)
class Channel:
    """One game's message and what is to be sent to it.

    `lock` is held while something is sent. `shown` is the revision of the last send, `waiters` the boards that were
    requested since.
    """

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    message: MessageKey | None = None
    shown: int = -1
    waiters: list[Waiter] = field(default_factory=list)
    is_draining: bool = False

    def take_waiters(self) -> Sequence[Waiter]:
        """Those who wait, of whom there are none afterwards."""
        waiters, self.waiters = self.waiters, []
        return waiters


def tell(waiters: Sequence[Waiter], delivery: Delivery) -> None:
    """Tell those who still wait what became of their boards."""
    for waiter in waiters:
        if not waiter.done.done():
            waiter.done.set_result(delivery)


async def limited(send: Coroutine[Any, Any, Result]) -> Result:
    """Await a send, but not for longer than `_SEND_SECONDS`.

    Raises:
        DeliveryError: it failed or took too long.
    """
    try:
        async with asyncio.timeout(_SEND_SECONDS):
            return await send
    except TimeoutError as error:
        raise DeliveryError(Delivery.FAILED) from error
