"""The platforms' limits on the rate of requests, which all processes share."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from bot.model.clock import Clock
from bot.model.processes import Limit
from bot.persistence.unit_of_work import Access, UnitOfWorkFactory

LONGEST = timedelta(hours=25)
"""The longest time for which a limit can be exhausted. A later time was stored by a clock that was wrong."""


class SharedLimits:
    """The use cases of limits. Every method raises `StorageError` when the storage fails."""

    def __init__(self, units: UnitOfWorkFactory, clock: Clock) -> None:
        self._units = units
        self._clock = clock

    async def reserve(self, name: str, seconds: float, others: Collection[str] = ()) -> float:
        """Reserve the next time at which a limit allows a request.

        Args:
            name: the name of the limit.
            seconds: the least time between two requests.
            others: the names of limits that must allow a request too, but of which nothing is reserved.

        Returns:
            The seconds to wait until that time.
        """
        now = self._clock()
        async with self._units() as unit:
            limits = {each: await unit.shared_limits.lock(each, now) for each in sorted({name, *others})}
            at = max(now, *(_free_at(limit, now) for limit in limits.values()))
            await unit.shared_limits.save(replace(limits[name], free_at=at + timedelta(seconds=seconds)))
            await unit.commit()
        return (at - now).total_seconds()

    async def postpone(self, name: str, seconds: float) -> None:
        """Allow no request for a number of seconds, because the platform said so."""
        now = self._clock()
        async with self._units() as unit:
            limit = await unit.shared_limits.lock(name, now)
            free_at = max(_free_at(limit, now), now + timedelta(seconds=seconds))
            await unit.shared_limits.save(replace(limit, free_at=free_at))
            await unit.commit()

    async def exhausted(self, prefix: str) -> Mapping[str, float]:
        """The limits that allow no request now, with the seconds until they do; their names begin with `prefix`."""
        now = self._clock()
        async with self._units(Access.READ) as unit:
            limits = await unit.shared_limits.exhausted(prefix, now)
        seconds = {limit.name: (_free_at(limit, now) - now).total_seconds() for limit in limits}
        return {name: left for name, left in seconds.items() if left > 0}

    async def count(self, name: str, total: int, remaining: int, reset_seconds: float) -> bool:
        """Count a request under a limit on the number of requests in a period, unless none is left.

        Args:
            name: the name of the limit.
            total: the number of requests allowed in a period.
            remaining: the number of requests left, as the platform says.
            reset_seconds: the seconds until the next period begins, as the platform says.

        Returns:
            Whether the request may be made.
        """
        now = self._clock()
        async with self._units() as unit:
            limit = await unit.shared_limits.lock(name, now)
            resets_at = now + timedelta(seconds=reset_seconds)
            used = limit.used if now < _free_at(limit, now) else 0
            used = max(used, total - remaining)
            if used >= total:
                return False
            await unit.shared_limits.save(Limit(name, resets_at, used + 1))
            await unit.commit()
            return True


def _free_at(limit: Limit, now: datetime) -> datetime:
    return limit.free_at if limit.free_at <= now + LONGEST else now
