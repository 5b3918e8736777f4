"""Which rooms are to be looked at for a summary, and what was told there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from bot.services.model import RoomKey


@dataclass(frozen=True, slots=True)
class SummaryPlan:
    """What was told in a room, and when to look at it next.

    Args:
        room: its id.
        check_at: when to look whether a summary is due; None if there is nothing to tell.
        first: the first day of the last summary, None before the first summary.
        told: the last day of it, None before the first summary.
    """

    room: str
    check_at: datetime | None
    first: date | None = None
    told: date | None = None


class SummaryPlans(Protocol):
    """The plans of the rooms where a daily was played."""

    async def expect(self, room: str, at: datetime) -> None:
        """Look at a room at some time, unless it is to be looked at anyway."""
        ...

    async def due(self, now: datetime, latest: datetime, most: int) -> Sequence[str]:
        """The ids of at most `most` rooms to be looked at now.

        Rooms to be looked at after `latest` are among them, because no clock that is right has put them off so long.
        """
        ...

    async def get(self, room: str) -> SummaryPlan | None:
        """The plan of a room, locked as a running game is."""
        ...

    async def save(self, plan: SummaryPlan) -> None:
        """Store a plan that was read."""
        ...

    async def key(self, room: str) -> RoomKey:
        """The key of a room by its id."""
        ...
