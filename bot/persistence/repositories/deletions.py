"""Removing data of players who are deleted, and games of former players alone."""

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import sqlalchemy as sa

from bot.model.records import Scope, scope_place
from bot.model.rooms import DIRECT, RoomKey, is_direct_message
from bot.persistence.connection import Repository, Row, insert_if_new, json_array, texts_in_parameter, without_index
from bot.persistence.repositories.rooms import room_from_row
from bot.persistence.tables import references
from bot.persistence.tables.games import (
    boards,
    conversations,
    deletions,
    duels,
    former_games,
    games,
    memberships,
    messages,
    participants,
    players,
    room_settings,
    rooms,
    workspaces,
)
from bot.persistence.tables.records import daily_games, daily_shares, leaderboards


@cache
def replacements_in_games() -> Sequence[sa.Executable]:
    """The statements that put another player in a player's place in the tables with a game.

    What is about the player alone is removed.
    """
    deletes = (
        sa.delete(column.table).where(column == sa.bindparam("old_player"), game.in_(texts_in_parameter("ids")))
        for column in references.player_columns()
        if references.is_owner_column(column) and (game := references.game_column(column.table)) is not None
    )
    return [
        *deletes,
        *map(_clear, references.CLEARED),
        *_replacements(in_games=True),
        *map(_replacement_in_text, references.IN_TEXTS),
    ]


@cache
def replacements_in_tables_without_games() -> Sequence[sa.Executable]:
    """The statements that put another player in a player's place in the tables without a game."""
    return list(_replacements(in_games=False))


def _replacements(*, in_games: bool) -> Iterator[sa.Executable]:
    for column in references.player_columns():
        game = references.game_column(column.table)
        if references.is_owner_column(column) or column in references.CLEARED or (game is not None) is not in_games:
            continue
        statement = sa.update(column.table).values({column: sa.bindparam("new_player")})
        if game is None:
            yield statement.where(column == sa.bindparam("old_player"))
        else:
            yield statement.where(
                without_index(column) == sa.bindparam("old_player"), game.in_(texts_in_parameter("ids"))
            )


def _update_in_games(column: references.AnyColumn) -> sa.Update:
    """The start of a statement that changes a column in the rows of the games with the parameter `ids`."""
    game = references.game_column(column.table)
    if game is None:
        raise LookupError(column.table.name)
    return sa.update(column.table).where(game.in_(texts_in_parameter("ids")))


def _clear(column: references.AnyColumn) -> sa.Executable:
    return _update_in_games(column).where(without_index(column) == sa.bindparam("old_player")).values({column: None})


def _replacement_in_text(column: references.AnyColumn) -> sa.Executable:
    changed = sa.func.replace(
        column, sa.cast(sa.bindparam("old_player"), sa.String), sa.cast(sa.bindparam("new_player"), sa.String)
    )
    return _update_in_games(column).where(column.is_not(None)).values({column: changed})


@cache
def personal_deletes() -> Sequence[sa.Executable]:
    """The statements that remove all rows that are only about a player."""
    return [
        sa.delete(column.table).where(column == sa.bindparam("old_player"))
        for column in references.player_columns()
        if references.is_owner_column(column)
    ]


@cache
def personal_deletes_of_some() -> Sequence[sa.Executable]:
    """The statements that remove at most `most` rows that are only about a player, from tables without a game."""
    return [
        sa.delete(table).where(
            column == sa.bindparam("old_player"),
            sa.tuple_(*table.primary_key).in_(
                sa.select(*table.primary_key).where(column == sa.bindparam("old_player")).limit(sa.bindparam("most"))
            ),
        )
        for column in references.player_columns()
        for table in (column.table,)
        if references.is_owner_column(column)
        and references.game_column(table) is None
        and table not in {deletions, memberships}
    ]


@cache
def deletes_of(kind: references.AnyColumn) -> Sequence[sa.Executable]:
    """The statements that remove the rows of a kind with the parameter `ids`, and all rows that refer to them.

    Tables that belong to games are left out for other kinds, because the games are removed before.
    """
    columns = [
        column
        for column in references.referring_columns(kind)
        if kind is games.c.id or not _goes_with_games(column.table)
    ]
    wanted = (
        texts_in_parameter("ids")
        if isinstance(kind.type, sa.String)
        else sa.select(sa.cast(texts_in_parameter("ids").subquery().c.value, sa.Integer))
    )
    return [sa.delete(column.table).where(column.in_(wanted)) for column in (*columns, kind)]


def _goes_with_games(table: sa.Table) -> bool:
    """Whether all rows of a table are about a game, so that they are removed with it."""
    column = references.game_column(table)
    return column is not None and not column.nullable


RETRY = timedelta(minutes=1)
"""How long a message has time to be edited before its game is looked at again."""

_ID = re.compile("[0-9a-f]{16}")
_DUE = (
    sa.select(former_games.c.game_id)
    .where(former_games.c.check_at <= sa.bindparam("now"))
    .order_by(former_games.c.check_at)
    .limit(sa.bindparam("most"))
)
_PUT_OFF = (
    sa.update(former_games)
    .where(former_games.c.game_id.in_(texts_in_parameter("ids")))
    .values(check_at=sa.bindparam("at"))
)
_KEEP = sa.delete(former_games).where(former_games.c.game_id.in_(texts_in_parameter("ids")))
_GAMES = (
    sa.select(games.c.id, games.c.room_id, games.c.revision, games.c.shown_revision, messages.c.message)
    .add_columns(rooms.c.platform, rooms.c.workspace, rooms.c.channel)
    .join(rooms, rooms.c.id == games.c.room_id)
    .outerjoin(messages, messages.c.game_id == games.c.id)
    .where(games.c.id.in_(texts_in_parameter("ids")))
    .order_by(games.c.id)
)
_NOT_PLAYING = frozenset((duels.c.ended_by, participants.c.player_id))
"""Columns that do not show that somebody played: moderators end duels, and `participants` is for running games."""

_PLAYERS = sa.union_all(
    *(
        sa.select(game.label("game"), column.label("player")).where(
            game.in_(texts_in_parameter("ids")), column.is_not(None)
        )
        for column in references.player_columns()
        if (game := references.game_column(column.table)) is not None and column not in _NOT_PLAYING
    )
)
"""The query for the players of games."""

_IN_TEXTS = sa.select(boards.c.game_id.label("game"), *references.IN_LISTS).where(
    boards.c.game_id.in_(texts_in_parameter("ids"))
)
_PRESENT = sa.select(players.c.id).where(players.c.id.in_(texts_in_parameter("ids")), players.c.name != "")
_DIRECT_ROOMS = sa.select(rooms).where(rooms.c.id.in_(texts_in_parameter("ids")))
_IN_USE = {
    table.name: sa.select(table.c.room_id).where(table.c.room_id.in_(texts_in_parameter("ids"))).distinct()
    for table in (games, daily_games, daily_shares, conversations)
}
"""The queries for the given rooms in which somebody has a game, a daily, a shared result or a conversation."""

_LEADERBOARDS = sa.select(leaderboards.c.id).where(leaderboards.c.place.in_(texts_in_parameter("places")))
_MEMBERS = sa.select(memberships.c.player_id).where(memberships.c.workspace == sa.bindparam("workspace")).limit(1)
_ROOMS_OF_WORKSPACE = sa.select(rooms.c.id).where(
    rooms.c.platform == sa.bindparam("platform"), rooms.c.workspace == sa.bindparam("workspace")
)
_DELETE_SETTINGS = sa.delete(room_settings).where(
    room_settings.c.platform == sa.bindparam("platform"), room_settings.c.workspace == sa.bindparam("workspace")
)
_DELETE_CHANNEL = _DELETE_SETTINGS.where(room_settings.c.channel == sa.bindparam("channel"))
_DELETE_LANGUAGE = sa.delete(workspaces).where(
    workspaces.c.platform == sa.bindparam("platform"), workspaces.c.workspace == sa.bindparam("workspace")
)


class GamesOfFormerPlayers(Repository):
    """The games of former players, after anonymous players have replaced them."""

    async def delete_edited(self, now: datetime, most: int) -> int:
        """Remove at most `most` of the games that wait for their messages to be edited; returns how many were due."""
        due = [row.game_id for row in await self._connection.fetch_all(_DUE, {"now": now, "most": most})]
        await self.delete(due, now)
        return len(due)

    async def delete(self, ids: Collection[str], now: datetime) -> None:
        """Remove the given games that only former players played, and direct messages without other games.

        A game whose message still shows a name stays until the message has been edited.
        """
        kept = await self.with_others(ids)
        await self._connection.execute(_KEEP, {"ids": json_array(kept)})
        theirs = [
            row for row in await self._connection.fetch_all(_GAMES, {"ids": json_array(ids)}) if row.id not in kept
        ]
        waiting = [row.id for row in theirs if _is_behind(row)]
        if waiting:
            rows = [{"game_id": game, "check_at": now + RETRY} for game in waiting]
            await self._connection.execute_many(insert_if_new(former_games, self._connection.dialect), rows)
            await self._connection.execute(_PUT_OFF, {"ids": json_array(waiting), "at": now + RETRY})
        removed = [row for row in theirs if not _is_behind(row)]
        await self._delete(games.c.id, [row.id for row in removed])
        await self.delete_unused_direct_rooms({row.room_id for row in removed if is_direct_message(_key(row))})

    async def delete_unused_direct_rooms(self, ids: Collection[str]) -> None:
        """Remove the given rooms that are direct messages without games and conversations."""
        if not ids:
            return
        parameters = {"ids": json_array(ids)}
        in_use = {
            row.room_id for query in _IN_USE.values() for row in await self._connection.fetch_all(query, parameters)
        }
        for row in await self._connection.fetch_all(_DIRECT_ROOMS, parameters):
            key = room_from_row(row).key
            if is_direct_message(key) and row.id not in in_use:
                await self._delete_leaderboards([row.id])
                await self._delete(rooms.c.id, [row.id])
                await self._connection.execute(_DELETE_CHANNEL, _parameters(key) | {"channel": key.channel})
                await self.delete_unused_direct_workspace(key)

    async def delete_unused_direct_workspace(self, key: RoomKey) -> None:
        """Remove the workspace of a Discord conversation without rooms and members."""
        if not key.workspace.startswith(DIRECT):
            return
        here = _parameters(key)
        if any([await self._connection.fetch_all(query, here) for query in (_ROOMS_OF_WORKSPACE, _MEMBERS)]):
            return
        await self._delete_leaderboards([scope_place(Scope.SERVER, key, "")])
        for statement in (_DELETE_SETTINGS, _DELETE_LANGUAGE):
            await self._connection.execute(statement, here)

    async def with_others(self, ids: Collection[str]) -> set[str]:
        """The given games in which somebody who is not a former player has played."""
        parameters = {"ids": json_array(ids)}
        played = [(row.game, row.player) for row in await self._connection.fetch_all(_PLAYERS, parameters)]
        for row in await self._connection.fetch_all(_IN_TEXTS, parameters):
            played += [(row.game, player) for text in tuple(row)[1:] for player in _ID.findall(text)]
        those = {"ids": json_array({player for _, player in played})}
        present = {row.id for row in await self._connection.fetch_all(_PRESENT, those)}
        return {game for game, player in played if player in present}

    async def _delete_leaderboards(self, places: Sequence[str]) -> None:
        found = await self._connection.fetch_all(_LEADERBOARDS, {"places": json_array(places)})
        await self._delete(leaderboards.c.id, [str(row.id) for row in found])

    async def _delete(self, kind: Any, ids: Sequence[str]) -> None:  # noqa: ANN401  # a column of any type
        if ids:
            await self._connection.execute_all(deletes_of(kind), {"ids": json_array(ids)})


def _is_behind(row: Row) -> bool:
    """Whether the message of a game may still show a name to others."""
    return bool(row.message) and row.shown_revision < row.revision and not is_direct_message(_key(row))


def _key(row: Row) -> RoomKey:
    return RoomKey(row.platform, row.workspace, row.channel)


def _parameters(key: RoomKey) -> dict[str, str]:
    return {"platform": key.platform, "workspace": key.workspace}
