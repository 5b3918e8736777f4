"""The messages that show the boards of games, and the revisions that they show."""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta

from bot.model.clock import Clock
from bot.model.games import StoredGame
from bot.model.messages import Claim, MessageKey, OutdatedBoard
from bot.persistence.unit_of_work import Access, UnitOfWorkFactory
from core.game.sides import BOT

CLAIM_SECONDS = 6
"""How long a claim lasts unless it is renewed. After that, another process may claim the message."""

UNREACHABLE_TIME = timedelta(days=1)
"""How long after the end of a game the bot tries to show its board in a channel that it cannot reach."""


class Messages:
    """The use cases of the messages that show games; each game has at most one.

    Every method raises `StorageError` when the storage fails.
    """

    def __init__(self, units: UnitOfWorkFactory, clock: Clock) -> None:
        self._units = units
        self._clock = clock

    async def of(self, game: str) -> MessageKey | None:
        """The message that shows a game, None if there is none."""
        async with self._units(Access.READ) as unit:
            return await unit.messages.get(game)

    async def game_at(self, message: MessageKey) -> str | None:
        """The id of the game that a message shows, None if it shows none."""
        async with self._units(Access.READ) as unit:
            return await unit.messages.game_at(message)

    async def claim(self, game: str, replaced: MessageKey | None) -> Claim:
        """Claim to post the message of a game, so that no other process posts one too.

        Args:
            game: the id of the game.
            replaced: the message that no longer exists, None if there was none.
        """
        now = self._clock()
        async with self._units() as unit:
            claim = await unit.messages.claim(game, replaced, now, now - timedelta(seconds=CLAIM_SECONDS))
            await unit.commit()
            return claim

    async def renew(self, game: str, replaced: MessageKey | None) -> None:
        """Renew this process's claim while posting takes long."""
        now = self._clock()
        async with self._units() as unit:
            await unit.messages.claim(game, replaced, now, now)
            await unit.commit()

    async def release(self, game: str) -> None:
        """End a claim after posting has failed."""
        async with self._units() as unit:
            await unit.messages.release(game)
            await unit.commit()

    async def posted(self, game: str, message: MessageKey, language: str) -> None:
        """Record the message that shows a game and its language. It replaces the previous one and ends the claim."""
        async with self._units() as unit:
            await unit.messages.save(game, message, language)
            await unit.commit()

    async def shown(self, revisions: Mapping[str, int], settled: Collection[str] = ()) -> Mapping[str, int]:
        """Record the visible revisions of games; see `StoredMessages.shown`."""
        async with self._units() as unit:
            stored = await unit.messages.shown(revisions, settled)
            await unit.commit()
            return stored

    async def abandon(self, board: OutdatedBoard) -> bool:
        """Stop trying to show the end of a game.

        Returns:
            False, without changing anything, if the game has not ended or ended less than `UNREACHABLE_TIME` ago.
        """
        if board.ended_at is None or self._clock() < board.ended_at + UNREACHABLE_TIME:
            return False
        async with self._units() as unit:
            await unit.messages.abandon(board.game)
            await unit.commit()
            return True

    async def withdraw(self, game: str) -> bool:
        """Remove a game whose board cannot be posted, so that no game runs that nobody sees.

        Returns:
            False, without changing anything, if its board was posted, somebody has guessed, or no such game runs.
        """
        async with self._units() as unit:
            found = await unit.games.by_id(game)
            stored = await unit.games.get(found.room, game) if found is not None else None  # locks it
            if stored is None or not _is_untouched(stored) or await unit.messages.get(game) is not None:
                return False
            await unit.news.withdraw(game)
            await unit.games.remove(stored)
            await unit.commit()
            return True

    async def outdated(self, platform: str, most: int = 100) -> Sequence[OutdatedBoard]:
        """At most `most` boards whose message shows an older revision than the stored one, the oldest moves first."""
        async with self._units(Access.READ) as unit:
            return await unit.messages.outdated(platform, most)


def _is_untouched(stored: StoredGame) -> bool:
    """Whether a game runs in which nobody but the bot has guessed."""
    players = {player for board in stored.game.boards for player in board.players}
    return stored.ended_at is None and players <= {BOT}
