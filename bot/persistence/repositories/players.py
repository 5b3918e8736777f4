"""The repository of players."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import String, bindparam, func, literal, select, update

from bot.model.errors import AmbiguousPlayer
from bot.model.names import name_key, player_name, readable_name
from bot.model.rooms import Player, PlayerKey
from bot.persistence.connection import Row
from bot.persistence.repositories.base import Repository, any_of, json_array, new_id
from bot.persistence.tables.games import players

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""NUL, which PostgreSQL cannot store, and lone surrogates, which neither database can."""

_MOST_CHOICES = 10
"""How many players with the same name are listed."""

_IN_WORKSPACE = select(players).where(
    players.c.platform == bindparam("platform"), players.c.workspace == bindparam("workspace")
)
_BY_USER = _IN_WORKSPACE.where(players.c.user == bindparam("user"))
_BY_NAME = _IN_WORKSPACE.where(players.c.name_key == bindparam("name_key")).limit(bindparam("most"))
_NAMES = (
    select(players.c.name)
    .where(
        players.c.platform == bindparam("platform"),
        players.c.workspace == bindparam("workspace"),
        players.c.hidden.is_(False),
    )
    .order_by(players.c.name)
    .limit(bindparam("most"))
)
_PLAYERS = select(players).where(players.c.id.in_(any_of("ids")))
_LOCK = select(func.pg_advisory_xact_lock(func.hashtextextended(bindparam("key", type_=String()), literal(0))))

_CHANGE_PLAYER = update(players).where(players.c.id == bindparam("player"))


class PlayerRepository(Repository):
    """Everybody who has used the bot."""

    async def ensure(self, key: PlayerKey, name: str, now: datetime | None = None) -> Player:
        """The player with this key, added if new as first seen `now`; their name is updated.

        Names are stored as `player_name` has them.
        """
        name = player_name(name, key.user)
        columns = {"platform": key.platform, "workspace": key.workspace, "user": key.user}
        row = await self._connection.fetch_one(_BY_USER, columns)
        if row is None:
            values = {**columns, **_named(name), "id": new_id(), "first_seen_at": now}
            await self._insert_if_new(players, **values)  # another process may be faster
            row = await self._row(_BY_USER, columns)
        player = player_from(row)
        if player.name == name:
            return player
        await self._connection.execute(_CHANGE_PLAYER, {"player": row.id, **_named(name)})
        return replace(player, name=name)

    async def choose_language(self, player: str, language: str | None) -> None:
        """Store the language that a player has chosen, None to follow the platform's."""
        await self._connection.execute(_CHANGE_PLAYER, {"player": player, "language": language})

    async def choose_warnings(self, player: str, *, warnings: bool) -> None:
        """Store whether a player is asked before guesses that repeat a turn."""
        await self._connection.execute(_CHANGE_PLAYER, {"player": player, "warnings": warnings})

    async def choose_mentions(self, player: str, *, mentions: bool) -> None:
        """Store whether a player may be mentioned."""
        await self._connection.execute(_CHANGE_PLAYER, {"player": player, "mentions": mentions})

    async def choose_duels(self, player: str, *, duels: bool) -> None:
        """Store whether others may challenge a player."""
        await self._connection.execute(_CHANGE_PLAYER, {"player": player, "duels": duels})

    async def lock(self, keys: Iterable[PlayerKey]) -> None:
        """Lock players, who may be new, until this unit of work ends, after waiting for others that have locked them.

        All units of work lock players in the same order, and before they store anything about them, so that none waits
        for one that waits for it. SQLite has only one writer.
        """
        if self._connection.dialect == "postgresql":
            for key in sorted(f"{key.platform}/{key.workspace}/{key.user}" for key in keys):
                await self._connection.fetch_one(_LOCK, {"key": f"players/{key}"})

    async def choose_hidden(self, player: str, *, hidden: bool) -> None:
        """Store whether leaderboards and summaries leave a player out."""
        await self._connection.execute(_CHANGE_PLAYER, {"player": player, "hidden": hidden})

    async def introduce(self, player: str) -> None:
        """Store that a player was told what hits and blows are."""
        await self._connection.execute(_CHANGE_PLAYER, {"player": player, "introduced": True})

    async def known(self, key: PlayerKey) -> Player | None:
        """The player with this key, None if they have never used the bot."""
        columns = {"platform": key.platform, "workspace": key.workspace, "user": key.user}
        row = await self._connection.fetch_one(_BY_USER, columns)
        return player_from(row) if row else None

    async def find(self, platform: str, workspace: str, name: str) -> Player | None:
        """The player of a workspace with this user id or, if there is none, with this name.

        If nobody has exactly this name, it may be in another case.

        Raises:
            AmbiguousPlayer: several players have it.
        """
        if _UNSTORABLE.search(name):
            return None
        if (by_user := await self.known(PlayerKey(platform, workspace, name))) is not None:
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

    async def by_id(self, ids: Iterable[str]) -> Mapping[str, Player]:
        """The players with these ids, by id; unknown ids are left out."""
        rows = await self._connection.fetch_all(_PLAYERS, {"ids": json_array(ids)})
        return {row.id: player_from(row) for row in rows}


def player_from(row: Row) -> Player:
    """A player from its row."""
    key = PlayerKey(row.platform, row.workspace, row.user)
    return Player(
        id=row.id,
        key=key,
        name=row.name,
        language=row.language,
        warnings=row.warnings,
        mentions=row.mentions,
        hidden=row.hidden,
        introduced=row.introduced,
        duels=row.duels,
        first_seen_at=row.first_seen_at,
    )


def _named(name: str) -> dict[str, str]:
    return {"name": name, "name_key": name_key(name)}
