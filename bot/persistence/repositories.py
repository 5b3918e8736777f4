"""The repositories of rooms, players, results and events; what each promises stands in `bot.services.ports`."""

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.persistence import mapping
from bot.persistence.inserts import dialect_insert, insert_new
from bot.persistence.tables import events, players, published, results, rooms, workspaces
from bot.services.model import Player, PlayerKey, Result, Room, RoomKey

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")  # PostgreSQL keeps no NUL, and neither database half a surrogate pair


class SqlRooms:
    """Rooms in a table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def ensure(self, key: RoomKey) -> Room:
        """Find or make the room; two that make it at once find the same one."""
        columns = {"platform": key.platform, "workspace": key.workspace, "channel": key.channel}
        wanted = select(rooms).filter_by(**columns)
        row = (await self._connection.execute(wanted)).one_or_none()
        if row is None:
            await self._connection.execute(insert_new(self._connection, rooms).values(id=_new_id(), **columns))
            row = (await self._connection.execute(wanted)).one()
        return mapping.room_from(row)


class SqlWorkspaces:
    """What is known of whole workspaces, in a table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def language(self, platform: str, workspace: str, first: str) -> str:
        """Insert or find; of two that come first at once, both get the same."""
        new = insert_new(self._connection, workspaces)
        await self._connection.execute(new.values(platform=platform, workspace=workspace, language=first))
        wanted = select(workspaces.c.language).filter_by(platform=platform, workspace=workspace)
        return str((await self._connection.execute(wanted)).scalar_one())


class SqlPlayers:
    """Players in a table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def ensure(self, key: PlayerKey, name: str) -> Player:
        """Find or make the player, and keep their name up to date."""
        columns = {"platform": key.platform, "workspace": key.workspace, "user": key.user}
        wanted = select(players).filter_by(**columns)
        row = (await self._connection.execute(wanted)).one_or_none()
        if row is None:
            new = insert_new(self._connection, players).values(id=_new_id(), name=name, **columns)
            await self._connection.execute(new)
            row = (await self._connection.execute(wanted)).one()
        elif row.name != name:
            await self._connection.execute(update(players).where(players.c.id == row.id).values(name=name))
        return Player(row.id, key, name, row.language)

    async def choose_language(self, player: str, language: str | None) -> None:
        """Update the player."""
        await self._connection.execute(update(players).where(players.c.id == player).values(language=language))

    async def find(self, platform: str, workspace: str, name: str) -> Player | None:
        """Look for a user id first, then for a name; what no database can hold is nobody's."""
        if _UNSTORABLE.search(name):
            return None
        here = select(players).filter_by(platform=platform, workspace=workspace)
        for column in (players.c.user, players.c.name):
            row = (await self._connection.execute(here.where(column == name).order_by(players.c.id).limit(1))).first()
            if row is not None:
                return mapping.player_from(row)
        return None

    async def by_id(self, ids: Iterable[str]) -> Mapping[str, Player]:
        """Look several players up at once."""
        rows = await self._connection.execute(select(players).where(players.c.id.in_(list(ids))))
        return {row.id: mapping.player_from(row) for row in rows}


class SqlResults:
    """Results in a table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def add(self, new: Iterable[Result]) -> None:
        """Insert the results of a game."""
        if values := [mapping.result_values(result) for result in new]:
            await self._connection.execute(results.insert(), values)

    async def of(self, player: str) -> Sequence[Result]:
        """Read a player's results."""
        wanted = select(results).where(results.c.player_id == player).order_by(results.c.ended_at)
        return [mapping.result_from(row) for row in await self._connection.execute(wanted)]

    async def within(
        self, platform: str, workspace: str | None, room: str | None, rules: str, since: datetime | None
    ) -> Sequence[Result]:
        """Read everybody's ranked results in some scope."""
        wanted = select(results).join(rooms, rooms.c.id == results.c.room_id)
        wanted = wanted.where(rooms.c.platform == platform, results.c.rules == rules)
        wanted = wanted.where(results.c.solo, ~results.c.assisted, results.c.level.is_(None))
        if workspace is not None:
            wanted = wanted.where(rooms.c.workspace == workspace)
        if room is not None:
            wanted = wanted.where(results.c.room_id == room)
        if since is not None:
            wanted = wanted.where(results.c.ended_at >= since)
        rows = await self._connection.execute(wanted.order_by(results.c.ended_at))
        return [mapping.result_from(row) for row in rows]


class SqlPublishedCommands:
    """Digests of published commands in a table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, application: str) -> str | None:
        """Read an application's digest."""
        wanted = select(published.c.digest).filter_by(application=application)
        return (await self._connection.execute(wanted)).scalar_one_or_none()

    async def save(self, application: str, digest: str) -> None:
        """Insert or replace."""
        new = dialect_insert(self._connection, published).values(application=application, digest=digest)
        changed = new.on_conflict_do_update(index_elements=[published.c.application], set_={"digest": digest})
        await self._connection.execute(changed)


class SqlEvents:
    """Events in a table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def claim(self, event: str, now: datetime) -> bool:
        """Insert the event's id, unless it is there."""
        new = insert_new(self._connection, events).values(id=event, at=now)
        return (await self._connection.execute(new)).rowcount == 1


def _new_id() -> str:
    return secrets.token_hex(8)
