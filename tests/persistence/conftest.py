"""Every kind of storage, new for each test."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.persistence.database import Database
from tests.fakes.memory import Memory
from tests.persistence.postgresql import Server, find_programs, running
from tests.persistence.store import Store


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A server, where PostgreSQL is installed; elsewhere the tests are skipped, unless `CI` says it must be there."""
    programs = find_programs()
    if programs is None:
        reason = "PostgreSQL is not installed (on Debian: apt install postgresql)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with running(programs) as server:
        yield server


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file to copy."""
    path = tmp_path_factory.mktemp("sqlite") / "migrated.db"

    async def migrate() -> None:
        database = Database(f"sqlite:///{path}")
        await database.prepare()
        await database.close()

    asyncio.run(migrate())
    return path


@pytest.fixture
def sqlite_url(migrated_file: Path, tmp_path: Path) -> str:
    """A migrated, empty file."""
    return f"sqlite:///{shutil.copy(migrated_file, tmp_path / 'hitblow.db')}"


@pytest.fixture
async def postgresql_url(postgresql: Server) -> str:
    """A migrated, empty database."""
    return await postgresql.new()


DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)]


@pytest.fixture(params=DATABASES)
def url(request: pytest.FixtureRequest) -> str:
    """A migrated, empty database of each kind."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture(params=["memory", *DATABASES])
def storage(request: pytest.FixtureRequest) -> str | Memory:
    """Storage of each kind: the address of a database, or what needs none."""
    if request.param == "memory":
        return Memory()
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture
async def store(storage: str | Memory) -> AsyncIterator[Store]:
    """Storage of each kind, empty, as two processes reach it."""
    if isinstance(storage, Memory):
        yield Store(storage.unit, storage.unit)
        return
    one, another = Database(storage), Database(storage)
    yield Store(one.unit, another.unit)
    await one.close()
    await another.close()


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    """A database of each kind, migrated and empty."""
    opened = Database(url)
    yield opened
    await opened.close()
