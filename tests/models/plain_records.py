"""Leaderboards and records made from every result, one after the other: what the sums must give."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC
from functools import reduce

from msgspec.structs import replace

from bot.model.ratings import RatedGame, Rating
from bot.model.records import (
    MIN_GAMES,
    LeaderboardKey,
    LeaderboardPage,
    Order,
    PlayerRecord,
    RaceCount,
    ResultOrRatedGame,
    RulesRecord,
    Standing,
    Tally,
    UnrankedGameCount,
    counting_day,
    ranked_average,
    scope_place,
)
from bot.model.results import Result
from bot.model.rooms import Room
from core.game.any_game import GameKind
from core.game.boards import Outcome
from core.game.policy import typical_average
from core.game.rules import Rules
from core.game.sides import Level, OutcomeForSide

NOBODY = "?"
"""The players of results whose player was deleted start with this."""


def tally_of(results: Iterable[Result]) -> Tally:
    """The tally of games in the order in which they were stored."""
    return reduce(Tally.plus, results, Tally())


def record_of(results: Sequence[Result]) -> PlayerRecord:
    """The record of a player's results."""
    rules = dict.fromkeys(result.rules for result in results)
    return PlayerRecord.sorted_by_games(
        {one: _rules_record([result for result in results if result.rules == one]) for one in rules}
    )


def _rules_record(results: Sequence[Result]) -> RulesRecord:
    duels: Counter[OutcomeForSide] = Counter()
    against: dict[Level, Counter[OutcomeForSide]] = {}
    alone, unranked, shared, races, hosted = [], [], [], [], []
    for result in results:
        if isinstance(result.outcome, OutcomeForSide):
            outcomes = duels if result.level is None else against.setdefault(result.level, Counter())
            outcomes[result.outcome] += 1
        elif result.hosted:
            hosted.append(result)
        elif result.ranked:
            alone.append(result)
        elif result.place is not None:
            races.append(result)
        elif result.kind in {GameKind.SOLO, GameKind.RACE}:
            unranked.append(result)
        else:
            shared.append(result)
    guesses = sum(result.guesses for result in hosted if result.outcome is Outcome.SOLVED)
    hosted_count = replace(_count(hosted), guesses=guesses)
    won = sum(result.place == 1 and result.is_solved_unassisted for result in races)
    raced = RaceCount(len(races), won, sum(result.place or 0 for result in races))
    return RulesRecord(tally_of(alone), _count(unranked), _count(shared), raced, hosted_count, duels, against)


def _count(results: Sequence[Result]) -> UnrankedGameCount:
    return UnrankedGameCount(len(results), sum(result.outcome is Outcome.SOLVED for result in results))


def page_of(  # noqa: PLR0913, PLR0917  # as the repository, and the results
    results: Iterable[Result],
    rooms: Iterable[Room],
    key: LeaderboardKey,
    order: Order,
    viewer: str | None,
    most: int,
    skip: int,
    hidden: Collection[str] = (),
) -> LeaderboardPage:
    """A page of a leaderboard."""
    here = {room.id for room in rooms if scope_place(key.scope, room.key, room.id) == key.place}
    counted = [result for result in results if result.room in here and result.ranked and _is_covered(result, key)]
    if not counted:
        return LeaderboardPage()
    present = dict.fromkeys(result.player for result in counted if not result.player.startswith(NOBODY))
    tallies = {player: tally_of(result for result in counted if result.player == player) for player in present}
    typical = typical_average(Rules.parse(key.rules))
    ranked = {player: tally for player, tally in tallies.items() if tally.games >= MIN_GAMES}
    shown = {player: tally for player, tally in ranked.items() if player not in hidden}

    def standing(player: str) -> Standing:
        figure = _figure(tallies[player], order, typical)
        better = sum(_figure(other, order, typical) < figure for other in shown.values())
        return Standing(player, tallies[player], better + 1 if player in ranked else None)

    best = sorted(shown, key=lambda player: (*_sort_key(shown[player], order, typical), player))
    return LeaderboardPage(
        [standing(player) for player in best[skip : skip + most]],
        standing(viewer) if viewer in tallies else None,
    )


def rating_page_of(  # noqa: PLR0913, PLR0917  # as the repository, and what is stored
    games: Iterable[RatedGame],
    ratings: Mapping[str, Rating],
    rooms: Iterable[Room],
    key: LeaderboardKey,
    viewer: str,
    most: int,
) -> LeaderboardPage:
    """The first page of a leaderboard by rating: of the players of rated games that it covers."""
    here = {room.id for room in rooms if scope_place(key.scope, room.key, room.id) == key.place}
    covered = [game for game in games if game.room in here and _is_covered(game, key)]
    players = {player for game in covered for player in game.players_with_data}
    points = {player: ratings[player].points for player in players if ratings[player].is_ranked}

    def standing(player: str) -> Standing:
        is_ranked = player in points
        better = sum(other > points[player] for other in points.values()) if is_ranked else 0
        return Standing(player, Tally(), better + 1 if is_ranked else None)

    best = sorted(points, key=lambda player: (-points[player], player))
    return LeaderboardPage(
        [standing(player) for player in best[:most]], standing(viewer) if viewer in players else None
    )


def _is_covered(counted: ResultOrRatedGame, key: LeaderboardKey) -> bool:
    return counted.rules == key.rules and key.period.first_day(counting_day(counted, UTC)) == key.first_day


def _figure(tally: Tally, order: Order, typical: float) -> float:
    """What decides the rank, the least first."""
    match order:
        case Order.AVERAGE:
            return round(ranked_average(tally, typical), 9)
        case Order.SOLVED:
            return -tally.solved
        case Order.RATING | Order.ITEMS:
            raise ValueError(order)


def _sort_key(tally: Tally, order: Order, typical: float) -> tuple[float, int]:
    return _figure(tally, order, typical), tally.cost if order is Order.SOLVED else 0
