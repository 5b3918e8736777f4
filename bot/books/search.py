"""The search for the tree of lowest cost for a set of candidates: what it is asked for, and the feedback it works on.

The cost of a tree is the sum, over its secrets, of the costs of all guesses up to the winning one. If every guess costs
1, it is a number of guesses. Costs of guesses depend on the turn, so the same set has different costs in different
turns.

The inner loops are in `kernel.c`. They take the guesses for a set in the order of their lower bounds. The bound of a
guess follows from the sizes of its cells at first, then from a look at each cell, then from the bounds of all guesses
for each cell. Only then are the cells searched.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain, islice, repeat
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.books.kernel import IDEAL_LEVELS, INFINITE, Kernel, KernelTables, Numbers
from core.game.codes import Code, all_codes
from core.game.feedback import possible_feedbacks
from core.game.rules import Rules
from core.solver.book_format import Node
from core.solver.bounds import ideal_levels
from core.solver.symmetry import inequivalent_guesses

FORBIDDEN_COST = 10_000_000
"""The cost of a guess beyond the limit, higher than that of any number of other guesses."""

_MAX_SUM = 1 << 58
"""Costs of all secrets stay below this number."""

_MAX_GUESSES = 10
"""No secret of a good book needs more guesses."""


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What a search minimizes, and what it leaves out. By default it finds the lowest total and proves it.

    Args:
        width: number of guesses to try for sets of more than `exhaustive_up_to` candidates; None for no limit.
        exhaustive_up_to: number of candidates up to which `width` is ignored.
        max_guesses: number of guesses that no secret may exceed; None for no limit.
        fewest_worst: whether to minimize the number of secrets that need `max_guesses` before the total.
        fewest_longest: whether to minimize, among equal totals, the number of secrets that need `max_guesses`, and then
            the number of those that need one guess less, and so on.
        seed: seed of the keys under which sets are remembered. No result depends on it.
        only_worst: whether to minimize the number of secrets that need `max_guesses`, whatever the total is. Costs are
            such numbers then, and no trees follow from them.
    """

    width: int | None = None
    exhaustive_up_to: int = 30
    max_guesses: int | None = None
    fewest_worst: bool = False
    fewest_longest: bool = False
    seed: int = 0
    only_worst: bool = False

    @property
    def is_exhaustive(self) -> bool:
        """Whether no guess is left out that could be better."""
        return self.width is None

    def cost_of_each_guess(self, codes: int) -> tuple[int, ...]:
        """What the first guess, the second and so on cost with so many codes, ascending; the last cost is repeated."""
        if self.max_guesses is None:
            return (1,)
        if self.fewest_longest:
            return _weighted_costs(self.max_guesses, codes)
        if self.only_worst:
            return (0,) * (self.max_guesses - 1) + (1, FORBIDDEN_COST)
        if self.fewest_worst:
            avoided = codes * self.max_guesses + 1  # more than any total
            return (1,) * (self.max_guesses - 1) + (avoided, codes * 2 * avoided)
        return (1,) * self.max_guesses + (FORBIDDEN_COST,)

    def cost_of_each_guess_from_turn(self, turn: int, codes: int) -> Iterator[int]:
        """The costs of the guesses from this turn on, without end. Turns are counted from 1."""
        costs = self.cost_of_each_guess(codes)
        return chain(costs[turn - 1 :], repeat(costs[-1]))


def _weighted_costs(max_guesses: int, codes: int) -> tuple[int, ...]:
    """Costs of guesses in whose sum the total comes first, then the longest games, then those one shorter, and so on.

    As many lengths are distinguished as fit into 64 bits.
    """
    base = codes + 1
    forbidden = _MAX_GUESSES * codes
    lengths = 1
    while lengths < max_guesses and base ** (lengths + 1) * forbidden * codes < _MAX_SUM:
        lengths += 1
    surcharges = [0] * (max_guesses - lengths) + [base**length for length in range(lengths)]
    one = base**lengths
    costs = [one + surcharge - before for before, surcharge in zip([0, *surcharges], surcharges, strict=False)]
    return (*costs, one * forbidden)


_WORD_SIZE = 64

_PADDING = 32
"""The number of bytes after the table that the kernel may read."""

Candidates: TypeAlias = tuple[int, ...]
"""A set of candidates: the numbers of codes in ascending order. The number of a code is its index in `all_codes`."""


class FeedbackTable:
    """The feedback of every guess for every secret, as indices of `possible_feedbacks`.

    Attributes:
        rules: rules of the game.
        codes: every code in lexicographic order.
        number: the number of each code.
        win: the number of the winning feedback, which is also the number of other feedbacks.
        feedback: the number of the feedback for each guess and secret; one byte each.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.codes: list[Code] = list(all_codes(rules))
        self.number = {code: number for number, code in enumerate(self.codes)}
        self.win = len(possible_feedbacks(rules)) - 1
        self.feedback = _feedback_numbers(self.codes, rules)
        self._cell_counts: dict[int, NDArray[np.intp]] = {}

    def unsolved_cells(self, guess: int, candidates: Candidates) -> dict[int, Candidates]:
        """The candidates by the number of the feedback that a guess gets for them, without the winning cell."""
        numbers = np.array(candidates)
        feedback = self.feedback[guess][numbers]
        found = np.unique(feedback).tolist()
        return {number: tuple(numbers[feedback == number].tolist()) for number in found if number != self.win}

    def most_cells_of_next_guess(self, guess: int) -> NDArray[np.intp]:
        """For each feedback to a guess, the largest number of cells of any next guess, without the winning one."""
        if self.win > _WORD_SIZE:
            return np.full(self.win, self.win)
        if guess not in self._cell_counts:
            row = self.feedback[guess]
            counts = [self._most_cells(np.flatnonzero(row == number)) for number in range(self.win)]
            self._cell_counts[guess] = np.array(counts)
        return self._cell_counts[guess]

    def _most_cells(self, secrets: NDArray[np.intp]) -> int:
        """The largest number of cells that any guess divides these secrets into, the winning one left out."""
        bits = np.append(np.uint64(1) << np.arange(self.win, dtype=np.uint64), np.uint64(0))
        cells = np.zeros(len(self.codes), np.uint64)
        for secret in secrets:
            cells |= np.take(bits, self.feedback[secret], mode="clip")  # faster than with checked indices
        return int(np.bitwise_count(cells).max())


def _feedback_numbers(codes: Sequence[Code], rules: Rules) -> NDArray[np.uint8]:
    """The feedback numbers of all guesses for all secrets."""
    columns = np.array(codes, np.uint8).T.copy()
    copies = np.stack([(columns == symbol).sum(axis=0, dtype=np.uint8) for symbol in range(rules.symbols)])
    side = rules.positions + 1
    number = np.zeros(side * side, np.uint8)
    for index, (hits, blows) in enumerate(possible_feedbacks(rules)):
        number[hits * side + hits + blows] = index
    table = np.empty(len(codes) ** 2 + _PADDING, np.uint8)[:-_PADDING].reshape(len(codes), len(codes))
    for row, guess in zip(table, codes, strict=True):
        hits = sum(column == symbol for column, symbol in zip(columns, guess, strict=True))
        common = sum(np.minimum(copies[symbol], guess.count(symbol)) for symbol in set(guess))
        row[:] = number[hits * side + common]
    return table


TRIVIAL_SIZE = 2
"""Sets of up to this many candidates cost as little as possible, without a search."""

MAX_SYMMETRIC_TURNS = 2
"""After more guesses than this, hardly any two guesses are equivalent."""

NO_CUTOFF = INFINITE

_MEMORY = 1 << 22
"""The number of sets that are remembered, in 128 MiB."""

_QUICK_WIDTH, _QUICK_SIZE = 2, 12
"""The limits of a quick search."""

_QUICK_MEMORY = 1 << 18

_USED_FEEDBACKS = 0.55
"""The share of the possible feedbacks that typically occur."""

_LIKELY_SCALE = 1024

_MOST = (1 << 16) - 1
"""The largest number of secrets that the kernel is told."""


class State(NamedTuple):
    """A set of candidates, with the guesses that led to it if their symmetries are used."""

    candidates: Candidates
    turn: int
    guesses: Candidates | None = None


class Search:
    """A search under some rules.

    Args:
        table: the feedback table of the rules.
        options: what is minimized and what is left out.
        memory: the number of sets to remember.
    """

    def __init__(self, table: FeedbackTable, options: SearchOptions, memory: int = _MEMORY) -> None:
        self.table = table
        self.options = options
        codes = len(table.codes)
        self._feedbacks = possible_feedbacks(table.rules)
        self._all = np.arange(codes, dtype=np.int32)
        self._inequivalent: dict[Candidates, Numbers] = {}
        bounds = _LowerBounds(table, options, [int(opening) for opening in self._inequivalent_guesses(())])
        self._least = bounds.least
        keys = np.random.default_rng(options.seed).integers(1, 1 << 64, (codes, 2), np.uint64)
        costs = np.array(options.cost_of_each_guess(codes), np.int64)
        tables = KernelTables(table.feedback, keys, costs, bounds.least, bounds.found, _likely_costs(table))
        width = options.width
        limits = (codes, codes) if width is None else (width, options.exhaustive_up_to)
        self._kernel = Kernel(tables, *limits, memory)

    def lower_bound_for_size(self, size: int, turn: int) -> int:
        """A lower bound of the cost of any set of `size` candidates."""
        return int(self._least[min(turn, len(self._least)) - 1, size])

    def openings(self) -> list[int]:
        """One opening of each class of equivalent openings, those with the lowest bounds first."""
        return [guess for guess, _ in self.rank_guesses(State(tuple(self._all.tolist()), 1, ()), NO_CUTOFF, stage=0)]

    def inequivalent_guess_count(self, made: Candidates) -> int:
        """The number of classes of equivalent guesses after the guesses made."""
        return len(self._guesses(State((), len(made) + 1, made)))

    def rank_guesses(self, state: State, cutoff: int, stage: int = 1) -> list[tuple[int, int]]:
        """The guesses to try for a state, with lower bounds of their costs that are below the cutoff.

        Args:
            state: the state.
            cutoff: the cutoff.
            stage: with 0, bounds follow from the sizes of cells; with 1, each cell is looked at.
        """
        limited = self.options.width is not None and len(state.candidates) > self.options.exhaustive_up_to
        guesses = self._guesses(state)
        candidates = np.array(state.candidates, np.int32)
        bounds, likely = self._kernel.bounds(candidates, guesses, state.turn, 0 if limited else stage, cutoff)
        order = np.argsort(likely, kind="stable")[: self.options.width] if limited else np.lexsort((likely, bounds))
        ranked = zip(guesses[order].tolist(), bounds[order].tolist(), strict=True)
        return [(guess, bound) for guess, bound in ranked if bound < cutoff]

    def lower_bound(self, state: State) -> int:
        """A lower bound of the cost of a state, from the bounds of all guesses for each cell of each guess."""
        candidates = np.array(state.candidates, np.int32)
        lowest = NO_CUTOFF
        for guess, bound in self.rank_guesses(state, NO_CUTOFF, stage=0):
            if bound >= lowest:
                break
            bounds, _ = self._kernel.bounds(candidates, np.array([guess], np.int32), state.turn, 1, lowest)
            lowest = min(lowest, int(bounds[0]))
        return lowest

    def lowest_cost(self, state: State, cutoff: int = NO_CUTOFF) -> int:
        """The lowest cost of a state if it is below the cutoff, else a number that is not."""
        if len(state.candidates) <= TRIVIAL_SIZE:
            return self.lower_bound_for_size(len(state.candidates), state.turn)
        guesses, below = self._guesses(state), self._all
        return self._kernel.solve(np.array(state.candidates, np.int32), guesses, below, state.turn, cutoff)

    def lowest_cost_after(self, guess: int, state: State, cutoff: int = NO_CUTOFF) -> int:
        """The lowest cost after a guess, as for `lowest_cost`."""
        made = None if state.guesses is None else (*state.guesses, guess)
        below = self._guesses(State((), state.turn + 1, made))
        return self._kernel.solve_guess(np.array(state.candidates, np.int32), guess, below, state.turn, cutoff)

    def tree_if_needed(self, state: State) -> Node | None:
        """The tree of lowest cost for a state, or None if it has a splitter and needs no node.

        Sets that have been forgotten are searched again.
        """
        if len(state.candidates) <= TRIVIAL_SIZE:
            return None
        candidates = np.array(state.candidates, np.int32)
        cost, guess = self._kernel.known_cost_or_bound_with_guess(candidates, state.turn)
        while guess < 0:
            self.lowest_cost(state)
            cost, guess = self._kernel.known_cost_or_bound_with_guess(candidates, state.turn)
        if len(candidates) <= self.table.win + 1 and cost == self.lower_bound_for_size(len(candidates), state.turn):
            return None
        return self.tree_after(guess, state)

    def tree_after(self, guess: int, state: State) -> Node:
        """The tree of lowest cost after a guess."""
        children = {}
        total = len(state.candidates)
        for feedback, cell in self.table.unsolved_cells(guess, state.candidates).items():
            node = self.tree_if_needed(State(cell, state.turn + 1))
            total += 2 * len(cell) - 1 if node is None else node.total
            if node is not None:
                children[self._feedbacks[feedback]] = node
        return Node(self.table.codes[guess], len(state.candidates), total, children)

    def _guesses(self, state: State) -> Numbers:
        """The guesses for a state, without equivalent ones where its guesses are known."""
        if state.guesses is None or len(state.guesses) > MAX_SYMMETRIC_TURNS:
            return self._all
        return self._inequivalent_guesses(state.guesses)

    def _inequivalent_guesses(self, made: Candidates) -> Numbers:
        """One guess of each class of equivalent guesses after the guesses made."""
        numbers = self._inequivalent.get(made)
        if numbers is None:
            table = self.table
            guesses = tuple(table.codes[guess] for guess in made)
            codes = inequivalent_guesses(table.rules, guesses, frozenset(), len(table.codes)) or table.codes
            numbers = self._inequivalent[made] = np.array([table.number[code] for code in codes], np.int32)
        return numbers


def create_heuristic_search(table: FeedbackTable, options: SearchOptions) -> Search:
    """A search that minimizes the same costs, but leaves out most guesses to save time."""
    quick = replace(options, width=_QUICK_WIDTH, exhaustive_up_to=_QUICK_SIZE)
    return Search(table, quick, _QUICK_MEMORY)


class _LowerBounds:
    """Lower bounds of costs by the number of candidates.

    The second guess finds at most as many secrets as there are feedbacks other than the winning one. The third finds at
    most as many for each of these feedbacks as any guess can distinguish among all codes that give it.

    Attributes:
        least: the bound for each turn, from the first, and number of candidates, from 0.
        found: see `KernelTables`.
    """

    def __init__(self, table: FeedbackTable, options: SearchOptions, openings: list[int]) -> None:
        codes, win = len(table.codes), table.win
        counts = np.max([table.most_cells_of_next_guess(opening) for opening in openings], axis=0)
        largest = np.sort(counts)[::-1].cumsum()
        turns = range(1, len(options.cost_of_each_guess(codes)) + 1)
        self.least = np.empty((len(turns), codes + 1), np.int64)
        for index, turn in enumerate(turns):
            costs = islice(options.cost_of_each_guess_from_turn(turn, codes), codes + 1)
            self.least[index] = _ideal_costs(ideal_levels(costs, win, (1, win, int(largest[-1]))), codes)
        self.found = np.empty((win, IDEAL_LEVELS), np.uint16)
        for feedback, count in enumerate(np.maximum(counts, 1).tolist()):
            levels = ideal_levels(repeat(1), win, (1, count, int(largest[count - 1])))
            capacities = [capacity for capacity, _ in islice(levels, IDEAL_LEVELS)]
            self.found[feedback] = [min(found, _MOST) for found in accumulate(capacities[:-1], initial=0)]


def _ideal_costs(levels: Iterable[tuple[int, int]], max_size: int) -> NDArray[np.int64]:
    """The costs of ideal trees for each number of candidates from 0 to `max_size`."""
    costs = np.zeros(max_size + 1, np.int64)
    found = 0
    for capacity, cost in levels:
        costs[found + 1 : found + capacity + 1] = cost
        found += capacity
        if found >= max_size:
            break
    return costs.cumsum()


def _likely_costs(table: FeedbackTable) -> NDArray[np.int64]:
    """The costs of trees in which about half of the feedbacks occur, for each number of candidates."""
    sizes = np.arange(len(table.codes) + 1)
    factor = math.log(max(2.0, table.win * _USED_FEEDBACKS))
    costs = sizes * (1 + np.log(np.maximum(sizes, 1)) / factor)
    costs[:3] = (0, 1, 3)[: len(costs)]
    return (costs * _LIKELY_SCALE).astype(np.int64)
