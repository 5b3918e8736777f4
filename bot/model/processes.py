"""Leases, limits, versions of profiles and published commands as values, and the interfaces of their repositories."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

LONGEST_LEASE = timedelta(minutes=10)
"""The longest time of a lease. One that ends later was stored by a clock that was ahead, and counts as expired."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A lease as it is stored.

    Args:
        name: what the holder of the lease does.
        holder: the identity of a process.
        expires_at: when another process may take it over, unless it is renewed.
    """

    name: str
    holder: str
    expires_at: datetime

    def is_expired(self, now: datetime) -> bool:
        """Whether another process may take it over."""
        return not now < self.expires_at <= now + LONGEST_LEASE


class StoredLeases(Protocol):
    """The leases of all processes."""

    async def lock(self, lease: Lease) -> Lease:
        """Store a lease unless there is one of that name.

        Returns:
            The stored lease of that name, locked until this unit of work ends.
        """
        ...

    async def save(self, lease: Lease) -> None:
        """Store a lease; it replaces the one of that name."""
        ...

    async def remove(self, name: str, holder: str) -> None:
        """Remove a lease if this holder has it."""
        ...

    async def live(self, prefix: str, now: datetime) -> Sequence[Lease]:
        """The leases that end after `now` and whose names begin with `prefix`, by name."""
        ...

    async def prune(self, before: datetime, most: int) -> int:
        """Remove at most `most` leases that expired before a time, the oldest first; returns their number."""
        ...


@dataclass(frozen=True, slots=True)
class Limit:
    """A rate limit as it is stored.

    Args:
        name: the name of the limit.
        free_at: when it allows the next request or, if requests are counted, when the next period begins.
        used: the number of requests in the present period, if they are counted.
    """

    name: str
    free_at: datetime
    used: int = 0


class StoredLimits(Protocol):
    """The rate limits that all processes share."""

    async def lock(self, name: str, now: datetime) -> Limit:
        """The limit with this name, locked until this unit of work ends. If there is none, a free one is stored."""
        ...

    async def save(self, limit: Limit) -> None:
        """Store a limit; it replaces the one of that name."""
        ...

    async def exhausted(self, prefix: str, now: datetime) -> Sequence[Limit]:
        """The limits that allow no request at `now` and whose names begin with `prefix`, by name."""
        ...

    async def prune(self, before: datetime, most: int) -> int:
        """Remove at most `most` limits that were free before a time, the oldest first; returns their number."""
        ...


class StoredProfileVersions(Protocol):
    """The versions of profiles that have changed recently."""

    async def get(self, subject: str) -> str | None:
        """The version of a subject's profile, None if no recent change is stored."""
        ...

    async def save(self, subject: str, version: str, now: datetime) -> None:
        """Store a version; it replaces the previous one."""
        ...

    async def prune(self, before: datetime, most: int) -> int:
        """Remove at most `most` versions stored before a time, the oldest first; returns their number."""
        ...


class StoredPublishedCommands(Protocol):
    """The commands that each application has published."""

    async def get(self, application: str) -> str | None:
        """The digest of the commands published last, None if there are none."""
        ...

    async def save(self, application: str, digest: str) -> None:
        """Store a digest; it replaces the previous one."""
        ...
