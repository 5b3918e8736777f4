"""Measuring how late the event loop is."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.services.observer import Observer

INTERVAL = 0.25
"""Seconds between two measurements. Whatever blocks the event loop for longer is noticed."""


async def measure_delays(
    observer: Observer,
    clock: Callable[[], float] | None = None,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Report every `INTERVAL` seconds how late a timer fires, until cancelled.

    Args:
        observer: gets the delays.
        clock: monotonic seconds; None for the event loop's.
        sleep: waits for a number of seconds.
    """
    now = clock or asyncio.get_running_loop().time
    while True:
        due = now() + INTERVAL
        await sleep(INTERVAL)
        observer.event_loop_delay(max(0.0, now() - due))
