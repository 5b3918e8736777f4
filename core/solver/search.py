"""The search for the guess of `optimal` where no book knows the state.

With few candidates the search is exact. With more, it takes the best of some promising guesses, whose costs are
computed by playing on greedily to the end. See `core.solver.costs` for costs and branch and bound.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, TypeAlias

from core.game.codes import Code
from core.game.items import Entry
from core.game.rules import Rules
from core.solver.budget import UNLIMITED, Budget, OutOfBudget, TimeLimit
from core.solver.costs import GREEDY, CostCalculator, estimated_cost, estimated_cost_after
from core.solver.selection import compares_all_guesses, create_pool, guess_pool, rank_guesses
from core.solver.shortlist import MAX_GREEDY, best_of_candidate_sample, shortlist
from core.solver.state import State


class Move(NamedTuple):
    """A guess with the number of guesses it is expected to lead to.

    Args:
        guess: the guess.
        expected: mean number of guesses still to be made over all candidates, from this one to the winning one.
        exact: whether no guess has a lower expected number; if false, the number is an estimate.
    """

    guess: Code
    expected: float
    exact: bool


Lookup: TypeAlias = Callable[[Rules, Sequence[Entry]], Move | None]
"""Returns the move of a book after a history, or None if the book does not know the history."""


@dataclass(frozen=True, slots=True)
class SearchResources:
    """Limits and helpers of a search.

    Args:
        lookup: looks a history up in a book, for `optimal`; see `core.solver.book`.
        work: units of work for the best guess, see `core.solver.budget`. When they are used up, the search returns the
            best result so far. Without a limit, a search may take minutes.
        time_limit: a limit in seconds, in addition to `work`. When it has passed, the search returns the best result so
            far. The result depends on the machine only if this limit is reached before `work`.
        rng: source of randomness, for strategies that are not deterministic.
    """

    lookup: Lookup | None = None
    work: float = math.inf
    time_limit: TimeLimit | None = None
    rng: random.Random | None = None


NO_RESOURCES = SearchResources()
"""No book, no limits."""


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """How much is searched.

    Args:
        max_exact: largest number of different candidates that are searched exactly, if the budget suffices.
        width: number of guesses whose greedy cost is computed first.
        max_greedy: largest number of candidates for which it is; with more, the one-step score decides.
    """

    max_exact: int
    width: int
    max_greedy: int = 2500


THOROUGH = SearchLimits(max_exact=200, width=24)
"""For a single move, within a budget."""

AMONG_SAMPLES = SearchLimits(max_exact=40, width=24, max_greedy=MAX_GREEDY)
"""For a single move, where the guesses are too many and a shortlist replaces them."""

ONE_STEP = SearchLimits(max_exact=0, width=0)
"""For a sample of candidates, whose costs say little about those of all candidates."""

QUICK = SearchLimits(max_exact=40, width=8)
"""For every move of a strategy tree."""

_LISTED = 600
"""The number of guesses in a shortlist that replaces all guesses."""


def best_move(state: State, limits: SearchLimits = THOROUGH, budget: Budget = UNLIMITED) -> Move:
    """The best move that is found within the budget."""
    count = len(state.candidates)
    if (splitter := state.find_splitter()) is not None:
        return Move(splitter, state.cost_lower_bound / count, exact=True)
    search = BestGuessSearch(state, budget)
    try:
        search.choose_by_greedy_play(limits.width if count <= limits.max_greedy else 0)
        if len(set(state.candidates)) <= limits.max_exact:
            search.prove_best_guess()
    except OutOfBudget:
        pass
    return Move(search.guess, search.cost / count, search.exact)


def optimal_guess(state: State, lookup: Lookup | None = None) -> Code:
    """The guess of `optimal` when whole games are played: from the book if it knows the state, else from a search."""
    known = lookup(state.rules, state.turns) if lookup else None
    return best_move(state, QUICK).guess if known is None else known[0]


class BestGuessSearch:
    """A search for the best guess of a state. Its attributes are valid at any time, even when it is interrupted.

    Attributes:
        guess: the best guess so far.
        cost: the cost of the state if it is made, as far as known.
        exact: whether no guess has a lower cost.
    """

    def __init__(self, state: State, budget: Budget) -> None:
        self.guess = state.candidates[0]
        self.cost = estimated_cost(state.rules, len(state.candidates))
        self.exact = False
        self._state = state
        self._complete = compares_all_guesses(state.rules, len(state.candidates))
        self._costs = CostCalculator(state.rules, budget)

    def choose_by_greedy_play(self, width: int) -> None:
        """Find the best of the `width` most promising guesses, whose costs are computed by playing greedily.

        With a width of 0, the most promising guess is taken and its cost is estimated.

        Raises:
            OutOfBudget: the budget is used up.
        """
        best = None
        promising = self._promising_guesses(max(1, width))
        self.guess = promising[0]
        self.cost = estimated_cost_after(self.guess, self._state)
        for guess in promising[:width]:
            cost = self._costs.cost_after(guess, self._state, self._costs.greedy_cost, best)
            if best is None or cost < best:
                self.guess, self.cost, best = guess, cost, cost

    def prove_best_guess(self) -> None:
        """Find the best guess exactly, starting from the result of `choose_by_greedy_play`.

        Where there are too many codes, it is the best one of a shortlist, which is exact only if its cost is the lowest
        of any state without a splitter.

        Raises:
            OutOfBudget: the budget is used up.
        """
        for guess, cost in self._costs.improvements(self._state, math.ceil(self.cost)):
            self.guess, self.cost = guess, cost
        self.exact = self._complete or self.cost <= self._state.cost_lower_bound + 1

    def _promising_guesses(self, count: int) -> list[Code]:
        """The first guesses by their one-step score.

        The best of a few candidates becomes the result first, in case the budget is too small to compare more guesses.
        """
        state, valuation, budget = self._state, GREEDY.valuation, self._costs.budget
        self.guess = best_of_candidate_sample(valuation, state)
        if not self._complete:
            listed = shortlist(valuation, state, budget, _LISTED)
            self._costs.pool = create_pool(sorted(listed), state.rules)
            return listed[:count]
        ranked = rank_guesses(valuation, state, guess_pool(state), budget)
        return [guess.code for guess in islice(ranked, count)]
