"""What the message queue knows of one game's message, and who waits for it."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from bot.platforms.common.delivery import Board, Delivery, DeliveryError, Transport
from bot.services.model import MessageKey
from bot.services.observer import Observer

Result = TypeVar("Result")

ReportDelivery: TypeAlias = Callable[[Delivery, float], None]
"""Is told what became of a board that was to be shown, and after how many seconds."""

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


def no_report(_delivery: Delivery, _seconds: float) -> None:
    """Report nothing."""


def reporting(observer: Observer, platform: str) -> ReportDelivery:
    """Report what becomes of the boards of a platform to an observer."""

    def report(delivery: Delivery, seconds: float) -> None:
        observer.board_delivered(platform, delivery.name.lower(), seconds)

    return report


async def reported(send: Awaitable[Result], report: ReportDelivery) -> Result:
    """Await a send, and report what became of it; a result that is no `Delivery` counts as delivered."""
    asked_at = time.monotonic()
    result = await send
    report(result if isinstance(result, Delivery) else Delivery.DELIVERED, time.monotonic() - asked_at)
    return result
