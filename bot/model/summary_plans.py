"""When to check rooms for a summary, and the days that were summarized."""

from dataclasses import dataclass
from datetime import date, datetime


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
