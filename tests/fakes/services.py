"""The real services, with stacked random_source and a clock that stands still."""

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from bot.persistence.database import Database
from bot.services.ports import UnitOfWorkFactory
from bot.services.services import Services
from bot.solving.executor import ExecutorSolver
from tests.fakes.scripted_random_source import ScriptedRandomSource

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def stacked_services(units: UnitOfWorkFactory, *secrets: str) -> Services:
    """The services over any storage; games are called k1, k2 and so on."""

    def clock() -> datetime:
        return NOW

    return Services.over(units, clock, ScriptedRandomSource(*secrets), ExecutorSolver(ThreadPoolExecutor(1)))


@asynccontextmanager
async def services_in(folder: Path, *secrets: str) -> AsyncIterator[Services]:
    """The services over a database file of their own."""
    database = Database(f"sqlite:///{folder}/test.db")
    await database.prepare()
    try:
        yield stacked_services(database.unit, *secrets)
    finally:
        await database.close()
