"""News: new messages in a room, because the edits of a board notify nobody.

It is stored with the move that it is about, claimed by the process that tells it, and told once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from bot.services.model import Claim, MessageKey, RoomKey

CLAIM_TIME = timedelta(seconds=20)
"""How long a process may take to tell news before another may try."""

TOLD_FOR = timedelta(hours=24)
"""How long news is told after it was stored. Later nobody needs it."""


class NewsKind(StrEnum):
    """What news tells."""

    END = "end"
    """A game has ended."""
    TURN = "turn"
    """It has become a player's turn."""
    REMINDER = "reminder"
    """A player has taken long for their turn."""
    ANNOUNCEMENT = "announcement"
    """Something that is told at once where somebody asked for it, and is never pending."""
    OPERATOR = "operator"
    """An announcement of the operator; the subject is its id with that of the room."""
    SUMMARY = "summary"
    """The dailies of a room; the subject is its id, the revision the number of the last day."""


@dataclass(frozen=True, slots=True)
class NewsKey:
    """Tells news apart. About a subject only the newest is pending.

    Args:
        subject: what it is about, the id of a game if it is about one.
        kind: what it tells.
        revision: of the game when it was stored.
    """

    subject: str
    kind: NewsKind
    revision: int = 0


@dataclass(frozen=True, slots=True)
class PendingNews:
    """News that is yet to be told.

    Args:
        key: of the news.
        game: the id of the game that it is about, None if it is about none.
        room: where it is told.
        message: that shows the game, None without a game.
        language: of the message or, without one, of the workspace; None if neither is known.
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
        """Claim to tell news; `TAKEN` too if it is no longer pending.

        A claim made before `expired` has ended, and so has one from the future, where only a wrong clock can have been.
        """
        ...

    async def remove(self, key: NewsKey) -> None:
        """Note that news has been told. Newer news about the subject stays pending."""
        ...

    async def pending(
        self, platform: str, now: datetime, expired: datetime, stored_after: datetime, most: int
    ) -> Sequence[PendingNews]:
        """News of a platform that nobody has claimed since `expired`, oldest first.

        News about a game without a message is left out.
        """
        ...

    async def prune(self, before: datetime, most: int) -> int:
        """Remove at most `most` pieces of news that were stored before some time; how many."""
        ...
