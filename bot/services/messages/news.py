"""Telling news exactly once among all processes, also after a restart."""

from collections.abc import Sequence

from bot.model.clock import Clock
from bot.model.messages import Claim
from bot.model.news import CLAIM_TIME, TOLD_FOR, NewsKey, PendingNews
from bot.persistence.unit_of_work import Access, UnitOfWorkFactory


class News:
    """The use cases of telling news. Every method raises `StorageError` when the storage fails."""

    def __init__(self, units: UnitOfWorkFactory, clock: Clock) -> None:
        self._units = units
        self._clock = clock

    async def claim(self, key: NewsKey) -> Claim:
        """Claim to tell news. The result is also `TAKEN` if it has been told, or replaced by newer news."""
        now = self._clock()
        async with self._units() as unit:
            claim = await unit.news.claim(key, now, now - CLAIM_TIME)
            await unit.commit()
            return claim

    async def told(self, key: NewsKey) -> None:
        """Record that news has been told, or that there is nothing to tell."""
        async with self._units() as unit:
            await unit.news.remove(key)
            await unit.commit()

    async def pending(self, platform: str, most: int = 100) -> Sequence[PendingNews]:
        """At most `most` pieces of news of a platform that are yet to be told and that no process is telling."""
        now = self._clock()
        async with self._units(Access.READ) as unit:
            return await unit.news.pending(platform, now, now - CLAIM_TIME, now - TOLD_FOR, most)
