"""Guesses a second through the services, without a platform, beside the same rows written by plain sqlite3.

Run `python -m benchmarks.guess_rates [--rounds N] [--guesses N]`. Both keep `IN_FLIGHT` guesses waiting, and
commit those that wait in groups, in a thread. Each round measures both in turn. The ratio is the rate of hitblow as a
share of that of sqlite3, so higher is better; the other one compares their CPU times in the same way.

sqlite3 writes the rows that a guess changes, in a file with hitblow's tables and settings, and reads nothing.
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

from benchmarks.guess_samples import FILE, RULES, codes, opened_services
from benchmarks.proc import machine
from bot.cli.output import relax_garbage_collection
from bot.model.rooms import Caller, PlayerKey, RoomKey
from bot.services.services import Services
from core.game.errors import GameOver

IN_FLIGHT = 20
TURNS = 26
"""Guesses in each game after its first."""


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


@dataclass(frozen=True)
class Place:
    """A game, and a way to call in its room.

    Args:
        game: its id.
        player: the id of its player.
        caller: makes a caller with the id of an event; the same player each time.
    """

    game: str
    player: str
    caller: Callable[[str], Caller]


async def begin_games(services: Services, number: int) -> list[Place]:
    """Games of different players in different rooms, each with one guess: what comes is only more of the same."""
    places = []
    for each in range(number):
        room, player = RoomKey("d", "w", f"room {each}"), PlayerKey("d", "w", f"user {each}")
        caller = partial(Caller, room, player, f"player {each}")
        view = await services.referee.start_game(caller(f"start {each}"), RULES, 0)
        await services.referee.guess(caller(f"first {each}"), "0123", view.id)
        places.append(Place(view.id, view.viewer, caller))
    return places


async def services_alone(guesses: int) -> Sample:
    """Guesses of many players, each in a game of their own, through the services only."""
    with tempfile.TemporaryDirectory() as folder:
        async with opened_services(Path(folder)) as services:
            places, numbers, code = await begin_games(services, max(guesses // TURNS, 1)), itertools.count(), codes()

            async def guess(place: Place, text: str) -> None:
                with suppress(GameOver):  # an earlier guess was the secret
                    await services.referee.guess(place.caller(f"event {next(numbers)}"), text, place.game)

            return await measure([partial(guess, place, next(code)) for _ in range(TURNS) for place in places])


_ROWS_OF_GUESS = (
    "INSERT INTO events (id, at) VALUES (:event, :at)",
    "UPDATE games SET revision = :revision, moved_at = :at WHERE id = :game",
    "INSERT INTO turns VALUES (:game, 0, :revision, :player, '0123', 1, 1)",
)
"""What hitblow stores of a guess. Nothing is read: neither who guesses nor the game."""


class GroupedWrites:
    """A file of hitblow with the same settings; the rows of guesses that wait are committed together."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = FAST"):
            self._connection.execute(f"PRAGMA {pragma}")
        self._waiting: list[tuple[dict[str, object], asyncio.Future[None]]] = []
        self._committing: asyncio.Task[None] | None = None

    async def store(self, place: Place, revision: int) -> None:
        """Store a guess, and wait until it is committed."""
        stored = asyncio.get_running_loop().create_future()
        values = {"game": place.game, "player": place.player, "revision": revision}
        now = {"event": f"event {place.game} {revision}", "at": "2026-01-01 00:00:00.000000"}
        self._waiting.append(({**values, **now}, stored))
        if self._committing is None:
            self._committing = asyncio.create_task(self._commit())
        await stored

    async def _commit(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting, []
            self._connection.execute("BEGIN IMMEDIATE")
            for guess, _ in group:
                for statement in _ROWS_OF_GUESS:
                    self._connection.execute(statement, guess)
            await asyncio.to_thread(self._connection.execute, "COMMIT")
            for _, stored in group:
                stored.set_result(None)
            await asyncio.sleep(0)  # those that go on may join the next group
        self._committing = None

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


async def plain_writes(guesses: int) -> Sample:
    """The rows of as many guesses in as many games."""
    with tempfile.TemporaryDirectory() as folder:
        async with opened_services(Path(folder)) as services:
            places = await begin_games(services, max(guesses // TURNS, 1))
        writes = GroupedWrites(Path(folder) / FILE)
        turns = range(2, TURNS + 2)
        sample = await measure([partial(writes.store, place, turn) for turn in turns for place in places])
        writes.close()
        return sample


async def compare(rounds: int, guesses: int) -> list[str]:
    """Measure both in every round; a line for each, with the medians and the ratios."""
    floor, hitblow = list[Sample](), list[Sample]()
    for _ in range(rounds):
        floor.append(await plain_writes(guesses))
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
@click.option("--guesses", default=2600, show_default=True, help="In each round.")
def main(rounds: int, guesses: int) -> None:
    """Compare the services with plain sqlite3."""
    relax_garbage_collection()  # as the program does
    for line in asyncio.run(compare(rounds, guesses)):
        click.echo(line)


if __name__ == "__main__":
    main()
