"""The rooms of a year of dailies, and streaks, by a plain model."""

from dataclasses import dataclass, field
from datetime import date, timedelta

from bot.model.rooms import RoomKey

FIRST, DAYS = date(2026, 3, 1), 365
DAY = timedelta(days=1)


@dataclass
class Room:
    """A room with its settings, and what was played in it: days, people and how many guesses; 0 if not in time."""

    key: RoomKey
    summary: str
    hour: int
    zone: str
    games: dict[tuple[date, str], int] = field(default_factory=dict)


def streak(marks: str) -> tuple[int, int, int]:
    """Days, best and freezes of a streak from a mark for each day: `P`layed, e`x`empt or missed (`-`)."""
    days = best = freezes = 0
    for mark in marks:
        if mark == "P":
            days += 1
            freezes = min(2, freezes + 1) if days % 7 == 0 else freezes
        elif mark == "-" and freezes:
            freezes -= 1
        elif mark == "-":
            days = 0
        best = max(best, days)
    return days, best, freezes
