"""Rate limits of the platforms for messages: about one a second in a channel."""

import asyncio
import time
from collections.abc import Callable

from cachetools import TTLCache

SECONDS_BETWEEN = 1.0

_CHANNELS = 10_000
_CHANNEL_SECONDS = 60.0


class RateLimiter:
    """Makes senders wait until a channel may be written to again.

    Args:
        seconds_between: least time between two messages in a channel.
        clock: monotonic seconds.
    """

    def __init__(self, seconds_between: float = SECONDS_BETWEEN, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds_between = seconds_between
        self._clock = clock
        self._next_send: TTLCache[str, float] = TTLCache(_CHANNELS, _CHANNEL_SECONDS, clock)
        self._released = asyncio.Event()

    async def wait(self, channel: str) -> None:
        """Wait until a message may be sent to the channel, and reserve that time."""
        now = self._clock()
        send_at = max(now, self._next_send.get(channel, now))
        self._next_send[channel] = send_at + self._seconds_between
        await self.pause(send_at - now)

    async def pause(self, seconds: float) -> None:
        """Wait, but not after `release`."""
        if seconds <= 0 or self._released.is_set():
            return
        try:
            async with asyncio.timeout(seconds):
                await self._released.wait()
        except TimeoutError:
            return

    @property
    def is_released(self) -> bool:
        """Whether the process is stopping, so that nobody waits any more."""
        return self._released.is_set()

    def release(self) -> None:
        """Let nobody wait any more, because the process is stopping."""
        self._released.set()
