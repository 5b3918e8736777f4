"""A process in which many players guess at once until it is killed.

Run it with `python -m tests.persistence.guessing URL FIRST...`.

`FIRST` is the number of the first guess of each player. A guess is written to standard output as `PLAYER NUMBER`
after it was answered. Guess number n of a player has the code n, and an event of its own.
"""

import asyncio
import itertools
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

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

PLAYERS_IN_ROOM = 4


def caller(player: int, event: str) -> Caller:
    """A player in the room that they share with others."""
    room = RoomKey("chat", "club", f"room {player // PLAYERS_IN_ROOM}")
    return Caller(room, PlayerKey("chat", "club", f"{player}"), f"{player}", f"{player} {event}")


async def guess_on(services: Services, player: int, first: int) -> None:
    """Guess for ever; a guess that is refused because the database is busy is made again."""
    with suppress(GameRunning):
        await until_accepted(lambda: services.referee.start_game(caller(player, "play"), RULES, NO_LIMIT))
    for number in itertools.count(first):
        guesser, code = caller(player, f"{number}"), f"{number:07}"
        await until_accepted(partial(services.referee.guess, guesser, code))
        sys.stdout.write(f"{player} {number}\n")
        sys.stdout.flush()


async def until_accepted(act: Callable[[], Awaitable[object]]) -> None:
    """Repeat a call while the database is busy."""
    while True:
        with suppress(StorageBusy):
            await act()
            return


async def main(url: str, firsts: list[int]) -> None:
    """Let every player guess."""
    database, solver = Database(url), ExecutorSolver(ThreadPoolExecutor(1))
    services = Services(database.unit, lambda: datetime.now(UTC), RandomSource(), solver)
    await asyncio.gather(*(guess_on(services, player, first) for player, first in enumerate(firsts)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], [int(first) for first in sys.argv[2:]]))
