"""A disk that is really full: what was stored is kept, and storing goes on when there is room."""

import secrets
from collections.abc import AsyncIterator, Iterator

import pytest

from bot.model.errors import StorageFull
from bot.persistence.database import Database
from tests.fakes.clock import NOON
from tests.support.disks import SmallDisk, small_disk
from tests.support.postgresql import Server, find_programs, free_port
from tests.support.storage import migrated

_MOST = 3_000
"""Events to store before a full disk must be noticed: its files had room for some rows."""


@pytest.fixture
def disk() -> Iterator[SmallDisk]:
    with small_disk(160) as mounted:
        yield mounted


@pytest.fixture
def server(disk: SmallDisk) -> Iterator[Server]:
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    folder = disk.folder / "server"
    folder.mkdir()
    found = Server(programs, folder, free_port(), secrets.token_hex(8))
    found.create()
    found.start()
    yield found
    found.stop()


@pytest.fixture(
    params=[pytest.param("sqlite", marks=pytest.mark.slow), pytest.param("postgresql", marks=pytest.mark.postgresql)]
)
async def database(request: pytest.FixtureRequest, disk: SmallDisk) -> AsyncIterator[Database]:
    """A database whose files are on the disk."""
    if request.param == "sqlite":
        url = f"sqlite:///{migrated(disk.folder / 'x.db')}"
    else:
        url = request.getfixturevalue("server").url("postgres")
    opened = Database(url)
    await opened.upgrade()
    yield opened
    await opened.close()


async def test_what_was_stored_is_kept_and_storing_goes_on_when_there_is_room(
    database: Database, disk: SmallDisk
) -> None:
    stored: list[str] = []

    async def store(most: int) -> None:
        for number in range(len(stored), len(stored) + most):
            event = f"event {number:05} {'x' * 40}"
            async with database.unit() as unit:
                assert await unit.events.claim(event, NOON)
                await unit.commit()
            stored.append(event)

    await store(1)
    disk.fill()
    with pytest.raises(StorageFull):
        await store(_MOST)
    disk.clear()
    await store(1)
    async with database.unit() as unit:
        assert [await unit.events.claim(event, NOON) for event in stored] == [False] * len(stored)
