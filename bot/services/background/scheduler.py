"""Work that has its time: done by every process in the background, in small steps.

Each kind of work finds what is due in the storage and marks it as done in the same unit of work, so that it happens
once however many processes run, and also after all of them were down. What people are to see of it is left in the
storage too: a changed game makes its board outdated, and news is pending until it is told. `bot.platforms.common`
delivers both.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from bot.services.errors import StorageError

log = logging.getLogger(__name__)

STEP_PAUSE = 0.2
"""Seconds between two steps, in which others use the storage."""


class DueWork(Protocol):
    """One kind of work. Every process runs its steps, so that a step has to find what others have done meanwhile.

    `name` says what it does, for the log. `pause` is how many seconds to wait when nothing more is due.
    """

    name: str
    pause: float

    async def step(self) -> bool:
        """Do a little of what is due; whether there may be more.

        Raises:
            StorageError: the storage fails. What is due stays so.
        """
        ...


async def _never() -> bool:
    return False


class Scheduler:
    """Runs every kind of work, at the same time, until it is cancelled.

    Args:
        work: what to run.
        sleep: waits for so many seconds.
        is_paused: whether all work is left undone for now; raises `StorageError` if that is not known.
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
