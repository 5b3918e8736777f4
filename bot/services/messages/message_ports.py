"""The interface of the repository of messages that show games."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from bot.model.messages import Claim, MessageKey, OutdatedBoard


class StoredMessages(Protocol):
    """The message that shows each game."""

    async def get(self, game: str) -> MessageKey | None:
        """The message of a game, None if it has none."""
        ...

    async def save(self, game: str, message: MessageKey, language: str) -> None:
        """Store the message of a game and the language it is in; it replaces the previous one and ends a claim."""
        ...

    async def claim(self, game: str, replaced: MessageKey | None, now: datetime, expired: datetime) -> Claim:
        """Claim to post the message of a game, in place of `replaced`.

        A claim made before `expired` has ended. So has one whose time is as far in the future, because the clock of
        the process that made it was wrong.
        """
        ...

    async def release(self, game: str) -> None:
        """End a claim after posting has failed."""
        ...

    async def shown(self, revisions: Mapping[str, int], settled: Collection[str] = ()) -> Mapping[str, int]:
        """Record which revisions of games are visible.

        A revision does not count as visible while another process may be sending an older one.

        Args:
            revisions: the visible revisions by game.
            settled: the games of which no process is sending an older revision.

        Returns:
            The stored revisions by game, which may be newer.
        """
        ...

    async def outdated(self, platform: str, most: int) -> Sequence[OutdatedBoard]:
        """Boards of a platform whose message shows an older revision than the stored one."""
        ...

    async def abandon(self, game: str) -> None:
        """Record that the newest board of a game need not be shown."""
        ...

    async def game_at(self, message: MessageKey) -> str | None:
        """The id of the game that a message shows, None if it shows none."""
        ...

    async def was_posted(self, game: str) -> bool:
        """Whether a message was posted for a game, or may have been."""
        ...
