"""Ratings of players and the games that they follow from; see `bot.services.ratings`."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from core.game.rated import MEETING_DAYS, POINTS_DAYS, compared_pairs
from core.game.sides import Level

Pair: TypeAlias = tuple[int, int]
"""The indices of two sides of a game."""

MU = 25.0
SIGMA = 25.0 / 3.0
"""The mean and standard deviation of a player without games, as in Weng and Lin (2011)."""

BASE = 1500
SCALE = 29.5
"""Points for each unit of `mu`, so that 400 points are odds of ten to one, as in Elo's ratings."""

RANKED_GAMES = 20
"""Rated games that a player needs to be ranked. A rating from fewer is called provisional."""

_SETTLED = 2.5
"""The `sigma` after about 20 games."""

_FULL_DECAY = timedelta(days=3 * 365)
"""The time after which a settled rating is as uncertain as that of a new player."""

_VARIANCE_PER_DAY = (SIGMA**2 - _SETTLED**2) / _FULL_DECAY.days


class Rating(Struct, frozen=True):
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
    def is_ranked(self) -> bool:
        """Whether it is based on enough games for a leaderboard, and not provisional."""
        return self.games >= RANKED_GAMES

    def at_time(self, now: datetime) -> "Rating":
        """The rating at a time: its uncertainty grows since the last game, up to that of a new player.

        The variance grows in proportion to the time, as in step 1 of Glickman (1999), "The Glicko system".
        """
        if self.rated_at is None or now <= self.rated_at:
            return self
        variance = self.sigma**2 + _VARIANCE_PER_DAY * ((now - self.rated_at) / timedelta(days=1))
        return replace(self, sigma=min(SIGMA, math.sqrt(variance)))


class RatedPlayer(Struct, frozen=True):
    """A player of a rated game.

    Args:
        player: the player's id, None if the player has been deleted since.
        place: the player's place in the game, from 1; equal results share a place.
        before: the player's rating before the game.
    """

    player: str | None
    place: int
    before: Rating = Rating()


class RatedBot(Struct, frozen=True):
    """The bot as a player of a rated game."""

    level: Level
    place: int


class RatedGame(Struct, frozen=True):
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
    def pairs(self) -> Sequence[Pair]:
        """The pairs of people that it compares, each in both orders."""
        return sorted(pair for i, j in compared_pairs([one.place for one in self.players]) for pair in ((i, j), (j, i)))

    @property
    def players_with_data(self) -> frozenset[str]:
        """The ids of the players who have not been deleted."""
        return frozenset(one.player for one in self.players if one.player is not None)

    @property
    def player_compared_with_all(self) -> RatedPlayer:
        """The player whom a race compares with all others: the only one in their place."""
        places = [one.place for one in self.players]
        return next(one for one in self.players if places.count(one.place) == 1)

    def without_players(self, players: Collection[str | None]) -> "RatedGame | None":
        """The game without some players, None if it then compares nobody."""
        left = replace(self, players=tuple(one for one in self.players if one.player not in players))
        return left if left.pairs else None

    def with_ratings(self, ratings: Mapping[str, Rating]) -> "RatedGame":
        """The game with these ratings of its players before it, by player id; deleted players keep the stored ones."""
        players = (
            one if one.player is None else replace(one, before=ratings.get(one.player, Rating()))
            for one in self.players
        )
        return replace(self, players=tuple(players))


MEETING_TIME = timedelta(days=MEETING_DAYS)
POINTS_TIME = timedelta(days=POINTS_DAYS)


class Meetings(Struct, frozen=True):
    """The rated games of a player with another person.

    Args:
        recent: the number of games within `MEETING_TIME`.
        were_last_with_other: whether the player's last games with people within that time, newest first, were with the
            other.
        taken: the points by which the games within `POINTS_TIME` changed the player's rating.
    """

    recent: int
    were_last_with_other: Sequence[bool]
    taken: float


MOST_RATED_GAMES = 2_000
"""Rated games of a player whose history is read. More would take too long to read for statistics."""


class RatingBeforeGame(Struct, frozen=True):
    """A player's rating before a rated game.

    Args:
        rules: the notation of the game's rules.
        ended_at: when the game ended.
        before: the rating before the game.
    """

    rules: str
    ended_at: datetime
    before: Rating


class RatedMonth(Struct, frozen=True):
    """A player's rating after the last rated game of a calendar month, in UTC.

    Args:
        first_day: the first day of the month.
        rating: the rating; its number of games is not set.
    """

    first_day: date
    rating: Rating


def rated_months(past: Iterable[RatingBeforeGame], now: Mapping[str, Rating]) -> Mapping[str, Sequence[RatedMonth]]:
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


def _months(games: Sequence[RatingBeforeGame], now: Rating) -> Sequence[RatedMonth]:
    """The rating after a game is the one before the next game."""
    after = [*(game.before for game in games[1:]), now]
    days = (game.ended_at.astimezone(UTC).date() for game in games)
    months = {day.replace(day=1): rating for day, rating in zip(days, after, strict=True)}
    return [RatedMonth(month, rating) for month, rating in sorted(months.items())]
