"""What the operator sees of games and tells their players: the values and where they are stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.services.model import Player, Room, RoomKey


@dataclass(frozen=True, slots=True)
class GameOverview:
    """A running game as the operator sees it, without its secret and its guesses.

    Args:
        id: of the game.
        room: where it is played.
        rules: in their notation.
        last_move_at: when the last move was made or, before the first, when the game began.
    """

    id: str
    room: RoomKey
    rules: str
    last_move_at: datetime


@dataclass(frozen=True, slots=True)
class Announcement:
    """What the operator tells the players.

    Args:
        id: within the storage.
        english: the text.
        japanese: the text in Japanese, None if it is to be read in English.
    """

    id: str
    english: str
    japanese: str | None = None

    def text(self, language: str) -> str:
        """The text in a language, such as `ja`, or in English."""
        return self.japanese if language == "ja" and self.japanese is not None else self.english


class StoredOperations(Protocol):
    """What only the operator asks for. Reading may take long."""

    async def running_games(self, platform: str, workspace: str, most: int) -> Sequence[GameOverview]:
        """Running games, those that have waited longest for a move first, at most `most`.

        An empty platform or workspace stands for all.
        """
        ...

    async def rooms_with_games(self, platform: str, after: str, most: int) -> Sequence[Room]:
        """Rooms of a platform in which a game runs, by id, those after `after`."""
        ...

    async def players_of(self, platform: str, user: str) -> Sequence[Player]:
        """A person in all the workspaces of a platform that know them."""
        ...

    async def add_announcement(self, announcement: Announcement, now: datetime) -> None:
        """Store an announcement."""
        ...

    async def announcement(self, announcement: str) -> Announcement | None:
        """The announcement with this id."""
        ...

    async def prune_announcements(self, before: datetime, most: int) -> int:
        """Remove at most `most` announcements that were made before some time; how many."""
        ...
