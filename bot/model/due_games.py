"""The running games whose time may have run out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.model.rooms import Room


@dataclass(frozen=True, slots=True)
class DueGame:
    """The id of a running game whose time may have run out, and its room."""

    room: Room
    game: str


class DueGames(Protocol):
    """When to check running games; see `StoredGame.check_at`, which `Games.save` stores too."""

    async def due(self, now: datetime, latest: datetime, most: int) -> Sequence[DueGame]:
        """At most about `most` games to be checked now, those that have waited longest first.

        Games with a time after `latest` are included: only a clock that was wrong can have put them off that long.
        """
        ...

    async def check_later(self, game: str, at: datetime) -> None:
        """Store when a running game is to be checked next."""
        ...

    async def mark_reminded(self, game: str) -> None:
        """Store that the player whom a running game waits for has been reminded."""
        ...

    async def count_running(self) -> int:
        """The number of running games."""
        ...
