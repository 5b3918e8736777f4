"""The real solver, asked there and then: in a test nothing else is going on."""

from collections.abc import Sequence

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


class InlineSolver:
    """Answers at once and remembers the moves it was asked for; asked for a move, it raises `error` if that is set."""

    def __init__(self) -> None:
        self.moves: list[tuple[Rules, tuple[Turn, ...], Level]] = []
        self.error: Exception | None = None

    async def advise(self, rules: Rules, history: Sequence[Turn], strategy: Strategy, top: int, lies: int) -> Advice:
        """The best guesses."""
        return thinking.advise(rules, history, strategy, top, lies)

    async def check(self, rules: Rules, history: Sequence[Turn], guess: Code) -> Check:
        """What a guess is worth."""
        return thinking.check(rules, history, guess)

    async def review(self, rules: Rules, turns: Sequence[Turn]) -> Review:
        """How well some turns were played."""
        return thinking.review(rules, turns)

    async def move(self, rules: Rules, history: Sequence[Turn], level: Level, seed: int) -> Code:
        """The opponent's guess."""
        if self.error is not None:
            raise self.error
        self.moves.append((rules, tuple(history), level))
        return thinking.move(rules, history, level, seed)

    async def repairs(self, rules: Rules, history: Sequence[Turn]) -> Sequence[Repair]:
        """What makes a history consistent."""
        return thinking.repairs(rules, history)
