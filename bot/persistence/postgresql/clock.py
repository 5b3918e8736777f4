"""The clock of a database server, which all processes share even if the clocks of their machines differ."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from bot.persistence.errors import FAULTS

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine  # see bot.persistence.postgresql.engine

log = logging.getLogger(__name__)

SYNCHRONIZE_SECONDS = 30.0
"""How often the server's time is read. In between, the machine's monotonic clock is added."""


class ServerClock:
    """A clock that is synchronized with the server. Calling it returns the current time in UTC.

    Args:
        read: reads the server's time.
        monotonic: returns the time in seconds and never goes back.
    """

    def __init__(
        self, read: Callable[[], Awaitable[datetime]], monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._read = read
        self._monotonic = monotonic
        self._told = datetime.now(UTC)
        self._told_at = monotonic()

    def __call__(self) -> datetime:
        """The current time in UTC."""
        return self._told + timedelta(seconds=self._monotonic() - self._told_at)

    async def synchronize(self) -> None:
        """Read the server's time. If that fails, the clock continues as before."""
        before = self._monotonic()
        try:
            told = await self._read()
        except FAULTS as error:
            log.warning("the server's clock cannot be read: %s", type(error).__name__)
            return
        after = self._monotonic()
        self._told, self._told_at = told, (before + after) / 2

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Keep the clock synchronized until the block ends."""
        await self.synchronize()
        task = asyncio.create_task(self._repeat(), name="synchronizing the clock")
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait({task})

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(SYNCHRONIZE_SECONDS)
            await self.synchronize()


def clock_of(engine: "AsyncEngine") -> ServerClock:
    """The clock of a PostgreSQL server."""

    async def read() -> datetime:
        async with engine.connect() as connection:
            told: datetime = (await connection.execute(select(func.clock_timestamp()))).scalar_one()
            return told.astimezone(UTC)

    return ServerClock(read)
