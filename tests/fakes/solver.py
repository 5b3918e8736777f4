"""The real solver, run in the calling thread or in one that remembers its answers."""

import pickle
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from typing_extensions import override

from bot.services.solver import Priority, Solver, SolverRequesterKey
from bot.solving import tasks
from core.game.codes import Code
from core.game.items import Entry, Item, Use
from core.game.rules import Rules
from core.game.sides import Level
from core.solver.coach import Advice
from core.solver.corrections import Correction
from core.solver.review import GuessCheck, Review
from core.solver.strategies import Strategy

P = ParamSpec("P")
T = TypeVar("T")

_answers: dict[tuple[Callable[..., Any], float, bytes], Any] = {}


class SolverThread(ThreadPoolExecutor):
    """A thread for an `ExecutorSolver`, in which no task runs twice with the same arguments, whichever test asks.

    Hundreds of tests ask for the same few pieces of advice, which take up to a quarter of a second each.
    """

    def __init__(self) -> None:
        super().__init__(1)

    @override
    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        return super().submit(lambda: _answer(fn, *args, **kwargs))


def _answer(task: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    function = getattr(tasks, task.__name__, task)  # a test may have replaced it
    question = function, tasks.TIME_LIMIT, pickle.dumps((args, kwargs))
    if question not in _answers:
        _answers[question] = task(*args, **kwargs)
    answer: T = _answers[question]
    return answer


class InlineSolver(Solver):
    """Lets a test look at moves and interfere.

    Attributes:
        moves: the arguments of every move that was asked for.
        priorities: the methods that were called, each with the priority of the question.
        error: raised instead of moving, unless it is None.
        before: awaited before a method returns, by the name of the method, as if others acted while the solver ran.
    """

    def __init__(self) -> None:
        self.moves: list[tuple[Rules, tuple[Entry, ...], Level]] = []
        self.priorities: set[tuple[str, Priority]] = set()
        self.error: Exception | None = None
        self.before: dict[str, Callable[[], Awaitable[object]]] = {}

    @override
    async def advise(
        self,
        requester: SolverRequesterKey,
        rules: Rules,
        history: Sequence[Entry],
        strategy: Strategy,
        top: int,
        lies: int,
    ) -> Advice:
        await self._interfere("advise", requester)
        return tasks.advise(rules, history, strategy, top, lies)

    @override
    async def check(
        self, requester: SolverRequesterKey, rules: Rules, history: Sequence[Entry], guess: Code
    ) -> GuessCheck:
        await self._interfere("check", requester)
        return tasks.check(rules, history, guess)

    @override
    async def review(self, requester: SolverRequesterKey, rules: Rules, turns: Sequence[Entry]) -> Review:
        await self._interfere("review", requester)
        return tasks.review(rules, turns)

    @override
    async def move(
        self, requester: SolverRequesterKey, rules: Rules, history: Sequence[Entry], level: Level, seed: int
    ) -> Code:
        if self.error is not None:
            raise self.error
        self.moves.append((rules, tuple(history), level))
        await self._interfere("move", requester)
        return tasks.move(rules, history, level, seed)

    @override
    async def choose_use(
        self,
        requester: SolverRequesterKey,
        histories: Sequence[Sequence[Entry]],
        items: Sequence[Item],
        level: Level,
        seed: int,
    ) -> Use | None:
        await self._interfere("choose_use", requester)
        return tasks.choose_use(histories, items, level, seed)

    @override
    async def choose_position_after_player_used_double(
        self, requester: SolverRequesterKey, history: Sequence[Entry]
    ) -> int:
        await self._interfere("choose_position", requester)
        return tasks.choose_position(history)

    @override
    async def is_consistent(self, requester: SolverRequesterKey, rules: Rules, history: Sequence[Entry]) -> bool:
        await self._interfere("is_consistent", requester)
        return tasks.is_consistent(rules, history)

    @override
    async def corrections(
        self, requester: SolverRequesterKey, rules: Rules, history: Sequence[Entry]
    ) -> Sequence[Correction]:
        await self._interfere("corrections", requester)
        return tasks.corrections(rules, history)

    async def _interfere(self, method: str, requester: SolverRequesterKey) -> None:
        """Note the priority, and let others act, once."""
        self.priorities.add((method, requester.priority))
        if (act := self.before.pop(method, None)) is not None:
            await act()
