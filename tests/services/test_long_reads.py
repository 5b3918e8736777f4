"""What may read much is read where the event loop does not wait for it."""

from collections.abc import Awaitable, Callable

import pytest

from bot.model.rooms import RoomKey
from bot.services.ports import Access, UnitOfWork
from bot.services.records.records import LeaderboardQuestion
from bot.services.services import Services
from tests.fakes.memory import Memory
from tests.fakes.services import services_over
from tests.services.harness import ANN, CLASSIC


class Accesses:
    """A storage in memory that records how it was accessed."""

    def __init__(self) -> None:
        self.memory = Memory()
        self.seen: list[Access] = []

    def unit(self, access: Access = Access.CHANGE, room: RoomKey | None = None) -> UnitOfWork:
        self.seen.append(access)
        return self.memory.unit(access, room)


@pytest.mark.parametrize(
    "command",
    [
        lambda services: services.records.stats(ANN),
        lambda services: services.analysis.reviewable(ANN, 10),
        lambda services: services.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC)),
    ],
    ids=["stats", "last games", "leaderboard"],
)
async def test_records_are_read_beside_the_event_loop(command: Callable[[Services], Awaitable[object]]) -> None:
    storage = Accesses()
    await command(services_over(storage.unit))
    assert storage.seen == [Access.LONG_READ]
