"""The reports of the storage to its observer."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.model.errors import StorageUnreachable
from bot.persistence.database import Database
from bot.persistence.unit_of_work import Access
from tests.fakes.observer import RecordingObserver
from tests.support.storage import claim_event


@pytest.fixture
def observer() -> RecordingObserver:
    return RecordingObserver()


@pytest.fixture
async def observed(sqlite_url: str, observer: RecordingObserver) -> AsyncIterator[Database]:
    database = Database(sqlite_url, observer)
    yield database
    await database.close()


async def test_each_unit_of_work_is_reported_with_its_access(observed: Database, observer: RecordingObserver) -> None:
    for access in Access:
        async with observed.unit(access) as unit:
            await unit.games.latest("room", "player")
    assert observer.units == [(access.name.lower(), False) for access in Access]


async def test_an_error_of_the_program_is_no_fault_of_the_storage(
    observed: Database, observer: RecordingObserver
) -> None:
    with pytest.raises(KeyError):
        async with observed.unit():
            raise KeyError
    assert observer.units == [("change", False)]


async def test_a_database_that_cannot_be_opened_is_reported_as_a_failure(observer: RecordingObserver) -> None:
    database = Database("sqlite:////nowhere/at/all.db", observer)
    with pytest.raises(StorageUnreachable):
        await claim_event(database, "event")
    assert observer.units == [("change", True)]
    await database.close()


async def test_units_of_work_that_are_committed_together_are_counted(
    observed: Database, observer: RecordingObserver
) -> None:
    await claim_event(observed, "first")
    await asyncio.gather(*(claim_event(observed, f"event {number}") for number in range(5)))
    assert observer.groups == [1, 5]
