"""Ratings: how strong players are under some rules, from their games against one another and against the bot.

The model is that of Bradley and Terry, updated after each game as in Weng and Lin (2011), "A Bayesian approximation
method for online ranking", algorithm 1, by the library openskill. A rating is a mean `mu` and a standard deviation
`sigma`. The bot's levels have fixed ratings; see `core.solver.anchors`.

openskill is imported only when a game is rated, so that nothing else has to wait for it.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from bot.model.ratings import BASE, MU, SCALE, SIGMA, RatedBot, RatedGame, RatedPlayer, Rating
from bot.model.results import Result
from core.game.rules import Rules
from core.game.sides import SideOutcome
from core.solver.anchors import anchor

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
    counted = [result for result in results if result.place is not None and not result.assisted]
    if not counted:
        return None
    first, bot = counted[0], _bot(counted[0])
    if bot is None and len(counted) == 1:
        return None
    players = tuple(RatedPlayer(result.player, result.place or 1) for result in counted)
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
