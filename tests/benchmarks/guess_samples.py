"""Samples of the rate of guesses: what all cases of `guess_rates` share."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.persistence.database import Database
from bot.services.randomness import SystemRandomSource
from bot.services.services import Services
from bot.solving.executor import ExecutorSolver
from core.game.rules import Rules
from tests.benchmarks.floors import DurableInserts, Store, store_nothing
from tests.support.storage import migrated

IN_FLIGHT = 20
TURNS = 4
"""Guesses on the board whose traffic the floors move: about half of those of a game."""

RULES = Rules.parse("4x10")


@dataclass(frozen=True)
class Sample:
    """One round of one case.

    Args:
        rate: guesses a second.
        cpu: seconds of this process for each guess.
    """

    rate: float
    cpu: float


Case = Callable[[int], Awaitable[Sample]]
"""Measures a number of guesses."""


async def measure(jobs: Sequence[Callable[[], Awaitable[object]]]) -> Sample:
    """Do all jobs, `IN_FLIGHT` of them at once."""
    waiting = iter(jobs)

    async def work() -> None:
        for job in waiting:
            await job()

    start, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))
    return Sample(len(jobs) / (time.perf_counter() - start), (time.process_time() - cpu) / len(jobs))


def codes() -> Iterator[str]:
    """Codes that are probably not the secret."""
    generator = random.Random(1)  # the same in every round
    while True:
        yield "".join(generator.sample("0123456789", 4))


@asynccontextmanager
async def opened_services(folder: Path) -> AsyncIterator[Services]:
    """The services over a new SQLite file."""
    database = Database(f"sqlite:///{migrated(folder / 'games.db')}")
    with ThreadPoolExecutor(1) as executor:
        yield Services(database.unit, lambda: datetime.now(UTC), SystemRandomSource(), ExecutorSolver(executor))
    await database.close()


@contextmanager
def floor_store(folder: Path, *, durable: bool) -> Iterator[Store]:
    """Where a floor stores each guess: in a durable insert, or nowhere."""
    if not durable:
        yield store_nothing
        return
    inserts = DurableInserts(folder)
    yield inserts.store
    inserts.close()
