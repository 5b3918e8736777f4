"""The repository of what is kept about a person: exporting and deleting it."""

import asyncio
import re
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from itertools import chain
from typing import Any

import sqlalchemy as sa

from bot.model.rooms import DIRECT, FORMER, Exported, PlayerDeletion, RoomKey
from bot.persistence.connection import Repository, Row, json_array, texts_in_parameter
from bot.persistence.repositories.deletions import (
    GamesOfFormerPlayers,
    personal_deletes,
    personal_deletes_of_some,
    replacements_in_games,
    replacements_in_tables_without_games,
)
from bot.persistence.repositories.messages import TO_BE_EDITED
from bot.persistence.repositories.results import LeaderboardRepository, ResultRepository
from bot.persistence.tables import references
from bot.persistence.tables.base import UtcDateTime
from bot.persistence.tables.games import (
    HAS_PLAYERS_IN_TEXTS,
    boards,
    conversations,
    deletions,
    duels,
    games,
    memberships,
    messages,
    players,
    room_settings,
)
from bot.persistence.tables.records import daily_games, daily_shares
from bot.persistence.tables.slack import slack_installations

NOBODY = "-"
"""The user id that replaces that of a deleted player who installed the app for a workspace."""

_PLAYER = sa.select(players).where(players.c.id == sa.bindparam("player"))
_ADD_PLAYER = sa.insert(players)
_CHANGE_PLAYER = sa.update(players).where(players.c.id == sa.bindparam("player"))
_BEGUN = sa.select(deletions).where(deletions.c.player_id == sa.bindparam("player")).with_for_update()
_BEGIN = sa.insert(deletions)
_UNFINISHED = (
    sa.select(deletions)
    .where(deletions.c.begun_at < sa.bindparam("before"))
    .order_by(deletions.c.begun_at)
    .limit(sa.bindparam("most"))
)
_DELETE_PLAYER = sa.delete(players).where(players.c.id == sa.bindparam("player"))
_NEVER_BEGUN = sa.and_(
    duels.c.game_id.is_not(None),
    duels.c.level.is_(None),
    sa.or_(duels.c.starter_secret.is_(None), games.c.secret == ""),
)
"""Whether a game is a challenge. Its end shows no secrets."""

_UNSHOWN = (
    sa.select(games.c.id)
    .outerjoin(duels, duels.c.game_id == games.c.id)
    .where(games.c.id.in_(texts_in_parameter("ids")), sa.or_(games.c.ended_at.is_(None), _NEVER_BEGUN))
)
"""The given games whose secrets have not been shown."""

_WITH_MESSAGE = sa.select(messages.c.game_id).where(
    messages.c.game_id.in_(texts_in_parameter("ids")), messages.c.message.is_not(None)
)
_ROOMS = {
    table.name: sa.select(table.c.room_id).where(table.c.player_id == sa.bindparam("old_player")).distinct()
    for table in (daily_games, daily_shares, conversations)
}
"""The queries for the rooms in which a player has a daily, a shared result or a conversation."""

_CONVERSATIONS = sa.select(memberships.c.workspace).where(
    memberships.c.player_id == sa.bindparam("old_player"), memberships.c.workspace.startswith(DIRECT)
)
"""The query for the Discord conversations outside servers that a player is in."""

_DELETE_OWN_SETTINGS = sa.delete(room_settings).where(
    room_settings.c.changed_by == sa.bindparam("old_player"),
    room_settings.c.platform == "slack",
    room_settings.c.channel.startswith("D"),
)
"""Removes the settings of direct messages with a player on Slack, where there may be nothing else about the room."""


class PersonalDataRepository(Repository):
    """Everything that is stored about a player, in all tables.

    It goes through all tables of `metadata`, by their foreign keys; see `bot.persistence.tables.references`.
    """

    async def export(self, player: str) -> Exported:
        """All rows about a player, without the names of others and the secrets that the player has not been shown."""
        row = await self._row(_PLAYER, {"player": player})
        found = {"players": exported_rows(players, [row], player)}
        for table, statements in _rows_with_player().items():
            by_condition = [await self._fetch(statement, player) for statement in statements]
            rows = list(dict.fromkeys(chain.from_iterable(by_condition)))
            unshown = await self._unshown(table, rows)
            if rows:  # in a thread, because there may be many
                found[table.name] = await asyncio.to_thread(exported_rows, table, rows, player, unshown)
        installed = await self._connection.fetch_all(_INSTALLATIONS, _installer(row))
        if installed:
            found["slack_installations"] = [
                {"team_id": each.team_id, "user_id": each.user_id, "installed_at": date_as_text(each.installed_at)}
                for each in installed
            ]
        return found

    async def _unshown(self, table: sa.Table, rows: Sequence[Row]) -> set[str]:
        """The ids of the games of these rows whose secrets have not been shown."""
        column = references.game_column(table)
        if column is None or table not in references.EXPORTED_AT_END:
            return set()
        ids = {getattr(row, column.name) for row in rows}
        return {row.id for row in await self._connection.fetch_all(_UNSHOWN, {"ids": json_array(ids)})}

    async def start_deletion(self, player: str, now: datetime) -> PlayerDeletion:
        """Store that a player is being deleted, hide them, and add the anonymous player who takes their place.

        If that was done before, nothing changes.
        """
        row = await self._connection.fetch_one(_BEGUN, {"player": player})
        if row is not None:
            return PlayerDeletion(player, row.successor_id)
        known, successor = await self._row(_PLAYER, {"player": player}), secrets.token_hex(8)
        key = {"platform": known.platform, "realm": known.realm, "user": f"{FORMER}{successor}"}
        hidden = {"name": "", "hidden": True, "settings": "mentions=off"}
        await self._connection.execute(_ADD_PLAYER, {"id": successor, **key, **hidden})
        await self._connection.execute(_BEGIN, {"player_id": player, "successor_id": successor, "begun_at": now})
        await self._connection.execute(_CHANGE_PLAYER, {"player": player, "settings": "mentions=off"})
        await LeaderboardRepository(self._connection).set_hidden(player, hidden=True)
        return PlayerDeletion(player, successor)

    async def unfinished_deletions(self, before: datetime, most: int) -> Sequence[PlayerDeletion]:
        """At most `most` deletions that were started before a time and are not finished."""
        rows = await self._connection.fetch_all(_UNFINISHED, {"before": before, "most": most})
        return [PlayerDeletion(row.player_id, row.successor_id) for row in rows]

    async def games_of(self, player: str) -> Sequence[str]:
        """The ids of all games that refer to a player."""
        found: dict[str, None] = {}
        for statement in _games_with_player():
            found |= dict.fromkeys(row.id for row in await self._fetch(statement, player))
        return list(found)

    async def _fetch(self, statement: sa.Executable, player: str) -> Sequence[Row]:
        """The rows of a query about a player; `like` is the pattern for columns with lists of ids."""
        return await self._connection.fetch_all(statement, {"player": player, "like": f"%{player}%"})

    async def replace_in_games(self, player: str, successor: str, games: Collection[str], now: datetime) -> None:
        """Replace a player by another one in these games, and remove the games' rows that are about the player alone.

        The boards that have a message become outdated, so that they are edited. Games that nobody else has played are
        removed: those in direct messages and without a message at once, the others by
        `delete_edited_games_of_former_players`.
        """
        parameters = {"old_player": player, "new_player": successor, "ids": json_array(games)}
        await self._connection.execute_all(replacements_in_games(), parameters)
        with_message = await self._connection.fetch_all(_WITH_MESSAGE, {"ids": json_array(games)})
        await self._connection.execute(_REVISE, {"ids": json_array(games)})
        await self._connection.execute(_EDIT_AGAIN, {"ids": json_array(row.game_id for row in with_message)})
        await GamesOfFormerPlayers(self._connection).delete(games, now)

    async def delete_edited_games_of_former_players(self, now: datetime, most: int) -> int:
        """Remove the games of deleted players alone whose messages have been edited.

        Returns:
            How many games were looked at, at most `most`. The others are looked at again later.
        """
        return await GamesOfFormerPlayers(self._connection).delete_edited(now, most)

    async def delete_some_rows(self, player: str, most: int) -> int:
        """Remove rows about a player alone that belong to no game, at most `most` of each table.

        A direct message in which nothing is left is removed, too.

        Returns:
            The number of rows removed.
        """
        parameters = {"old_player": player, "most": most}
        rooms = {row.room_id for one in _ROOMS.values() for row in await self._connection.fetch_all(one, parameters)}
        removed = sum(
            [await self._connection.execute(statement, parameters) for statement in personal_deletes_of_some()]
        )
        await GamesOfFormerPlayers(self._connection).delete_unused_direct_rooms(rooms)
        return removed

    async def delete_player(self, player: str, successor: str) -> None:
        """Remove everything else about a player, and the player. If that was done before, nothing changes."""
        row = await self._connection.fetch_one(_PLAYER, {"player": player})
        if row is None:
            return
        conversations = await self._connection.fetch_all(_CONVERSATIONS, {"old_player": player})
        await ResultRepository(self._connection).delete_player(player)
        await self._connection.execute(_DELETE_OWN_SETTINGS, {"old_player": player})
        await self._connection.execute_all(personal_deletes(), {"old_player": player})
        await self._connection.execute_all(
            replacements_in_tables_without_games(), {"old_player": player, "new_player": successor}
        )
        await self._connection.execute(_CLEAR_INSTALLER, _installer(row))
        await self._connection.execute(_DELETE_PLAYER, {"player": player})
        await self._remove_unneeded(successor)
        for conversation in conversations:
            key = RoomKey(row.platform, conversation.workspace, "")
            await GamesOfFormerPlayers(self._connection).delete_unused_direct_workspace(key)

    async def _remove_unneeded(self, successor: str) -> None:
        """Remove an anonymous player who has taken nobody's place."""
        changed = await self._connection.fetch_one(_CHANGED_SETTINGS, {"player": successor})
        if changed is None and not await self.games_of(successor):
            await self._connection.execute(_DELETE_PLAYER, {"player": successor})


_CHANGED_SETTINGS = sa.select(room_settings.c.name).where(room_settings.c.changed_by == sa.bindparam("player")).limit(1)
_IS_UNDER_WAY = sa.or_(games.c.ended_at.is_(None), games.c.shown_revision < games.c.revision)
_REVISE = (
    sa.update(games)
    .where(games.c.id.in_(texts_in_parameter("ids")), _IS_UNDER_WAY)
    .values(revision=games.c.revision + 1)
)
"""Raises the revision, so that the board is sent again after one that may still have the old name.

Processes with an older revision in memory read the game again.
"""

_EDIT_AGAIN = (
    sa.update(games)
    .where(games.c.id.in_(texts_in_parameter("ids")), sa.not_(_IS_UNDER_WAY))
    .values(shown_revision=TO_BE_EDITED)
)

_OF_INSTALLER = (
    slack_installations.c.user_id == sa.bindparam("user"),
    sa.or_(
        slack_installations.c.team_id == sa.bindparam("realm"),
        slack_installations.c.enterprise_id == sa.bindparam("realm"),
    ),
)
_INSTALLED = slack_installations.c
_INSTALLATIONS = sa.select(_INSTALLED.id, _INSTALLED.team_id, _INSTALLED.user_id, _INSTALLED.installed_at).where(
    *_OF_INSTALLER
)
_CLEAR_INSTALLER = sa.update(slack_installations).where(*_OF_INSTALLER).values(user_id=NOBODY, user_token=None)


def _installer(row: Row) -> Mapping[str, str]:
    """The parameters that find installations of the app by a player. They find none on other platforms than Slack."""
    return {"user": row.user if row.platform == "slack" else "", "realm": row.realm}


@cache
def _rows_with_player() -> Mapping[sa.Table, Sequence[sa.Executable]]:
    """For each table, the queries for rows with a player in any column."""
    return {
        table: [sa.select(table).where(condition) for condition in conditions]
        for table, conditions in _with_player(references.player_columns()).items()
    }


@cache
def _games_with_player() -> Sequence[sa.Executable]:
    """For each table, the queries for the games whose rows refer to the player and may refer to others too."""
    return [
        sa.select(game.label("id")).where(condition).distinct()
        for table, conditions in _with_player(
            column for column in references.player_columns() if not references.is_owner_column(column)
        ).items()
        for condition in conditions
        if (game := references.game_column(table)) is not None
    ]


def _with_player(columns: Iterable[references.AnyColumn]) -> Mapping[sa.Table, Sequence[sa.ColumnElement[bool]]]:
    """For each table, the conditions that a row has the player in one of these columns or in a text.

    The conditions are separate so that each can use indexes. The slot of a game needs no condition, because it can
    only name the game's starter.
    """
    by_table: dict[sa.Table, list[references.AnyColumn]] = {}
    for column in (*columns, boards.c.given_up_by):
        by_table.setdefault(column.table, []).append(column)
    in_lists = sa.and_(
        HAS_PLAYERS_IN_TEXTS, sa.or_(*(column.like(sa.bindparam("like")) for column in references.IN_LISTS))
    )
    return {
        table: [
            sa.or_(*(column == sa.bindparam("player") for column in found)),
            *([in_lists] if table is boards else []),
        ]
        for table, found in by_table.items()
    }


_ANOTHER = "another player"
_ID = re.compile(r"[0-9a-f]{16}")


def exported_rows(
    table: sa.Table, rows: Sequence[Row], player: str, unshown_games: Collection[str] = ()
) -> list[dict[str, object]]:
    """Rows as JSON values, with the columns that the player may see, and without the ids of other players.

    `unshown_games` are the ids of the games whose secrets have not been shown.
    """
    game, special = references.game_column(table), _special_columns(table)
    at_any_time, at_end = references.EXPORTED[table].split(), references.EXPORTED_AT_END.get(table, "").split()
    exported = []
    for row in rows:
        is_unshown = game is not None and getattr(row, game.name) in unshown_games
        values = {name: getattr(row, name) for name in (at_any_time if is_unshown else at_any_time + at_end)}
        exported.append(values | {name: special[name](values[name], player) for name in special.keys() & values})
    return exported


@cache
def _special_columns(table: sa.Table) -> Mapping[str, Callable[[Any, str], object]]:
    """The columns of a table whose values are not exported as they are, and how they are for a player."""
    of_player, with_texts = frozenset(references.player_columns()), frozenset(references.IN_TEXTS)
    kinds = {
        column.name: _only_own if column in of_player else _own_in_text if column in with_texts else date_as_text
        for column in table.columns
    }
    return {
        name: kind
        for name, kind in kinds.items()
        if kind is not date_as_text or isinstance(table.c[name].type, UtcDateTime | sa.Date)
    }


def _only_own(value: str | None, player: str) -> object:
    return value if value in {None, player} else _ANOTHER


def _own_in_text(value: str | None, player: str) -> object:
    return value and _ID.sub(lambda found: player if found[0] == player else _ANOTHER, value)


def date_as_text(value: date | None, _player: str = "") -> object:
    """A time or date as an ISO text."""
    return value and value.isoformat()
