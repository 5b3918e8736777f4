"""The cost of a guess if the game is continued by a strategy."""

import random

from core.game.codes import Code
from core.game.rules import Rules
from core.solver.budget import Budget, OutOfBudget
from core.solver.costs import CostSearch, estimated_cost_after
from core.solver.selection import select_guess
from core.solver.state import State
from core.solver.strategies import Strategy

MAX_EXACT = 24
"""The largest number of candidates for which `optimal` is searched exactly after any guess."""

MAX_PLAYED = 2_500
"""The largest number of candidates for which games are played to the end."""

_UNUSED_RNG = random.Random(0)  # noqa: S311  # only deterministic strategies are played


class Expectation:
    """Computes the costs of guesses if the game is continued by one strategy.

    Args:
        rules: rules of the game.
        strategy: the strategy.
        budget: limits exact computations; estimates are used from then on.
    """

    def __init__(self, rules: Rules, strategy: Strategy, budget: Budget) -> None:
        self._strategy = strategy
        self._costs = CostSearch(rules, budget)

    def cost_after(self, guess: Code, state: State) -> tuple[float, bool]:
        """The cost of a state if this guess is made, and whether it is exact.

        The estimate for `optimal` is the cost of playing greedily. For other strategies, and if there are too many
        candidates or the budget is used up, it is a rule of thumb.
        """
        count = len(state.candidates)
        try:
            if self._strategy.name == "optimal" and count <= MAX_PLAYED:
                return self._optimal_cost_after(guess, state), count <= MAX_EXACT
            if self._strategy.deterministic and count <= MAX_PLAYED:
                return self._costs.cost_after(guess, state, self._played_cost), True
        except OutOfBudget:
            pass
        return estimated_cost_after(guess, state), False

    def _optimal_cost_after(self, guess: Code, state: State) -> int:
        cost_of = self._minimum_cost if len(state.candidates) <= MAX_EXACT else self._costs.greedy_cost
        return self._costs.cost_after(guess, state, cost_of)

    def _minimum_cost(self, state: State) -> int:
        return self._costs.minimum_cost(state, self._costs.greedy_cost(state) + 1)

    def _played_cost(self, state: State) -> int:
        """The cost if the strategy makes every guess."""
        if len(state.candidates) == 1:
            return 1
        guess = select_guess(self._strategy, state, _UNUSED_RNG, budget=self._costs.budget)
        return self._costs.cost_after(guess, state, self._played_cost)
