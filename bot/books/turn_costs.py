"""Costs of sets of candidates.

The cost of a tree is the sum, over its secrets, of the costs of all guesses up to the winning one. If every guess costs
1, it is a number of guesses. Costs of guesses depend on the turn, so the same set has different costs in different
turns.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from bot.books.options import SearchOptions
from bot.books.table import Candidates, FeedbackTable, Floats

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
