"""Ratings of players, and marks of their games."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from typing_extensions import override

from bot.model.errors import SolverUnavailable
from bot.model.games import StoredGame
from bot.model.marks import DueMarks, MarkSum
from bot.model.processes import Clock
from bot.model.ratings import BASE, MU, SCALE, SIGMA, RatedBot, RatedGame, RatedPlayer, Rating
from bot.model.results import Result, results_of
from bot.persistence.unit_of_work import Access, UnitOfWork, UnitOfWorkFactory
from bot.services.background import DueItems
from bot.services.solver import Solver, SolverClient
from core.game.errors import Contradiction
from core.game.rules import Rules
from core.game.sides import SideOutcome
from core.solver.opponent import anchor

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull


TAU = 25.0 / 300.0
"""The standard deviation by which strength changes from one game to the next, as in openskill."""

_ANCHOR_SIGMA = 0.1
"""The error of the bot's ratings, about three points."""


def rated_game(results: Iterable[Result]) -> RatedGame | None:
    """The game with these results, all of one game, if it counts for ratings.

    Players who got a hint are left out, and a player who is left without an opponent is not rated.
    """
    counted = [result for result in results if result.rated_place is not None and not result.assisted]
    if not counted:
        return None
    first, bot = counted[0], _bot(counted[0])
    if bot is None and len(counted) == 1:
        return None
    players = tuple(RatedPlayer(result.player, result.rated_place or 1) for result in counted)
    return RatedGame(first.game, first.room, first.rules, first.ended_at, players, bot)


def rate(game: RatedGame) -> Mapping[str, Rating]:
    """The ratings of the players after a game, by player.

    A race ends when the first player has found the secret. So it compares the winner with everybody else, but not the
    others with one another. Among k players each comparison counts 2/k: a duel counts once, and a race of many players
    like two duels, because each performance is observed only once.
    """
    before = [one.before.at(game.ended_at) for one in game.players]
    sides = [
        _Side(one.place, rating.mu, math.hypot(rating.sigma, TAU))
        for one, rating in zip(game.players, before, strict=True)
    ]
    if game.bot is not None:
        points = anchor(Rules.parse(game.rules), game.bot.level)
        sides.append(_Side(game.bot.place, MU + (points - BASE) / SCALE, _ANCHOR_SIGMA))
    changed = _compare(sides)
    return {
        one.player: Rating(after.mu, after.sigma, rating.games + 1, game.ended_at)
        for one, rating, after in zip(game.players, before, changed, strict=False)
        if one.player is not None
    }


def _bot(result: Result) -> RatedBot | None:
    """The bot's place in the game of a player's result."""
    if result.level is None:
        return None
    return RatedBot(result.level, 2 if result.outcome is SideOutcome.WON else 1)


@dataclass(frozen=True, slots=True)
class _Side:
    """A player of a rated game, or the bot."""

    place: int
    mu: float
    sigma: float


def _compare(sides: Sequence[_Side]) -> list[_Side]:
    """The sides after each pair that shares or includes the first place was compared."""
    gains, losses = [0.0] * len(sides), [0.0] * len(sides)
    weight = 2 / len(sides)
    for i, j in combinations(range(len(sides)), 2):
        if min(sides[i].place, sides[j].place) > 1:
            continue
        for index, after in zip((i, j), _rate_pair(sides[i], sides[j]), strict=True):
            gains[index] += weight * (after.mu - sides[index].mu)
            losses[index] += weight * (1 - (after.sigma / sides[index].sigma) ** 2)
    return [
        _Side(side.place, side.mu + gain, side.sigma * math.sqrt(max(1 - loss, _model().kappa)))
        for side, gain, loss in zip(sides, gains, losses, strict=True)
    ]


def _rate_pair(one: _Side, other: _Side) -> tuple[_Side, _Side]:
    """Two sides after a game between them alone."""
    model = _model()
    teams = [[model.rating(side.mu, side.sigma)] for side in (one, other)]
    (first,), (second,) = model.rate(teams, ranks=[float(one.place), float(other.place)])
    return _Side(one.place, first.mu, first.sigma), _Side(other.place, second.mu, second.sigma)


@cache
def _model() -> "BradleyTerryFull":
    from openskill.models import BradleyTerryFull  # noqa: PLC0415  # slow to load

    # `rate` adds `TAU` itself, once for each game.
    return BradleyTerryFull(mu=MU, sigma=SIGMA, beta=SIGMA / 2, tau=0.0, gamma=_gamma)


def _gamma(*_: object) -> float:
    """The factor by which a game reduces the variance.

    With openskill's own factor, sigma / c, the uncertainties are 50% larger than the actual errors; see
    `tests.benchmarks.rating_recovery`.
    """
    return 1.0


_GAMES_AT_ONCE = 500


async def add_results(unit: UnitOfWork, stored: StoredGame) -> None:
    """Store the results of a game that has ended, and rate its players.

    A game that was stored before, or in part, is not rated again.
    """
    results = results_of(stored)
    added = await unit.results.add(results)
    game = rated_game(results)
    if game is None or len(added) < len(results):
        return
    game = game.with_ratings(await unit.ratings.under(game.rules, game.people))
    await unit.ratings.add(game, rate(game))


def _ignore_progress(_done: int, _total: int) -> None:
    """The default of `progress`, which does nothing."""


async def recalculate_ratings(
    units: UnitOfWorkFactory, most: int = _GAMES_AT_ONCE, progress: Callable[[int, int], None] = _ignore_progress
) -> int:
    """Rate every rated game again, in the same order, after a change of the formula or of the bot's ratings.

    Nobody may play meanwhile.

    Args:
        units: starts units of work.
        most: the number of games in one unit of work.
        progress: called with the sequence number of the last game rated and with the largest sequence number.

    Returns:
        The number of games.
    """
    async with units(Access.READ) as unit:
        total = await unit.ratings.last_number()
    ratings: dict[tuple[str, str], Rating] = {}
    count = last = 0
    while True:
        async with units() as unit:
            games = await unit.ratings.games(last, most)
            for stored in games.values():
                game = stored.with_ratings(
                    {player: ratings.get((player, stored.rules), Rating()) for player in stored.people}
                )
                after = rate(game)
                await unit.ratings.change(game, after)
                ratings |= {(player, game.rules): rating for player, rating in after.items()}
            await unit.commit()
        if not games:
            return count
        count, last = count + len(games), max(games)
        progress(last, total)


_CLAIM_TIME = timedelta(hours=1)
"""How long after a review that failed, or whose process ended, the game is reviewed again."""

_CLIENT = SolverClient.background("reviewing games")


class Marking(DueItems[DueMarks]):
    """Reviews games one at a time, so that each process has at most one of them in the solver's queue."""

    name = "reviewing games"
    pause = 10.0

    def __init__(self, units: UnitOfWorkFactory, clock: Clock, solver: Solver) -> None:
        super().__init__(units, clock)
        self._solver = solver

    @override
    async def _due(self, unit: UnitOfWork, now: datetime, most: int) -> Sequence[DueMarks]:
        return await unit.marks.due(now, now + 2 * _CLAIM_TIME, most)

    @override
    async def _put_off(self, unit: UnitOfWork, item: DueMarks) -> None:
        await unit.marks.put_off(item, self._clock() + _CLAIM_TIME)

    @override
    async def _process(self, item: DueMarks) -> None:
        async with self._units() as unit:
            if not await unit.marks.put_off(item, self._clock() + _CLAIM_TIME):
                return  # another process was faster
            stored = await unit.games.by_id(item.game)
            await unit.commit()
        try:
            marks = await self._marks(stored, item.player) if stored else None
        except SolverUnavailable:
            return
        async with self._units() as unit:
            await unit.marks.save(item, marks)
            await unit.commit()

    async def _marks(self, stored: StoredGame, player: str) -> MarkSum | None:
        """The marks of a player's board; None if its feedback contradicts itself."""
        board = stored.game.board(player)
        try:
            review = await self._solver.review(_CLIENT, board.rules, board.turns)
        except Contradiction:
            return None
        is_exact = all(turn.check is None or turn.check.exact for turn in review.turns)
        return MarkSum.of_game(review.skill, review.luck, is_exact=is_exact)
