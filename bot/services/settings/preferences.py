"""Players' own settings, which apply in their whole workspace."""

from bot.model.clock import Clock
from bot.model.rooms import Caller
from bot.persistence.unit_of_work import UnitOfWorkFactory
from bot.services.context import open_context


class Preferences:
    """The use cases of players' own settings, except their language.

    Every method raises `StorageError` when the storage fails.
    """

    def __init__(self, units: UnitOfWorkFactory, clock: Clock) -> None:
        self._units = units
        self._clock = clock

    async def mentions(self, caller: Caller) -> bool:
        """Whether the caller may be mentioned."""
        async with open_context(self._units, self._clock, caller) as context:
            return context.player.mentions

    async def choose_mentions(self, caller: Caller, *, mentions: bool) -> None:
        """Store whether the caller may be mentioned."""
        async with open_context(self._units, self._clock, caller) as context:
            await context.unit.players.choose_mentions(context.player.id, mentions=mentions)
            await context.unit.commit()

    async def warnings(self, caller: Caller) -> bool:
        """Whether the caller is asked to confirm guesses that repeat a turn."""
        async with open_context(self._units, self._clock, caller) as context:
            return context.player.warnings

    async def choose_warnings(self, caller: Caller, *, warnings: bool) -> None:
        """Store whether the caller is asked to confirm guesses that repeat a turn."""
        async with open_context(self._units, self._clock, caller) as context:
            await context.unit.players.choose_warnings(context.player.id, warnings=warnings)
            await context.unit.commit()
