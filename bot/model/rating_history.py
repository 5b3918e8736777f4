"""How the ratings of a player have changed, by month."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import groupby

from bot.model.ratings import Rating

MOST_RATED_GAMES = 2_000
"""Rated games of a player whose history is read. More would take too long to read for statistics."""


@dataclass(frozen=True, slots=True)
class PastRating:
    """A player's rating before a rated game.

    Args:
        rules: the notation of the game's rules.
        ended_at: when the game ended.
        before: the rating before the game.
    """

    rules: str
    ended_at: datetime
    before: Rating


@dataclass(frozen=True, slots=True)
class RatedMonth:
    """A player's rating after the last rated game of a calendar month, in UTC.

    Args:
        first_day: the first day of the month.
        rating: the rating; its number of games is not set.
    """

    first_day: date
    rating: Rating


def rated_months(past: Iterable[PastRating], now: Mapping[str, Rating]) -> Mapping[str, Sequence[RatedMonth]]:
    """The ratings at the end of each month with a rated game, by rules.

    Args:
        past: the ratings before all rated games, in the order of rating.
        now: the present ratings by rules.
    """
    games = sorted(past, key=lambda each: each.rules)  # stable, so the order of rating is kept
    return {
        rules: _months(list(under), now[rules])
        for rules, under in groupby(games, lambda each: each.rules)
        if rules in now
    }


def _months(games: Sequence[PastRating], now: Rating) -> Sequence[RatedMonth]:
    """The rating after a game is the one before the next game."""
    after = [*(game.before for game in games[1:]), now]
    months = {_month(game): rating for game, rating in zip(games, after, strict=True)}
    return [RatedMonth(month, rating) for month, rating in sorted(months.items())]


def _month(game: PastRating) -> date:
    return game.ended_at.astimezone(UTC).date().replace(day=1)
