"""The real services, with a fake random source and a clock that stands still."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.model.observer import SILENT, Observer
from bot.model.operations import Clock
from bot.persistence.database import Database
from bot.persistence.sqlite.file import BUSY_SECONDS
from bot.persistence.unit_of_work import UnitOfWorkFactory
from bot.services.services import Services
from bot.solving.executor import ExecutorSolver
from tests.fakes.clock import FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import SolverThread
from tests.support.storage import migrated


def services_over(
    units: UnitOfWorkFactory, *secrets: str, observer: Observer = SILENT, clock: Clock | None = None
) -> Services:
    """The services over a storage; the secrets are drawn in turn, and games are called k1, k2 and so on."""
    solver = ExecutorSolver(SolverThread())
    return Services(units, clock or FakeClock(), FakeRandomSource(*secrets), solver, observer)


@asynccontextmanager
async def services_in(
    folder: Path, *secrets: str, busy_seconds: float = BUSY_SECONDS, clock: Clock | None = None
) -> AsyncIterator[Services]:
    """The services over the SQLite file in a folder, which is new unless services were there before.

    They wait for a lock of another process for `busy_seconds`.
    """
    file = folder / "test.db"
    database = Database(f"sqlite:///{file if file.exists() else migrated(file)}?timeout={busy_seconds}")
    try:
        yield services_over(database.unit, *secrets, clock=clock)
    finally:
        await database.close()
