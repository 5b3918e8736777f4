"""How many guesses are still to be expected after a guess, if play goes on by a strategy."""

import random

from core.game.codes import Code
from core.game.rules import Rules
from core.solver.choosing import choose
from core.solver.ranking import OutOfTime, Stop
from core.solver.state import State
from core.solver.strategies import Strategy
from core.solver.totals import Totals, estimated_after

MAX_PROVEN = 24
"""Candidates for which `optimal` is searched exactly after any guess."""

MAX_PLAYED = 2_500
"""Candidates for which games are played out."""

_NO_CHANCE = random.Random(0)  # noqa: S311  # never drawn from: only deterministic strategies are played out


class Expectation:
    """Totals after guesses, under one strategy.

    Args:
        rules: of the game.
        strategy: by which play goes on.
        stop: when to fall back on estimates.
    """

    def __init__(self, rules: Rules, strategy: Strategy, stop: Stop) -> None:
        self._strategy = strategy
        self._stop = stop
        self._totals = Totals(rules, stop)

    def after(self, guess: Code, state: State) -> tuple[float, bool]:
        """The total over the candidates of a state if a guess is made, and whether that is exact.

        An estimate supposes for `optimal` that play goes on greedily, or else is a rule of thumb.
        """
        count = len(state.candidates)
        try:
            if self._strategy.name == "optimal" and count <= MAX_PLAYED:
                return self._optimal(guess, state), count <= MAX_PROVEN
            if self._strategy.deterministic and count <= MAX_PLAYED:
                return self._totals.after(guess, state, self._played), True
        except OutOfTime:
            pass
        return estimated_after(guess, state), False

    def _optimal(self, guess: Code, state: State) -> int:
        total_of = self._proven if len(state.candidates) <= MAX_PROVEN else self._totals.greedy
        return self._totals.after(guess, state, total_of)

    def _proven(self, state: State) -> int:
        return self._totals.exact(state, self._totals.greedy(state) + 1)

    def _played(self, state: State) -> int:
        """The total if every guess is the strategy's."""
        if self._stop():
            raise OutOfTime
        if len(state.candidates) == 1:
            return 1
        guess = choose(self._strategy, state, _NO_CHANCE, _unasked, self._stop)
        return self._totals.after(guess, state, self._played)


def _unasked(state: State) -> Code:
    """What `optimal` would ask for, which is not played out here."""
    raise NotImplementedError(state)
