"""Slack takes about one message a second in a channel."""

import asyncio
from collections.abc import Callable

from bot.platforms.slack.remembered import Remembered

SECONDS = 1.0


class Pace:
    """Tells how long to wait before writing in a channel; in a hurry, nobody waits any more."""

    def __init__(self, clock: Callable[[], float], seconds: float = SECONDS) -> None:
        self._clock = clock
        self._seconds = seconds
        self._free: Remembered[str, float] = Remembered(clock, 60.0)
        self._hurry = asyncio.Event()

    async def wait(self, channel: str) -> None:
        """Wait for one's turn in the channel."""
        now = self._clock()
        turn = max(now, self._free.get(channel) or now)
        self._free.put(channel, turn + self._seconds)
        await self.pause(turn - now)

    async def pause(self, seconds: float) -> None:
        """Wait so long."""
        if seconds <= 0 or self._hurry.is_set():
            return
        try:
            async with asyncio.timeout(seconds):
                await self._hurry.wait()
        except TimeoutError:
            return

    def hurry(self) -> None:
        """Let nobody wait any more: there is little time left."""
        self._hurry.set()
