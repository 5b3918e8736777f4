"""Which message of the platform shows each game's board."""

from bot.services.model import MessageKey
from bot.services.ports import UnitOfWorkFactory


class Messages:
    """The use cases of the messages that show games; each game has at most one.

    Every method raises `StorageError` when the storage fails.
    """

    def __init__(self, units: UnitOfWorkFactory) -> None:
        self._units = units

    async def of(self, game: str) -> MessageKey | None:
        """The message that shows a game, None if there is none."""
        async with self._units() as unit:
            return await unit.messages.get(game)

    async def remember(self, game: str, message: MessageKey) -> None:
        """Store the message that shows a game; it replaces the previous one."""
        async with self._units() as unit:
            await unit.messages.save(game, message)
            await unit.commit()

    async def game_at(self, message: MessageKey) -> str | None:
        """The id of the game that a message shows, None if it shows none."""
        async with self._units() as unit:
            return await unit.messages.game_at(message)
