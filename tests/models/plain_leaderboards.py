"""Leaderboards in their plainest form: computed from all results, for whoever looks."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from math import log
from typing import NamedTuple

from bot.model.records import Order, Period, Scope
from bot.model.rooms import RoomKey
from tests.models.plain_persons import Person, Persons, Played

MIN_GAMES = 5
"""The games of a ranked player, and those at the typical average that are added to each average."""

TYPICAL = 2 * log(12) / log(5)
"""The typical average under the rules 2x4, which have twelve codes and five kinds of feedback."""

UNSOLVED = 13
"""The least cost of a game that was not solved."""


class Row(NamedTuple):
    """What somebody sees of one person.

    Args:
        rank: None with too few games.
        name: None without a name here; their own is not compared.
        figures: the games, how many of them were solved, and their cost.
    """

    rank: int | None
    name: str | None
    is_own: bool
    figures: tuple[int, int, int]


def cost(game: Played) -> int:
    """With how many guesses a game counts."""
    return game.guesses if game.is_solved else max(UNSOLVED, game.guesses + 1)


def figures(games: Sequence[Played]) -> tuple[int, int, int]:
    return len(games), sum(game.is_solved for game in games), sum(map(cost, games))


def leaderboard(  # noqa: PLR0913, PLR0917  # each is a choice
    persons: Persons, scope: Scope, order: Order, period: Period, rules: str, viewer: Person, room: RoomKey, today: date
) -> list[Row]:
    """The rows of everybody who is ranked and of the viewer, in the order of ranks and names."""
    games = {
        person: [game for game in persons.played if game.person == person and game.rules == rules]
        for person in {*persons.known, viewer}
    }
    here = {person: [game for game in played if _is_in(game, scope, room)] for person, played in games.items()}
    first_day = _first_day(period, today)
    counted = {person: [game for game in played if game.day >= first_day] for person, played in here.items()}
    figure = {person: _figure(order, played) for person, played in counted.items() if len(played) >= MIN_GAMES}
    public = {person for person, about in persons.known.items() if not about.is_hidden}
    return in_order(
        Row(
            1 + sum(figure[other] < figure[person] - 1e-9 for other in figure if other in public)
            if person in figure
            else None,
            None if person == viewer else persons.known[person].names.get(room.workspace),
            person == viewer,
            figures(played),
        )
        for person, played in counted.items()
        if person == viewer or (person in figure and person in public)
    )


def in_order(rows: Iterable[Row]) -> list[Row]:
    """Rows by rank; the order of those who share a rank does not matter."""
    return sorted(rows, key=lambda row: (row.rank or 10**6, row.name or "", *row[2:]))


def _figure(order: Order, games: Sequence[Played]) -> float:
    """The figure by which people are ordered, least first."""
    if order is Order.SOLVED:
        return -sum(game.is_solved for game in games)
    return (sum(map(cost, games)) + MIN_GAMES * TYPICAL) / (len(games) + MIN_GAMES)


def _is_in(game: Played, scope: Scope, room: RoomKey) -> bool:
    if scope is Scope.CHANNEL:
        return game.room == room
    return scope is Scope.EVERYWHERE or game.room.workspace == room.workspace


def _first_day(period: Period, today: date) -> date:
    match period:
        case Period.TODAY:
            return today
        case Period.WEEK:
            return today - timedelta(days=today.weekday())
        case Period.MONTH:
            return today.replace(day=1)
        case Period.SEASON:
            return date(today.year, (today.month - 1) // 3 * 3 + 1, 1)
        case _:
            return date.min
