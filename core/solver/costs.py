"""The cost of a state: the number of guesses still to be made, summed over its candidates.

The winning guess is counted, so the cost divided by the number of candidates is the expected number of guesses. A
candidate that is there several times because it is likelier than others counts as often, but one guess finds it.

The minimum cost is found by branch and bound:

- n candidates cost at least as much as in an ideal tree, in which every guess is a candidate and gets every feedback;
- a guess that is a likeliest candidate and puts every other in a cell of its own costs the minimum, 2n less the weight
  of this candidate; in a state without such a guess, everything costs more;
- guesses are tried in the order of their lower bounds, small cells first, and abandoned once their cost cannot be below
  the best one so far.
"""

import math
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from itertools import repeat

from core.game.codes import Code
from core.game.rules import Rules
from core.solver.bounds import ideal_levels
from core.solver.budget import Budget, OutOfBudget, ShouldStop
from core.solver.scores import SCALE, SumScore
from core.solver.selection import GuessPool, best_guess, compares_all_guesses, guess_pool, rank_guesses, select_guess
from core.solver.state import State
from core.solver.strategies import Strategy, Valuation, WinBonus

_WORK_PER_CODE = 2_000
"""Units of work for dividing candidates into cells and looking at each cell."""

GREEDY = Strategy("entropy", win_bonus=WinBonus(amount=2.0))
"""The best of the published one-step strategies at 4x10."""


MAX_EXACT = 200
"""The default of `StrategyCostCalculator.max_exact`."""

MAX_PLAYED = 2_500
"""The largest number of candidates for which games are played to the end."""

_UNUSED_RNG = random.Random(0)  # noqa: S311  # only deterministic strategies are played


@cache
def cost_lower_bound(rules: Rules, candidate_count: int, heaviest: int = 1) -> int:
    """The cost of an ideal tree, in which every guess is a candidate and gets every feedback.

    Args:
        rules: rules of the game.
        candidate_count: number of candidates.
        heaviest: how many times each of them is there at most.
    """
    cost = 0
    for capacity, guesses in ideal_levels(repeat(1), _feedback_count(rules) - 1, (heaviest,)):
        cost += guesses * min(capacity, candidate_count)
        candidate_count -= capacity
        if candidate_count <= 0:
            break
    return cost


def estimated_cost(rules: Rules, candidate_count: int) -> float:
    """A rule of thumb: every guess divides the candidates by 0.55 f, where f is the number of possible feedbacks.

    It is within 5% of the proven minima of 3x10, 4x10 and 4x6r, and 7% below the best known cost of 5x10.
    """
    return candidate_count * (1 + math.log(candidate_count) / math.log(max(1.5, 0.55 * _feedback_count(rules))))


def estimated_cost_after(guess: Code, state: State) -> float:
    """The cost of a state if this guess is made, estimated from the sizes of its cells."""
    sizes = (size for number, size in state.cell_sizes(guess).items() if number != state.winning_cell)
    return len(state.candidates) + sum(estimated_cost(state.rules, size) for size in sizes)


@cache
def _feedback_count(rules: Rules) -> int:
    return sum(1 for _ in rules.feedbacks())


@lru_cache(maxsize=16)
def _by_lower_bound(rules: Rules, heaviest: int) -> Valuation:
    """Compares guesses by the lower bounds of their costs."""
    score = SumScore("", "", lambda size: cost_lower_bound(rules, size, heaviest) * SCALE, lambda total, _: total)
    return Valuation(score, heaviest * SCALE, 1, any_code=True)


def _ideal_cost(state: State) -> int:
    return cost_lower_bound(state.rules, len(state.candidates), state.heaviest_weight)


class CostCalculator:
    """Computes costs of states and remembers them.

    Methods with a `cutoff` return the cost if it is below the cutoff, and otherwise some number that is not below the
    cutoff. All raise `OutOfBudget` when the budget is used up.

    Args:
        rules: rules of the game.
        budget: limits the search.

    Attributes:
        budget: limits the search.
        pool: the guesses for all states, or None if each state has its own pool.
    """

    def __init__(self, rules: Rules, budget: Budget) -> None:
        self.budget = budget
        self.pool: GuessPool | None = None
        self._rules = rules
        self._greedy: dict[tuple[Code, ...], int] = {}
        self._lower_bounds: dict[tuple[Code, ...], int] = {}
        self._minimum: dict[tuple[Code, ...], int] = {}
        self._without_splitter: set[tuple[Code, ...]] = set()

    def greedy_cost(self, state: State) -> int:
        """The cost if every guess is the one with the best score under `GREEDY`."""
        key = tuple(state.candidates)
        if (known := self._known_minimum(state, key)) is not None:
            return known
        if key not in self._greedy:
            guess = best_guess(GREEDY.valuation, state, self._pool(state), self.budget).code
            if len(state.cell_sizes(guess)) == 1:  # nothing in the pool distinguishes any candidates
                guess = state.candidates[0]
            self._greedy[key] = self.cost_after(guess, state, self.greedy_cost)
        return self._greedy[key]

    def cost_after(self, guess: Code, state: State, cost_of: Callable[[State], int], cutoff: int | None = None) -> int:
        """The cost if this guess is made, where `cost_of` computes the costs of the states it leads to."""
        cells = self._smallest_first(state, guess)
        cost = len(state.candidates) + sum(map(_ideal_cost, cells))
        for cell in cells:
            if cutoff is not None and cost >= cutoff:
                break
            cost += cost_of(cell) - _ideal_cost(cell)
        return cost

    def minimum_cost(self, state: State, cutoff: int) -> int:
        """The lowest possible cost of a state."""
        key = tuple(state.candidates)
        if (known := self._known_minimum(state, key)) is not None:
            return known
        lower_bound = self._lower_bounds.get(key, state.cost_lower_bound + 1)
        if lower_bound >= cutoff:
            return lower_bound
        minimum = min((cost for _, cost in self.improvements(state, cutoff)), default=None)
        if minimum is None:
            self._lower_bounds[key] = cutoff
            return cutoff
        self._minimum[key] = minimum
        return minimum

    def improvements(self, state: State, cutoff: int) -> Iterator[tuple[Code, int]]:
        """Guesses with costs below the cutoff, each better than the one before. The last one has the minimum cost."""
        count = len(state.candidates)
        valuation = _by_lower_bound(self._rules, state.heaviest_weight)
        for guess in rank_guesses(valuation, state, self._pool(state), self.budget):
            if cutoff <= state.cost_lower_bound + 1 or count + guess.score // SCALE >= cutoff:
                return
            cost = self._minimum_cost_after(guess.code, state, cutoff)
            if cost < cutoff:
                yield guess.code, cost
                cutoff = cost

    def _minimum_cost_after(self, guess: Code, state: State, cutoff: int) -> int:
        """The lowest possible cost if this guess is made."""
        cells = self._smallest_first(state, guess)
        if len(cells) == 1 and len(cells[0].candidates) == len(state.candidates):
            return cutoff  # the guess does not distinguish any candidates
        lower_bounds = [self._lower_bound(cell) for cell in cells]
        cost = len(state.candidates) + sum(lower_bounds)
        for cell, lower_bound in zip(cells, lower_bounds, strict=True):
            if cost >= cutoff:
                break
            cost += self.minimum_cost(cell, cutoff - cost + lower_bound) - lower_bound
        return cost

    def _pool(self, state: State) -> GuessPool:
        return self.pool or guess_pool(state)

    def _smallest_first(self, state: State, guess: Code) -> list[State]:
        """The states that a guess can lead to, those with few candidates first."""
        self.budget.spend(_WORK_PER_CODE * len(state.candidates))
        return sorted(state.successors(guess).values(), key=lambda cell: len(cell.candidates))

    def _lower_bound(self, state: State) -> int:
        """A lower bound of the cost that needs no search."""
        key = tuple(state.candidates)
        known = self._known_minimum(state, key)
        if known is not None:
            return known
        return max(self._lower_bounds.get(key, state.cost_lower_bound + 1), _ideal_cost(state))

    def _known_minimum(self, state: State, key: tuple[Code, ...]) -> int | None:
        """The minimum cost if it is known or needs no search, else None."""
        if len(key) <= 2:  # noqa: PLR2004  # one guess, or one and two
            return state.cost_lower_bound
        if key not in self._minimum and key not in self._without_splitter:
            if state.find_splitter() is None:
                self._without_splitter.add(key)
            else:
                self._minimum[key] = state.cost_lower_bound
        return self._minimum.get(key)


class StrategyCostCalculator:
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
        self._costs = CostCalculator(rules, Budget())

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
        count = len(state.candidates)
        optimal = self._strategy.name == "optimal"
        if count > MAX_PLAYED or not (optimal or self._strategy.is_deterministic):
            raise OutOfBudget
        self._costs.budget = Budget(work, self._should_stop)
        if not optimal:
            return self._costs.cost_after(guess, state, self._played_cost), True
        cost = self._costs.cost_after(guess, state, self._costs.greedy_cost)
        if count <= self._max_exact and compares_all_guesses(state.rules, count):
            with suppress(OutOfBudget):
                return self._costs.cost_after(guess, state, self._minimum_cost), True
        return cost, False

    def _minimum_cost(self, state: State) -> int:
        return self._costs.minimum_cost(state, self._costs.greedy_cost(state))

    def _played_cost(self, state: State) -> int:
        """The cost if the strategy makes every guess."""
        if len(state.candidates) == 1:
            return 1
        guess = select_guess(self._strategy, state, _UNUSED_RNG, budget=self._costs.budget)
        return self._costs.cost_after(guess, state, self._played_cost)
