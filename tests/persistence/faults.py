"""Faulty databases, for the tests."""

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.model.errors import StorageError
from bot.persistence.database import Database
from tests.fakes.clock import NOON
from tests.persistence.store import enter


async def fault(url: str) -> StorageError:
    """The error of preparing a database and writing to it."""
    with pytest.raises(StorageError) as caught:
        await prepare_and_write(url)
    return caught.value


async def prepare_and_write(url: str) -> None:
    """Prepare the database of this address, and store an event."""
    database = Database(url)
    try:
        await database.upgrade()
        async with database.unit() as unit:
            await unit.events.claim("event", NOON)
            await unit.commit()
    finally:
        await database.close()


async def enter_alone(database: Database) -> None:
    async with database.unit() as unit:
        await enter(unit)


async def execute(url: str, statement: str) -> None:
    """Execute a statement on the database of this address, and commit."""
    engine = create_engine(url)
    async with engine.begin() as connection:
        await connection.execute(text(statement))
    await engine.dispose()


def create_engine(url: str) -> AsyncEngine:
    """An engine of the database of this address."""
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
    return create_async_engine(make_url(url).set(drivername=drivers[make_url(url).drivername]))
