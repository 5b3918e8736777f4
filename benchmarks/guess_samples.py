"""What benchmarks of guesses through the services share."""

import random
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from bot.persistence.database import Database
from bot.services.services import Services
from bot.services.solver import RandomSource
from bot.solving.executor import ExecutorSolver
from core.game.rules import Rules
from tests.support.storage import migrated

RULES = Rules.parse("4x10")
FILE = "games.db"


def codes() -> Iterator[str]:
    """Codes that are probably not the secret."""
    generator = random.Random(1)  # the same in every round
    while True:
        yield "".join(generator.sample("0123456789", 4))


@asynccontextmanager
async def opened_services(folder: Path) -> AsyncIterator[Services]:
    """The services over a new SQLite file."""
    database = Database(f"sqlite:///{migrated(folder / FILE)}")
    with ThreadPoolExecutor(1) as executor:
        yield Services(database.unit, lambda: datetime.now(UTC), RandomSource(), ExecutorSolver(executor))
    await database.close()
