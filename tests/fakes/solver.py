"""The real solver, run in the calling thread."""

from collections.abc import Sequence

from typing_extensions import override

from bot.services.solver import Solver
from bot.solving import tasks
from core.game.codes import Code
from core.game.feedback import Turn
from core.game.rules import Rules
from core.game.versus import Level
from core.solver.coach import Advice
from core.solver.mistakes import Repair
from core.solver.review import Check, Review
from core.solver.strategies import Strategy


class InlineSolver(Solver):
    """Records the moves that it was asked for; it raises `error` instead of moving while that is set."""

    def __init__(self) -> None:
        self.moves: list[tuple[Rules, tuple[Turn, ...], Level]] = []
        self.error: Exception | None = None

    @override
    async def advise(self, rules: Rules, history: Sequence[Turn], strategy: Strategy, top: int, lies: int) -> Advice:
        return tasks.advise(rules, history, strategy, top, lies)

    @override
    async def check(self, rules: Rules, history: Sequence[Turn], guess: Code) -> Check:
        return tasks.check(rules, history, guess)

    @override
    async def review(self, rules: Rules, turns: Sequence[Turn]) -> Review:
        return tasks.review(rules, turns)

    @override
    async def move(self, rules: Rules, history: Sequence[Turn], level: Level, seed: int) -> Code:
        if self.error is not None:
            raise self.error
        self.moves.append((rules, tuple(history), level))
        return tasks.move(rules, history, level, seed)

    @override
    async def repairs(self, rules: Rules, history: Sequence[Turn]) -> Sequence[Repair]:
        return tasks.repairs(rules, history)
