"""The repositories of what several processes share: leases, limits, versions of profiles and published commands."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import BindParameter, Column, Delete, Table, bindparam, delete, func, select
from typing_extensions import override

from bot.model.processes import Lease, Limit, StoredLeases, StoredLimits, StoredProfileVersions, StoredPublishedCommands
from bot.persistence.repositories.base import Repository
from bot.persistence.tables.games import published_commands
from bot.persistence.tables.processes import leases, profile_versions, shared_limits

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


def _prune(table: Table, key: Column[str], time: Column[datetime]) -> Delete:
    """Delete the oldest rows, at most `most`, whose time is before `before`."""
    old = select(key).where(time < bindparam("before")).order_by(time).limit(bindparam("most"))
    return delete(table).where(key.in_(old))


_PRUNE_LEASES = _prune(leases, leases.c.name, leases.c.expires_at)
_PRUNE_LIMITS = _prune(shared_limits, shared_limits.c.name, shared_limits.c.free_at)
_PRUNE_VERSIONS = _prune(profile_versions, profile_versions.c.subject, profile_versions.c.changed_at)


class SqlLeases(Repository, StoredLeases):
    """The leases in a table."""

    @override
    async def lock(self, lease: Lease) -> Lease:
        values = {"name": lease.name, "holder": lease.holder, "expires_at": lease.expires_at}
        if await self._insert_if_new(leases, **values):
            return lease
        row = await self._connection.fetch_one(_LEASE, {"name": lease.name})
        return Lease(row.name, row.holder, row.expires_at) if row else await self.lock(lease)

    @override
    async def save(self, lease: Lease) -> None:
        await self._upsert(leases, name=lease.name, holder=lease.holder, expires_at=lease.expires_at)

    @override
    async def remove(self, name: str, holder: str) -> None:
        await self._connection.execute(_RELEASE, {"name": name, "holder": holder})

    @override
    async def live(self, prefix: str, now: datetime) -> Sequence[Lease]:
        rows = await self._connection.fetch_all(_LIVE_LEASES, {"prefix": prefix, "now": now})
        return [Lease(row.name, row.holder, row.expires_at) for row in rows]

    @override
    async def prune(self, before: datetime, most: int) -> int:
        return await self._connection.execute(_PRUNE_LEASES, {"before": before, "most": most})


class SqlLimits(Repository, StoredLimits):
    """The limits in a table."""

    @override
    async def lock(self, name: str, now: datetime) -> Limit:
        if await self._insert_if_new(shared_limits, name=name, free_at=now, used=0):
            return Limit(name, now)
        row = await self._connection.fetch_one(_LIMIT, {"name": name})
        return Limit(row.name, row.free_at, row.used) if row else await self.lock(name, now)

    @override
    async def save(self, limit: Limit) -> None:
        await self._upsert(shared_limits, name=limit.name, free_at=limit.free_at, used=limit.used)

    @override
    async def exhausted(self, prefix: str, now: datetime) -> Sequence[Limit]:
        rows = await self._connection.fetch_all(_EXHAUSTED, {"prefix": prefix, "now": now})
        return [Limit(row.name, row.free_at, row.used) for row in rows]

    @override
    async def prune(self, before: datetime, most: int) -> int:
        return await self._connection.execute(_PRUNE_LIMITS, {"before": before, "most": most})


class SqlProfileVersions(Repository, StoredProfileVersions):
    """The versions of profiles in a table."""

    @override
    async def get(self, subject: str) -> str | None:
        row = await self._connection.fetch_one(_VERSION, {"subject": subject})
        return row.version if row else None

    @override
    async def save(self, subject: str, version: str, now: datetime) -> None:
        await self._upsert(profile_versions, subject=subject, version=version, changed_at=now)

    @override
    async def prune(self, before: datetime, most: int) -> int:
        return await self._connection.execute(_PRUNE_VERSIONS, {"before": before, "most": most})


class SqlPublishedCommands(Repository, StoredPublishedCommands):
    """The digests of published commands in a table."""

    @override
    async def get(self, application: str) -> str | None:
        row = await self._connection.fetch_one(_DIGEST, {"application": application})
        return row.digest if row else None

    @override
    async def save(self, application: str, digest: str) -> None:
        await self._upsert(published_commands, application=application, digest=digest)
