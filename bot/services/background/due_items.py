"""Work on single items that are due, such as games or rooms."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import datetime
from typing import Generic, TypeVar

from typing_extensions import override

from bot.model.clock import Clock
from bot.model.errors import StorageError
from bot.persistence.unit_of_work import Access, UnitOfWork, UnitOfWorkFactory
from bot.services.background.scheduler import DueWork

Item = TypeVar("Item")

log = logging.getLogger(__name__)

STEP = 20
"""Items that are processed in one step, each in a unit of work of its own, so that nobody waits for long."""


class DueItems(DueWork, ABC, Generic[Item]):
    """Processes each item that is due. An item that fails is put off, so that the others do not wait for it."""

    def __init__(self, units: UnitOfWorkFactory, clock: Clock) -> None:
        self._units = units
        self._clock = clock

    @override
    async def step(self) -> bool:
        """Process about `STEP` items."""
        async with self._units(Access.READ) as unit:
            due = await self._due(unit, self._clock(), STEP)
        for item in due:
            try:
                await self._process(item)
            except StorageError:
                raise
            except Exception:
                log.exception("%s: %s failed", self.name, item)
                async with self._units() as unit:
                    await self._put_off(unit, item)
                    await unit.commit()
        return len(due) >= STEP

    @abstractmethod
    async def _due(self, unit: UnitOfWork, now: datetime, most: int) -> Sequence[Item]:
        """At most about `most` items that are due, those that have waited longest first."""

    @abstractmethod
    async def _process(self, item: Item) -> None:
        """Do what is due for an item, unless another process has done it meanwhile."""

    @abstractmethod
    async def _put_off(self, unit: UnitOfWork, item: Item) -> None:
        """Store that an item is due later."""
