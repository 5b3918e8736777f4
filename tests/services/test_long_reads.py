"""What may read much is read where the event loop does not wait for it."""

from collections.abc import Awaitable, Callable

import pytest

from bot.model.rooms import RoomKey
from bot.persistence.database import Database
from bot.persistence.unit_of_work import Access, UnitOfWork
from bot.services.records import LeaderboardQuestion
from bot.services.services import Services
from tests.fakes.services import services_over
from tests.services.harness import ANN, CLASSIC


class Accesses:
    """A database that records how it was accessed."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.seen: list[Access] = []

    def unit(self, access: Access = Access.CHANGE, room: RoomKey | None = None) -> UnitOfWork:
        self.seen.append(access)
        return self.database.unit(access, room)


@pytest.mark.parametrize(
    "command",
    [
        lambda services: services.records.stats(ANN),
        lambda services: services.analysis.last_games(ANN),
        lambda services: services.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC)),
    ],
    ids=["stats", "last games", "leaderboard"],
)
async def test_records_are_read_beside_the_event_loop(
    database: Database, command: Callable[[Services], Awaitable[object]]
) -> None:
    storage = Accesses(database)
    await command(services_over(storage.unit))
    assert storage.seen == [Access.LONG_READ]
