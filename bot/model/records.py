"""Leaderboards, and what is stored about how a player plays."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from enum import StrEnum
from typing import Protocol, Self

from msgspec import Struct, field
from typing_extensions import override

from bot.model.results import Result
from bot.model.rooms import RoomKey
from core.game.sides import Level, OutcomeForSide

MIN_GAMES = 5
"""The least games of a ranked player, and the number of games at the typical average added to each average."""

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

    def first_day_after(self, first: date) -> date | None:
        """The day after the period that starts on `first`, None if it does not end."""
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
    RATING = "rating"
    ITEMS = "items"
    """The rating of games with items."""

    @property
    def is_rating(self) -> bool:
        """Whether it is the order of a rating."""
        return self in {Order.RATING, Order.ITEMS}


class LeaderboardKey(Struct, frozen=True):
    """Which games a leaderboard counts.

    Args:
        scope: whether the games of a room, a server or a whole platform count.
        place: the room's id, `platform/workspace`, or the platform, depending on the scope; see `scope_place`.
        rules: the notation of the rules.
        period: the length of the period in which the games ended.
        first_day: the first day of the period.
    """

    scope: Scope
    place: str
    rules: str
    period: Period
    first_day: date


def scope_place(scope: Scope, room: RoomKey, room_id: str) -> str:
    """The place of a leaderboard with this scope that counts the games of a room."""
    match scope:
        case Scope.CHANNEL:
            return room_id
        case Scope.SERVER:
            return f"{room.platform}/{room.workspace}"
        case Scope.EVERYWHERE:
            return room.platform


class ResultOrRatedGame(Protocol):
    """A result or rated game, as far as it decides which leaderboards count it."""

    @property
    def room(self) -> str:
        """The id of the room."""

    @property
    def rules(self) -> str:
        """The rules in their notation."""

    @property
    def ended_at(self) -> datetime:
        """The end of the game."""


def counting_day(result: ResultOrRatedGame, zone: tzinfo = UTC) -> date:
    """The day on which a result counts, in the time zone of its room."""
    return result.ended_at.astimezone(zone).date()


def leaderboard_keys(result: ResultOrRatedGame, room: RoomKey, zone: tzinfo = UTC) -> Iterator[LeaderboardKey]:
    """Every leaderboard that counts a result in `room`, which has this time zone."""
    for scope in Scope:
        place = scope_place(scope, room, result.room)
        for period in Period:
            yield LeaderboardKey(scope, place, result.rules, period, period.first_day(counting_day(result, zone)))


class Tally(Struct, frozen=True):
    """Games of one player under the same rules.

    Args:
        games: the number of games.
        solved: the number of games solved without a hint.
        cost: the sum of `Result.cost`, in guesses.
        distribution: the number of solved games by number of guesses, in ascending order of guesses.
        streak: the number of solved games in a row, up to the last game.
        best_streak: the largest number of solved games in a row.
    """

    games: int = 0
    solved: int = 0
    cost: int = 0
    distribution: Mapping[int, int] = field(default_factory=dict)
    streak: int = 0
    best_streak: int = 0

    @property
    def average_cost(self) -> float:
        """The mean of `Result.cost`; 0 without games."""
        return self.cost / self.games if self.games else 0.0

    def plus(self, result: Result) -> "Tally":
        """The tally with one more game, which must be the player's latest."""
        solved = result.is_solved_unassisted
        streak = self.streak + 1 if solved else 0
        counts = Counter(self.distribution)
        if solved:
            counts[result.guesses] += 1
        return Tally(
            games=self.games + 1,
            solved=self.solved + solved,
            cost=self.cost + result.cost,
            distribution=dict(sorted(counts.items())),
            streak=streak,
            best_streak=max(self.best_streak, streak),
        )


class Standing(Struct, frozen=True):
    """One player on a leaderboard.

    Args:
        player: the player's id.
        tally: the tally of the games that the leaderboard counts; empty if it is ordered by rating.
        rank: the rank, from 1; players with the same figure share a rank. None for players with fewer than `MIN_GAMES`
            games, or with too few rated games if the leaderboard is ordered by rating.
    """

    player: str
    tally: Tally
    rank: int | None


class LeaderboardPage(Struct, frozen=True):
    """A part of a leaderboard.

    Args:
        standings: the ranked players of this page, best first.
        own: the standing of the viewer, None if they have no games on the leaderboard.
    """

    standings: Sequence[Standing] = ()
    own: Standing | None = None


def ranked_average(tally: Tally, typical: float) -> float:
    """The average of a player's games and `MIN_GAMES` more games at the typical average, in guesses.

    The additional games keep a player with a few lucky games from leading.
    """
    return (tally.cost + MIN_GAMES * typical) / (tally.games + MIN_GAMES)


class UnrankedGameCount(Struct, frozen=True):
    """Games that are not ranked.

    Args:
        games: the number of games.
        solved: the number of solved games.
        guesses: the number of guesses in solved games, counted for hosted games and dailies only.
    """

    games: int = 0
    solved: int = 0
    guesses: int = 0

    def __add__(self, other: "UnrankedGameCount") -> "UnrankedGameCount":
        """The games of both."""
        return UnrankedGameCount(self.games + other.games, self.solved + other.solved, self.guesses + other.guesses)


class RaceCount(Struct, frozen=True):
    """Races in which others have guessed, too.

    Args:
        games: the number of races.
        won: the number of races won without a hint.
        places: the sum of the places, each from 1.
    """

    games: int = 0
    won: int = 0
    places: int = 0


class RulesRecord(Struct, frozen=True):
    """A player's games under some rules, by mode.

    Args:
        alone: the ranked games.
        unranked: the games alone that are not ranked: with a short limit, and races in which nobody else has guessed.
        guessed_with_others: the games that several people may guess, one they hosted left out.
        races: the races against others.
        hosted: the games in which the player hid the secret.
        duels: the number of duels with people by outcome.
        against: the number of games against the bot by its level and by outcome.
    """

    alone: Tally = field(default_factory=Tally)
    unranked: UnrankedGameCount = field(default_factory=UnrankedGameCount)
    guessed_with_others: UnrankedGameCount = field(default_factory=UnrankedGameCount)
    races: RaceCount = field(default_factory=RaceCount)
    hosted: UnrankedGameCount = field(default_factory=UnrankedGameCount)
    duels: Mapping[OutcomeForSide, int] = field(default_factory=dict)
    against: Mapping[Level, Mapping[OutcomeForSide, int]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """The number of games in all modes."""
        counted = sum(count.games for count in (self.unranked, self.guessed_with_others, self.races, self.hosted))
        outcomes = (self.duels, *self.against.values())
        return self.alone.games + counted + sum(sum(by_outcome.values()) for by_outcome in outcomes)


class PlayerRecord(Struct, frozen=True):
    """Everything that is stored about how one player plays.

    Args:
        by_rules: their games by rules in their notation, the most played first.
    """

    by_rules: Mapping[str, RulesRecord] = field(default_factory=dict)

    @classmethod
    def sorted_by_games(cls, by_rules: Mapping[str, RulesRecord]) -> Self:
        """The record with these games by rules, in any order."""
        return cls(dict(sorted(by_rules.items(), key=lambda item: (-item[1].games, item[0]))))

    @property
    def ranked_alone(self) -> Mapping[str, Tally]:
        """The ranked games by rules."""
        return {rules: record.alone for rules, record in self.by_rules.items() if record.alone.games}

    @property
    def guessed_with_others(self) -> UnrankedGameCount:
        """The games guessed with others."""
        return sum((record.guessed_with_others for record in self.by_rules.values()), UnrankedGameCount())

    @property
    def hosted(self) -> UnrankedGameCount:
        """The games in which the player hid the secret."""
        return sum((record.hosted for record in self.by_rules.values()), UnrankedGameCount())

    @property
    def against_bot(self) -> Mapping[Level, Mapping[OutcomeForSide, int]]:
        """The number of games against the bot by its level and by outcome."""
        total: dict[Level, Counter[OutcomeForSide]] = {}
        for record in self.by_rules.values():
            for level, outcomes in record.against.items():
                total.setdefault(level, Counter()).update(outcomes)
        return total


def most_played_first(counts: Mapping[str, UnrankedGameCount]) -> Mapping[str, UnrankedGameCount]:
    """The counts by rules, those with the most games first."""
    return dict(sorted(counts.items(), key=lambda item: (-item[1].games, item[0])))
