"""Scheduled work, which every process does in the background in small steps.

Each kind of work reads from the storage what is due and marks it as done in the same unit of work. So it is done once,
however many processes run, and late if no process ran in time. What people are to see is left in the storage too: a
changed game makes its board outdated, and news is pending until it is told. `bot.platforms.common` delivers both.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from bot.model.errors import StorageError

log = logging.getLogger(__name__)

STEP_PAUSE = 0.2
"""Seconds between two steps of the same work, during which others can use the storage."""


class DueWork(Protocol):
    """One kind of work. Every process runs it, so a step must expect that another process has done the same.

    Attributes:
        name: what it does, for the log.
        pause: seconds to wait when nothing more is due.
    """

    name: str
    pause: float

    async def step(self) -> bool:
        """Do some of what is due.

        Returns:
            Whether more may be due.

        Raises:
            StorageError: the storage fails. What is due will be tried again.
        """
        ...


async def _never() -> bool:
    return False


class Scheduler:
    """Runs every kind of work, at the same time, until it is cancelled.

    Args:
        work: the kinds of work.
        sleep: waits for a number of seconds.
        is_paused: tells whether all work is suspended; raises `StorageError` if it is not known.
    """

    def __init__(
        self,
        work: Sequence[DueWork],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        is_paused: Callable[[], Awaitable[bool]] = _never,
    ) -> None:
        self._work = work
        self._sleep = sleep
        self._is_paused = is_paused

    async def run(self) -> None:
        """Run until cancelled. Work that fails is tried again after its pause."""
        async with asyncio.TaskGroup() as tasks:
            for work in self._work:
                tasks.create_task(self._repeat(work), name=work.name)

    async def _repeat(self, work: DueWork) -> None:
        while True:
            is_more = False
            try:
                is_more = not await self._is_paused() and await work.step()
            except StorageError as error:
                log.warning("%s: %s", work.name, error)
            except Exception:
                log.exception("%s failed", work.name)
            await self._sleep(STEP_PAUSE if is_more else work.pause)
