"""Options of the search for a book. This module does not need NumPy."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, repeat

FORBIDDEN_COST = 10_000_000
"""The cost of a guess beyond the limit, higher than that of any number of other guesses."""

AVOIDED_COST = 1_000
"""The cost of the last guess within the limit, if as few secrets as possible should need it."""


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What a search minimizes, and what it leaves out. By default it finds the lowest total and proves it.

    Args:
        width: number of guesses to try for sets of more than `exhaustive_up_to` candidates; None for no limit.
        exhaustive_up_to: number of candidates up to which `width` is ignored.
        stride: for small sets, try only the candidates and every n-th code, where n is this number.
        max_guesses: number of guesses that no secret may exceed; None for no limit.
        fewest_worst: whether to minimize the number of secrets that need `max_guesses` before the total.
    """

    width: int | None = None
    exhaustive_up_to: int = 30
    stride: int = 1
    max_guesses: int | None = None
    fewest_worst: bool = False

    @property
    def exhaustive(self) -> bool:
        """Whether no guess is left out that could be better."""
        return self.width is None and self.stride == 1

    @property
    def guess_costs(self) -> tuple[int, ...]:
        """The cost of the first guess, the second and so on, in ascending order; the last one is repeated."""
        if self.max_guesses is None:
            return (1,)
        if self.fewest_worst:
            return (1,) * (self.max_guesses - 1) + (AVOIDED_COST, FORBIDDEN_COST)
        return (1,) * self.max_guesses + (FORBIDDEN_COST,)

    def guess_costs_from(self, turn: int) -> Iterator[int]:
        """The costs of the guesses from this turn on, without end. Turns are counted from 1."""
        costs = self.guess_costs
        return chain(costs[turn - 1 :], repeat(costs[-1]))
