"""What is told of the dailies of a year, and streaks, by a model that looks at every quarter of an hour."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

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
    told: date = FIRST - DAY
    summaries: list[tuple[date, tuple[tuple[date, str, int], ...]]] = field(default_factory=list)

    def slots(self) -> Iterator[datetime]:
        """Every time at which a summary is due, found by looking at the clock on the wall every quarter of an hour."""
        moment = datetime.combine(FIRST, time(), UTC)
        while moment < datetime.combine(FIRST + (DAYS + 2) * DAY, time(), UTC):
            wall = moment.astimezone(ZoneInfo(self.zone))
            is_weekday = self.summary == "daily" or wall.strftime("%a") == "Mon"
            if is_weekday and (wall.hour, wall.minute) == (self.hour, 0):
                yield moment
            moment += timedelta(minutes=15)

    def look(self, now: datetime, slots: list[datetime]) -> None:
        """Tell what is due."""
        passed = [slot for slot in slots if slot <= now]
        last = passed[-1].date() - DAY if passed else self.told
        if last > self.told:
            games = tuple(sorted((day, who, n) for (day, who), n in self.games.items() if self.told < day <= last))
            self.told = last
            if games:
                self.summaries.append((last, games))


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
