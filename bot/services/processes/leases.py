"""Leases, which let only one process at a time do something, such as serve a shard."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from bot.model.clock import Clock
from bot.model.processes import Lease
from bot.persistence.unit_of_work import Access, UnitOfWorkFactory
from bot.services.processes.identity import ProcessIdentity


class Leases:
    """The use cases of leases. Every method raises `StorageError` when the storage fails.

    A lease expires unless it is renewed, so that another process takes over when its holder has been killed. On the
    same machine, the end of the holder is noticed at once.

    Args:
        units: begins units of work.
        clock: the time, which all processes must share.
        identity: the identity of this process, a new one by default.
    """

    def __init__(self, units: UnitOfWorkFactory, clock: Clock, identity: ProcessIdentity | None = None) -> None:
        self._units = units
        self._clock = clock
        self._identity = identity or ProcessIdentity()

    @property
    def holder(self) -> str:
        """The identity of this process."""
        return self._identity.text

    async def claim(self, names: Collection[str], seconds: float) -> Sequence[str]:
        """Claim or renew leases, all of them or none.

        Args:
            names: the names of the leases.
            seconds: how long the leases last, at most `LONGEST_LEASE`.

        Returns:
            The names of the leases that other processes hold; empty if this process holds all of them now.
        """
        now = self._clock()
        wanted = [Lease(name, self._identity.text, now + timedelta(seconds=seconds)) for name in sorted(set(names))]
        async with self._units(Access.LEASE) as unit:
            held = [lease.name for lease in wanted if not self._is_free(await unit.leases.lock(lease), now)]
            if not held:
                for lease in wanted:
                    await unit.leases.save(lease)
                await unit.commit()
        return held

    async def release(self, names: Collection[str]) -> None:
        """End the leases that this process holds."""
        async with self._units(Access.LEASE) as unit:
            for name in sorted(set(names)):
                await unit.leases.remove(name, self._identity.text)
            await unit.commit()

    async def live(self, prefix: str) -> Sequence[str]:
        """The names, beginning with `prefix`, of the leases that any process holds."""
        now = self._clock()
        async with self._units(Access.READ) as unit:
            return [lease.name for lease in await unit.leases.live(prefix, now) if not self._has_ended(lease, now)]

    def _is_free(self, lease: Lease, now: datetime) -> bool:
        return lease.holder == self._identity.text or self._has_ended(lease, now)

    def _has_ended(self, lease: Lease, now: datetime) -> bool:
        return lease.is_expired(now) or self._identity.has_ended(lease.holder)
