"""The running games whose time may have run out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.services.model import Room


@dataclass(frozen=True, slots=True)
class DueGame:
    """A running game, by its id, to be looked at because its time may have run out."""

    room: Room
    game: str


class DueGames(Protocol):
    """When running games are to be looked at. `StoredGame.check_at` holds that, and `Games.save` stores it too."""

    async def due(self, now: datetime, latest: datetime, most: int) -> Sequence[DueGame]:
        """At most about `most` games to be looked at now, those that have waited longest first.

        Games to be looked at after `latest` are among them, because no clock that is right has put them off so long.
        """
        ...

    async def check_later(self, game: str, at: datetime) -> None:
        """Store when a running game is to be looked at next."""
        ...

    async def mark_reminded(self, game: str) -> None:
        """Store that the player whom a running game waits for has been reminded."""
        ...

    async def count_running(self) -> int:
        """The number of running games."""
        ...
