"""Removing what is no longer needed, so that the storage does not grow with it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

from bot.services.errors import StorageError
from bot.services.ports import Clock, UnitOfWorkFactory

log = logging.getLogger(__name__)

EVENTS_KEPT = timedelta(days=2)
"""How long to remember that an event was handled. Slack redelivers events for up to a day, Discord within a session."""

LEADERBOARDS_KEPT = timedelta(days=14)
"""How long to keep the sums of a day, week, month or season after its end."""

STEP = 500
"""Rows that are removed at once. A step is short, so that nobody waits for it."""

_STEP_PAUSE = 0.2
_ROUND_PAUSE = 3600.0


class Maintenance:
    """Removes old events and the sums of leaderboards that nobody can see any more."""

    def __init__(
        self, units: UnitOfWorkFactory, clock: Clock, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._units = units
        self._clock = clock
        self._sleep = sleep

    async def run(self) -> None:
        """Remove what is old every hour, in steps with pauses between them, until cancelled."""
        while True:
            try:
                while await self.prune():
                    await self._sleep(_STEP_PAUSE)
            except StorageError as error:
                log.warning("old rows could not be removed: %s", error)
            await self._sleep(_ROUND_PAUSE)

    async def prune(self) -> bool:
        """Remove at most `STEP` old rows of each kind; whether there may be more.

        Raises:
            StorageError: the storage fails.
        """
        now = self._clock()
        async with self._units() as unit:
            removed = [
                await unit.events.prune(now - EVENTS_KEPT, STEP),
                await unit.leaderboards.prune((now - LEADERBOARDS_KEPT).date(), STEP),
            ]
            await unit.commit()
        return max(removed) >= STEP
