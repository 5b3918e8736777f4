"""What the services ask of the solver, and asking it outside the event loop."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import ParamSpec, TypeVar

from bot.solving import tasks as thinking
from core.game.codes import Code
from core.game.feedback import Turn
from core.game.rules import Rules
from core.game.versus import Level
from core.solver.check import Check
from core.solver.coach import Advice
from core.solver.mistakes import Repair
from core.solver.review import Review
from core.solver.strategies import Strategy

Given = ParamSpec("Given")
Found = TypeVar("Found")


class ExecutorSolver:
    """The solver in the threads or processes of an executor, so that the event loop goes on meanwhile."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    async def advise(self, rules: Rules, history: Sequence[Turn], strategy: Strategy, top: int, lies: int) -> Advice:
        """See `Solver`."""
        return await self._run(thinking.advise, rules, history, strategy, top, lies)

    async def check(self, rules: Rules, history: Sequence[Turn], guess: Code) -> Check:
        """See `Solver`."""
        return await self._run(thinking.check, rules, history, guess)

    async def review(self, rules: Rules, turns: Sequence[Turn]) -> Review:
        """See `Solver`."""
        return await self._run(thinking.review, rules, turns)

    async def move(self, rules: Rules, history: Sequence[Turn], level: Level, seed: int) -> Code:
        """See `Solver`."""
        return await self._run(thinking.move, rules, history, level, seed)

    async def repairs(self, rules: Rules, history: Sequence[Turn]) -> Sequence[Repair]:
        """See `Solver`."""
        return await self._run(thinking.repairs, rules, history)

    async def _run(self, function: Callable[Given, Found], *given: Given.args, **_named: Given.kwargs) -> Found:
        return await asyncio.get_running_loop().run_in_executor(self._executor, function, *given)
