"""Records: what players have done, and leaderboards."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import groupby

from typing_extensions import override

from bot.services.errors import NoSuchPlayer
from bot.services.model import Caller, Player, Result
from bot.services.ports import Clock, UnitOfWork, UnitOfWorkFactory
from core.game.games import DEFAULT_TRIES, Outcome
from core.game.rules import Rules
from core.game.sides import DuelOutcome, Level

MIN_GAMES = 5
"""Games that a player needs to be ranked, and games at the overall mean that each player's average includes."""


class Period(StrEnum):
    """The time that a leaderboard covers, in UTC."""

    TODAY = "today"
    WEEK = "week"
    MONTH = "month"
    ALL = "all"


class Scope(StrEnum):
    """The games that a leaderboard covers."""

    CHANNEL = "channel"
    SERVER = "server"
    EVERYWHERE = "everywhere"

    @classmethod
    @override
    def _missing_(cls, value: object) -> "Scope | None":
        """A server is called `workspace` on Slack and `here` in a terminal."""
        return cls.SERVER if value in {"workspace", "here"} else None


class Order(StrEnum):
    """What a leaderboard is sorted by."""

    AVERAGE = "average"
    SOLVED = "solved"
    STREAK = "streak"


@dataclass(frozen=True, slots=True)
class Tally:
    """Ranked games of one player under the same rules, at least one.

    Args:
        games: how many.
        solved: how many of them were solved.
        distribution: the number of solved games by their number of guesses.
        cost: the mean of `cost(result)`, in guesses.
        streak: solved games in a row, up to the last game.
        best_streak: the most solved games in a row.
    """

    games: int
    solved: int
    distribution: Mapping[int, int]
    cost: float
    streak: int
    best_streak: int


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """Everything that is stored about how one player plays.

    Args:
        name: of the player.
        alone: ranked games, by rules.
        assisted: the number of games alone with hints.
        together: the number of games guessed with others.
        together_solved: how many of those were solved.
        against: outcomes of games against the opponent, by its level.
    """

    name: str
    alone: Mapping[str, Tally]
    assisted: int
    together: int
    together_solved: int
    against: Mapping[Level, Counter[DuelOutcome]]


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """One player on a leaderboard.

    Args:
        rank: from 1; players with the same figure share a rank. None for too few games.
        name: None for a player of another workspace.
        you: whether this is the caller.
        average: guesses for each game. So that one lucky game does not lead, `MIN_GAMES` games at the mean of all
            players are added to the player's own.
        tally: of the games counted.
    """

    rank: int | None
    name: str | None
    you: bool
    average: float
    tally: Tally


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The players with at least `MIN_GAMES` games, best first; then the caller, without a rank, if they have fewer."""

    rules: Rules
    period: Period
    scope: Scope
    order: Order
    entries: Sequence[LeaderboardEntry]


class Records:
    """The use cases of statistics; none of them changes anything.

    Every method raises `StorageError` when the storage fails.
    """

    def __init__(self, units: UnitOfWorkFactory, clock: Clock) -> None:
        self._units = units
        self._clock = clock

    async def stats(self, caller: Caller, name: str | None = None) -> PlayerRecord:
        """The record of the caller, or of the player of their workspace with that user id or name.

        Raises:
            NoSuchPlayer: there is no such player.
        """
        async with self._units() as unit:
            player = await (_find(unit, caller, name) if name is not None else _self(unit, caller))
            results = await unit.results.of(player.id) if player else ()
            return record(player.name if player else caller.name, results)

    async def leaderboard(
        self,
        caller: Caller,
        rules: Rules,
        period: Period = Period.ALL,
        scope: Scope = Scope.SERVER,
        order: Order = Order.AVERAGE,
    ) -> Leaderboard:
        """The leaderboard of games under `rules`."""
        async with self._units() as unit:
            room = await unit.rooms.ensure(caller.room)
            key = caller.player
            results = await unit.results.within(
                key.platform,
                None if scope is Scope.EVERYWHERE else key.workspace,
                room.id if scope is Scope.CHANNEL else None,
                str(rules),
                since(period, self._clock()),
            )
            players = await unit.players.by_id({result.player for result in results})
            you = await _self(unit, caller)
        names = {player.id: player.name for player in players.values() if player.key.workspace == key.workspace}
        return Leaderboard(rules, period, scope, order, _entries(results, names, you.id if you else "", order))


async def _find(unit: UnitOfWork, caller: Caller, name: str) -> Player:
    player = await unit.players.find(caller.player.platform, caller.player.workspace, name)
    if player is None:
        raise NoSuchPlayer(name)
    return player


async def _self(unit: UnitOfWork, caller: Caller) -> Player | None:
    """The caller, if they have played; never another player whose name is the caller's user id."""
    player = await unit.players.find(caller.player.platform, caller.player.workspace, caller.player.user)
    return player if player and player.key == caller.player else None


def since(period: Period, now: datetime) -> datetime | None:
    """The beginning of the period that includes `now`: midnight, Monday or the first of the month, in UTC."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    if period is Period.ALL:
        return None
    if period is Period.WEEK:
        return midnight - timedelta(days=now.weekday())
    return midnight.replace(day=1) if period is Period.MONTH else midnight


def cost(result: Result) -> int:
    """The guesses of a solved game; for one not solved, one more than its tries, or than the usual tries."""
    if result.outcome is Outcome.SOLVED:
        return result.guesses
    return max(result.guesses, result.tries or DEFAULT_TRIES) + 1


def tally(results: Sequence[Result]) -> Tally:
    """Count the games of one player, oldest first; there must be at least one."""
    solved = [result.guesses for result in results if result.outcome is Outcome.SOLVED]
    runs = [(won, len(list(run))) for won, run in groupby(results, lambda result: result.outcome is Outcome.SOLVED)]
    return Tally(
        games=len(results),
        solved=len(solved),
        distribution=dict(sorted(Counter(solved).items())),
        cost=sum(map(cost, results)) / len(results),
        streak=runs[-1][1] if runs[-1][0] else 0,
        best_streak=max((length for won, length in runs if won), default=0),
    )


def record(name: str, results: Iterable[Result]) -> PlayerRecord:
    """Sort a player's results, oldest first, into their record."""
    alone: dict[str, list[Result]] = {}
    against: dict[Level, Counter[DuelOutcome]] = {}
    assisted, shared = 0, []
    for result in results:
        if isinstance(result.outcome, DuelOutcome) and result.level is not None:
            against.setdefault(result.level, Counter())[result.outcome] += 1
        elif result.ranked:
            alone.setdefault(result.rules, []).append(result)
        elif result.solo:
            assisted += 1
        else:
            shared.append(result)
    return PlayerRecord(
        name=name,
        alone={rules: tally(played) for rules, played in alone.items()},
        assisted=assisted,
        together=len(shared),
        together_solved=sum(result.outcome is Outcome.SOLVED for result in shared),
        against=against,
    )


def _entries(results: Sequence[Result], names: Mapping[str, str], you: str, order: Order) -> Sequence[LeaderboardEntry]:
    if not results:
        return ()
    mean = sum(map(cost, results)) / len(results)
    played: dict[str, list[Result]] = {}
    for result in results:
        played.setdefault(result.player, []).append(result)
    entries = []
    for player, own in played.items():
        counted = tally(own)
        average = (counted.cost * counted.games + mean * MIN_GAMES) / (counted.games + MIN_GAMES)
        entries.append(LeaderboardEntry(None, names.get(player), player == you, average, counted))
    enough = (entry for entry in entries if entry.tally.games >= MIN_GAMES)
    too_few = [entry for entry in entries if entry.you and entry.tally.games < MIN_GAMES]
    return (*_ranked(sorted(enough, key=lambda entry: _key(entry, order)), order), *too_few)


def _key(entry: LeaderboardEntry, order: Order) -> tuple[float, float]:
    """What entries are sorted by, the least first; the better average comes first among equals."""
    figure = {
        Order.AVERAGE: entry.average,
        Order.SOLVED: -entry.tally.solved,
        Order.STREAK: -entry.tally.best_streak,
    }[order]
    return figure, entry.average


def _ranked(entries: Sequence[LeaderboardEntry], order: Order) -> Iterable[LeaderboardEntry]:
    """The sorted entries with their ranks: 1, 1, 3 if the first two are equal."""
    figures = [_key(entry, order)[0] for entry in entries]
    for entry, figure in zip(entries, figures, strict=True):
        yield replace(entry, rank=figures.index(figure) + 1)
