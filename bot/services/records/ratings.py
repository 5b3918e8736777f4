"""Ratings: how strong players are under some rules, from their games against one another and against the bot.

The model is that of Bradley and Terry, updated after each game as in Weng and Lin (2011), "A Bayesian approximation
method for online ranking", algorithm 1, by the library openskill. A rating is a mean `mu` and a standard deviation
`sigma`. The bot's levels have fixed ratings; see `core.solver.anchors`.

openskill is imported only when a game is rated, so that nothing else has to wait for it.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from bot.services.records.results import Result
from core.game.rules import Rules
from core.game.sides import Level, SideOutcome
from core.solver.anchors import anchor

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull

MU = 25.0
SIGMA = 25.0 / 3.0
"""The mean and standard deviation of a player without games, as in Weng and Lin (2011)."""

BASE = 1500
SCALE = 29.5
"""Points for each unit of `mu`, so that 400 points are odds of ten to one, as in Elo's ratings."""

PROVISIONAL_GAMES = 20
"""Games below which a rating is called provisional."""

RANKED_GAMES = 5
"""Rated games that a player needs to be ranked."""

TAU = 25.0 / 300.0
"""The standard deviation by which strength changes from one game to the next, as in openskill."""

_SETTLED = 2.5
"""The `sigma` after about 20 games."""

_FORGOTTEN = timedelta(days=3 * 365)
"""The time after which a settled rating is as uncertain as that of a new player."""

_VARIANCE_PER_DAY = (SIGMA**2 - _SETTLED**2) / _FORGOTTEN.days

_ANCHOR_SIGMA = 0.1
"""The error of the bot's ratings, about three points."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player under some rules.

    Args:
        mu: the mean.
        sigma: the standard deviation at the time of the last game.
        games: the number of games that it is based on.
        rated_at: the time of the last game, None without games.
    """

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    rated_at: datetime | None = None

    @property
    def points(self) -> int:
        """The mean on the scale that is displayed, where a new player has 1500 points."""
        return round(BASE + SCALE * (self.mu - MU))

    @property
    def uncertainty(self) -> int:
        """One standard deviation, in points."""
        return round(SCALE * self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Whether it is based on few games."""
        return self.games < PROVISIONAL_GAMES

    @property
    def is_ranked(self) -> bool:
        """Whether it is based on enough games for a leaderboard."""
        return self.games >= RANKED_GAMES

    def at(self, now: datetime) -> "Rating":
        """The rating at a time: its uncertainty grows since the last game, up to that of a new player.

        The variance grows in proportion to the time, as in step 1 of Glickman (1999), "The Glicko system".
        """
        if self.rated_at is None or now <= self.rated_at:
            return self
        variance = self.sigma**2 + _VARIANCE_PER_DAY * ((now - self.rated_at) / timedelta(days=1))
        return replace(self, sigma=min(SIGMA, math.sqrt(variance)))


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player of a rated game.

    Args:
        player: the player's id, None if the player has been deleted since.
        place: the player's place in the game, from 1; equal results share a place.
        before: the player's rating before the game.
    """

    player: str | None
    place: int
    before: Rating = Rating()


@dataclass(frozen=True, slots=True)
class RatedBot:
    """The bot as a player of a rated game."""

    level: Level
    place: int


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game that counts for ratings.

    Args:
        id: the game's id.
        room: the id of the game's room.
        rules: the notation of the rules.
        ended_at: when the game ended.
        players: the people who played.
        bot: the bot, if it played against one person, else None.
    """

    id: str
    room: str
    rules: str
    ended_at: datetime
    players: tuple[RatedPlayer, ...]
    bot: RatedBot | None = None

    @property
    def people(self) -> frozenset[str]:
        """The ids of the players who have not been deleted."""
        return frozenset(one.player for one in self.players if one.player is not None)

    def with_ratings(self, ratings: Mapping[str, Rating]) -> "RatedGame":
        """The game with these ratings of its players before it, by player id; deleted players keep the stored ones."""
        players = (
            one if one.player is None else replace(one, before=ratings.get(one.player, Rating()))
            for one in self.players
        )
        return replace(self, players=tuple(players))


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
