"""Leaderboards and records made from every result, one after the other: what the sums must give."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce

from bot.services.leaderboards import (
    MIN_GAMES,
    LeaderboardKey,
    LeaderboardPage,
    Order,
    PlayerRecord,
    Standing,
    Tally,
    cost,
    day_of,
    place_in,
    pulled_average,
)
from bot.services.model import Room
from bot.services.results import Result
from core.game.games import Outcome
from core.game.sides import DuelOutcome, Level

NOBODY = ""
"""The player of results whose player was forgotten."""


def tally_of(results: Iterable[Result]) -> Tally:
    """The tally of games in the order in which they were stored."""
    return reduce(Tally.plus, results, Tally())


def record_of(results: Sequence[Result]) -> PlayerRecord:
    """The record of a player's results."""
    alone: dict[str, list[Result]] = {}
    against: dict[Level, Counter[DuelOutcome]] = {}
    assisted, shared = 0, []
    for result in results:
        if isinstance(result.outcome, DuelOutcome):
            if result.level is None:  # a duel of two people
                continue
            against.setdefault(result.level, Counter())[result.outcome] += 1
        elif result.ranked:
            alone.setdefault(result.rules, []).append(result)
        elif result.solo:
            assisted += 1
        else:
            shared.append(result)
    tallies = {rules: tally_of(played) for rules, played in alone.items()}
    return PlayerRecord(
        alone=dict(sorted(tallies.items(), key=lambda item: (-item[1].games, item[0]))),
        assisted=assisted,
        together=len(shared),
        together_solved=sum(result.outcome is Outcome.SOLVED for result in shared),
        against=against,
    )


def page_of(  # noqa: PLR0913, PLR0917  # as the repository, and the results
    results: Iterable[Result],
    rooms: Iterable[Room],
    key: LeaderboardKey,
    order: Order,
    viewer: str | None,
    most: int,
    skip: int,
) -> LeaderboardPage:
    """A page of a leaderboard."""
    here = {room.id for room in rooms if place_in(key.scope, room.key, room.id) == key.place}
    counted = [result for result in results if result.room in here and _counts(result, key)]
    if not counted:
        return LeaderboardPage()
    mean = sum(map(cost, counted)) / len(counted)
    players = dict.fromkeys(result.player for result in counted if result.player != NOBODY)
    tallies = {player: tally_of(result for result in counted if result.player == player) for player in players}
    ranked = {player: tally for player, tally in tallies.items() if tally.games >= MIN_GAMES}

    def standing(player: str) -> Standing:
        figure = _figure(tallies[player], order, mean)
        better = sum(_figure(other, order, mean) < figure for other in ranked.values())
        return Standing(player, tallies[player], better + 1 if player in ranked else None)

    best = sorted(ranked, key=lambda player: (*_sort_key(ranked[player], order, mean), player))
    return LeaderboardPage(
        mean,
        [standing(player) for player in best[skip : skip + most]],
        standing(viewer) if viewer in tallies else None,
    )


def _counts(result: Result, key: LeaderboardKey) -> bool:
    same_period = key.period.first_day(day_of(result)) == key.first_day
    return result.ranked and result.rules == key.rules and same_period


def _figure(tally: Tally, order: Order, mean: float) -> float:
    """What decides the rank, the least first."""
    match order:
        case Order.AVERAGE:
            return round(pulled_average(tally, mean), 9)
        case Order.SOLVED:
            return -tally.solved
        case Order.STREAK:
            return -tally.best_streak


def _sort_key(tally: Tally, order: Order, mean: float) -> tuple[float, int]:
    tie_breaker = {Order.AVERAGE: 0, Order.SOLVED: tally.cost, Order.STREAK: -tally.solved}[order]
    return _figure(tally, order, mean), tie_breaker
