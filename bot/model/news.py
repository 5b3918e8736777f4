"""News: new messages in a room, because the edits of a board notify nobody.

It is stored in the same unit of work as the move that it is about, claimed by the process that tells it, and told once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from bot.model.messages import Claim, MessageKey
from bot.model.rooms import RoomKey

CLAIM_TIME = timedelta(seconds=20)
"""How long a process may take to tell news before another may try."""

TOLD_FOR = timedelta(hours=24)
"""How long after it was stored news is told. Older news is dropped."""


class NewsKind(StrEnum):
    """What news tells."""

    END = "end"
    """A game has ended."""
    TURN = "turn"
    """It has become a player's turn."""
    REMINDER = "reminder"
    """A player is to be reminded of their turn."""
    ANNOUNCEMENT = "announcement"
    """A view that a handler posts in another channel at once. Never pending."""
    OPERATOR = "operator"
    """An announcement of the operator; the subject is its id with that of the room."""
    SUMMARY = "summary"
    """The dailies of a room; the subject is its id, the revision the number of the last day."""


@dataclass(frozen=True, slots=True)
class NewsKey:
    """Identifies a piece of news. Only the newest news about a subject is pending.

    Args:
        subject: what the news is about: the id of a game, or see `NewsKind`.
        kind: what the news tells.
        revision: the revision of the game when the news was stored.
    """

    subject: str
    kind: NewsKind
    revision: int = 0


@dataclass(frozen=True, slots=True)
class PendingNews:
    """News that is yet to be told.

    Args:
        key: identifies the news.
        game: the id of the game that it is about, None if it is not about a game.
        room: the room where it is to be told.
        message: the message that shows the game, None without a game.
        language: the language of the message or, without one, of the workspace; None if neither is known.
    """

    key: NewsKey
    game: str | None
    room: RoomKey
    message: MessageKey | None
    language: str | None


class StoredNews(Protocol):
    """The news that is yet to be told."""

    async def add(self, key: NewsKey, room: str, game: str | None, now: datetime) -> None:
        """Store news for the room with the id `room`; it replaces older news about the same subject."""
        ...

    async def withdraw(self, subject: str) -> None:
        """Remove the pending news about a subject, if there is any."""
        ...

    async def claim(self, key: NewsKey, now: datetime, expired: datetime) -> Claim:
        """Claim to tell news. The result is also `TAKEN` if it is no longer pending.

        A claim made before `expired` has ended. So has one whose time is in the future, which a wrong clock has stored.
        """
        ...

    async def remove(self, key: NewsKey) -> None:
        """Remove news that has been told. Newer news about the subject stays pending."""
        ...

    async def pending(
        self, platform: str, now: datetime, expired: datetime, stored_after: datetime, most: int
    ) -> Sequence[PendingNews]:
        """News of a platform that nobody has claimed since `expired`, oldest first.

        News about a game without a message is left out.
        """
        ...

    async def prune(self, before: datetime, most: int) -> int:
        """Remove at most `most` pieces of news that were stored before a time; returns their number."""
        ...
