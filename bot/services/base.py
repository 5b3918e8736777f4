"""What all groups of use cases have in common."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.model.processes import Clock
from bot.persistence.unit_of_work import Access, UnitOfWork, UnitOfWorkFactory


class Service:
    """A group of use cases on the storage.

    Every method raises `StorageError` when the storage fails; then nothing has changed. A method with a `Caller` acts
    for that person in that room; if the caller's event was delivered before, it changes nothing. A method about a game
    raises `NoSuchGame` if no game of the room has the given id and, without an id, `NoGameHere` if there is none.

    Args:
        units: makes units of work.
        clock: the time, which all processes share.
    """

    def __init__(self, units: UnitOfWorkFactory, clock: Clock) -> None:
        self._units = units
        self._clock = clock

    @asynccontextmanager
    async def _change(self, access: Access = Access.CHANGE) -> AsyncIterator[UnitOfWork]:
        """Start a unit of work, and commit it unless an error ends it."""
        async with self._units(access) as unit:
            yield unit
            await unit.commit()
