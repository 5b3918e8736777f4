"""What the records need from the storage."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Protocol

from bot.services.leaderboards import LeaderboardKey, LeaderboardPage, Order, PlayerRecord
from bot.services.results import Result


class Results(Protocol):
    """How games ended, one result for each player."""

    async def add(self, results: Iterable[Result]) -> None:
        """Store results, at most one for each player of a game; one that is stored already is not counted again."""
        ...

    async def of(self, player: str) -> Sequence[Result]:
        """All results of a player, in the order in which they were stored."""
        ...

    async def last_game(self, room: str, player: str) -> str | None:
        """The id of the game of a room whose result for a player was stored last."""
        ...

    async def record(self, player: str) -> PlayerRecord:
        """The sums of a player's results."""
        ...

    async def forget(self, player: str) -> None:
        """Delete a player's results and their sums; leaderboards still count the games in the mean of all players."""
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
        """Remove leaderboards whose period ended before some day, at most about `most` rows; how many."""
        ...
