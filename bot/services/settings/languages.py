"""The languages of players, rooms and workspaces."""

from bot.model.clock import Clock
from bot.model.rooms import Caller, RoomKey
from bot.persistence.unit_of_work import Access, UnitOfWorkFactory
from bot.services.context import open_context


class Languages:
    """The use cases of languages. A language is a code such as `en` or `ja`.

    Every method raises `StorageError` when the storage fails.

    Attributes:
        changes: the number of changes made through this object. Callers that cache languages compare it.
    """

    def __init__(self, units: UnitOfWorkFactory, clock: Clock) -> None:
        self._units = units
        self._clock = clock
        self.changes = 0

    async def chosen_by(self, caller: Caller) -> str | None:
        """The language that the caller has chosen, None to follow the platform's."""
        key = caller.player
        async with self._units(Access.READ) as unit:
            player = await unit.players.find(key.platform, key.workspace, key.user)
        return player.language if player is not None and player.key == key else None

    async def choose(self, caller: Caller, language: str | None) -> None:
        """Store the caller's choice; None follows the platform's language again."""
        async with open_context(self._units, self._clock, caller) as context:
            await context.unit.players.choose_language(context.player.id, language)
            await context.unit.commit()
        self.changes += 1

    async def of_room(self, room: RoomKey) -> str | None:
        """The language of public messages in the settings of a room or its server, None if they say none."""
        async with self._units(Access.READ) as unit:
            return (await unit.room_settings.of(room)).language

    async def public(self, caller: Caller, first: str) -> str:
        """The language of public messages in the caller's workspace. If none is stored yet, `first` is stored."""
        room = caller.room
        async with self._units() as unit:
            language = await unit.workspaces.language(room.platform, room.workspace, first)
            await unit.commit()
            return language
