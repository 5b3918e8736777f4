"""The repository of the plans for summaries."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, select, update

from bot.model.rooms import RoomKey
from bot.model.summary_plans import SummaryPlan
from bot.persistence.repositories.base import Repository
from bot.persistence.repositories.rooms import room_from
from bot.persistence.tables.daily import summary_plans
from bot.persistence.tables.games import rooms

_OF_ROOM = summary_plans.c.room_id == bindparam("room")
_GET = select(summary_plans).where(_OF_ROOM).with_for_update()
_CHANGE = update(summary_plans).where(_OF_ROOM)
_SCHEDULE = _CHANGE.where(summary_plans.c.check_at.is_(None))
_ROOM = select(rooms).where(rooms.c.id == bindparam("room"))


def _to_check(condition: ColumnElement[bool], order: ColumnElement[datetime]) -> Select[Any]:
    return select(summary_plans.c.room_id).where(condition).order_by(order).limit(bindparam("most"))


_DUE = {
    "now": _to_check(summary_plans.c.check_at <= bindparam("now"), summary_plans.c.check_at.asc()),
    "latest": _to_check(summary_plans.c.check_at > bindparam("latest"), summary_plans.c.check_at.desc()),
}
"""The queries for the rooms to be checked: those due before `now`, and those due after `latest`."""


class SummaryPlanRepository(Repository):
    """The plans of the rooms where a daily was played."""

    async def schedule(self, room: str, at: datetime) -> None:
        """Let a room be checked at a time, unless a check is scheduled already."""
        if not await self._insert_if_new(summary_plans, room_id=room, check_at=at):
            await self._connection.execute(_SCHEDULE, {"room": room, "check_at": at})

    async def due(self, now: datetime, latest: datetime, most: int) -> Sequence[str]:
        """The ids of at most about `most` rooms to be checked now.

        Rooms with a time after `latest` are included: only a clock that was wrong can have put them off that long.
        """
        return [
            row.room_id
            for name, limit in (("now", now), ("latest", latest))
            for row in await self._connection.fetch_all(_DUE[name], {name: limit, "most": most})
        ]

    async def get(self, room: str) -> SummaryPlan | None:
        """The plan of a room, None if there is none. It is locked until the unit of work ends."""
        row = await self._connection.fetch_one(_GET, {"room": room})
        return SummaryPlan(row.room_id, row.check_at, row.first, row.told) if row else None

    async def save(self, plan: SummaryPlan) -> None:
        """Store a plan that was read."""
        values = {"check_at": plan.check_at, "first": plan.first, "told": plan.told}
        await self._connection.execute(_CHANGE, {"room": plan.room, **values})

    async def key(self, room: str) -> RoomKey:
        """The key of the room with this id."""
        return room_from(await self._row(_ROOM, {"room": room})).key
