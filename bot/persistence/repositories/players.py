"""The repository of players."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from sqlalchemy import String, and_, bindparam, func, literal, select, update

from bot.model.errors import AmbiguousPlayer
from bot.model.names import name_key, player_name, readable_name
from bot.model.room_settings import PersonalSettings
from bot.model.rooms import Player, PlayerKey, RoomKey
from bot.persistence.connection import Row
from bot.persistence.repositories.base import Repository, any_of, json_array, new_id, unindexed
from bot.persistence.tables.games import memberships, players

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""NUL, which PostgreSQL cannot store, and lone surrogates, which neither database can."""

_REMEMBERED_SETTINGS = 1000

_MOST_CHOICES = 10
"""How many players with the same name are listed."""

_WORKSPACE = bindparam("workspace", type_=String())
_NAME = func.coalesce(memberships.c.name, players.c.name).label("name")
IN_WORKSPACE = (
    *(column for column in players.c if column is not players.c.name),
    _NAME,
    memberships.c.player_id.is_not(None).label("is_member"),
)
"""The columns of a player, with the name that they have in a workspace."""

_PLAYERS = select(*IN_WORKSPACE).outerjoin_from(
    players, memberships, and_(memberships.c.player_id == players.c.id, memberships.c.workspace == _WORKSPACE)
)
_BY_USER = _PLAYERS.where(
    players.c.platform == bindparam("platform"),
    players.c.realm == bindparam("realm"),
    players.c.user == bindparam("user"),
)
_BY_ID = _PLAYERS.where(players.c.id.in_(any_of("ids")))
_NAMES_BY_ID = _BY_ID.with_only_columns(players.c.id, _NAME)
_IS_MEMBER = (memberships.c.workspace == _WORKSPACE, unindexed(players.c.platform) == bindparam("platform"))
_BY_NAME = (
    select(*IN_WORKSPACE)
    .join_from(memberships, players)
    .where(*_IS_MEMBER, memberships.c.name_key == bindparam("name_key"))
    .limit(bindparam("most"))
)
_NAMES = (
    select(memberships.c.name)
    .join_from(memberships, players)
    .where(*_IS_MEMBER, players.c.hidden.is_(False))
    .order_by(memberships.c.name_key, memberships.c.name)
    .limit(bindparam("most"))
)
_LOCK = select(func.pg_advisory_xact_lock(func.hashtextextended(bindparam("key", type_=String()), literal(0))))

_SETTINGS = select(players.c.settings).where(players.c.id == bindparam("player")).with_for_update()
_CHANGE_PLAYER = update(players).where(players.c.id == bindparam("player"))


class PlayerRepository(Repository):
    """Everybody who has used the bot."""

    async def ensure(self, key: PlayerKey, workspace: str, name: str, now: datetime | None = None) -> Player:
        """The player with this key, added if new as first seen `now`; their name in a workspace is updated.

        Names are stored as `player_name` has them.
        """
        name = player_name(name, key.user)
        found = await self.known(key, workspace)
        if found is None:
            values = {"id": new_id(), "name": name, "first_seen_at": now}
            await self._insert_if_new(players, **_columns(key), **values)  # another process may be faster
            found = player_from(await self._row(_BY_USER, {**_columns(key), "workspace": workspace}))
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

    async def introduce(self, player: str) -> None:
        """Store that a player was told what hits and blows are."""
        await self._connection.execute(_CHANGE_PLAYER, {"player": player, "introduced": True})

    async def known(self, key: PlayerKey, workspace: str = "") -> Player | None:
        """The player with this key, with the name that they have in a workspace; None if they never used the bot."""
        row = await self._connection.fetch_one(_BY_USER, {**_columns(key), "workspace": workspace})
        return player_from(row) if row else None

    async def find(self, platform: str, workspace: str, name: str) -> Player | None:
        """The player of a workspace with this user id or, if there is none, with this name there.

        If nobody has exactly this name, it may be in another case.

        Raises:
            AmbiguousPlayer: several players have it.
        """
        if _UNSTORABLE.search(name):
            return None
        by_user = await self.known(RoomKey(platform, workspace, "").player_key(name), workspace)
        if by_user is not None and by_user.is_member:
            return by_user
        if not (plain := readable_name(name)):
            return None
        columns = {"platform": platform, "workspace": workspace, "name_key": name_key(plain), "most": _MOST_CHOICES}
        found = [player_from(row) for row in await self._connection.fetch_all(_BY_NAME, columns)]
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
        return {row.id: player_from(row) for row in rows}

    async def names_by_id(self, ids: Iterable[str], workspace: str) -> dict[str, str]:
        """The names that the players with these ids have in a workspace; unknown ids are left out."""
        rows = await self._connection.fetch_all(_NAMES_BY_ID, {"ids": json_array(ids), "workspace": workspace})
        return {row.id: row.name for row in rows}


def player_from(row: Row) -> Player:
    """A player from a row with the columns `IN_WORKSPACE`."""
    return Player(
        id=row.id,
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
