"""A process that guesses in the same games as others, for `benchmarks.workers`.

Run it with `python -m benchmarks.worker URL JOB`, the job in JSON. It says when it is ready, starts when it reads
a line, says when it is over, and then prints each answered guess as `ROOM CODE`.
"""

import asyncio
import json
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import count

from bot.model.errors import GameRunning, StorageBusy
from bot.model.rooms import Caller, PlayerKey, RoomKey
from bot.persistence.database import Database
from bot.services.services import Services
from bot.services.solver import RandomSource
from bot.solving.executor import ExecutorSolver
from core.game.boards import NO_LIMIT
from core.game.rules import Rules

RULES = Rules.parse("7x10r")
"""So many codes that nobody finds the secret."""

WARM_UP_GUESSES = 20
_CODES = 10_000_000


def caller(round_number: int, room: str, player: str, event: str) -> Caller:
    """A player in a room of a round."""
    key = PlayerKey("chat", "club", player)
    return Caller(RoomKey("chat", "club", f"{round_number}-{room}"), key, player, f"{round_number} {room} {event}")


@dataclass(frozen=True)
class Job:
    """What a worker does.

    Args:
        number: of the worker.
        workers: how many there are.
        round_number: names the rooms.
        seconds: how long it guesses.
        guessers: how many guesses are under way at the same time.
        games: in how many games.
        is_separate: whether no other worker guesses in them.
    """

    number: int
    workers: int
    round_number: int
    seconds: float
    guessers: int
    games: int
    is_separate: bool

    @property
    def rooms(self) -> Sequence[str]:
        """The rooms of the games."""
        owner = f"{self.number}." if self.is_separate else ""
        return [f"{owner}{room}" for room in range(self.games)]


async def start_games(services: Services, job: Job) -> None:
    """Start the game of each room."""
    for room in job.rooms:
        with suppress(GameRunning):
            await services.referee.start_game(caller(job.round_number, room, "0", "play"), RULES, NO_LIMIT)


async def warm_up(services: Services, job: Job) -> None:
    """Guess in a game of its own, so that every statement is compiled before the start."""
    room = f"warm-up {job.number}"
    await services.referee.start_game(caller(job.round_number, room, "0", "play"), RULES, NO_LIMIT)
    for number in range(WARM_UP_GUESSES):
        code = f"{number:07}"
        await services.referee.guess(caller(job.round_number, room, "0", code), code)


async def guess_in_time(services: Services, job: Job, guesser: int) -> list[tuple[str, str]]:
    """Guess until the time is over; the answered guesses, as (room, code). No two guessers make the same guess."""
    ends_at, answered = time.monotonic() + job.seconds, list[tuple[str, str]]()
    for number in count():
        if time.monotonic() >= ends_at:
            break
        code = f"{(guesser + number * job.workers * job.guessers) % _CODES:07}"
        room = random.choice(job.rooms)
        with suppress(StorageBusy):
            await services.referee.guess(caller(job.round_number, room, f"{guesser}", code), code)
            answered.append((room, code))
    return answered


async def main(url: str, job: Job) -> None:
    """Wait for the start, guess, and print what was answered."""
    database = Database(url)
    async with database.clock() as clock:
        solver = ExecutorSolver(ThreadPoolExecutor(1))
        services = Services(database.unit, clock, RandomSource(), solver)
        await start_games(services, job)
        await warm_up(services, job)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.readline)
        first = job.number * job.guessers
        answered = await asyncio.gather(*(guess_in_time(services, job, first + each) for each in range(job.guessers)))
        sys.stdout.write("over\n")
        sys.stdout.flush()
        sys.stdout.writelines(f"{room} {code}\n" for guesser in answered for room, code in guesser)
    await database.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Job(**json.loads(sys.argv[2]))))
