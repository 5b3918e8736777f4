"""The repository of workspaces that have the bot, and removing the data of those that have removed it."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache

from sqlalchemy import ColumnElement, Executable, Table, bindparam, delete, or_, select, update

from bot.model.leaderboards import Scope, place_in
from bot.model.rooms import RoomKey
from bot.persistence.connection import Row
from bot.persistence.repositories.base import Repository, texts
from bot.persistence.repositories.removals import removals_of
from bot.persistence.tables.games import games, players, rooms, workspaces
from bot.persistence.tables.records import leaderboards
from bot.persistence.tables.references import AnyColumn
from bot.persistence.tables.settings import bot_workspaces, room_settings

_KNOWN = select(bot_workspaces).where(bot_workspaces.c.platform == bindparam("platform"))
_SET_LEFT = (
    update(bot_workspaces)
    .where(bot_workspaces.c.platform == bindparam("on"), bot_workspaces.c.workspace == bindparam("of"))
    .values(left_at=bindparam("at"))
)
_DUE = (
    select(bot_workspaces)
    .where(bot_workspaces.c.left_at < bindparam("before"))
    .order_by(bot_workspaces.c.left_at)
    .limit(1)
)
_WORKSPACE_TABLES = (room_settings, workspaces, bot_workspaces)


class DepartureRepository(Repository):
    """The workspaces that use the bot, and those that have removed it."""

    async def note_present(self, platform: str, workspaces: Collection[str], now: datetime) -> None:
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

    async def note_left(self, platform: str, workspace: str, at: datetime) -> None:
        """Store that a workspace removed the bot at a time."""
        await self._upsert(bot_workspaces, platform=platform, workspace=workspace, left_at=at)

    async def forget_some(self, before: datetime, most: int) -> int:
        """Remove about `most` rows of workspaces that removed the bot before a time; returns the number of rows."""
        due = await self._connection.fetch_one(_DUE, {"before": before})
        if due is None:
            return 0
        is_organisation = due.workspace.endswith(":")
        for kind in _KINDS:
            found = await self._connection.fetch_all(
                _of_workspace(kind, is_organisation=is_organisation),
                {
                    **_key(due),
                    "place": place_in(Scope.SERVER, RoomKey(due.platform, due.workspace, ""), ""),
                    "most": most,
                },
            )
            if found:
                ids = texts(str(row.id) for row in found)
                for statement in removals_of(kind):
                    await self._connection.execute(statement, {"ids": ids})
                return len(found)
        removed = 0
        for table in _WORKSPACE_TABLES:
            removed += await self._connection.execute(_of_whole(table, is_organisation=is_organisation), _key(due))
        return removed


_KINDS: Sequence[AnyColumn] = (games.c.id, players.c.id, leaderboards.c.id, rooms.c.id)
"""The kinds of rows that are removed one after the other, each with all rows that refer to it."""


def _key(due: Row) -> dict[str, str]:
    return {"platform": due.platform, "workspace": due.workspace}


@cache
def _of_workspace(kind: AnyColumn, *, is_organisation: bool) -> Executable:
    """The query for at most `most` ids of a kind in a workspace, or in all workspaces of an organisation."""
    if kind is leaderboards.c.id:
        place = leaderboards.c.place
        in_rooms = place.in_(select(rooms.c.id).where(*_here(rooms, is_organisation=is_organisation)))
        is_whole = place.startswith(bindparam("place")) if is_organisation else place == bindparam("place")
        return select(kind).where(or_(in_rooms, is_whole)).limit(bindparam("most"))
    found = select(kind) if kind is not games.c.id else select(kind).join(rooms, rooms.c.id == games.c.room_id)
    home = players if kind is players.c.id else rooms
    return found.where(*_here(home, is_organisation=is_organisation)).limit(bindparam("most"))


def _here(table: Table, *, is_organisation: bool) -> tuple[ColumnElement[bool], ...]:
    """The condition that a row belongs to a workspace, or to any workspace of an organisation.

    The key of an organisation ends in a colon, and the keys of its workspaces begin with it.
    """
    workspace = table.c.workspace
    is_inside = workspace.startswith(bindparam("workspace")) if is_organisation else workspace == bindparam("workspace")
    return table.c.platform == bindparam("platform"), is_inside


@cache
def _of_whole(table: Table, *, is_organisation: bool) -> Executable:
    """The statement that removes the rows of a workspace itself."""
    return delete(table).where(*_here(table, is_organisation=is_organisation))
