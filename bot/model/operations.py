"""Games as the operator sees them and announcements, with the interface of their repository."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.model.rooms import Player, Room, RoomKey


@dataclass(frozen=True, slots=True)
class GameOverview:
    """A running game as the operator sees it, without its secret and its guesses.

    Args:
        id: the game's id.
        room: the room where it is played.
        rules: the notation of the rules.
        last_move_at: when the last move was made or, before the first, when the game began.
    """

    id: str
    room: RoomKey
    rules: str
    last_move_at: datetime


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement of the operator to the players.

    Args:
        id: the announcement's id.
        english: the text in English.
        japanese: the text in Japanese, None if there is only an English one.
    """

    id: str
    english: str
    japanese: str | None = None

    def text(self, language: str) -> str:
        """The text in a language, such as `ja`, or in English."""
        return self.japanese if language == "ja" and self.japanese is not None else self.english


class StoredOperations(Protocol):
    """Queries that only the operator makes, which may take long, and announcements."""

    async def running_games(self, platform: str, workspace: str, most: int) -> Sequence[GameOverview]:
        """Running games, those that have waited longest for a move first, at most `most`.

        An empty platform or workspace stands for all.
        """
        ...

    async def rooms_with_games(self, platform: str, after: str, most: int) -> Sequence[Room]:
        """At most `most` rooms of a platform in which a game runs, in the order of their ids, after the id `after`."""
        ...

    async def players_of(self, platform: str, user: str) -> Sequence[Player]:
        """The players of a platform with this user id, one for each workspace."""
        ...

    async def add_announcement(self, announcement: Announcement, now: datetime) -> None:
        """Store an announcement."""
        ...

    async def announcement(self, announcement: str) -> Announcement | None:
        """The announcement with this id, None if there is none."""
        ...

    async def prune_announcements(self, before: datetime, most: int) -> int:
        """Remove at most `most` announcements that were made before a time; returns their number."""
        ...
