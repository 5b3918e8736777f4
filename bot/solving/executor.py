"""The solver in an executor, so that the event loop goes on while it computes."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import ParamSpec, TypeVar

from typing_extensions import override

from bot.services.solver import Solver
from bot.solving import tasks
from core.game.codes import Code
from core.game.feedback import Turn
from core.game.rules import Rules
from core.game.sides import Level
from core.solver.advice import Advice
from core.solver.mistakes import Repair
from core.solver.review import Check, Review
from core.solver.strategies import Strategy

P = ParamSpec("P")
T = TypeVar("T")


class ExecutorSolver(Solver):
    """Runs each task in a thread or process of an executor."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    @override
    async def advise(self, rules: Rules, history: Sequence[Turn], strategy: Strategy, top: int, lies: int) -> Advice:
        return await self._run(tasks.advise, rules, history, strategy, top, lies)

    @override
    async def check(self, rules: Rules, history: Sequence[Turn], guess: Code) -> Check:
        return await self._run(tasks.check, rules, history, guess)

    @override
    async def review(self, rules: Rules, turns: Sequence[Turn]) -> Review:
        return await self._run(tasks.review, rules, turns)

    @override
    async def move(self, rules: Rules, history: Sequence[Turn], level: Level, seed: int) -> Code:
        return await self._run(tasks.move, rules, history, level, seed)

    @override
    async def is_consistent(self, rules: Rules, history: Sequence[Turn]) -> bool:
        return await self._run(tasks.is_consistent, rules, history)

    @override
    async def repairs(self, rules: Rules, history: Sequence[Turn]) -> Sequence[Repair]:
        return await self._run(tasks.repairs, rules, history)

    async def _run(self, task: Callable[P, T], *arguments: P.args, **_keywords: P.kwargs) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, task, *arguments)
