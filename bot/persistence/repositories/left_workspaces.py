"""The repository of the workspaces that use the bot: removing what is stored about those that have removed it."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache
from typing import NamedTuple

import sqlalchemy as sa

from bot.model.records import Scope, scope_place
from bot.model.rooms import LEFT, RoomKey
from bot.persistence.connection import Connection, Repository, json_array, texts_in_parameter
from bot.persistence.repositories.deletions import GamesOfFormerPlayers, deletes_of
from bot.persistence.repositories.rooms import RoomRepository
from bot.persistence.tables.games import (
    bot_workspaces,
    former_games,
    games,
    memberships,
    messages,
    news,
    players,
    room_settings,
    rooms,
    workspaces,
)
from bot.persistence.tables.records import daily_games, leaderboards, results
from bot.persistence.tables.references import AnyColumn, player_columns

_KNOWN = sa.select(bot_workspaces).where(bot_workspaces.c.platform == sa.bindparam("platform"))
_SET_LEFT = (
    sa.update(bot_workspaces)
    .where(bot_workspaces.c.platform == sa.bindparam("on"), bot_workspaces.c.workspace == sa.bindparam("of"))
    .values(left_at=sa.bindparam("at"))
)
_LEFT_BEFORE = (
    sa.select(bot_workspaces)
    .where(bot_workspaces.c.left_at < sa.bindparam("before"))
    .order_by(bot_workspaces.c.left_at)
    .limit(1)
)
_THESE = texts_in_parameter("ids")
_MOVE_GAMES: Sequence[sa.Executable] = (
    *(sa.delete(table).where(table.c.game_id.in_(_THESE)) for table in (messages, news, former_games)),
    sa.update(results).where(results.c.game_id.in_(_THESE)).values(room_id=sa.bindparam("new_room")),
    sa.update(games)
    .where(games.c.id.in_(_THESE))
    .values(room_id=sa.bindparam("new_room"), shown_revision=games.c.revision),
)
"""The statements that move ended games to another room, without their messages."""

_MOVE_DAILY = (
    sa.update(daily_games)
    .where(*(column == sa.bindparam(f"old_{column.name}") for column in daily_games.primary_key))
    .values(room_id=sa.bindparam("new_room"))
)
"""Moves a daily to another room. Uncounted dailies are removed with their room."""

REMOVED: Sequence[AnyColumn] = (leaderboards.c.id, rooms.c.id)
"""The kinds of rows that are removed one after the other, each with all rows that refer to it."""

WHOLE = (room_settings, workspaces, bot_workspaces)
"""The tables with rows of a whole workspace, in the order in which they are removed."""


class DeletionStepResult(NamedTuple):
    """What `BotWorkspaceRepository.delete_left` has done.

    Args:
        rows: the number of rows that it has removed or moved, 0 if nothing is left to do.
        players: the ids of people who have used the bot in no other workspace, and are to be deleted.
    """

    rows: int = 0
    players: Sequence[str] = ()


class BotWorkspaceRepository(Repository):
    """The workspaces that use the bot, and those that have removed it."""

    async def record_present(self, platform: str, workspaces: Collection[str], now: datetime) -> None:
        """Store which workspaces of a platform have the bot. Others that had it before are stored as left at `now`."""
        known = {row.workspace: row for row in await self._connection.fetch_all(_KNOWN, {"platform": platform})}
        for workspace in workspaces:
            if workspace not in known:
                await self._insert_if_new(bot_workspaces, platform=platform, workspace=workspace)
            elif known[workspace].left_at is not None:
                await self._connection.execute(_SET_LEFT, {"on": platform, "of": workspace, "at": None})
        for workspace, row in known.items():
            if row.left_at is None and workspace not in workspaces:
                await self._connection.execute(_SET_LEFT, {"on": platform, "of": workspace, "at": now})

    async def add_if_new(self, platform: str, workspace: str) -> bool:
        """Store that a workspace has the bot; returns whether nothing was stored about it."""
        return await self._insert_if_new(bot_workspaces, platform=platform, workspace=workspace)

    async def record_left(self, platform: str, workspace: str, at: datetime) -> None:
        """Store that a workspace removed the bot at a time."""
        await self._upsert(bot_workspaces, platform=platform, workspace=workspace, left_at=at)

    async def delete_left(self, before: datetime, most: int) -> DeletionStepResult:
        """Remove about `most` rows of workspaces that removed the bot before a time.

        The ended games and dailies of people who have used the bot elsewhere are moved to a room without a workspace.
        People who have not are to be deleted before the next step.
        """
        due = await self._connection.fetch_one(_LEFT_BEFORE, {"before": before})
        if due is None:
            return DeletionStepResult()
        left = _Left(self._connection, due.platform, due.workspace, most)
        step = await left.remove_members()
        if step.rows:
            return step
        return DeletionStepResult(await left.remove_games() or await left.move_dailies() or await left.remove_rest())


class _Left(Repository):
    """A workspace that has removed the bot or, if its key ends in a colon, all workspaces of an organisation."""

    def __init__(self, connection: Connection, platform: str, workspace: str, most: int) -> None:
        super().__init__(connection)
        self._platform = platform
        self._here: dict[str, object] = {
            "platform": platform,
            "workspace": workspace,
            "realm": workspace.removesuffix(":"),
        }
        place = scope_place(Scope.SERVER, RoomKey(platform, workspace, ""), "")
        self._some = {**self._here, "most": most, "place": place}
        self._is_organisation = workspace.endswith(":")

    async def remove_members(self) -> DeletionStepResult:
        """Remove some memberships. Those of people without another one are removed with the people."""
        rows = await self._connection.fetch_all(
            select_memberships_of(is_organisation=self._is_organisation), self._some
        )
        staying = {"ids": json_array({row.player_id for row in rows if row.stays})}
        removal = removal_of_memberships(is_organisation=self._is_organisation)
        await self._connection.execute(removal, {**self._here, **staying})
        return DeletionStepResult(len(rows), sorted({row.player_id for row in rows if not row.stays}))

    async def remove_games(self) -> int:
        """Remove or move some games; returns their number."""
        rows = await self._connection.fetch_all(
            some_rows_in_workspace(games.c.id, is_organisation=self._is_organisation), self._some
        )
        with_others = await GamesOfFormerPlayers(self._connection).with_others([row.id for row in rows])
        kept = {row.id for row in rows if row.ended_at is not None and row.id in with_others}
        if kept:
            moved = {"ids": json_array(kept), "new_room": await self._new_room()}
            for statement in _MOVE_GAMES:
                await self._connection.execute(statement, moved)
        await self._remove(games.c.id, [row.id for row in rows if row.id not in kept])
        return len(rows)

    async def move_dailies(self) -> int:
        """Move some dailies; returns their number."""
        rows = await self._connection.fetch_all(select_dailies_of(is_organisation=self._is_organisation), self._some)
        if rows:
            room = await self._new_room()
            keys = [{f"old_{each.name}": getattr(row, each.name) for each in daily_games.primary_key} for row in rows]
            await self._connection.execute_many(_MOVE_DAILY, [key | {"new_room": room} for key in keys])
        return len(rows)

    async def remove_rest(self) -> int:
        """Remove some of everything else; returns the number of rows."""
        for kind in REMOVED:
            query = some_rows_in_workspace(kind, is_organisation=self._is_organisation)
            if rows := await self._connection.fetch_all(query, self._some):
                await self._remove(kind, [str(row.id) for row in rows])
                return len(rows)
        whole = [removal_of(table, is_organisation=self._is_organisation) for table in WHOLE]
        return sum(
            [
                await self._connection.execute(statement, self._here)
                for statement in (*whole, removal_of_anonymous_players())
            ]
        )

    async def _new_room(self) -> str:
        """The id of the room to which games are moved."""
        return (await RoomRepository(self._connection).get_or_add(RoomKey(self._platform, LEFT, ""))).id

    async def _remove(self, kind: AnyColumn, ids: Sequence[str]) -> None:
        if ids:
            await self._connection.execute_all(deletes_of(kind), {"ids": json_array(ids)})


def _is_inside(workspace: sa.ColumnElement[str], *, is_organisation: bool) -> sa.ColumnElement[bool]:
    """The condition that a key is that of a workspace, or of any workspace of an organisation.

    The key of an organisation ends in a colon, and the keys of its workspaces start with it.
    """
    here = sa.bindparam("workspace", type_=sa.String())
    return workspace.startswith(here) if is_organisation else workspace == here


def _is_here(table: sa.Table, *, is_organisation: bool) -> sa.ColumnElement[bool]:
    is_inside = _is_inside(table.c.workspace, is_organisation=is_organisation)
    return sa.and_(table.c.platform == sa.bindparam("platform"), is_inside)


@cache
def select_memberships_of(*, is_organisation: bool) -> sa.Executable:
    """The query for at most `most` memberships in a workspace, and whether the person has another one elsewhere."""
    other = memberships.alias("other")
    is_elsewhere = ~_is_inside(other.c.workspace, is_organisation=is_organisation)
    stays = sa.select(other.c.player_id).where(other.c.player_id == memberships.c.player_id, is_elsewhere).exists()
    is_inside = _is_inside(memberships.c.workspace, is_organisation=is_organisation)
    return (
        sa.select(memberships.c.player_id, stays.label("stays"))
        .join_from(memberships, players)
        .where(is_inside, players.c.platform == sa.bindparam("platform"))
        .limit(sa.bindparam("most"))
    )


@cache
def removal_of_memberships(*, is_organisation: bool) -> sa.Executable:
    """The statement that removes memberships of some people in a workspace."""
    is_inside = _is_inside(memberships.c.workspace, is_organisation=is_organisation)
    return sa.delete(memberships).where(memberships.c.player_id.in_(_THESE), is_inside)


@cache
def some_rows_in_workspace(kind: AnyColumn, *, is_organisation: bool) -> sa.Executable:
    """The query for at most `most` rows of a kind in a workspace."""
    is_here = _is_here(rooms, is_organisation=is_organisation)
    if kind is games.c.id:
        found = sa.select(kind, games.c.ended_at).join(rooms, rooms.c.id == games.c.room_id).where(is_here)
    elif kind is leaderboards.c.id:
        place = leaderboards.c.place
        is_whole = place.startswith(sa.bindparam("place")) if is_organisation else place == sa.bindparam("place")
        found = sa.select(kind).where(sa.or_(place.in_(sa.select(rooms.c.id).where(is_here)), is_whole))
    else:
        found = sa.select(kind).where(is_here)
    return found.limit(sa.bindparam("most"))


@cache
def select_dailies_of(*, is_organisation: bool) -> sa.Executable:
    """The query for at most `most` dailies that were started in a workspace."""
    here = _is_here(rooms, is_organisation=is_organisation)
    found = sa.select(*daily_games.primary_key).join(rooms, rooms.c.id == daily_games.c.room_id).where(here)
    return found.limit(sa.bindparam("most"))


@cache
def removal_of(table: sa.Table, *, is_organisation: bool) -> sa.Executable:
    """The statement that removes the rows of a workspace itself."""
    return sa.delete(table).where(_is_here(table, is_organisation=is_organisation))


@cache
def removal_of_anonymous_players() -> sa.Executable:
    """The statement that removes the anonymous players of a realm whom nothing refers to."""
    is_referred_to = (sa.select(column).where(column == players.c.id).exists() for column in player_columns())
    is_theirs = (players.c.platform == sa.bindparam("platform"), players.c.realm == sa.bindparam("realm"))
    return sa.delete(players).where(*is_theirs, players.c.name == "", *(~each for each in is_referred_to))
