"""The keeper of the records: what somebody has done, and how they stand among others."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import groupby

from bot.services.errors import NoSuchPlayer
from bot.services.model import Caller, Player, Result
from bot.services.ports import Clock, UnitOfWork, UnitOfWorkFactory
from core.game.games import DEFAULT_TRIES, Outcome
from core.game.rules import Rules
from core.game.versus import Level, Verdict

MIN_GAMES = 5
"""Games it takes to be ranked, and how many average games everybody's average is mixed with."""


class Period(StrEnum):
    """Since when a leaderboard counts, in UTC."""

    TODAY = "today"
    WEEK = "week"
    MONTH = "month"
    ALL = "all"


class Scope(StrEnum):
    """Whose games a leaderboard counts."""

    CHANNEL = "channel"
    SERVER = "server"
    EVERYWHERE = "everywhere"


class Order(StrEnum):
    """What a leaderboard is sorted by."""

    AVERAGE = "average"
    SOLVED = "solved"
    STREAK = "streak"


@dataclass(frozen=True, slots=True)
class Tally:
    """Some solo games of one player under the same rules.

    `distribution` counts the solved ones by their number of guesses; `cost` is the mean of `cost(result)`, in guesses;
    `streak` and `best_streak` are solved games in a row, up to now and at most.
    """

    games: int
    solved: int
    distribution: Mapping[int, int]
    cost: float
    streak: int
    best_streak: int


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """Everything kept about how one player plays.

    Args:
        name: of the player.
        alone: ranked games by rules: alone, without hints, against nobody.
        assisted: games alone that had hints.
        together: games guessed with others.
        together_solved: those of them that were solved.
        against: games against the opponent by its level.
    """

    name: str
    alone: Mapping[str, Tally]
    assisted: int
    together: int
    together_solved: int
    against: Mapping[Level, Counter[Verdict]]


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a leaderboard; players with the same figure share a rank.

    `average` is in guesses, pulled to the mean of everybody counted: `MIN_GAMES` games at that mean are added to the
    player's own, so that one lucky game does not lead. `name` is None for somebody of another workspace.
    """

    rank: int | None
    name: str | None
    you: bool
    average: float
    tally: Tally


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Everybody with enough games, best first; then the caller if they have fewer, without a rank."""

    rules: Rules
    period: Period
    scope: Scope
    order: Order
    standings: Sequence[Standing]


class Records:
    """The use cases of looking things up; nothing here changes anything.

    Every method raises `StorageError` when the storage fails.
    """

    def __init__(self, units: UnitOfWorkFactory, clock: Clock) -> None:
        self._units = units
        self._clock = clock

    async def stats(self, caller: Caller, name: str | None = None) -> PlayerRecord:
        """What the caller, or the player of that name or user id in their workspace, has done.

        Raises:
            NoSuchPlayer: nobody of that name has played here.
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
        """How everybody in that scope and period stands under `rules`."""
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
        return Leaderboard(rules, period, scope, order, _stand(results, names, you.id if you else "", order))


async def _find(unit: UnitOfWork, caller: Caller, name: str) -> Player:
    player = await unit.players.find(caller.player.platform, caller.player.workspace, name)
    if player is None:
        raise NoSuchPlayer(name)
    return player


async def _self(unit: UnitOfWork, caller: Caller) -> Player | None:
    """The caller, if they have played; never somebody else who calls themselves by the caller's user id."""
    player = await unit.players.find(caller.player.platform, caller.player.workspace, caller.player.user)
    return player if player and player.key == caller.player else None


def since(period: Period, now: datetime) -> datetime | None:
    """When a period that includes `now` began: midnight, Monday or the first of the month, in UTC."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    if period is Period.ALL:
        return None
    if period is Period.WEEK:
        return midnight - timedelta(days=now.weekday())
    return midnight.replace(day=1) if period is Period.MONTH else midnight


def cost(result: Result) -> int:
    """What a game cost in guesses; one not solved costs one more than its tries, or than the usual tries."""
    if result.outcome is Outcome.SOLVED:
        return result.guesses
    return max(result.guesses, result.tries or DEFAULT_TRIES) + 1


def tally(results: Sequence[Result]) -> Tally:
    """Count games of one player, given oldest first; there must be at least one."""
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
    """Everything a player has ended, oldest first, sorted into what it was."""
    alone: dict[str, list[Result]] = {}
    against: dict[Level, Counter[Verdict]] = {}
    assisted, shared = 0, []
    for result in results:
        if isinstance(result.outcome, Verdict) and result.level is not None:
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


def _stand(results: Sequence[Result], names: Mapping[str, str], you: str, order: Order) -> Sequence[Standing]:
    if not results:
        return ()
    mean = sum(map(cost, results)) / len(results)
    played: dict[str, list[Result]] = {}
    for result in results:
        played.setdefault(result.player, []).append(result)
    lines = []
    for player, own in played.items():
        counted = tally(own)
        average = (counted.cost * counted.games + mean * MIN_GAMES) / (counted.games + MIN_GAMES)
        lines.append(Standing(None, names.get(player), player == you, average, counted))
    enough = sorted((line for line in lines if line.tally.games >= MIN_GAMES), key=lambda line: _key(line, order))
    few = [line for line in lines if line.you and line.tally.games < MIN_GAMES]
    return (*_rank(enough, order), *few)


def _key(line: Standing, order: Order) -> tuple[float, float]:
    """What lines are sorted by, best first; among equals the better average comes first."""
    return {
        Order.AVERAGE: line.average,
        Order.SOLVED: -line.tally.solved,
        Order.STREAK: -line.tally.best_streak,
    }[order], line.average


def _rank(lines: Sequence[Standing], order: Order) -> Iterable[Standing]:
    """The sorted lines with their ranks; equals share one, and the next one counts them all."""
    figures = [_key(line, order)[0] for line in lines]
    for line, figure in zip(lines, figures, strict=True):
        yield Standing(figures.index(figure) + 1, line.name, line.you, line.average, line.tally)
