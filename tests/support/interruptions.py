"""Processes that end between two units of work."""

from contextlib import AbstractAsyncContextManager

from bot.model.errors import StorageBusy
from bot.model.rooms import RoomKey
from bot.persistence.unit_of_work import Access, UnitOfWork, UnitOfWorkFactory


class Interrupted:
    """Makes units of work until the process ends, which `StorageBusy` stands for.

    Args:
        units: makes them.
        after: how many are made.
    """

    def __init__(self, units: UnitOfWorkFactory, after: int) -> None:
        self._units = units
        self._left = after

    def __call__(
        self, access: Access = Access.CHANGE, room: RoomKey | None = None
    ) -> AbstractAsyncContextManager[UnitOfWork]:
        """The next unit of work."""
        if self._left == 0:
            raise StorageBusy("the process has ended")
        self._left -= 1
        return self._units(access, room)
