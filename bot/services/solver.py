"""The solver as the services need it."""

from collections.abc import Sequence
from typing import Protocol

from core.game.codes import Code
from core.game.feedback import Turn
from core.game.rules import Rules
from core.game.sides import Level
from core.solver.advice import Advice
from core.solver.mistakes import Repair
from core.solver.review import Check, Review
from core.solver.strategies import Strategy


class Solver(Protocol):
    """The solver. It is given rules and histories, never a game, so no secret can reach it.

    Every method has a time limit (see `bot.solving.tasks.TIME_LIMIT`) and returns the best result found by then.
    All but `is_consistent` and `repairs` raise `Contradiction` if no code fits the history.
    """

    async def advise(self, rules: Rules, history: Sequence[Turn], strategy: Strategy, top: int, lies: int) -> Advice:
        """The best `top` guesses by a strategy, if up to `lies` (0 or 1) turns of the history have wrong feedback."""
        ...

    async def check(self, rules: Rules, history: Sequence[Turn], guess: Code) -> Check:
        """What a guess is worth, compared with the best one."""
        ...

    async def review(self, rules: Rules, turns: Sequence[Turn]) -> Review:
        """The skill and luck of each turn."""
        ...

    async def move(self, rules: Rules, history: Sequence[Turn], level: Level, seed: int) -> Code:
        """The opponent's guess; the same seed gives the same guess."""
        ...

    async def is_consistent(self, rules: Rules, history: Sequence[Turn]) -> bool:
        """Whether a code fits the history."""
        ...

    async def repairs(self, rules: Rules, history: Sequence[Turn]) -> Sequence[Repair]:
        """The corrections that make a contradictory history consistent, likeliest first."""
        ...
