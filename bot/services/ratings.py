"""Ratings of players, and marks of their games."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from itertools import permutations
from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec import Struct

from bot.model.games import StoredGame
from bot.model.ratings import BASE, MU, SCALE, SIGMA, Pair, RatedBot, RatedGame, RatedPlayer, Rating
from bot.model.results import Result, results_of
from bot.persistence.unit_of_work import Access, UnitOfWork, UnitOfWorkFactory
from core.game.duels import Duel
from core.game.policy import read_rules_and_items
from core.game.races import Race
from core.game.rated import FIRST, LAST, MIN_TURN_HOURS, allowed_share_of_change, compared_pairs, meets_too_often
from core.game.sides import OutcomeForSide, UnratedReason
from core.solver.anchors import level_rating

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull


TAU = 25.0 / 300.0
"""The standard deviation by which strength changes from one game to the next, as in openskill."""

NOTHING_TAKEN: Mapping[Pair, float] = MappingProxyType({})

_ANCHOR_SIGMA = 0.1
"""The error of the bot's ratings, about three points."""


class RatingChanges(Struct, frozen=True):
    """What a game changes.

    Args:
        ratings: the ratings of the players after it, by player id.
        changes: the points by which each opponent changed a player's rating, by the indices of the two in the game;
            the index of the bot is that after the last player.
    """

    ratings: Mapping[str, Rating]
    changes: Mapping[Pair, float]


def rated_game(results: Iterable[Result]) -> RatedGame | None:
    """The game with these results, all of one game, if it counts for ratings."""
    counted = [result for result in results if result.rated_place is not None]
    if not counted:
        return None
    first = counted[0]
    players = tuple(RatedPlayer(result.player, result.rated_place or FIRST) for result in counted)
    return RatedGame(first.game, first.room, first.rules, first.ended_at, players, _bot(first))


def rate(game: RatedGame, taken: Mapping[Pair, float] = NOTHING_TAKEN) -> RatingChanges:
    """The ratings of the players after a game.

    A race ends when the first player has found the secret. So it compares the winner with everybody else, but not the
    others with one another. Among k players each comparison counts 2/k: a duel counts once, and a race of many players
    like two duels, because each performance is observed only once.

    Args:
        game: the game with the ratings before it.
        taken: the points by which a player's rating was changed by an opponent before, within
            `core.game.rated.POINTS_DAYS`, by their indices. Without an entry, the change is not limited.
    """
    before = [one.before.at_time(game.ended_at) for one in game.players]
    sides = [
        _Side(one.place, rating.mu, math.hypot(rating.sigma, TAU))
        for one, rating in zip(game.players, before, strict=True)
    ]
    if game.bot is not None:
        rules, with_items = read_rules_and_items(game.rules)
        points = level_rating(rules, game.bot.level, with_items=with_items)
        sides.append(_Side(game.bot.place, MU + (points - BASE) / SCALE, _ANCHOR_SIGMA))
    changed, changes = _compare(sides, taken)
    ratings = {
        one.player: Rating(after.mu, after.sigma, rating.games + 1, game.ended_at)
        for one, rating, after in zip(game.players, before, changed, strict=False)
        if one.player is not None
    }
    return RatingChanges(ratings, changes)


def _bot(result: Result) -> RatedBot | None:
    """The bot's place in the game of a player's result."""
    if result.level is None:
        return None
    has_lost = result.outcome is OutcomeForSide.WON and result.rated_place == FIRST
    return RatedBot(result.level, LAST if has_lost else FIRST)


class _Side(Struct, frozen=True):
    """A player of a rated game, or the bot."""

    place: int
    mu: float
    sigma: float


def _compare(sides: Sequence[_Side], taken: Mapping[Pair, float]) -> tuple[list[_Side], Mapping[Pair, float]]:
    """The sides after the comparisons of a game, and by how many points each changed the first of a pair."""
    gains, losses, changes = [0.0] * len(sides), [0.0] * len(sides), dict[Pair, float]()
    weight = 2 / len(sides)
    for i, j in compared_pairs([side.place for side in sides]):
        for pair, after in zip(((i, j), (j, i)), _rate_pair(sides[i], sides[j]), strict=True):
            before = sides[pair[0]]
            gain = weight * (after.mu - before.mu)
            share = allowed_share_of_change(taken[pair], SCALE * gain) if pair in taken else 1.0
            changes[pair] = SCALE * gain * share
            gains[pair[0]] += gain * share
            losses[pair[0]] += weight * share * (1 - (after.sigma / before.sigma) ** 2)
    after_all = [
        _Side(side.place, side.mu + gain, side.sigma * math.sqrt(max(1 - loss, _model().kappa)))
        for side, gain, loss in zip(sides, gains, losses, strict=True)
    ]
    return after_all, changes


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
    `benchmarks.rating_recovery`.
    """
    return 1.0


_GAMES_AT_ONCE = 500


async def decide_if_rated(unit: UnitOfWork, stored: StoredGame, duel: Duel, now: datetime) -> Duel:
    """A duel that starts, with the reason if it is not rated; that it is rated is stored as a meeting."""
    if stored.turn < timedelta(hours=MIN_TURN_HOURS):
        return replace(duel, unrated=UnratedReason.SHORT_TURNS)
    one, other = duel.players
    await unit.ratings.lock(duel.players)
    if await _meet_too_often(unit, one, other, now):
        return replace(duel, unrated=UnratedReason.MET_OFTEN)
    await unit.ratings.start_meeting(stored.id, one, other, now)
    return duel


async def store_and_rate_results(unit: UnitOfWork, stored: StoredGame) -> None:
    """Store the results of a game that has ended, and rate its players.

    A game that was stored before, or in part, is not rated again.
    """
    results = results_of(stored)
    added = await unit.results.add(results)
    if len(added) < len(results):
        return
    game = rated_game(results)
    if game is not None and isinstance(stored.game, Race):
        game = await _without_met_often(unit, game)
    if game is not None:
        game = await _without_new_winners(unit, stored, game)
    if game is None:
        if stored.game.is_between_people:
            await unit.ratings.remove_meeting(stored.id)
        return
    await rate_players_of_game(unit, game)


async def rate_players_of_game(unit: UnitOfWork, game: RatedGame) -> RatedGame:
    """Rate the players of a game that was not rated before; returns it with their ratings before it."""
    game = game.with_ratings(await unit.ratings.of_players(game.rules, game.players_with_data))
    taken = await _taken(unit, game)
    rates = rate(game, taken)
    await unit.ratings.add(game, rates.ratings)
    await unit.ratings.save_exchanged_points(game, taken, rates.changes)
    return game


async def _meet_too_often(unit: UnitOfWork, one: str, other: str, now: datetime) -> bool:
    players = await unit.players.by_id({one, other}, "")
    found = [
        await unit.ratings.meetings(player, players[opponent], now) for player, opponent in permutations((one, other))
    ]
    return any(meets_too_often(of_one.recent, of_one.were_last_with_other) for of_one in found)


async def _without_met_often(unit: UnitOfWork, race: RatedGame) -> RatedGame | None:
    """A race without the players who have met the one whom it compares with all others too often."""
    hub = race.player_compared_with_all
    met = [
        one.player
        for one in race.players
        if one is not hub and await _meet_too_often(unit, hub.player or "", one.player or "", race.ended_at)
    ]
    return race.without_players(met)


async def _without_new_winners(unit: UnitOfWork, stored: StoredGame, game: RatedGame) -> RatedGame | None:
    """A game between people without the winners whose accounts were too new when it started."""
    if game.bot is not None or {one.place for one in game.players} == {FIRST}:
        return game
    players = await unit.players.by_id(game.players_with_data, "")
    new = [
        one.player
        for one in game.players
        if one.place == FIRST and players[one.player or ""].has_new_account(stored.started_at)
    ]
    return game.without_players(new)


async def _taken(unit: UnitOfWork, game: RatedGame) -> Mapping[Pair, float]:
    """By how many points the players that a game compares have changed each other, without those deleted since."""
    players = await unit.players.by_id(game.players_with_data, "")
    ids = [one.player for one in game.players]
    return {
        (i, j): (await unit.ratings.meetings(one, players[other], game.ended_at)).taken
        for i, j in game.pairs
        if (one := ids[i]) is not None and (other := ids[j]) is not None
    }


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
        total = await unit.ratings.last_game_number()
    ratings: dict[tuple[str, str], Rating] = {}
    count = last = 0
    while True:
        async with units() as unit:
            games = await unit.ratings.games(last, most)
            for stored in games.values():
                game = stored.with_ratings(
                    {player: ratings.get((player, stored.rules), Rating()) for player in stored.players_with_data}
                )
                taken = await unit.ratings.points_taken(game) or await _taken(unit, game)
                rates = rate(game, taken)
                after = rates.ratings
                await unit.ratings.update_rated_game(game, after)
                await unit.ratings.save_exchanged_points(game, taken, rates.changes)
                ratings |= {(player, game.rules): rating for player, rating in after.items()}
            await unit.commit()
        if not games:
            return count
        count, last = count + len(games), max(games)
        progress(last, total)
