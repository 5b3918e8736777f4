"""The port through which services ask the solver."""

from collections.abc import Sequence
from typing import Protocol

from core.game.codes import Code
from core.game.feedback import Turn
from core.game.rules import Rules
from core.game.versus import Level
from core.solver.check import Check
from core.solver.coach import Advice
from core.solver.mistakes import Repair
from core.solver.review import Review
from core.solver.strategies import Strategy


class Solver(Protocol):
    """The solver. It is told rules and histories, never a game, so no secret can reach it.

    Every method answers soon (see `bot.solving.tasks.SECONDS`), with the best it has found by then. Those that are
    given a history raise `Contradiction` where no code fits it.
    """

    async def advise(self, rules: Rules, history: Sequence[Turn], strategy: Strategy, top: int, lies: int) -> Advice:
        """The best guesses; with `lies` 1, if one answer may be wrong."""
        ...

    async def check(self, rules: Rules, history: Sequence[Turn], guess: Code) -> Check:
        """What a guess is worth beside the best one."""
        ...

    async def review(self, rules: Rules, turns: Sequence[Turn]) -> Review:
        """How well and how luckily some turns were played."""
        ...

    async def move(self, rules: Rules, history: Sequence[Turn], level: Level, seed: int) -> Code:
        """The opponent's guess."""
        ...

    async def repairs(self, rules: Rules, history: Sequence[Turn]) -> Sequence[Repair]:
        """What makes a contradictory history consistent, likeliest first."""
        ...
