"""Counting the games in the storage, for metrics."""

from typing_extensions import override

from bot.model.observer import Observer
from bot.persistence.unit_of_work import Access, UnitOfWorkFactory
from bot.services.background.scheduler import DueWork


class GameCounts(DueWork):
    """Reports how many games run."""

    name = "counting games"
    pause = 30.0

    def __init__(self, units: UnitOfWorkFactory, observer: Observer) -> None:
        self._units = units
        self._observer = observer

    @override
    async def step(self) -> bool:
        """Count once."""
        async with self._units(Access.LONG_READ) as unit:
            running = await unit.due_games.count_running()
        self._observer.games_counted(running)
        return False
