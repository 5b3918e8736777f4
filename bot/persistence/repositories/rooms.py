"""The repositories of rooms, workspaces and their settings."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import and_, bindparam, delete, select, true, update

from bot.model.names import player_name
from bot.model.room_settings import RoomSettings, StoredSetting
from bot.model.rooms import Caller, Player, Room, RoomKey
from bot.persistence.connection import Row
from bot.persistence.repositories.base import Repository, new_id
from bot.persistence.repositories.players import IN_WORKSPACE, PlayerRepository, player_from
from bot.persistence.tables.administration import room_settings
from bot.persistence.tables.games import memberships, players, rooms, workspaces

_ROOM = select(rooms.c.id, rooms.c.parent).where(
    rooms.c.platform == bindparam("platform"),
    rooms.c.workspace == bindparam("workspace"),
    rooms.c.channel == bindparam("channel"),
)

_LOCK_ROOM = select(rooms.c.id).where(rooms.c.id == bindparam("room")).with_for_update(key_share=True)
"""Locks a room with `FOR NO KEY UPDATE`, for which new games, whose foreign keys refer to the room, do not wait."""

_CHANGE_ROOM = update(rooms).where(rooms.c.id == bindparam("room"))
_ROOM_BY_ID = select(rooms).where(rooms.c.id == bindparam("room"))


_CALLER = (
    select(*IN_WORKSPACE, rooms.c.id.label("room"), rooms.c.parent)
    .join_from(rooms, players, true())
    .outerjoin(memberships, and_(memberships.c.player_id == players.c.id, memberships.c.workspace == rooms.c.workspace))
    .where(
        rooms.c.platform == bindparam("platform"),
        rooms.c.workspace == bindparam("workspace"),
        rooms.c.channel == bindparam("channel"),
        players.c.platform == bindparam("player_platform"),
        players.c.realm == bindparam("realm"),
        players.c.user == bindparam("user"),
    )
)
"""A room, a player and their membership, each found by a unique key."""


class RoomRepository(Repository):
    """The rooms in which the bot has been used."""

    async def find(self, key: RoomKey) -> Room | None:
        """The room with this key, None if the bot was never used in it."""
        columns = {"platform": key.platform, "workspace": key.workspace, "channel": key.channel}
        row = await self._connection.fetch_one(_ROOM, columns)
        return Room(row.id, key) if row else None

    async def by_id(self, room: str) -> Room | None:
        """The room with this id, None if there is none."""
        row = await self._connection.fetch_one(_ROOM_BY_ID, {"room": room})
        return room_from(row) if row else None

    async def is_thread(self, room: str) -> bool:
        """Whether the room with this id is a thread of a channel."""
        return (await self._row(_ROOM_BY_ID, {"room": room})).parent is not None

    async def ensure(self, key: RoomKey, parent: str | None = None) -> Room:
        """The room with this key, added if it is new; `parent` is the id of the channel that it is a thread of."""
        columns = {"platform": key.platform, "workspace": key.workspace, "channel": key.channel}
        row = await self._connection.fetch_one(_ROOM, columns)
        if row is None:
            await self._insert_if_new(rooms, id=new_id(), parent=parent, **columns)  # another process may be faster
            row = await self._row(_ROOM, columns)
        elif parent is not None and row.parent != parent:
            await self._connection.execute(_CHANGE_ROOM, {"room": row.id, "parent": parent})
        return Room(row.id, key)

    async def enter(self, caller: Caller, now: datetime | None = None) -> tuple[Room, Player]:
        """A caller's room and the caller as a player, as `ensure` of rooms and of players return them."""
        key, player, name = caller.room, caller.player, player_name(caller.name, caller.player.user)
        columns = {"platform": key.platform, "workspace": key.workspace, "channel": key.channel}
        of_player = {"player_platform": player.platform, "realm": player.realm, "user": player.user}
        row = await self._connection.fetch_one(_CALLER, {**columns, **of_player})
        if row is None or not row.is_member or row.name != name or caller.parent not in {None, row.parent}:
            found = await PlayerRepository(self._connection).ensure(player, key.workspace, name, now)
            return await self.ensure(key, caller.parent), found
        return Room(row.room, key), player_from(row)

    async def lock(self, room: str) -> None:
        """Lock a room until this unit of work ends, after waiting for others that have locked it."""
        await self._connection.fetch_one(_LOCK_ROOM, {"room": room})


_LANGUAGE = select(workspaces.c.language).where(
    workspaces.c.platform == bindparam("platform"), workspaces.c.workspace == bindparam("workspace")
)


class WorkspaceRepository(Repository):
    """Discord servers and Slack teams."""

    async def language(self, platform: str, workspace: str, first: str) -> str:
        """The language of public messages in a workspace. If none is stored yet, `first` is stored."""
        key = {"platform": platform, "workspace": workspace}
        row = await self._connection.fetch_one(_LANGUAGE, key)
        if row is None:
            await self._insert_if_new(workspaces, language=first, **key)  # another process may be faster
            row = await self._row(_LANGUAGE, key)
        return str(row.language)


def room_from(row: Row) -> Room:
    """A room from its row."""
    return Room(row.id, RoomKey(row.platform, row.workspace, row.channel))


_WORKSPACE = ""
"""The channel of settings for the whole workspace. It sorts before all others."""

_IN_WORKSPACE = (
    room_settings.c.platform == bindparam("platform"),
    room_settings.c.workspace == bindparam("workspace"),
)
_PARENT = (
    select(rooms.c.parent)
    .where(
        rooms.c.platform == bindparam("platform"),
        rooms.c.workspace == bindparam("workspace"),
        rooms.c.channel == bindparam("channel"),
    )
    .scalar_subquery()
)
_OF_ROOM = select(room_settings).where(
    *_IN_WORKSPACE, room_settings.c.channel.in_((_WORKSPACE, bindparam("channel"), _PARENT))
)
_REMOVE = delete(room_settings).where(
    *_IN_WORKSPACE, room_settings.c.channel == bindparam("channel"), room_settings.c.name == bindparam("name")
)


class RoomSettingsRepository(Repository):
    """The settings of servers and channels that somebody has chosen. Defaults are not stored.

    A thread that is stored as a room with its parent has the settings of the parent.
    """

    async def get(self, room: RoomKey) -> RoomSettings:
        """The settings that apply in a room."""
        found = await self.changes(room)
        return RoomSettings.from_texts(
            {change.name: change.text for change in found if change.channel == _WORKSPACE},
            {change.name: change.text for change in found if change.channel != _WORKSPACE},
        )

    async def changes(self, room: RoomKey) -> Sequence[StoredSetting]:
        """The settings stored for a room and its server, ordered by name; the server's comes before the room's."""
        found = [
            StoredSetting(row.name, row.value, row.channel, row.changed_by, row.changed_at)
            for row in await self._connection.fetch_all(_OF_ROOM, _key(room))
        ]
        return sorted(found, key=lambda change: (change.name, change.channel))

    async def change(self, room: RoomKey, texts: Mapping[str, str | None], player: str, now: datetime) -> None:
        """Store settings of a room, or of its server if its channel is empty; None removes one."""
        for name, text in texts.items():
            key = {**_key(room), "name": name}
            if text is None:
                await self._connection.execute(_REMOVE, key)
            else:
                await self._upsert(room_settings, **key, value=text, changed_by=player, changed_at=now)


def _key(room: RoomKey) -> dict[str, str]:
    return {"platform": room.platform, "workspace": room.workspace, "channel": room.channel}
