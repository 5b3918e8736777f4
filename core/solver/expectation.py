"""The cost of a guess if the game is continued by a strategy."""

import random
from collections.abc import Callable, Iterator

from core.game.codes import Code
from core.game.rules import Rules
from core.solver.budget import Budget, OutOfBudget, ShouldStop
from core.solver.costs import CostSearch
from core.solver.selection import compares_all_guesses, select_guess
from core.solver.state import State
from core.solver.strategies import Strategy

MAX_EXACT = 200
"""The default of `Expectation.max_exact`."""

MAX_PLAYED = 2_500
"""The largest number of candidates for which games are played to the end."""

_SHARE_FOR_EXACT = 0.7
"""The share of the work for an exact cost; the rest is for playing greedily."""

_UNUSED_RNG = random.Random(0)  # noqa: S311  # only deterministic strategies are played


class Expectation:
    """Computes the costs of guesses if the game is continued by one strategy.

    Args:
        rules: rules of the game.
        strategy: the strategy.
        should_stop: returns true once the time is over.
        max_exact: the largest number of candidates for which `optimal` is searched exactly after any guess.
    """

    def __init__(self, rules: Rules, strategy: Strategy, should_stop: ShouldStop, max_exact: int = MAX_EXACT) -> None:
        self._max_exact = max_exact
        self._strategy = strategy
        self._should_stop = should_stop
        self._costs = CostSearch(rules, Budget())

    def cost_after(self, guess: Code, state: State, work: float) -> tuple[float, bool]:
        """The cost of a state if this guess is made, and whether it is exact.

        If the exact cost for `optimal` cannot be found, the result is the cost of playing greedily.

        Args:
            guess: the guess.
            state: the state.
            work: units of work that may be spent.

        Raises:
            OutOfBudget: there are too many candidates, or the budget is used up.
        """
        for cost_of, share, exact in self._attempts(state):
            self._costs.budget = Budget(share * work, self._should_stop)
            try:
                return self._costs.cost_after(guess, state, cost_of), exact
            except OutOfBudget:
                continue
        raise OutOfBudget

    def _attempts(self, state: State) -> Iterator[tuple[Callable[[State], int], float, bool]]:
        """How to compute the costs of the cells, the share of the work for it, and whether the result is exact."""
        count = len(state.candidates)
        if count > MAX_PLAYED:
            return
        if self._strategy.name != "optimal":
            if self._strategy.deterministic:
                yield self._played_cost, 1.0, True
            return
        if count <= self._max_exact and compares_all_guesses(state.rules):
            yield self._minimum_cost, _SHARE_FOR_EXACT, True
        yield self._costs.greedy_cost, 1 - _SHARE_FOR_EXACT, False

    def _minimum_cost(self, state: State) -> int:
        return self._costs.minimum_cost(state, self._costs.greedy_cost(state) + 1)

    def _played_cost(self, state: State) -> int:
        """The cost if the strategy makes every guess."""
        if len(state.candidates) == 1:
            return 1
        guess = select_guess(self._strategy, state, _UNUSED_RNG, budget=self._costs.budget)
        return self._costs.cost_after(guess, state, self._played_cost)
