"""Opens the database and the services over it; `bot.serving` adds the platforms."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import date

from bot.model.observer import SILENT, Observer
from bot.model.operations import ANY_PACE, PaceLimits
from bot.persistence.address import default_address
from bot.persistence.database import Database, UpgradeResult
from bot.services.admission import Admission
from bot.services.operations import Operations
from bot.services.ratings import recalculate_ratings
from bot.services.services import Services
from bot.services.solver import RandomSource, Solver
from bot.settings import Settings


def database_address(url: str | None) -> str:
    """The address `url` or, without one, that of the settings, which is a file of the user's by default.

    Raises:
        SettingInvalid: a setting cannot be read.
    """
    return url or Settings.read().database_url or default_address()


@asynccontextmanager
async def open_database(
    url: str | None, *, migrate: bool = True, observer: Observer = SILENT
) -> AsyncIterator[Database]:
    """The database at `url` or, without one, where the settings say.

    Args:
        url: its address.
        migrate: whether to bring its tables up to date first.
        observer: is told how long units of work take.

    Raises:
        StorageError: It cannot be used.
    """
    database = Database(database_address(url), observer)
    try:
        if migrate:
            await database.upgrade()
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def open_services(
    database: Database,
    solver: Solver,
    observer: Observer = SILENT,
    *,
    first_pause: float = 0.0,
    pace: PaceLimits = ANY_PACE,
) -> AsyncIterator[Services]:
    """The services over a database and a solver; scheduled work starts after `first_pause` seconds."""
    async with database.clock() as clock:
        services = Services(database.unit, clock, RandomSource(), solver, observer, pace=pace)
        task = asyncio.create_task(_schedule(services, first_pause), name="scheduler")
        try:
            yield services
        finally:
            task.cancel()
            await asyncio.wait([task])


async def _schedule(services: Services, first_pause: float) -> None:
    await asyncio.sleep(first_pause)
    await services.scheduler.run()


@asynccontextmanager
async def open_for_operator(url: str | None) -> AsyncIterator[tuple[Admission, Operations]]:
    """The use cases of the operator over the database.

    Raises:
        StorageError: It cannot be used.
    """
    async with open_database(url) as database, database.clock() as clock:
        operations = Operations(database.unit, clock, scrub_deleted=database.scrub_deleted)
        yield Admission(database.unit, clock), operations


async def upgrade_database(url: str | None) -> UpgradeResult:
    """Migrate the database.

    Raises:
        StorageError: It cannot be used.
    """
    async with open_database(url, migrate=False) as database:
        return await database.upgrade()


async def change_void_day(url: str | None, day: date, *, remove: bool) -> None:
    """Store that a day is void or, with `remove`, that it is not.

    Raises:
        StorageError: The database cannot be used.
    """
    async with open_database(url) as database, database.clock() as clock:
        operations = Operations(database.unit, clock)
        await (operations.remove_void_day(day) if remove else operations.add_void_day(day))


async def recompute_ratings(url: str | None, progress: Callable[[int, int], None]) -> int:
    """Compute all ratings of the database again; returns the number of rated games.

    `progress` is as in `recalculate_ratings`.

    Raises:
        StorageError: It cannot be used.
    """
    async with open_database(url) as database:
        return await recalculate_ratings(database.unit, progress=progress)
