"""When to check rooms for a summary, and the days that were summarized."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from bot.model.rooms import RoomKey


@dataclass(frozen=True, slots=True)
class SummaryPlan:
    """The days of the last summary of a room, and when to check it next.

    Args:
        room: the id of the room.
        check_at: when to check whether a summary is due, None if there is nothing to summarize.
        first: the first day of the last summary, None before the first summary.
        told: the last day of the last summary, None before the first summary.
    """

    room: str
    check_at: datetime | None
    first: date | None = None
    told: date | None = None


class SummaryPlans(Protocol):
    """The plans of the rooms where a daily was played."""

    async def schedule(self, room: str, at: datetime) -> None:
        """Let a room be checked at a time, unless a check is scheduled already."""
        ...

    async def due(self, now: datetime, latest: datetime, most: int) -> Sequence[str]:
        """The ids of at most about `most` rooms to be checked now.

        Rooms with a time after `latest` are included: only a clock that was wrong can have put them off that long.
        """
        ...

    async def get(self, room: str) -> SummaryPlan | None:
        """The plan of a room, None if there is none. It is locked until the unit of work ends."""
        ...

    async def save(self, plan: SummaryPlan) -> None:
        """Store a plan that was read."""
        ...

    async def key(self, room: str) -> RoomKey:
        """The key of the room with this id."""
        ...
