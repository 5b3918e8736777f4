"""The repositories of players, rooms, workspaces and their settings."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from sys import intern

import sqlalchemy as sa
from msgspec.structs import asdict, replace

from bot.model.errors import AmbiguousPlayer
from bot.model.names import name_key, player_name, readable_name
from bot.model.room_settings import PersonalSettings, RoomSettings, StoredSettingValue
from bot.model.rooms import Caller, Player, PlayerKey, Room, RoomKey
from bot.persistence.connection import Repository, Row, json_array, new_id, texts_in_parameter, without_index
from bot.persistence.tables.games import memberships, players, room_settings, rooms, workspaces

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""NUL, which PostgreSQL cannot store, and lone surrogates, which neither database can."""

_REMEMBERED_SETTINGS = 1000

_MOST_CHOICES = 10
"""How many players with the same name are listed."""

_WORKSPACE = sa.bindparam("workspace", type_=sa.String())
_NAME = sa.func.coalesce(memberships.c.name, players.c.name).label("name")
IN_WORKSPACE = (
    *(column for column in players.c if column is not players.c.name),
    _NAME,
    memberships.c.player_id.is_not(None).label("is_member"),
)
"""The columns of a player, with the name that they have in a workspace."""

_PLAYERS = sa.select(*IN_WORKSPACE).outerjoin_from(
    players, memberships, sa.and_(memberships.c.player_id == players.c.id, memberships.c.workspace == _WORKSPACE)
)
_BY_USER = _PLAYERS.where(
    players.c.platform == sa.bindparam("platform"),
    players.c.realm == sa.bindparam("realm"),
    players.c.user == sa.bindparam("user"),
)
_BY_ID = _PLAYERS.where(players.c.id.in_(texts_in_parameter("ids")))
_NAMES_BY_ID = _BY_ID.with_only_columns(players.c.id, _NAME)
_IS_MEMBER = (memberships.c.workspace == _WORKSPACE, without_index(players.c.platform) == sa.bindparam("platform"))
_BY_NAME = (
    sa.select(*IN_WORKSPACE)
    .join_from(memberships, players)
    .where(*_IS_MEMBER, memberships.c.name_key == sa.bindparam("name_key"))
    .limit(sa.bindparam("most"))
)
_NAMES = (
    sa.select(memberships.c.name)
    .join_from(memberships, players)
    .where(*_IS_MEMBER, players.c.hidden.is_(False))
    .order_by(memberships.c.name_key, memberships.c.name)
    .limit(sa.bindparam("most"))
)
_LOCK = sa.select(
    sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(sa.bindparam("key", type_=sa.String()), sa.literal(0)))
)

_SETTINGS = sa.select(players.c.settings).where(players.c.id == sa.bindparam("player")).with_for_update()
_CHANGE_PLAYER = sa.update(players).where(players.c.id == sa.bindparam("player"))


class PlayerRepository(Repository):
    """Everybody who has used the bot."""

    async def get_or_add(self, key: PlayerKey, workspace: str, name: str, now: datetime | None = None) -> Player:
        """The player with this key, added if new as first seen `now`; their name in a workspace is updated.

        Names are stored as `player_name` has them.
        """
        name = player_name(name, key.user)
        found = await self.find_by_key(key, workspace)
        if found is None:
            values = {"id": new_id(), "name": name, "first_seen_at": now}
            await self._insert_if_new(players, **_columns(key), **values)  # another process may be faster
            found = player_from_row(await self._row(_BY_USER, {**_columns(key), "workspace": workspace}))
        if found.is_member and found.name == name:
            return found
        if found.name != name:
            await self._connection.execute(_CHANGE_PLAYER, {"player": found.id, "name": name})
        named = {"name": name, "name_key": name_key(name)}
        await self._upsert(memberships, player_id=found.id, workspace=workspace, **named)
        return replace(found, name=name, is_member=True)

    async def change_settings(self, player: str, texts: Mapping[str, str | None]) -> None:
        """Store settings that a player has chosen, by name; None removes one."""
        row = await self._row(_SETTINGS, {"player": player})
        chosen = {**read_settings(row.settings), **texts}
        lines = [f"{name}={text}" for name, text in chosen.items() if text is not None]
        await self._connection.execute(_CHANGE_PLAYER, {"player": player, "settings": "\n".join(lines)})

    async def lock(self, keys: Iterable[PlayerKey]) -> None:
        """Lock players, who may be new, until this unit of work ends, after waiting for others that have locked them.

        All units of work lock players in the same order, and before they store anything about them, so that none waits
        for one that waits for it. SQLite has only one writer.
        """
        if self._connection.dialect == "postgresql":
            for key in sorted(f"{key.platform}/{key.realm}/{key.user}" for key in keys):
                await self._connection.fetch_one(_LOCK, {"key": f"players/{key}"})

    async def record_feedback_explained(self, player: str) -> None:
        """Store that a player was told what hits and blows are."""
        await self._connection.execute(_CHANGE_PLAYER, {"player": player, "introduced": True})

    async def find_by_key(self, key: PlayerKey, workspace: str = "") -> Player | None:
        """The player with this key, with the name that they have in a workspace; None if they never used the bot."""
        row = await self._connection.fetch_one(_BY_USER, {**_columns(key), "workspace": workspace})
        return player_from_row(row) if row else None

    async def find_by_name_or_id(self, platform: str, workspace: str, name: str) -> Player | None:
        """The player of a workspace with this user id or, if there is none, with this name there.

        If nobody has exactly this name, it may be in another case.

        Raises:
            AmbiguousPlayer: several players have it.
        """
        if _UNSTORABLE.search(name):
            return None
        by_user = await self.find_by_key(RoomKey(platform, workspace, "").player_key(name), workspace)
        if by_user is not None and by_user.is_member:
            return by_user
        if not (plain := readable_name(name)):
            return None
        columns = {"platform": platform, "workspace": workspace, "name_key": name_key(plain), "most": _MOST_CHOICES}
        found = [player_from_row(row) for row in await self._connection.fetch_all(_BY_NAME, columns)]
        exact = [player for player in found if player.name == plain]
        chosen = exact if len(exact) == 1 else found
        if len(chosen) > 1:
            raise AmbiguousPlayer(name, tuple(sorted((player.name, player.key.user) for player in chosen)))
        return chosen[0] if chosen else None

    async def names(self, platform: str, workspace: str, most: int) -> Sequence[str]:
        """The first `most` names of a workspace's players who are not hidden, in their order."""
        columns = {"platform": platform, "workspace": workspace, "most": most}
        return [row.name for row in await self._connection.fetch_all(_NAMES, columns)]

    async def by_id(self, ids: Iterable[str], workspace: str) -> Mapping[str, Player]:
        """The players with these ids, by id, with their names in a workspace; unknown ids are left out."""
        rows = await self._connection.fetch_all(_BY_ID, {"ids": json_array(ids), "workspace": workspace})
        return {row.id: player_from_row(row) for row in rows}

    async def names_by_id(self, ids: Iterable[str], workspace: str) -> dict[str, str]:
        """The names that the players with these ids have in a workspace; unknown ids are left out."""
        rows = await self._connection.fetch_all(_NAMES_BY_ID, {"ids": json_array(ids), "workspace": workspace})
        return {row.id: row.name for row in rows}


def player_from_row(row: Row) -> Player:
    """A player from a row with the columns `IN_WORKSPACE`."""
    return Player(
        id=intern(row.id),  # each turn refers to it
        key=PlayerKey(row.platform, row.realm, row.user),
        name=row.name,
        settings=personal_settings(row.settings),
        hidden=row.hidden,
        introduced=row.introduced,
        first_seen_at=row.first_seen_at,
        is_member=row.is_member,
    )


def read_settings(text: str) -> dict[str, str]:
    """The chosen settings of a player by name, from their column."""
    return dict(line.split("=", 1) for line in text.splitlines())


@lru_cache(_REMEMBERED_SETTINGS)
def personal_settings(text: str) -> PersonalSettings:
    """The settings of a player from their column."""
    return PersonalSettings.from_texts(read_settings(text))


def _columns(key: PlayerKey) -> dict[str, str]:
    return {"platform": key.platform, "realm": key.realm, "user": key.user}


_IS_HERE = (
    rooms.c.platform == sa.bindparam("platform"),
    rooms.c.workspace == sa.bindparam("workspace"),
    rooms.c.channel == sa.bindparam("channel"),
)
_ROOM = sa.select(rooms.c.id, rooms.c.parent).where(*_IS_HERE)

_LOCK_ROOM = sa.select(rooms.c.id).where(rooms.c.id == sa.bindparam("room")).with_for_update(key_share=True)
"""Locks a room with `FOR NO KEY UPDATE`, for which new games, whose foreign keys refer to the room, do not wait."""

_CHANGE_ROOM = sa.update(rooms).where(rooms.c.id == sa.bindparam("room"))
_ROOM_BY_ID = sa.select(rooms).where(rooms.c.id == sa.bindparam("room"))


_CALLER = (
    sa.select(*IN_WORKSPACE, rooms.c.id.label("room"), rooms.c.parent)
    .join_from(rooms, players, sa.true())
    .outerjoin(
        memberships, sa.and_(memberships.c.player_id == players.c.id, memberships.c.workspace == rooms.c.workspace)
    )
    .where(
        *_IS_HERE,
        players.c.platform == sa.bindparam("player_platform"),
        players.c.realm == sa.bindparam("realm"),
        players.c.user == sa.bindparam("user"),
    )
)
"""A room, a player and their membership, each found by a unique key."""


class RoomRepository(Repository):
    """The rooms in which the bot has been used."""

    async def find(self, key: RoomKey) -> Room | None:
        """The room with this key, None if the bot was never used in it."""
        row = await self._connection.fetch_one(_ROOM, asdict(key))
        return Room(row.id, key) if row else None

    async def by_id(self, room: str) -> Room | None:
        """The room with this id, None if there is none."""
        row = await self._connection.fetch_one(_ROOM_BY_ID, {"room": room})
        return room_from_row(row) if row else None

    async def key_of(self, room: str) -> RoomKey:
        """The key of the room with this id, which exists."""
        return room_from_row(await self._row(_ROOM_BY_ID, {"room": room})).key

    async def is_thread(self, room: str) -> bool:
        """Whether the room with this id is a thread of a channel."""
        return (await self._row(_ROOM_BY_ID, {"room": room})).parent is not None

    async def get_or_add(self, key: RoomKey, parent: str | None = None) -> Room:
        """The room with this key, added if it is new; `parent` is the id of the channel that it is a thread of."""
        columns = asdict(key)
        row = await self._connection.fetch_one(_ROOM, columns)
        if row is None:
            await self._insert_if_new(rooms, id=new_id(), parent=parent, **columns)  # another process may be faster
            row = await self._row(_ROOM, columns)
        elif parent is not None and row.parent != parent:
            await self._connection.execute(_CHANGE_ROOM, {"room": row.id, "parent": parent})
        return Room(row.id, key)

    async def get_or_add_caller(self, caller: Caller, now: datetime | None = None) -> tuple[Room, Player]:
        """A caller's room and the caller as a player, as `get_or_add` of rooms and of players return them."""
        key, player, name = caller.room, caller.player, player_name(caller.name, caller.player.user)
        of_player = {"player_platform": player.platform, "realm": player.realm, "user": player.user}
        row = await self._connection.fetch_one(_CALLER, {**asdict(key), **of_player})
        if row is None or not row.is_member or row.name != name or caller.parent not in {None, row.parent}:
            found = await PlayerRepository(self._connection).get_or_add(player, key.workspace, name, now)
            return await self.get_or_add(key, caller.parent), found
        return Room(row.room, key), player_from_row(row)

    async def lock(self, room: str) -> None:
        """Lock a room until this unit of work ends, after waiting for others that have locked it."""
        await self._connection.fetch_one(_LOCK_ROOM, {"room": room})


_LANGUAGE = sa.select(workspaces.c.language).where(
    workspaces.c.platform == sa.bindparam("platform"), workspaces.c.workspace == sa.bindparam("workspace")
)


class WorkspaceLanguageRepository(Repository):
    """Discord servers and Slack teams."""

    async def get_or_set_language(self, platform: str, workspace: str, first: str) -> str:
        """The language of public messages in a workspace. If none is stored yet, `first` is stored."""
        key = {"platform": platform, "workspace": workspace}
        row = await self._connection.fetch_one(_LANGUAGE, key)
        if row is None:
            await self._insert_if_new(workspaces, language=first, **key)  # another process may be faster
            row = await self._row(_LANGUAGE, key)
        return str(row.language)


def room_from_row(row: Row) -> Room:
    """A room from its row."""
    return Room(row.id, RoomKey(row.platform, row.workspace, row.channel))


_WHOLE = ""
"""The channel of settings for the whole workspace. It sorts before all others."""

_IN_WORKSPACE = (
    room_settings.c.platform == sa.bindparam("platform"),
    room_settings.c.workspace == sa.bindparam("workspace"),
)
_PARENT = sa.select(rooms.c.parent).where(*_IS_HERE).scalar_subquery()
_OF_ROOM = sa.select(room_settings).where(
    *_IN_WORKSPACE, room_settings.c.channel.in_((_WHOLE, sa.bindparam("channel"), _PARENT))
)
_REMOVE = sa.delete(room_settings).where(
    *_IN_WORKSPACE, room_settings.c.channel == sa.bindparam("channel"), room_settings.c.name == sa.bindparam("name")
)


class RoomSettingsRepository(Repository):
    """The settings of servers and channels that somebody has chosen. Defaults are not stored.

    A thread that is stored as a room with its parent has the settings of the parent.
    """

    async def get(self, room: RoomKey) -> RoomSettings:
        """The settings that apply in a room."""
        return RoomSettings.from_texts({change.name: change.text for change in await self.stored_settings(room)})

    async def stored_settings(self, room: RoomKey) -> Sequence[StoredSettingValue]:
        """The settings stored for a room and its server, ordered by name; the server's comes before the room's."""
        found = [
            StoredSettingValue(row.name, row.value, row.channel, row.changed_by, row.changed_at)
            for row in await self._connection.fetch_all(_OF_ROOM, asdict(room))
        ]
        return sorted(found, key=lambda change: (change.name, change.channel))

    async def change(self, room: RoomKey, texts: Mapping[str, str | None], player: str, now: datetime) -> None:
        """Store settings of a room, or of its server if its channel is empty; None removes one."""
        for name, text in texts.items():
            key = {**asdict(room), "name": name}
            if text is None:
                await self._connection.execute(_REMOVE, key)
            else:
                await self._upsert(room_settings, **key, value=text, changed_by=player, changed_at=now)
