"""The repositories of what several processes share: leases, limits, profiles, published commands and events."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import BindParameter, bindparam, delete, func, select

from bot.model.processes import Lease, Limit
from bot.persistence.repositories.base import Repository, insert_if_new
from bot.persistence.tables.administration import leases, profile_versions, shared_limits
from bot.persistence.tables.games import events, published_commands

_LEASE = select(leases).where(leases.c.name == bindparam("name")).with_for_update()
_PREFIX: BindParameter[str] = bindparam("prefix")
_LIVE_LEASES = (
    select(leases)
    .where(func.substr(leases.c.name, 1, func.length(_PREFIX)) == _PREFIX, leases.c.expires_at > bindparam("now"))
    .order_by(leases.c.name)
)
_RELEASE = delete(leases).where(leases.c.name == bindparam("name"), leases.c.holder == bindparam("holder"))
_LIMIT = select(shared_limits).where(shared_limits.c.name == bindparam("name")).with_for_update()
_EXHAUSTED = (
    select(shared_limits)
    .where(
        func.substr(shared_limits.c.name, 1, func.length(_PREFIX)) == _PREFIX,
        shared_limits.c.free_at > bindparam("now"),
    )
    .order_by(shared_limits.c.name)
)
_DIGEST = select(published_commands.c.digest).where(published_commands.c.application == bindparam("application"))
_VERSION = select(profile_versions.c.version).where(profile_versions.c.subject == bindparam("subject"))


class LeaseRepository(Repository):
    """The leases of all processes."""

    async def lock(self, lease: Lease) -> Lease:
        """Store a lease unless there is one of that name.

        Returns:
            The stored lease of that name, locked until this unit of work ends.
        """
        values = {"name": lease.name, "holder": lease.holder, "expires_at": lease.expires_at}
        if await self._insert_if_new(leases, **values):
            return lease
        row = await self._connection.fetch_one(_LEASE, {"name": lease.name})
        return Lease(row.name, row.holder, row.expires_at) if row else await self.lock(lease)

    async def save(self, lease: Lease) -> None:
        """Store a lease; it replaces the one of that name."""
        await self._upsert(leases, name=lease.name, holder=lease.holder, expires_at=lease.expires_at)

    async def remove(self, name: str, holder: str) -> None:
        """Remove a lease if this holder has it."""
        await self._connection.execute(_RELEASE, {"name": name, "holder": holder})

    async def live(self, prefix: str, now: datetime) -> Sequence[Lease]:
        """The leases that end after `now` and whose names start with `prefix`, by name."""
        rows = await self._connection.fetch_all(_LIVE_LEASES, {"prefix": prefix, "now": now})
        return [Lease(row.name, row.holder, row.expires_at) for row in rows]


class SharedLimitRepository(Repository):
    """The rate limits that all processes share."""

    async def lock(self, name: str, now: datetime) -> Limit:
        """The limit with this name, locked until this unit of work ends. If there is none, a free one is stored."""
        if await self._insert_if_new(shared_limits, name=name, free_at=now, used=0):
            return Limit(name, now)
        row = await self._connection.fetch_one(_LIMIT, {"name": name})
        return Limit(row.name, row.free_at, row.used) if row else await self.lock(name, now)

    async def save(self, limit: Limit) -> None:
        """Store a limit; it replaces the one of that name."""
        await self._upsert(shared_limits, name=limit.name, free_at=limit.free_at, used=limit.used)

    async def exhausted(self, prefix: str, now: datetime) -> Sequence[Limit]:
        """The limits that allow no request at `now` and whose names start with `prefix`, by name."""
        rows = await self._connection.fetch_all(_EXHAUSTED, {"prefix": prefix, "now": now})
        return [Limit(row.name, row.free_at, row.used) for row in rows]


class ProfileVersionRepository(Repository):
    """The versions of profiles that have changed recently."""

    async def get(self, subject: str) -> str | None:
        """The version of a subject's profile, None if no recent change is stored."""
        row = await self._connection.fetch_one(_VERSION, {"subject": subject})
        return row.version if row else None

    async def save(self, subject: str, version: str, now: datetime) -> None:
        """Store a version; it replaces the previous one."""
        await self._upsert(profile_versions, subject=subject, version=version, changed_at=now)


class PublishedCommandRepository(Repository):
    """The commands that each application has published."""

    async def get(self, application: str) -> str | None:
        """The digest of the commands published last, None if there are none."""
        row = await self._connection.fetch_one(_DIGEST, {"application": application})
        return row.digest if row else None

    async def save(self, application: str, digest: str) -> None:
        """Store a digest; it replaces the previous one."""
        await self._upsert(published_commands, application=application, digest=digest)


class EventRepository(Repository):
    """The events that have been handled."""

    async def claim(self, event: str, now: datetime) -> bool:
        """Record an event as handled when the unit of work is committed; returns whether it is new."""
        statement = insert_if_new(events, self._connection.dialect)
        return await self._connection.execute(statement, {"id": event, "at": now}) == 1
