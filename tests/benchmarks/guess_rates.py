"""Guesses a second through the services, without a platform, beside durable inserts through plain sqlite3.

Run `python -m tests.benchmarks.guess_rates [--rounds N] [--guesses N]`. Both keep `IN_FLIGHT` guesses waiting, and
commit those that wait in groups, in a thread. Each round measures both in turn. The ratio is the rate of hitblow as a
share of that of sqlite3, so higher is better; the other one compares their CPU times in the same way.
"""

import asyncio
import itertools
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from bot.model.errors import NoGameHere
from bot.model.rooms import Caller, PlayerKey, RoomKey
from tests.benchmarks.guess_samples import RULES, codes, opened_services
from tests.benchmarks.proc import machine

IN_FLIGHT = 20
TURNS = 27
"""Guesses in each game."""


@dataclass(frozen=True)
class Sample:
    """One round of one case.

    Args:
        rate: guesses a second.
        cpu: seconds of this process for each guess.
    """

    rate: float
    cpu: float


async def measure(jobs: Sequence[Callable[[], Awaitable[object]]]) -> Sample:
    """Do all jobs, `IN_FLIGHT` of them at once."""
    waiting = iter(jobs)

    async def work() -> None:
        for job in waiting:
            await job()

    start, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))
    return Sample(len(jobs) / (time.perf_counter() - start), (time.process_time() - cpu) / len(jobs))


async def services_alone(guesses: int) -> Sample:
    """Guesses of many players, each in a game of their own, through the services only."""
    with tempfile.TemporaryDirectory() as folder:
        async with opened_services(Path(folder)) as services:
            numbers, code = itertools.count(), codes()

            def caller(game: int) -> Caller:
                room, player = RoomKey("d", "w", f"room {game}"), PlayerKey("d", "w", f"user {game}")
                return Caller(room, player, f"player {game}", f"event {next(numbers)}")

            games = max(guesses // TURNS, 1)
            for game in range(games):
                await services.referee.play(caller(game), RULES, 0)
            turns = [(game, next(code)) for _ in range(TURNS) for game in range(games)]

            async def guess(game: int, text: str) -> None:
                with suppress(NoGameHere):  # an earlier guess was the secret
                    await services.referee.guess(caller(game), text)

            return await measure([partial(guess, game, text) for game, text in turns])


class GroupedInserts:
    """A table in a SQLite file, with the settings of hitblow's; inserts that wait are committed together."""

    def __init__(self, folder: Path) -> None:
        self._connection = sqlite3.connect(folder / "floor.db", isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode = WAL", "synchronous = FULL"):
            self._connection.execute(f"PRAGMA {pragma}")
        self._connection.execute("CREATE TABLE guesses (number INTEGER PRIMARY KEY, guess TEXT)")
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []
        self._committing: asyncio.Task[None] | None = None

    async def store(self, guess: str) -> None:
        """Store a guess, and wait until it is committed."""
        stored = asyncio.get_running_loop().create_future()
        self._waiting.append((guess, stored))
        if self._committing is None:
            self._committing = asyncio.create_task(self._commit())
        await stored

    async def _commit(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting, []
            self._connection.execute("BEGIN IMMEDIATE")
            for guess, _ in group:
                self._connection.execute("INSERT INTO guesses (guess) VALUES (?)", (guess,))
            await asyncio.to_thread(self._connection.execute, "COMMIT")
            for _, stored in group:
                stored.set_result(None)
            await asyncio.sleep(0)  # those that go on may join the next group
        self._committing = None

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


async def plain_inserts(guesses: int) -> Sample:
    """One durable insert for each guess."""
    with tempfile.TemporaryDirectory() as folder:
        inserts = GroupedInserts(Path(folder))
        sample = await measure([lambda: inserts.store("0123")] * guesses)
        inserts.close()
        return sample


async def compare(rounds: int, guesses: int) -> list[str]:
    """Measure both in every round; a line for each, with the medians and the ratios."""
    floor, hitblow = list[Sample](), list[Sample]()
    for _ in range(rounds):
        floor.append(await plain_inserts(guesses))
        hitblow.append(await services_alone(guesses))
    pairs = list(zip(floor, hitblow, strict=True))
    return [
        f"{rounds} rounds of {guesses} guesses, {IN_FLIGHT} at once; {machine()}",
        f"  sqlite3   {_medians(floor)}",
        f"  services  {_medians(hitblow)}",
        f"  ratio     {_ratios([other.rate / one.rate for one, other in pairs])}",
        f"  of CPU    {_ratios([one.cpu / other.cpu for one, other in pairs])}",
    ]


def _medians(samples: Sequence[Sample]) -> str:
    rate = statistics.median(sample.rate for sample in samples)
    return f"{rate:6,.0f}/s  {1000 * statistics.median(sample.cpu for sample in samples):.2f} ms CPU"


def _ratios(ratios: Sequence[float]) -> str:
    return f"{statistics.median(ratios):.2f}  (rounds {' '.join(f'{ratio:.2f}' for ratio in ratios)})"


@click.command()
@click.option("--rounds", default=7, show_default=True)
@click.option("--guesses", default=2700, show_default=True, help="In each round.")
def main(rounds: int, guesses: int) -> None:
    """Compare the services with plain sqlite3."""
    for line in asyncio.run(compare(rounds, guesses)):
        click.echo(line)


if __name__ == "__main__":
    main()
