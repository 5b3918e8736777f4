"""The repositories of the operation: what operators see and decide, what processes share, and what is due or old."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bot.model import operations
from bot.model.games import DueGame, UntimedGameCheck
from bot.model.rooms import PlayerKey, Room, RoomKey
from bot.persistence.connection import Repository, insert_if_new, queries_for_due_rows
from bot.persistence.repositories.rooms import room_from_row
from bot.persistence.tables.games import (
    admission_entries,
    admission_switches,
    announcements,
    conversations,
    events,
    games,
    leases,
    news,
    players,
    profile_versions,
    published_commands,
    rooms,
    shared_limits,
)
from bot.persistence.tables.records import daily_hashes
from core.game.any_game import Who

_LAST_MOVE = sa.func.coalesce(games.c.moved_at, games.c.started_at).label("last_move_at")
_OPERATED_GAMES = (
    sa.select(games.c.id, games.c.rules, games.c.started_at, games.c.moved_at, rooms.c.platform, rooms.c.workspace)
    .add_columns(rooms.c.channel)
    .join_from(games, rooms)
    .where(
        games.c.ended_at.is_(None),
        sa.or_(sa.bindparam("platform") == "", rooms.c.platform == sa.bindparam("platform")),
        sa.or_(sa.bindparam("workspace") == "", rooms.c.workspace == sa.bindparam("workspace")),
    )
    .order_by(_LAST_MOVE, games.c.id)
    .limit(sa.bindparam("most"))
)
_OPERATED_ROOMS = (
    sa.select(rooms)
    .where(
        rooms.c.id > sa.bindparam("after"),
        rooms.c.platform == sa.bindparam("platform"),
        sa.select(games.c.id).where(games.c.room_id == rooms.c.id, games.c.ended_at.is_(None)).exists(),
    )
    .order_by(rooms.c.id)
    .limit(sa.bindparam("most"))
)
_PEOPLE = sa.select(players.c.realm).where(
    players.c.platform == sa.bindparam("platform"), players.c.user == sa.bindparam("user")
)
_ANNOUNCEMENT = sa.select(announcements).where(announcements.c.id == sa.bindparam("announcement"))


class OperatorQueryRepository(Repository):
    """Queries that only the operator makes, which may take long, and announcements."""

    async def running_games(self, platform: str, workspace: str, most: int) -> Sequence[operations.RunningGameEntry]:
        """Running games, those that have waited longest for a move first, at most `most`.

        An empty platform or workspace stands for all.
        """
        parameters = {"platform": platform, "workspace": workspace, "most": most}
        return [
            operations.RunningGameEntry(
                row.id, RoomKey(row.platform, row.workspace, row.channel), row.rules, row.moved_at or row.started_at
            )
            for row in await self._connection.fetch_all(_OPERATED_GAMES, parameters)
        ]

    async def rooms_with_games(self, platform: str, after: str, most: int) -> Sequence[Room]:
        """At most `most` rooms of a platform in which a game runs, in the order of their ids, after the id `after`."""
        parameters = {"platform": platform, "after": after, "most": most}
        return [room_from_row(row) for row in await self._connection.fetch_all(_OPERATED_ROOMS, parameters)]

    async def player_keys_of(self, platform: str, user: str) -> Sequence[PlayerKey]:
        """The keys of people with this user id: several where the workspaces of a platform have ids of their own."""
        rows = await self._connection.fetch_all(_PEOPLE, {"platform": platform, "user": user})
        return [PlayerKey(platform, row.realm, user) for row in rows]

    async def add_announcement(self, announcement: operations.OperatorAnnouncement, now: datetime) -> None:
        """Store an announcement."""
        values = {"id": announcement.id, "english": announcement.english, "japanese": announcement.japanese}
        await self._upsert(announcements, **values, made_at=now)

    async def announcement(self, announcement: str) -> operations.OperatorAnnouncement | None:
        """The announcement with this id, None if there is none."""
        row = await self._connection.fetch_one(_ANNOUNCEMENT, {"announcement": announcement})
        return operations.OperatorAnnouncement(row.id, row.english, row.japanese) if row else None


_ADMISSION_ENTRIES = sa.select(admission_entries).order_by(
    admission_entries.c.platform, admission_entries.c.subject, admission_entries.c.id
)
_REMOVE = sa.delete(admission_entries).where(
    admission_entries.c.platform == sa.bindparam("platform"),
    admission_entries.c.subject == sa.bindparam("subject"),
    admission_entries.c.id == sa.bindparam("id"),
)
_ADMISSION_SWITCHES = sa.select(admission_switches)
_REMOVE_SWITCH = sa.delete(admission_switches).where(admission_switches.c.name == sa.bindparam("name"))


class AdmissionListRepository(Repository):
    """The operator's decisions."""

    async def entries(self) -> Sequence[operations.AdmissionListEntry]:
        """All entries of both lists, by platform, subject and id."""
        return [
            operations.AdmissionListEntry(
                operations.AdmissionListEntryKey(row.platform, operations.AdmissionSubjectKind(row.subject), row.id),
                operations.AdmissionListKind(row.decision),
                row.decided_at,
            )
            for row in await self._connection.fetch_all(_ADMISSION_ENTRIES)
        ]

    async def save(self, entry: operations.AdmissionListEntry) -> None:
        """Store an entry; it replaces the one with the same key."""
        values = {**_columns(entry.key), "decision": entry.decision.value, "decided_at": entry.decided_at}
        await self._upsert(admission_entries, **values)

    async def remove(self, key: operations.AdmissionListEntryKey) -> bool:
        """Remove an entry; returns whether there was one."""
        return await self._connection.execute(_REMOVE, _columns(key)) > 0

    async def switches(self) -> Mapping[str, str]:
        """The stored switches by name."""
        return {row.name: row.value for row in await self._connection.fetch_all(_ADMISSION_SWITCHES)}

    async def set_switch(self, name: str, value: str | None, now: datetime) -> None:
        """Store a switch, or remove it if its value is None."""
        if value is None:
            await self._connection.execute(_REMOVE_SWITCH, {"name": name})
        else:
            await self._upsert(admission_switches, name=name, value=value, changed_at=now)


def _columns(key: operations.AdmissionListEntryKey) -> dict[str, str]:
    return {"platform": key.platform, "subject": key.subject.value, "id": key.id}


_LEASE = sa.select(leases).where(leases.c.name == sa.bindparam("name")).with_for_update()
_PREFIX: sa.BindParameter[str] = sa.bindparam("prefix")
_LIVE_LEASES = (
    sa.select(leases)
    .where(
        sa.func.substr(leases.c.name, 1, sa.func.length(_PREFIX)) == _PREFIX, leases.c.expires_at > sa.bindparam("now")
    )
    .order_by(leases.c.name)
)
_RELEASE = sa.delete(leases).where(leases.c.name == sa.bindparam("name"), leases.c.holder == sa.bindparam("holder"))
_LIMIT = sa.select(shared_limits).where(shared_limits.c.name == sa.bindparam("name")).with_for_update()
_EXHAUSTED = (
    sa.select(shared_limits)
    .where(
        sa.func.substr(shared_limits.c.name, 1, sa.func.length(_PREFIX)) == _PREFIX,
        shared_limits.c.free_at > sa.bindparam("now"),
    )
    .order_by(shared_limits.c.name)
)
_DIGEST = sa.select(published_commands.c.digest).where(published_commands.c.application == sa.bindparam("application"))
_VERSION = sa.select(profile_versions.c.version).where(profile_versions.c.subject == sa.bindparam("subject"))


class LeaseRepository(Repository):
    """The leases of all processes."""

    async def lock_or_add(self, lease: operations.Lease) -> operations.Lease:
        """Store a lease unless there is one of that name.

        Returns:
            The stored lease of that name, locked until this unit of work ends.
        """
        values = {"name": lease.name, "holder": lease.holder, "expires_at": lease.expires_at}
        if await self._insert_if_new(leases, **values):
            return lease
        row = await self._connection.fetch_one(_LEASE, {"name": lease.name})
        return operations.Lease(row.name, row.holder, row.expires_at) if row else await self.lock_or_add(lease)

    async def save(self, lease: operations.Lease) -> None:
        """Store a lease; it replaces the one of that name."""
        await self._upsert(leases, name=lease.name, holder=lease.holder, expires_at=lease.expires_at)

    async def remove(self, name: str, holder: str) -> None:
        """Remove a lease if this holder has it."""
        await self._connection.execute(_RELEASE, {"name": name, "holder": holder})

    async def live(self, prefix: str, now: datetime) -> Sequence[operations.Lease]:
        """The leases that end after `now` and whose names start with `prefix`, by name."""
        rows = await self._connection.fetch_all(_LIVE_LEASES, {"prefix": prefix, "now": now})
        return [operations.Lease(row.name, row.holder, row.expires_at) for row in rows]


class SharedLimitRepository(Repository):
    """The rate limits that all processes share."""

    async def lock_or_add(self, name: str, now: datetime) -> operations.RateLimitState:
        """The limit with this name, locked until this unit of work ends. If there is none, a free one is stored."""
        if await self._insert_if_new(shared_limits, name=name, free_at=now, used=0):
            return operations.RateLimitState(name, now)
        row = await self._connection.fetch_one(_LIMIT, {"name": name})
        return operations.RateLimitState(row.name, row.free_at, row.used) if row else await self.lock_or_add(name, now)

    async def save(self, limit: operations.RateLimitState) -> None:
        """Store a limit; it replaces the one of that name."""
        await self._upsert(shared_limits, name=limit.name, free_at=limit.free_at, used=limit.used)

    async def exhausted(self, prefix: str, now: datetime) -> Sequence[operations.RateLimitState]:
        """The limits that allow no request at `now` and whose names start with `prefix`, by name."""
        rows = await self._connection.fetch_all(_EXHAUSTED, {"prefix": prefix, "now": now})
        return [operations.RateLimitState(row.name, row.free_at, row.used) for row in rows]


class CacheVersionRepository(Repository):
    """The versions by which processes see that what they cached has changed: a person's profile, or any language."""

    async def get(self, subject: str) -> str | None:
        """The version of a subject, None if no recent change is stored."""
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
        claim = insert_if_new(events, self._connection.dialect)
        return await self._connection.execute(claim, {"id": event, "at": now}) == 1


def _remove_before(time: sa.Column[Any]) -> sa.Delete:
    """Remove the oldest rows, at most `most`, whose time is before `before`."""
    keys = list(time.table.primary_key)
    old = sa.select(*keys).where(time < sa.bindparam("before")).order_by(time).limit(sa.bindparam("most"))
    return sa.delete(time.table).where((keys[0] if len(keys) == 1 else sa.tuple_(*keys)).in_(old))


_TIMES: tuple[sa.Column[Any], ...] = (
    announcements.c.made_at,
    conversations.c.expires_at,
    daily_hashes.c.day,
    events.c.at,
    leases.c.expires_at,
    news.c.stored_at,
    profile_versions.c.changed_at,
    shared_limits.c.free_at,
)
_REMOVE_OLD = {time.table.name: _remove_before(time) for time in _TIMES}


class OldRowRepository(Repository):
    """The rows of tables that are removed when they are old."""

    async def remove(self, table: str, before: date, most: int) -> int:
        """Remove the oldest rows of a table, at most `most`.

        Args:
            table: the name of the table.
            before: a `datetime`, or a day for tables with days, before which the time of a row makes it old.
            most: the most rows to remove.

        Returns:
            The number of rows removed.
        """
        return await self._connection.execute(_REMOVE_OLD[table], {"before": before, "most": most})


_DUE = queries_for_due_rows(sa.select(games.c.id.label("game"), rooms).join_from(games, rooms), games.c.check_at)
_CHECK_LATER = sa.update(games).where(games.c.id == sa.bindparam("game"), games.c.check_at.is_not(None))

_UNTIMED = (
    sa.select(games.c.id, games.c.check_at, games.c.started_at, games.c.moved_at, games.c.idle_hours)
    .where(games.c.check_at <= sa.bindparam("until"), games.c.turn_ends_at.is_(None), games.c.who != Who.RACE.value)
    .order_by(games.c.check_at)
    .limit(sa.bindparam("most"))
)
_PUT_OFF = sa.update(games).where(games.c.id == sa.bindparam("game"), games.c.check_at == sa.bindparam("before"))

_SET_REMINDED = sa.update(games).where(games.c.id == sa.bindparam("game"))

_COUNT_RUNNING = sa.select(sa.func.count().label("running")).select_from(games).where(games.c.ended_at.is_(None))


class DueGameRepository(Repository):
    """When to check running games; see `StoredGame.check_at`."""

    async def due(self, now: datetime, latest_plausible: datetime, most: int) -> Sequence[DueGame]:
        """At most about `most` games to be checked now, those that have waited longest first.

        Games to be checked after `latest_plausible` are included, because their time was stored by a wrong clock.
        """
        return [DueGame(room_from_row(row), row.game) for row in await self._due(_DUE, now, latest_plausible, most)]

    async def set_next_check(self, game: str, at: datetime) -> None:
        """Store when a running game is to be checked next."""
        await self._connection.execute(_CHECK_LATER, {"game": game, "check_at": at})

    async def checks_of_untimed_games(self, until: datetime, most: int) -> Sequence[UntimedGameCheck]:
        """At most `most` games to be checked until a time in which nobody's time runs, those due first at first."""
        rows = await self._connection.fetch_all(_UNTIMED, {"until": until, "most": most})
        return [
            UntimedGameCheck(row.id, row.check_at, row.started_at, row.moved_at, timedelta(hours=row.idle_hours))
            for row in rows
        ]

    async def postpone_checks(self, later: Mapping[UntimedGameCheck, datetime]) -> None:
        """Store when games are to be checked next, unless that has changed since they were read."""
        for game, at in later.items():
            await self._connection.execute(_PUT_OFF, {"game": game.id, "before": game.check_at, "check_at": at})

    async def set_reminded(self, game: str) -> None:
        """Store that the player whom a running game waits for has been reminded."""
        await self._connection.execute(_SET_REMINDED, {"game": game, "reminded": True})

    async def count_running(self) -> int:
        """The number of running games."""
        row = await self._connection.fetch_one(_COUNT_RUNNING)
        return row.running if row else 0
