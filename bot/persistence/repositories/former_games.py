"""Removing the games, rooms and workspaces of which only former players are left."""

import re
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, delete, select, update

from bot.model.leaderboards import Scope, place_in
from bot.model.personal_data import DIRECT, is_direct_message
from bot.model.rooms import RoomKey
from bot.persistence.connection import Row
from bot.persistence.repositories.base import Repository, any_of, texts
from bot.persistence.repositories.removals import removals_of
from bot.persistence.repositories.rooms import room_from
from bot.persistence.tables.daily import daily_games
from bot.persistence.tables.games import (
    boards,
    conversations,
    duels,
    games,
    messages,
    participants,
    players,
    rooms,
    workspaces,
)
from bot.persistence.tables.records import leaderboards
from bot.persistence.tables.references import IN_LISTS, game_column, of_players
from bot.persistence.tables.settings import former_games, room_settings

FORMER = "deleted:"
"""The user ids of the players who take the place of erased ones begin like this."""

RETRY = timedelta(minutes=1)
"""How long a message has time to be edited before its game is looked at again."""

_ID = re.compile("[0-9a-f]{16}")
_DUE = (
    select(former_games.c.game_id)
    .where(former_games.c.check_at <= bindparam("now"))
    .order_by(former_games.c.check_at)
    .limit(bindparam("most"))
)
_PUT_OFF = update(former_games).where(former_games.c.game_id.in_(any_of("ids"))).values(check_at=bindparam("at"))
_KEEP = delete(former_games).where(former_games.c.game_id.in_(any_of("ids")))
_GAMES = (
    select(games.c.id, games.c.room_id, games.c.revision, games.c.shown_revision, messages.c.message)
    .add_columns(rooms.c.platform, rooms.c.workspace, rooms.c.channel)
    .join(rooms, rooms.c.id == games.c.room_id)
    .outerjoin(messages, messages.c.game_id == games.c.id)
    .where(games.c.id.in_(any_of("ids")))
    .order_by(games.c.id)
)
_NOT_PLAYING = frozenset((duels.c.ended_by, participants.c.player_id))
"""The column of who may only have stopped a duel as a moderator, and that of a table of running games."""

_PLAYERS = {
    str(column): select(game.label("game"), column.label("player")).where(game.in_(any_of("ids")), column.is_not(None))
    for column in of_players()
    if (game := game_column(column.table)) is not None and column not in _NOT_PLAYING
}
"""The queries for the players of games."""

_IN_TEXTS = select(boards.c.game_id.label("game"), *IN_LISTS).where(boards.c.game_id.in_(any_of("ids")))
_PRESENT = select(players.c.id).where(players.c.id.in_(any_of("ids")), ~players.c.user.startswith(FORMER))
_DIRECT_ROOMS = select(rooms).where(rooms.c.id.in_(any_of("ids")))
_IN_USE = {
    table.name: select(table.c.room_id).where(table.c.room_id.in_(any_of("ids"))).distinct()
    for table in (games, daily_games, conversations)
}
"""The queries for those of some rooms in which somebody has a game, a daily or a conversation."""

_LEADERBOARDS = select(leaderboards.c.id).where(leaderboards.c.place.in_(any_of("places")))
_IN_WORKSPACE = select(players.c.id, players.c.user).where(
    players.c.platform == bindparam("platform"), players.c.workspace == bindparam("workspace")
)
_ROOMS_OF_WORKSPACE = select(rooms.c.id).where(
    rooms.c.platform == bindparam("platform"), rooms.c.workspace == bindparam("workspace")
)
_FORGET_SETTINGS = delete(room_settings).where(
    room_settings.c.platform == bindparam("platform"), room_settings.c.workspace == bindparam("workspace")
)
_FORGET_CHANNEL = _FORGET_SETTINGS.where(room_settings.c.channel == bindparam("channel"))
_FORGET_LANGUAGE = delete(workspaces).where(
    workspaces.c.platform == bindparam("platform"), workspaces.c.workspace == bindparam("workspace")
)


class FormerGames(Repository):
    """What is left of former players, whose places others have taken before."""

    async def remove_due(self, now: datetime, most: int) -> int:
        """Remove at most `most` of the games that wait for their messages to be edited; returns how many were due."""
        due = [row.game_id for row in await self._connection.fetch_all(_DUE, {"now": now, "most": most})]
        await self.remove(due, now)
        return len(due)

    async def remove(self, ids: Collection[str], now: datetime) -> None:
        """Remove those of some games that only former players have played, and direct messages without other games.

        A game whose message still shows a name stays until the message has been edited.
        """
        kept = await self._with_others(ids)
        await self._connection.execute(_KEEP, {"ids": texts(kept)})
        theirs = [row for row in await self._connection.fetch_all(_GAMES, {"ids": texts(ids)}) if row.id not in kept]
        waiting = [row.id for row in theirs if _is_behind(row)]
        for game in waiting:
            await self._insert_if_new(former_games, game_id=game, check_at=now + RETRY)
        await self._connection.execute(_PUT_OFF, {"ids": texts(waiting), "at": now + RETRY})
        removed = [row for row in theirs if not _is_behind(row)]
        await self._remove(games.c.id, [row.id for row in removed])
        await self.remove_rooms({row.room_id for row in removed if is_direct_message(_key(row))})

    async def remove_rooms(self, ids: Collection[str]) -> None:
        """Remove those of some rooms that are direct messages in which nobody has a game or a conversation."""
        if not ids:
            return
        parameters = {"ids": texts(ids)}
        in_use = {
            row.room_id for query in _IN_USE.values() for row in await self._connection.fetch_all(query, parameters)
        }
        for row in await self._connection.fetch_all(_DIRECT_ROOMS, parameters):
            key = room_from(row).key
            if is_direct_message(key) and row.id not in in_use:
                await self._remove_leaderboards([row.id])
                await self._remove(rooms.c.id, [row.id])
                await self._connection.execute(_FORGET_CHANNEL, _parameters(key) | {"channel": key.channel})
                await self.remove_workspace(key)

    async def remove_workspace(self, key: RoomKey) -> None:
        """Remove the workspace of a Discord conversation in which nobody is left but former players."""
        if not key.workspace.startswith(DIRECT):
            return
        here = _parameters(key)
        left = await self._connection.fetch_all(_IN_WORKSPACE, here)
        if await self._connection.fetch_all(_ROOMS_OF_WORKSPACE, here) or not all(_is_former(row) for row in left):
            return
        await self._remove_leaderboards([place_in(Scope.SERVER, key, "")])
        await self._remove(players.c.id, [row.id for row in left])
        for statement in (_FORGET_SETTINGS, _FORGET_LANGUAGE):
            await self._connection.execute(statement, here)

    async def _with_others(self, ids: Collection[str]) -> set[str]:
        """Those of some games in which somebody has played who is not a former player."""
        parameters = {"ids": texts(ids)}
        played: list[tuple[str, str]] = []
        for statement in _PLAYERS.values():
            played += [(row.game, row.player) for row in await self._connection.fetch_all(statement, parameters)]
        for row in await self._connection.fetch_all(_IN_TEXTS, parameters):
            played += [(row.game, player) for text in tuple(row)[1:] for player in _ID.findall(text)]
        those = {"ids": texts({player for _, player in played})}
        present = {row.id for row in await self._connection.fetch_all(_PRESENT, those)}
        return {game for game, player in played if player in present}

    async def _remove_leaderboards(self, places: Sequence[str]) -> None:
        found = await self._connection.fetch_all(_LEADERBOARDS, {"places": texts(places)})
        await self._remove(leaderboards.c.id, [str(row.id) for row in found])

    async def _remove(self, kind: Any, ids: Sequence[str]) -> None:  # noqa: ANN401  # a column of any type
        if ids:
            for statement in removals_of(kind):
                await self._connection.execute(statement, {"ids": texts(ids)})


def _is_behind(row: Row) -> bool:
    """Whether the message of a game may still show a name to others."""
    return bool(row.message) and row.shown_revision < row.revision and not is_direct_message(_key(row))


def _is_former(row: Row) -> bool:
    return bool(row.user.startswith(FORMER))


def _key(row: Row) -> RoomKey:
    return RoomKey(row.platform, row.workspace, row.channel)


def _parameters(key: RoomKey) -> dict[str, str]:
    return {"platform": key.platform, "workspace": key.workspace}
