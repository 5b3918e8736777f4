"""The contract of the solver port, for the solver of the program and for the one of the tests."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.model.rooms import RoomKey
from bot.services.solver import Priority, Solver, SolverClient
from bot.solving import tasks
from bot.solving.executor import ExecutorSolver
from core.game.errors import Contradiction
from core.game.feedback import Turn
from core.game.history import parse_history
from core.game.rules import Rules
from core.game.sides import Level
from core.solver.mistakes import Correction
from core.solver.strategies import Strategy
from tests.fakes.solver import InlineSolver

RULES = Rules.parse("3x6")
"""So few codes that every search ends before its time limit, with the same result each time."""
HISTORY = parse_history("012 0H1B", RULES)
CONTRADICTION = parse_history("012 3H0B, 345 3H0B", RULES)
CLIENT = SolverClient("chat/ANN", RoomKey("chat", "club", "lobby"), Priority.ADVICE)
ENTROPY = Strategy("entropy")


@pytest.fixture(params=["executor", "inline"])
def solver(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Solver]:
    monkeypatch.setattr(tasks, "TIME_LIMIT", 60)
    with ThreadPoolExecutor(1) as executor:
        yield ExecutorSolver(executor) if request.param == "executor" else InlineSolver()


async def test_every_method_returns_what_its_task_returns(solver: Solver) -> None:
    assert await solver.advise(CLIENT, RULES, HISTORY, ENTROPY, 3, 1) == tasks.advise(RULES, HISTORY, ENTROPY, 3, 1)
    assert await solver.check(CLIENT, RULES, HISTORY, (3, 4, 5)) == tasks.check(RULES, HISTORY, (3, 4, 5))
    assert await solver.review(CLIENT, RULES, HISTORY) == tasks.review(RULES, HISTORY)
    assert await solver.move(CLIENT, RULES, HISTORY, Level.EASY, 7) == tasks.move(RULES, HISTORY, Level.EASY, 7)
    assert await solver.is_consistent(CLIENT, RULES, HISTORY)
    assert not await solver.is_consistent(CLIENT, RULES, CONTRADICTION)
    assert await solver.corrections(CLIENT, RULES, CONTRADICTION) == tasks.corrections(RULES, CONTRADICTION)


async def test_a_contradictory_history_is_refused_by_all_but_corrections(solver: Solver) -> None:
    for call in (
        solver.advise(CLIENT, RULES, CONTRADICTION, ENTROPY, 1, 0),
        solver.check(CLIENT, RULES, CONTRADICTION, (3, 4, 5)),
        solver.move(CLIENT, RULES, CONTRADICTION, Level.EASY, 0),
    ):
        with pytest.raises(Contradiction):
            await call
    assert await solver.corrections(CLIENT, RULES, CONTRADICTION)


async def test_the_event_loop_goes_on_while_the_executor_computes(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(_rules: Rules, _history: Sequence[Turn]) -> list[Correction]:
        time.sleep(0.2)
        return []

    monkeypatch.setattr(tasks, "corrections", slow)
    with ThreadPoolExecutor(1) as executor:
        computing = asyncio.create_task(ExecutorSolver(executor).corrections(CLIENT, RULES, HISTORY))
        await asyncio.sleep(0.01)
        assert not computing.done()
        assert await computing == []
