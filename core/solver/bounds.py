"""The lower bound of costs that every search uses: the cost of an ideal tree."""

from collections.abc import Iterable, Iterator
from itertools import chain, count


def ideal_levels(
    guess_costs: Iterable[int], branching: int, capacities: tuple[int, ...] = (1,)
) -> Iterator[tuple[int, int]]:
    """For each guess of an ideal tree, how many secrets it finds at most, and what each of them costs.

    The tree that finds as many secrets as possible with each guess costs least.

    Args:
        guess_costs: the costs of the guesses, without end.
        branching: the largest number of cells of a guess, the winning one left out.
        capacities: the largest numbers of secrets that the first guesses can find; each later guess can find
            `branching` times as many as the one before.
    """
    cost = 0
    later = (capacities[-1] * branching**guess for guess in count(1))
    for guess_cost, capacity in zip(guess_costs, chain(capacities, later), strict=False):
        cost += guess_cost
        yield capacity, cost
