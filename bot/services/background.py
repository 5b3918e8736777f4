"""Scheduled work: the scheduler, items that are due, removing old rows, counting games."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Generic, Protocol, TypeVar

from typing_extensions import override

from bot.model.daily import CLOSING_TIME
from bot.model.errors import StorageError
from bot.model.messages import NEWS_LIFETIME
from bot.model.observer import Observer
from bot.persistence.unit_of_work import Access, UnitOfWork, UnitOfWorkFactory
from bot.services.base import Service

log = logging.getLogger(__name__)

STEP_PAUSE = 0.2
"""Seconds between two steps of the same work, during which others can use the storage."""


class DueWork(Protocol):
    """One kind of scheduled work. All processes run it, so another process may have done a step already.

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

    async def is_due(self) -> bool:
        """Whether a step may find something to do, if that takes less time to find out than the step.

        Raises:
            StorageError: the storage fails.
        """
        return True


class StorageWork(Service, DueWork, ABC):
    """Scheduled work on what is stored, which is due at some time."""


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
                is_more = await work.is_due() and not await self._is_paused() and await work.step()
            except StorageError as error:
                log.warning("%s: %s", work.name, error)
            except Exception:
                log.exception("%s failed", work.name)
            await self._sleep(STEP_PAUSE if is_more else work.pause)


Item = TypeVar("Item")


STEP = 20
"""Items that are processed in one step, each in a unit of work of its own, so that nobody waits for long."""


class DueItems(StorageWork, Generic[Item]):
    """Processes items that are due. An item that fails is postponed, so that others are not held up."""

    @override
    async def is_due(self) -> bool:
        return bool(await self._found(1))

    @override
    async def step(self) -> bool:
        """Process about `STEP` items."""
        due = await self._found(STEP)
        for item in due:
            try:
                await self._process(item)
            except StorageError:
                raise
            except Exception:
                log.exception("%s: %s failed", self.name, item)
                async with self._change() as unit:
                    await self._put_off(unit, item)
        return len(due) >= STEP

    async def _found(self, most: int) -> Sequence[Item]:
        async with self._units(Access.READ) as unit:
            return await self._due(unit, self._clock(), most)

    @abstractmethod
    async def _due(self, unit: UnitOfWork, now: datetime, most: int) -> Sequence[Item]:
        """At most about `most` items that are due, those that have waited longest first."""

    @abstractmethod
    async def _process(self, item: Item) -> None:
        """Do what is due for an item, unless another process has done it meanwhile."""

    @abstractmethod
    async def _put_off(self, unit: UnitOfWork, item: Item) -> None:
        """Store that an item is due later."""


EVENTS_KEPT = timedelta(days=2)
"""How long to remember that an event was handled. Slack redelivers events for up to a day, Discord within a session."""

LEADERBOARDS_KEPT = timedelta(days=14)
"""How long to keep the sums of a day, week, month or season after its end."""

COORDINATION_KEPT = timedelta(hours=6)
"""How long to keep expired leases, free limits, and versions of profiles, which all caches have dropped by then."""

ANNOUNCEMENTS_KEPT = 2 * NEWS_LIFETIME
"""How long to keep the text of an announcement. It is needed as long as the news about it is told."""

PRUNED_ROWS = 500
"""Rows of each kind that are removed in one step, so that nobody waits for long."""


class Maintenance(StorageWork):
    """Removes old events, news, conversations, leases, hashes of dailies, and other rows that nobody needs."""

    name = "removing old rows"
    pause = 3600.0

    @override
    async def step(self) -> bool:
        """Remove at most `PRUNED_ROWS` old rows of each kind."""
        now = self._clock()
        old = {
            "announcements": now - ANNOUNCEMENTS_KEPT,
            "conversations": now,
            "daily_hashes": (now - CLOSING_TIME).date(),
            "events": now - EVENTS_KEPT,
            "leases": now - COORDINATION_KEPT,
            "news": now - NEWS_LIFETIME,
            "profile_versions": now - COORDINATION_KEPT,
            "shared_limits": now - COORDINATION_KEPT,
        }
        async with self._change() as unit:
            removed = [await unit.old_rows.remove(table, before, PRUNED_ROWS) for table, before in old.items()]
            removed.append(await unit.leaderboards.prune((now - LEADERBOARDS_KEPT).date(), PRUNED_ROWS))
        return max(removed) >= PRUNED_ROWS


class GameCounts(DueWork):
    """Reports how many games run."""

    name = "counting games"
    pause = 30.0

    def __init__(self, units: UnitOfWorkFactory, observer: Observer) -> None:
        self._units = units
        self._observer = observer

    @override
    async def step(self) -> bool:
        """Count once."""
        async with self._units(Access.LONG_READ) as unit:
            running = await unit.due_games.count_running()
        self._observer.games_counted(running)
        return False
