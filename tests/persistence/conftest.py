"""Every kind of storage, new for each test."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.persistence.database import Database
from bot.persistence.sqlite.backend import _PRAGMAS
from tests.persistence.other_rows import populate
from tests.persistence.store import Store
from tests.support.postgresql import POPULATED, Server, find_programs, running
from tests.support.storage import driver_contents, migrated


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A server. Without PostgreSQL the tests are skipped, unless `CI` is set: then they fail."""
    programs = find_programs()
    if programs is None:
        reason = "PostgreSQL is not installed (on Debian: apt install postgresql)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with running(programs) as server:
        yield server


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A migrated, empty file."""
    return f"sqlite:///{migrated(tmp_path / 'hitblow.db')}"


@pytest.fixture
async def postgresql_url(postgresql: Server) -> AsyncIterator[str]:
    """A migrated, empty database."""
    url = await postgresql.new()
    yield url
    await postgresql.drop(url)


POSTGRESQL = pytest.param("postgresql", marks=pytest.mark.postgresql)


@pytest.fixture(params=["sqlite", POSTGRESQL])
def url(request: pytest.FixtureRequest) -> str:
    """The address of a migrated, empty database of each kind."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    """A migrated, empty database of each kind."""
    opened = Database(url)
    yield opened
    await opened.close()


@pytest.fixture(scope="session")
def populated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file to copy, with the rows of others in it."""
    path = migrated(tmp_path_factory.mktemp("sqlite") / "populated.db")
    asyncio.run(populate(f"sqlite:///{path}"))
    return path


@pytest.fixture
def populated_sqlite_url(populated_file: Path, tmp_path: Path) -> str:
    """A SQLite file with the rows of others in it."""
    return f"sqlite:///{shutil.copy(populated_file, tmp_path / 'populated.db')}"


@pytest.fixture
async def populated_postgresql_url(postgresql: Server) -> AsyncIterator[str]:
    """A PostgreSQL database with the rows of others in it."""
    url = await postgresql.new(POPULATED)
    yield url
    await postgresql.drop(url)


@pytest.fixture(params=["sqlite in reverse", POSTGRESQL])
def storage(request: pytest.FixtureRequest) -> list[Database]:
    """A database of each kind with the rows of others in it, opened twice, as by two processes."""
    kind, _, order = request.param.partition(" in ")
    databases = [Database(request.getfixturevalue(f"populated_{kind}_url")) for _ in range(2)]
    if order:
        monkeypatch = request.getfixturevalue("monkeypatch")
        monkeypatch.setattr("bot.persistence.sqlite.backend._PRAGMAS", (*_PRAGMAS, "reverse_unordered_selects = ON"))
    return databases


@pytest.fixture
async def store(storage: list[Database]) -> AsyncIterator[Store]:
    """Storage of each kind, with nobody but the rows of others in it; no test may change their rows."""
    one, another = storage
    before = await driver_contents(one)
    yield Store(one.unit, another.unit)
    assert before <= await driver_contents(one)
    for database in storage:
        await database.close()
