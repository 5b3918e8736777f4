"""The sums of leaderboards, as revisions 0044 and 0050 compute them from results."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import sqlalchemy as sa

UNSOLVED = 13
ALWAYS = date(1970, 1, 1)
MOST_ROOMS = 20_000
"""Rooms that are remembered."""

ROOM = sa.text("SELECT platform, workspace, channel, parent FROM rooms WHERE id = :room")
ZONES = sa.text("""
SELECT channel, value FROM room_settings WHERE platform = :platform AND workspace = :workspace AND name = 'timezone'
""")
STANDINGS = sa.table(
    "standings",
    *map(
        sa.column,
        ("player_id", "leaderboard_id", "games", "solved", "cost", "streak", "best_streak", "distribution"),
    ),
)


@dataclass(slots=True)
class Tally:
    """The games of one player that one leaderboard counts."""

    games: int = 0
    solved: int = 0
    cost: int = 0
    streak: int = 0
    best_streak: int = 0
    by_guesses: Counter[int] = field(default_factory=Counter)

    def add(self, guesses: int, *, solved: bool) -> None:
        """Count a game."""
        self.games += 1
        self.cost += guesses if solved else max(UNSOLVED, guesses + 1)
        self.streak = self.streak + 1 if solved else 0
        if solved:
            self.solved += 1
            self.best_streak = max(self.best_streak, self.streak)
            self.by_guesses[guesses] += 1

    def columns(self) -> dict[str, Any]:
        """The columns of the tally in a row of `standings`."""
        return {
            "games": self.games,
            "solved": self.solved,
            "cost": self.cost,
            "streak": self.streak,
            "best_streak": self.best_streak,
            "distribution": ",".join(f"{guesses}:{games}" for guesses, games in sorted(self.by_guesses.items())),
        }


def periods(day: date) -> Iterator[tuple[str, date, date | None]]:
    """The periods that include a day, with their first days and the days after them."""
    monday, first = day - timedelta(days=day.weekday()), day.replace(day=1)
    quarter = first.replace(month=(first.month - 1) // 3 * 3 + 1)
    yield "today", day, day + timedelta(days=1)
    yield "week", monday, monday + timedelta(days=7)
    yield "month", first, (first + timedelta(days=31)).replace(day=1)
    yield "season", quarter, (quarter + timedelta(days=95)).replace(day=1)
    yield "all", ALWAYS, None


class Room(NamedTuple):
    """Where a room is, and its present time zone, because earlier ones are not stored."""

    platform: str
    workspace: str
    zone: ZoneInfo

    def day(self, at: datetime) -> date:
        """The day of a time in UTC there."""
        return at.replace(tzinfo=at.tzinfo or UTC).astimezone(self.zone).date()


class Rooms:
    """Reads rooms, and remembers some of them."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._rooms: dict[str, Room] = {}

    def get(self, room: str) -> Room:
        """The room with this id."""
        if (known := self._rooms.get(room)) is not None:
            return known
        if len(self._rooms) > MOST_ROOMS:
            self._rooms.clear()
        row = self._connection.execute(ROOM, {"room": room}).one()
        key = {"platform": row.platform, "workspace": row.workspace}
        zones = {zone.channel: zone.value for zone in self._connection.execute(ZONES, key)}
        names = (zones[channel] for channel in (row.channel, row.parent, "") if channel in zones)
        self._rooms[room] = Room(row.platform, row.workspace, ZoneInfo(next(names, "UTC")))
        return self._rooms[room]
