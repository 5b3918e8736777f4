"""Which language players and workspaces are spoken to in."""

from bot.services.context import open_context
from bot.services.model import Caller
from bot.services.ports import Clock, UnitOfWorkFactory


class Languages:
    """The use cases of languages. A language is a code such as `en` or `ja`.

    Every method raises `StorageError` when the storage fails.
    """

    def __init__(self, units: UnitOfWorkFactory, clock: Clock) -> None:
        self._units = units
        self._clock = clock

    async def chosen_by(self, caller: Caller) -> str | None:
        """The language that the caller has chosen, None to follow the platform's."""
        async with open_context(self._units, self._clock, caller) as context:
            return context.player.language

    async def choose(self, caller: Caller, language: str | None) -> None:
        """Store the caller's choice; None follows the platform's language again."""
        async with open_context(self._units, self._clock, caller) as context:
            await context.unit.players.choose_language(context.player.id, language)
            await context.unit.commit()

    async def public(self, caller: Caller, first: str) -> str:
        """The language of public messages in the caller's workspace.

        A workspace that has none yet gets `first`, and keeps it.
        """
        room = caller.room
        async with self._units() as unit:
            language = await unit.workspaces.language(room.platform, room.workspace, first)
            await unit.commit()
            return language
