"""Leaderboards as values: what they cover, what they count and how they rank."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, tzinfo
from enum import StrEnum
from typing import Protocol

from typing_extensions import override

from bot.services.model import RoomKey
from bot.services.records.marks import MarkSum
from bot.services.records.results import Result
from core.game.boards import DEFAULT_TRIES, Outcome

MIN_GAMES = 5
"""Games that a player needs to be ranked, and games at the overall mean that each player's average includes."""


_FIRST_DAY = date(1970, 1, 1)


class Period(StrEnum):
    """The days that a leaderboard covers. A season is a quarter of the calendar year."""

    TODAY = "today"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    ALL = "all"

    def first_day(self, day: date) -> date:
        """The first day of the period that includes `day`."""
        match self:
            case Period.TODAY:
                return day
            case Period.WEEK:
                return day - timedelta(days=day.weekday())
            case Period.MONTH:
                return day.replace(day=1)
            case Period.SEASON:
                return day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1)
            case Period.ALL:
                return _FIRST_DAY

    def end(self, first: date) -> date | None:
        """The day after the period that begins on `first`, None if it does not end."""
        match self:
            case Period.TODAY:
                return first + timedelta(days=1)
            case Period.WEEK:
                return first + timedelta(days=7)
            case Period.MONTH | Period.SEASON:
                months = first.month + (1 if self is Period.MONTH else 3)
                return date(first.year + months // 13, (months - 1) % 12 + 1, 1)
            case Period.ALL:
                return None


class Scope(StrEnum):
    """The games that a leaderboard covers."""

    CHANNEL = "channel"
    SERVER = "server"
    EVERYWHERE = "everywhere"

    @classmethod
    @override
    def _missing_(cls, value: object) -> "Scope | None":
        """A server is called `workspace` on Slack and `here` in a terminal, where a channel is a `room`."""
        return {"workspace": cls.SERVER, "here": cls.SERVER, "room": cls.CHANNEL}.get(str(value))


class Order(StrEnum):
    """What a leaderboard is sorted by."""

    AVERAGE = "average"
    SOLVED = "solved"
    STREAK = "streak"
    RATING = "rating"
    SKILL = "skill"


@dataclass(frozen=True, slots=True)
class LeaderboardKey:
    """Which games a leaderboard counts.

    Args:
        scope: where they were played.
        place: the id of the room, the platform and the workspace, or the platform; see `place_in`.
        rules: in their notation.
        period: when they ended.
        first_day: of the period.
    """

    scope: Scope
    place: str
    rules: str
    period: Period
    first_day: date


def place_in(scope: Scope, room: RoomKey, room_id: str) -> str:
    """The place of a leaderboard with this scope that counts the games of a room."""
    match scope:
        case Scope.CHANNEL:
            return room_id
        case Scope.SERVER:
            return f"{room.platform}/{room.workspace}"
        case Scope.EVERYWHERE:
            return room.platform


class Counted(Protocol):
    """A result, or a whole game, that counts on leaderboards."""

    @property
    def room(self) -> str:
        """The id of the room."""
        ...

    @property
    def rules(self) -> str:
        """The rules in their notation."""
        ...

    @property
    def ended_at(self) -> datetime:
        """The end of the game."""
        ...


def day_of(result: Counted, zone: tzinfo = UTC) -> date:
    """The day on which a result counts, in the time zone of its room."""
    return result.ended_at.astimezone(zone).date()


def leaderboards_of(result: Counted, room: RoomKey, zone: tzinfo = UTC) -> Iterator[LeaderboardKey]:
    """Every leaderboard that counts a result in `room`, which has this time zone."""
    for scope in Scope:
        place = place_in(scope, room, result.room)
        for period in Period:
            yield LeaderboardKey(scope, place, result.rules, period, period.first_day(day_of(result, zone)))


def cost(result: Result) -> int:
    """The guesses of a solved game; for one not solved, one more than its tries, or than the usual tries."""
    if result.outcome is Outcome.SOLVED:
        return result.guesses
    return max(result.guesses, result.tries or DEFAULT_TRIES) + 1


@dataclass(frozen=True, slots=True)
class Tally:
    """Games of one player under the same rules.

    Args:
        games: how many.
        solved: how many of them were solved.
        cost: the sum of `cost(result)`, in guesses.
        distribution: the number of solved games by their number of guesses, from the fewest guesses.
        streak: solved games in a row, up to the last game.
        best_streak: the most solved games in a row.
    """

    games: int = 0
    solved: int = 0
    cost: int = 0
    distribution: Mapping[int, int] = field(default_factory=dict)
    streak: int = 0
    best_streak: int = 0

    @property
    def average(self) -> float:
        """The mean of `cost(result)`; 0 without games."""
        return self.cost / self.games if self.games else 0.0

    def plus(self, result: Result) -> "Tally":
        """The tally after one more game."""
        solved = result.outcome is Outcome.SOLVED
        streak = self.streak + 1 if solved else 0
        counts = Counter(self.distribution)
        if solved:
            counts[result.guesses] += 1
        return Tally(
            games=self.games + 1,
            solved=self.solved + solved,
            cost=self.cost + cost(result),
            distribution=dict(sorted(counts.items())),
            streak=streak,
            best_streak=max(self.best_streak, streak),
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """One player on a leaderboard.

    Args:
        player: their id.
        tally: of the games counted, empty if the order is by rating or skill.
        rank: from 1; players with the same figure share a rank. None for fewer than `MIN_GAMES` games or, by rating or
            skill, for too few games with one.
        marks: of the games counted, empty in other orders than by skill.
    """

    player: str
    tally: Tally
    rank: int | None
    marks: MarkSum = field(default_factory=MarkSum)


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """A part of a leaderboard.

    Args:
        mean: the mean cost of all games that the leaderboard counts; 0 without games.
        standings: players with at least `MIN_GAMES` games, best first.
        own: of the player who looks at it, None if they have no games on it.
    """

    mean: float = 0.0
    standings: Sequence[Standing] = ()
    own: Standing | None = None

    def average(self, tally: Tally) -> float:
        """The average that decides, in guesses: of the player's games and `MIN_GAMES` games at the mean."""
        return bayesian_average(tally, self.mean)


def bayesian_average(tally: Tally, mean: float) -> float:
    """The average of a player's games and of `MIN_GAMES` games at the mean of all players."""
    return (tally.cost + MIN_GAMES * mean) / (tally.games + MIN_GAMES)
