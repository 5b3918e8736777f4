"""The repositories of operators: queries, announcements and who is admitted."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, func, or_, select

from bot.model.operations import AdmissionEntry, AdmissionKey, Announcement, Decision, GameOverview, Subject
from bot.model.rooms import PlayerKey, Room, RoomKey
from bot.persistence.repositories.base import Repository
from bot.persistence.repositories.rooms import room_from
from bot.persistence.tables.administration import admission_entries, admission_switches, announcements
from bot.persistence.tables.games import games, players, rooms

_LAST_MOVE = func.coalesce(games.c.moved_at, games.c.started_at).label("last_move_at")
_OPERATED_GAMES = (
    select(games.c.id, games.c.rules, games.c.started_at, games.c.moved_at, rooms.c.platform, rooms.c.workspace)
    .add_columns(rooms.c.channel)
    .join_from(games, rooms)
    .where(
        games.c.ended_at.is_(None),
        or_(bindparam("platform") == "", rooms.c.platform == bindparam("platform")),
        or_(bindparam("workspace") == "", rooms.c.workspace == bindparam("workspace")),
    )
    .order_by(_LAST_MOVE, games.c.id)
    .limit(bindparam("most"))
)
_OPERATED_ROOMS = (
    select(rooms)
    .where(
        rooms.c.id > bindparam("after"),
        rooms.c.platform == bindparam("platform"),
        select(games.c.id).where(games.c.room_id == rooms.c.id, games.c.ended_at.is_(None)).exists(),
    )
    .order_by(rooms.c.id)
    .limit(bindparam("most"))
)
_PEOPLE = select(players.c.realm).where(
    players.c.platform == bindparam("platform"), players.c.user == bindparam("user")
)
_ANNOUNCEMENT = select(announcements).where(announcements.c.id == bindparam("announcement"))


class OperatorRepository(Repository):
    """Queries that only the operator makes, which may take long, and announcements."""

    async def running_games(self, platform: str, workspace: str, most: int) -> Sequence[GameOverview]:
        """Running games, those that have waited longest for a move first, at most `most`.

        An empty platform or workspace stands for all.
        """
        parameters = {"platform": platform, "workspace": workspace, "most": most}
        return [
            GameOverview(
                row.id, RoomKey(row.platform, row.workspace, row.channel), row.rules, row.moved_at or row.started_at
            )
            for row in await self._connection.fetch_all(_OPERATED_GAMES, parameters)
        ]

    async def rooms_with_games(self, platform: str, after: str, most: int) -> Sequence[Room]:
        """At most `most` rooms of a platform in which a game runs, in the order of their ids, after the id `after`."""
        parameters = {"platform": platform, "after": after, "most": most}
        return [room_from(row) for row in await self._connection.fetch_all(_OPERATED_ROOMS, parameters)]

    async def keys_of(self, platform: str, user: str) -> Sequence[PlayerKey]:
        """The keys of people with this user id: several where the workspaces of a platform have ids of their own."""
        rows = await self._connection.fetch_all(_PEOPLE, {"platform": platform, "user": user})
        return [PlayerKey(platform, row.realm, user) for row in rows]

    async def add_announcement(self, announcement: Announcement, now: datetime) -> None:
        """Store an announcement."""
        values = {"id": announcement.id, "english": announcement.english, "japanese": announcement.japanese}
        await self._upsert(announcements, **values, made_at=now)

    async def announcement(self, announcement: str) -> Announcement | None:
        """The announcement with this id, None if there is none."""
        row = await self._connection.fetch_one(_ANNOUNCEMENT, {"announcement": announcement})
        return Announcement(row.id, row.english, row.japanese) if row else None


_ADMISSION_ENTRIES = select(admission_entries).order_by(
    admission_entries.c.platform, admission_entries.c.subject, admission_entries.c.id
)
_REMOVE = delete(admission_entries).where(
    admission_entries.c.platform == bindparam("platform"),
    admission_entries.c.subject == bindparam("subject"),
    admission_entries.c.id == bindparam("id"),
)
_ADMISSION_SWITCHES = select(admission_switches)
_REMOVE_SWITCH = delete(admission_switches).where(admission_switches.c.name == bindparam("name"))


class AdmissionRepository(Repository):
    """The operator's decisions."""

    async def entries(self) -> Sequence[AdmissionEntry]:
        """All entries of both lists, by platform, subject and id."""
        return [
            AdmissionEntry(
                AdmissionKey(row.platform, Subject(row.subject), row.id), Decision(row.decision), row.decided_at
            )
            for row in await self._connection.fetch_all(_ADMISSION_ENTRIES)
        ]

    async def save(self, entry: AdmissionEntry) -> None:
        """Store an entry; it replaces the one with the same key."""
        values = {**_columns(entry.key), "decision": entry.decision.value, "decided_at": entry.decided_at}
        await self._upsert(admission_entries, **values)

    async def remove(self, key: AdmissionKey) -> bool:
        """Remove an entry; returns whether there was one."""
        return await self._connection.execute(_REMOVE, _columns(key)) > 0

    async def switches(self) -> Mapping[str, str]:
        """The stored switches by name."""
        return {row.name: row.value for row in await self._connection.fetch_all(_ADMISSION_SWITCHES)}

    async def switch(self, name: str, value: str | None, now: datetime) -> None:
        """Store a switch, or remove it if its value is None."""
        if value is None:
            await self._connection.execute(_REMOVE_SWITCH, {"name": name})
        else:
            await self._upsert(admission_switches, name=name, value=value, changed_at=now)


def _columns(key: AdmissionKey) -> dict[str, str]:
    return {"platform": key.platform, "subject": key.subject.value, "id": key.id}
