"""What a guess is worth before it is made, beside the best one."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.game.codes import Code
from core.game.feedback import Turn
from core.game.rules import Rules
from core.solver.coach import NO_RESOURCES, OPTIMAL, Coach, SearchResources, Suggestion


@dataclass(frozen=True, slots=True)
class Check:
    """A guess and the best one.

    Args:
        candidates: codes left before it.
        guess: what it is worth.
        best: what the best one is worth; the guess itself, if there is no better.
    """

    candidates: int
    guess: Suggestion
    best: Suggestion

    @property
    def loss(self) -> float:
        """Guesses the guess costs on average against the best one, at least 0."""
        return max(0.0, self.guess.expected - self.best.expected)

    @property
    def exact(self) -> bool:
        """Whether the loss is exact."""
        return self.guess.exact and self.best.exact


def check(rules: Rules, turns: Sequence[Turn], guess: Code, resources: SearchResources = NO_RESOURCES) -> Check:
    """Compare a guess with the best one after a history.

    Both are costed in the same way: where the exact worth of one is known and only an estimate of the other, comparing
    them would find a loss where there may be none.

    Raises:
        Contradiction: no code fits the turns up to the one it names.
    """
    coach = Coach(rules, turns, OPTIMAL, resources)
    best = coach.advice().guesses[0]
    if best.code == guess:
        return Check(coach.count, best, best)
    mine = coach.appraise(guess)
    if mine.exact != best.exact:
        best = coach.appraise(best.code)
    return Check(coach.count, mine, best if best.expected < mine.expected else mine)
