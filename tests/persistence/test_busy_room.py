"""Many people guess in one room at the same instant, in one process and in two, on every kind of storage."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack

import pytest

from bot.persistence.database import Database
from bot.services.services import Services
from core.game.boards import NO_LIMIT
from core.game.codes import format_code
from core.game.rules import Rules
from tests.fakes.clock import FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import InlineSolver
from tests.services.harness import caller

RULES, SECRET = Rules.parse("4x10r"), "9999"
GUESSERS = 240


@pytest.fixture(params=[1, 2])
async def processes(url: str, request: pytest.FixtureRequest) -> AsyncIterator[Sequence[Services]]:
    """The services of some processes. A SQLite file is waited for longer than usual, as on a slow machine."""
    clock, source = FakeClock(), FakeRandomSource(SECRET)
    async with AsyncExitStack() as stack:
        found = []
        for _ in range(request.param):
            database = Database(f"{url}?timeout=60" if url.startswith("sqlite") else url)
            stack.push_async_callback(database.close)
            found.append(Services(database.unit, clock, source, InlineSolver()))
        yield found


@pytest.mark.slow
async def test_every_guess_of_a_full_room_is_answered(processes: Sequence[Services]) -> None:
    codes = [f"{number:04}" for number in range(GUESSERS)]
    host = caller("host")
    await processes[0].referee.play(host, RULES, NO_LIMIT)
    sides = itertools.cycle(processes)
    results = await asyncio.gather(*(next(sides).referee.guess(caller(code), code) for code in codes))
    assert [format_code(result.turn.guess, RULES) for result in results if result.turn] == codes
    view = await processes[-1].referee.board(host)
    assert sorted(format_code(turn.guess, RULES) for turn in view.game.boards[0].turns) == codes
