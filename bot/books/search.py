"""Costs of sets of candidates.

The cost of a tree is the sum, over its secrets, of the costs of all guesses up to the winning one. If every guess costs
1, it is a number of guesses. Costs of guesses depend on the turn, so the same set has different costs in different
turns.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.books.table import Candidates, FeedbackTable, Floats, Numbers, SearchOptions, sum_by_size
from core.game.feedback import possible_feedbacks
from core.solver.book_format import Node
from core.solver.symmetry import inequivalent_guesses

TRIVIAL_SIZE = 2
"""Sets of up to this many candidates cost as little as possible, without a search."""

SMALL_SIZE = 60
"""For larger sets it pays to remove equivalent guesses, and `SearchOptions.stride` is ignored."""

MAX_SYMMETRIC_TURNS = 2
"""After more guesses than this, hardly any two guesses are equivalent."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The lowest cost of a set of candidates, and the guess that leads to it."""

    cost: int
    guess: int


class Context(NamedTuple):
    """How a set of candidates was reached.

    Args:
        turn: number of the next turn, from 1.
        guesses: the guesses so far, or None if they are not used to find equivalent guesses.
    """

    turn: int
    guesses: Candidates | None = None

    def after(self, guess: int, size: int) -> "Context":
        """The context of a set of `size` candidates that one more guess leaves."""
        if self.guesses is None or len(self.guesses) >= MAX_SYMMETRIC_TURNS or size <= SMALL_SIZE:
            return Context(self.turn + 1)
        return Context(self.turn + 1, (*self.guesses, guess))


class TurnCosts:
    """What is known about the costs of sets of candidates before one turn.

    Attributes:
        guess_cost: cost of the guess in this turn.
        least: lower bound of the cost for each number of candidates, from 0.
        least_array: the same as an array.
        likely: likely cost for each number of candidates, which determines the order of guesses.
        solutions: the sets that have been solved.
        lower_bounds: lower bounds of the costs of other sets.
    """

    def __init__(self, turn: int, table: FeedbackTable, options: SearchOptions, likely: Floats) -> None:
        self.guess_cost = next(options.guess_costs_from(turn))
        self.least = least_costs(table.win, len(table.codes), options.guess_costs_from(turn))
        self.least_array = np.array(self.least, np.float32)
        self.likely = np.maximum(likely, self.least_array)
        self.solutions: dict[Candidates, Solution] = {}
        self.lower_bounds: dict[Candidates, int] = {}


def least_costs(branching: int, max_size: int, guess_costs: Iterable[int]) -> list[int]:
    """The costs of ideal trees, which are lower bounds.

    In an ideal tree every guess is a candidate and gets every feedback, so the k-th guess can find branching^(k-1)
    secrets.

    Args:
        branching: number of feedbacks other than the winning one.
        max_size: largest number of candidates.
        guess_costs: costs of the guesses, without end and in ascending order.

    Returns:
        The cost for each number of candidates from 0 to `max_size`.
    """
    costs = [0]
    cost_per_secret, capacity = 0, 1
    for guess_cost in guess_costs:
        cost_per_secret += guess_cost
        found, before = min(capacity, max_size + 1 - len(costs)), costs[-1]
        costs.extend(before + cost_per_secret * number for number in range(1, found + 1))
        capacity *= branching
        if len(costs) > max_size:
            break
    return costs


NO_CUTOFF = sys.maxsize

_CONSISTENT_BONUS = np.float32(0.5)
"""Subtracted from the likely cost of guesses that are candidates, so that they are tried before others."""

_MAX_REMEMBERED = 1_500_000
"""The number of sets that are remembered, in about half a gigabyte."""


class Search:
    """A search under some rules.

    Args:
        table: the feedback table of the rules.
        options: what is minimized and what is left out.
        likely_costs: for each element of `options.guess_costs`, the likely cost of each number of candidates.
    """

    def __init__(self, table: FeedbackTable, options: SearchOptions, likely_costs: Sequence[Floats]) -> None:
        self.table = table
        self.options = options
        self.turns = [TurnCosts(turn, table, options, likely) for turn, likely in enumerate(likely_costs, 1)]
        self._feedbacks = possible_feedbacks(table.rules)
        self._membership = np.zeros(len(table.codes), np.bool_)
        self._inequivalent: dict[Candidates, Numbers] = {}

    def costs(self, turn: int) -> TurnCosts:
        """The costs of sets before a turn. Turns are counted from 1."""
        return self.turns[min(turn, len(self.turns)) - 1]

    def lowest_cost(self, candidates: Candidates, context: Context, cutoff: int = NO_CUTOFF) -> int:
        """The lowest cost of a set of candidates."""
        costs = self.costs(context.turn)
        size = len(candidates)
        if size <= TRIVIAL_SIZE:
            return costs.least[size]
        solution = costs.solutions.get(candidates)
        if solution is not None:
            return solution.cost
        lower_bound = costs.lower_bounds.get(candidates, costs.least[size])
        if lower_bound < cutoff:
            solution = self._solve(candidates, context, cutoff)
            if solution is not None:
                costs.solutions[candidates] = solution
                return solution.cost
            lower_bound = costs.lower_bounds[candidates] = max(cutoff, costs.lower_bounds.get(candidates, 0))
        return lower_bound

    def lowest_cost_after(self, guess: int, candidates: Candidates, context: Context, cutoff: int) -> int:
        """The lowest cost of a set of candidates if this guess is made."""
        cells = _smallest_first(self.table.cells(guess, candidates))
        least = self.costs(context.turn + 1).least
        bound = self.costs(context.turn).guess_cost * len(candidates) + sum(least[len(cell)] for cell in cells)
        return self._cost(guess, cells, context, bound, cutoff)

    def rank_guesses(self, candidates: Candidates, context: Context, cutoff: int) -> list[tuple[int, int]]:
        """The guesses whose lower bounds are below the cutoff, with these bounds, ordered by likely cost."""
        size = len(candidates)
        costs, costs_after = self.costs(context.turn), self.costs(context.turn + 1)
        guesses = self._guesses(candidates, context.guesses)
        sizes = self.table.cell_sizes(candidates, guesses)
        bounds = sum_by_size(sizes, costs_after.least_array)
        bounds += costs.guess_cost * size
        costs.lower_bounds[candidates] = max(int(bounds.min()), costs.least[size])
        limited = self.options.width is not None and size > self.options.exhaustive_up_to
        ranked = np.arange(len(bounds)) if limited else np.flatnonzero(bounds < cutoff)  # the limit ignores the cutoff
        numbers = ranked if guesses is None else guesses[ranked]
        likely = sum_by_size(sizes[ranked], costs_after.likely)
        likely[self._are_candidates(numbers, candidates)] -= _CONSISTENT_BONUS
        order = _lowest(likely, self.options.width if limited else None)
        bounds = bounds[ranked[order]].astype(np.int64)
        guess_bounds = zip(numbers[order].tolist(), bounds.tolist(), strict=True)
        return [(guess, bound) for guess, bound in guess_bounds if bound < cutoff]

    def tree(self, candidates: Candidates, turn: int) -> Node | None:
        """The tree of lowest cost for a set of candidates, or None if it has a splitter and needs no node.

        Solutions that have been forgotten are searched for again.
        """
        cost = self.lowest_cost(candidates, Context(turn))
        costs = self.costs(turn)
        if len(candidates) <= self.table.win + 1 and cost == costs.least[len(candidates)]:
            return None
        return self.tree_after(costs.solutions[candidates].guess, candidates, turn)

    def tree_after(self, guess: int, candidates: Candidates, turn: int) -> Node:
        """The tree of lowest cost if this guess is made."""
        children = {}
        total = len(candidates)
        for feedback, cell in sorted(self.table.cells(guess, candidates).items()):
            node = self.tree(tuple(cell), turn + 1)
            total += 2 * len(cell) - 1 if node is None else node.total
            if node is not None:
                children[self._feedbacks[feedback]] = node
        return Node(self.table.codes[guess], len(candidates), total, children)

    def limit_memory(self) -> None:
        """Forget everything if too much is remembered."""
        if sum(len(costs.solutions) + len(costs.lower_bounds) for costs in self.turns) > _MAX_REMEMBERED:
            for costs in self.turns:
                costs.solutions.clear()
                costs.lower_bounds.clear()

    def _are_candidates(self, numbers: Numbers, candidates: Candidates) -> NDArray[np.bool_]:
        """For each of these numbers, whether it is a candidate."""
        self._membership[list(candidates)] = True
        result = self._membership[numbers]
        self._membership[list(candidates)] = False
        return result

    def _guesses(self, candidates: Candidates, made: Candidates | None) -> Numbers | None:
        """The guesses to rank, or None for all codes. For large sets, equivalent guesses are removed."""
        table, stride = self.table, self.options.stride
        if len(candidates) <= SMALL_SIZE:
            return None if stride == 1 else np.concatenate([np.arange(0, len(table.codes), stride), candidates])
        return None if made is None else self._inequivalent_guesses(made)

    def _inequivalent_guesses(self, made: Candidates) -> Numbers:
        """One guess of each class of equivalent guesses after the guesses made."""
        numbers = self._inequivalent.get(made)
        if numbers is None:
            table = self.table
            guesses = tuple(table.codes[guess] for guess in made)
            codes = inequivalent_guesses(table.rules, guesses, frozenset(), len(table.codes)) or table.codes
            numbers = self._inequivalent[made] = np.array([table.number[code] for code in codes])
        return numbers

    def _solve(self, candidates: Candidates, context: Context, cutoff: int) -> Solution | None:
        """The lowest cost and its guess, or None if it is not below the cutoff."""
        size = len(candidates)
        if size <= self.table.win:
            least = self.costs(context.turn).least[size]
            splitter = self._splitter(candidates)
            if splitter is not None:
                return Solution(least, splitter)
            if least + self.costs(context.turn + 1).guess_cost >= cutoff:
                return None
        return self._best_guess(candidates, context, cutoff)

    def _splitter(self, candidates: Candidates) -> int | None:
        """The first candidate that puts every candidate in a cell of its own, or None."""
        size = len(candidates)
        for guess in candidates:
            row = self.table.row(guess)
            if len({row[candidate] for candidate in candidates}) == size:
                return guess
        return None

    def _best_guess(self, candidates: Candidates, context: Context, cutoff: int) -> Solution | None:
        """The guess with the lowest cost, or None if no cost is below the cutoff."""
        ranked = self.rank_guesses(candidates, context, cutoff)
        lower_bound = self.costs(context.turn).lower_bounds[candidates]
        best: Solution | None = None
        seen: set[frozenset[Candidates]] = set()
        for guess, bound in ranked:
            if bound >= cutoff:
                continue
            cells = _smallest_first(self.table.cells(guess, candidates))
            partition = frozenset(cells)
            if partition not in seen:
                seen.add(partition)
                cost = self._cost(guess, cells, context, bound, cutoff)
                if cost < cutoff:
                    best, cutoff = Solution(cost, guess), cost
                    if cost <= lower_bound:
                        break
        return best

    def _cost(self, guess: int, cells: list[Candidates], context: Context, bound: int, cutoff: int) -> int:
        """The cost of a guess, which has this lower bound and these cells."""
        least = self.costs(context.turn + 1).least
        cost = bound
        for cell in cells:
            if cost >= cutoff:
                break
            size = len(cell)
            if size > TRIVIAL_SIZE:
                others = cost - least[size]
                cost = others + self.lowest_cost(cell, context.after(guess, size), cutoff - others)
        return cost


def _smallest_first(cells: dict[int, list[int]]) -> list[Candidates]:
    return sorted(map(tuple, cells.values()), key=len)


def _lowest(likely: Floats, count: int | None) -> Numbers:
    """The indices of the lowest `count` values in ascending order, or of all values if `count` is None."""
    if count is None or len(likely) <= count:
        return np.argsort(likely, kind="stable")
    lowest = np.argpartition(likely, count)[:count]
    return lowest[np.argsort(likely[lowest], kind="stable")]
