"""The interfaces of the repositories of results, ratings and leaderboards."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Protocol

from bot.model.leaderboards import LeaderboardKey, LeaderboardPage, Order
from bot.model.player_records import PlayerRecord
from bot.model.rating_history import PastRating
from bot.model.ratings import RatedGame, Rating
from bot.model.results import Result


class Results(Protocol):
    """How games ended, one result for each player."""

    async def add(self, results: Iterable[Result]) -> Sequence[Result]:
        """Store results, at most one for each player of a game. Results that are already stored are ignored.

        The players are locked: no other unit of work changes their results or ratings before this one ends.

        Returns:
            The results that were not stored before.
        """
        ...

    async def of(self, player: str) -> Sequence[Result]:
        """All results of a player, in the order in which they were stored."""
        ...

    async def last_game(self, room: str, player: str) -> str | None:
        """The id of the last game of a room with a result for a player, None if there is none."""
        ...

    async def record(self, player: str) -> PlayerRecord:
        """The sums of a player's results."""
        ...

    async def forget(self, player: str) -> None:
        """Delete a player's results, their sums and their ratings.

        Leaderboards still count the games in the mean of all players, and the ratings of others stay as they are.
        """
        ...


class Ratings(Protocol):
    """The ratings of players by rules, and the games that they follow from."""

    async def of(self, player: str) -> Mapping[str, Rating]:
        """A player's ratings by rules, those with the most games first."""
        ...

    async def under(self, rules: str, players: frozenset[str]) -> Mapping[str, Rating]:
        """The ratings of players under some rules, by player; those without a rated game are left out."""
        ...

    async def past(self, player: str) -> Sequence[PastRating]:
        """The ratings before each rated game of a player, in the order of rating."""
        ...

    async def add(self, game: RatedGame, after: Mapping[str, Rating]) -> None:
        """Store a game that was not rated before, as the last one, and the ratings of its players after it."""
        ...

    async def change(self, game: RatedGame, after: Mapping[str, Rating]) -> None:
        """Replace the ratings before and after a game that was rated before."""
        ...

    async def last_number(self) -> int:
        """The number of the last rated game, 0 if there is none."""
        ...

    async def games(self, after: int, most: int) -> Mapping[int, RatedGame]:
        """At most `most` rated games with a sequence number above `after`, by that number, in ascending order.

        The ratings before each game have no times.
        """
        ...


class Leaderboards(Protocol):
    """The ranked results, counted for each leaderboard as they are stored."""

    async def page(
        self, key: LeaderboardKey, order: Order, viewer: str | None, most: int, skip: int = 0
    ) -> LeaderboardPage:
        """At most `most` ranked players after the first `skip`, best first, and the standing of a player.

        Among equals, by the number of solved games the one with the least cost comes first, by streak the one with
        the most solved games.
        """
        ...

    async def prune(self, before: date, most: int) -> int:
        """Remove leaderboards whose period ended before a day, at most about `most` rows; returns their number."""
        ...
