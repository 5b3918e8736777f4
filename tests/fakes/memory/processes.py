"""The repositories in memory of what several processes share."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from typing_extensions import override

from bot.model.processes import Lease, Limit, StoredLeases, StoredLimits, StoredProfileVersions

if TYPE_CHECKING:
    from tests.fakes.memory.stored import Stored


class MemoryLeases(StoredLeases):
    """The leases by name."""

    def __init__(self, work: "Stored") -> None:
        self._leases = work.leases

    @override
    async def lock(self, lease: Lease) -> Lease:
        return self._leases.setdefault(lease.name, lease)

    @override
    async def save(self, lease: Lease) -> None:
        self._leases[lease.name] = lease

    @override
    async def remove(self, name: str, holder: str) -> None:
        if name in self._leases and self._leases[name].holder == holder:
            del self._leases[name]

    @override
    async def live(self, prefix: str, now: datetime) -> Sequence[Lease]:
        found = (self._leases[name] for name in sorted(self._leases) if name.startswith(prefix))
        return [lease for lease in found if lease.expires_at > now]

    @override
    async def prune(self, before: datetime, most: int) -> int:
        return _prune(self._leases, {lease.name: lease.expires_at for lease in self._leases.values()}, before, most)


class MemoryLimits(StoredLimits):
    """The limits by name."""

    def __init__(self, work: "Stored") -> None:
        self._limits = work.shared_limits

    @override
    async def lock(self, name: str, now: datetime) -> Limit:
        return self._limits.setdefault(name, Limit(name, now))

    @override
    async def save(self, limit: Limit) -> None:
        self._limits[limit.name] = limit

    @override
    async def exhausted(self, prefix: str, now: datetime) -> Sequence[Limit]:
        found = (self._limits[name] for name in sorted(self._limits) if name.startswith(prefix))
        return [limit for limit in found if limit.free_at > now]

    @override
    async def prune(self, before: datetime, most: int) -> int:
        return _prune(self._limits, {limit.name: limit.free_at for limit in self._limits.values()}, before, most)


class MemoryProfileVersions(StoredProfileVersions):
    """The versions by subject, and when they changed."""

    def __init__(self, work: "Stored") -> None:
        self._versions = work.profile_versions

    @override
    async def get(self, subject: str) -> str | None:
        return self._versions[subject][0] if subject in self._versions else None

    @override
    async def save(self, subject: str, version: str, now: datetime) -> None:
        self._versions[subject] = (version, now)

    @override
    async def prune(self, before: datetime, most: int) -> int:
        times = {subject: changed_at for subject, (_, changed_at) in self._versions.items()}
        return _prune(self._versions, times, before, most)


def _prune(
    rows: dict[str, Lease] | dict[str, Limit] | dict[str, tuple[str, datetime]],
    times: dict[str, datetime],
    before: datetime,
    most: int,
) -> int:
    """Remove the rows with the oldest times, at most `most`, from before some time; how many."""
    old = sorted((name for name, time in times.items() if time < before), key=times.__getitem__)[:most]
    for name in old:
        del rows[name]
    return len(old)
