"""The solver outside the event loop, which goes on while it computes."""

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

from typing_extensions import override

from bot.services.solver import Solver, SolverClient
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


class TaskSolver(Solver):
    """A solver whose methods are the tasks of `bot.solving.tasks`; a subclass runs them."""

    @abstractmethod
    async def run(self, client: SolverClient, task: Callable[P, T], /, *arguments: P.args, **_keywords: P.kwargs) -> T:
        """Run a task for a client."""

    @override
    async def advise(
        self, client: SolverClient, rules: Rules, history: Sequence[Turn], strategy: Strategy, top: int, lies: int
    ) -> Advice:
        return await self.run(client, tasks.advise, rules, history, strategy, top, lies)

    @override
    async def check(self, client: SolverClient, rules: Rules, history: Sequence[Turn], guess: Code) -> Check:
        return await self.run(client, tasks.check, rules, history, guess)

    @override
    async def review(self, client: SolverClient, rules: Rules, turns: Sequence[Turn]) -> Review:
        return await self.run(client, tasks.review, rules, turns)

    @override
    async def move(self, client: SolverClient, rules: Rules, history: Sequence[Turn], level: Level, seed: int) -> Code:
        return await self.run(client, tasks.move, rules, history, level, seed)

    @override
    async def is_consistent(self, client: SolverClient, rules: Rules, history: Sequence[Turn]) -> bool:
        return await self.run(client, tasks.is_consistent, rules, history)

    @override
    async def repairs(self, client: SolverClient, rules: Rules, history: Sequence[Turn]) -> Sequence[Repair]:
        return await self.run(client, tasks.repairs, rules, history)


class ExecutorSolver(TaskSolver):
    """Runs each task in a thread or process of an executor, in the order in which they come."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    @override
    async def run(self, client: SolverClient, task: Callable[P, T], /, *arguments: P.args, **_keywords: P.kwargs) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, task, *arguments)


@contextmanager
def solver_in_thread() -> Iterator[Solver]:
    """A solver for one player, in a thread."""
    executor = ThreadPoolExecutor(1, thread_name_prefix="solver")
    try:
        yield ExecutorSolver(executor)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
