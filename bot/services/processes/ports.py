"""What the services need of the storage to share work, limits and what was published with other processes."""

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
        name: of what the holder does.
        holder: the identity of a process.
        expires_at: when another process may take it over, unless it is renewed.
    """

    name: str
    holder: str
    expires_at: datetime

    def is_expired(self, now: datetime) -> bool:
        """Whether it has ended."""
        return not now < self.expires_at <= now + LONGEST_LEASE


class StoredLeases(Protocol):
    """The leases of all processes."""

    async def lock(self, lease: Lease) -> Lease:
        """Store a lease if there is none of that name; the stored one, locked until this unit of work ends."""
        ...

    async def save(self, lease: Lease) -> None:
        """Store a lease; it replaces the one of that name."""
        ...

    async def remove(self, name: str, holder: str) -> None:
        """Remove a lease if a process holds it."""
        ...

    async def live(self, prefix: str, now: datetime) -> Sequence[Lease]:
        """The leases that end after `now` and whose names begin with `prefix`, by name."""
        ...

    async def prune(self, before: datetime, most: int) -> int:
        """Remove at most `most` leases that ended before some time, the oldest first; how many."""
        ...


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit as it is stored.

    Args:
        name: of the limit.
        free_at: when it allows the next request or, if requests are counted, when the count begins again.
        used: how many requests were made until then, if they are counted.
    """

    name: str
    free_at: datetime
    used: int = 0


class StoredLimits(Protocol):
    """The limits of all processes."""

    async def lock(self, name: str, now: datetime) -> Limit:
        """The limit of a name, locked until this unit of work ends; one that is free now if there was none."""
        ...

    async def save(self, limit: Limit) -> None:
        """Store a limit; it replaces the one of that name."""
        ...

    async def exhausted(self, prefix: str, now: datetime) -> Sequence[Limit]:
        """The limits that are free after `now` and whose names begin with `prefix`, by name."""
        ...

    async def prune(self, before: datetime, most: int) -> int:
        """Remove at most `most` limits that were free before some time, the oldest first; how many."""
        ...


class StoredProfileVersions(Protocol):
    """The versions of profiles that have changed lately."""

    async def get(self, subject: str) -> str | None:
        """The version of a subject's profile, None if it has not changed lately."""
        ...

    async def save(self, subject: str, version: str, now: datetime) -> None:
        """Store a version; it replaces the one before."""
        ...

    async def prune(self, before: datetime, most: int) -> int:
        """Forget at most `most` versions from before some time, the oldest first; how many."""
        ...


class StoredPublishedCommands(Protocol):
    """The commands that each application has published."""

    async def get(self, application: str) -> str | None:
        """The digest of the commands published last."""
        ...

    async def save(self, application: str, digest: str) -> None:
        """Store a digest; it replaces the previous one."""
        ...
