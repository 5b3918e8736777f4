"""Likely costs of sets of candidates by their size.

They determine only in which order guesses are tried, so they need not be exact. A first guess is improved by quick
searches of the sets that an opening leaves.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bot.books.search import TRIVIAL_SIZE, Context, Search, TurnCosts
from bot.books.table import Candidates, FeedbackTable, Floats, SearchOptions

_MAX_SIZE_FOR_MEAN = 24
"""Up to this size, the mean of the observed costs is used; a curve is fitted for larger sizes."""

_MIN_SAMPLES_FOR_MEAN = 5

_USED_FEEDBACKS = 0.45
"""The share of the possible feedbacks that typically occur."""

_QUICK_WIDTHS = (1, 2)
"""The widths of the quick searches."""

_QUICK_GUESSES = 2_000
"""About how many guesses a quick search ranks for small sets."""

_OPTIMAL = SearchOptions()


def quick_search(
    table: FeedbackTable, options: SearchOptions, likely_costs: Sequence[Floats], width: int = _QUICK_WIDTHS[-1]
) -> Search:
    """A search that minimizes the same costs, but leaves out most guesses to save time."""
    stride = -(-len(table.codes) // _QUICK_GUESSES)
    quick = replace(options, width=width, exhaustive_up_to=TRIVIAL_SIZE, stride=stride)
    return Search(table, quick, likely_costs)


def calibrated_costs(table: FeedbackTable, options: SearchOptions, sets: Sequence[Candidates]) -> list[Floats]:
    """The likely costs for each element of `options.guess_costs`, learned from quick searches of these sets."""
    codes = len(table.codes)
    costs = assumed_costs(table.win, codes)
    for width in _QUICK_WIDTHS:
        search = _search_sets(table, _OPTIMAL, [costs], sets, width)
        costs = fitted_costs(_samples(search.turns[0]), codes)
    likely = [costs] * len(options.guess_costs)
    for width in _QUICK_WIDTHS if options.max_guesses is not None else ():
        search = _search_sets(table, options, likely, sets, width)
        likely = [increased_costs(costs, _samples(turn)) for turn in search.turns]
    return likely


def assumed_costs(branching: int, max_size: int) -> Floats:
    """Likely costs before any search: those of a balanced tree in which about half of the feedbacks occur.

    Args:
        branching: number of feedbacks other than the winning one.
        max_size: largest number of candidates.

    Returns:
        The cost for each number of candidates from 0, if every guess costs 1.
    """
    sizes = np.arange(max_size + 1, dtype=np.float64)
    costs = sizes * (1 + np.log(np.maximum(sizes, 1)) / math.log(max(2.0, branching * _USED_FEEDBACKS)))
    return _with_known_costs(costs)


def fitted_costs(samples: Iterable[tuple[int, int]], max_size: int) -> Floats:
    """Likely costs fitted to the results of searches.

    Args:
        samples: numbers of candidates with the costs found, where every guess costs 1.
        max_size: largest number of candidates.

    Returns:
        The cost for each number of candidates from 0: the mean of the samples for small sets, and for large sets
        size * (a + b ln(size)) with a and b fitted by least squares.
    """
    observed: defaultdict[int, list[int]] = defaultdict(list, {2: [3]})
    for size, cost in samples:
        observed[size].append(cost)
    sizes = np.arange(max_size + 1, dtype=np.float64)
    slope, intercept = _fit(observed)
    costs = sizes * (intercept + slope * np.log(np.maximum(sizes, 1)))
    for size in range(3, min(_MAX_SIZE_FOR_MEAN, max_size) + 1):
        if len(observed[size]) >= _MIN_SAMPLES_FOR_MEAN:
            costs[size] = np.mean(observed[size])
    return _with_known_costs(costs)


def increased_costs(costs: Floats, samples: Iterable[tuple[int, int]]) -> Floats:
    """Likely costs where later guesses cost more than 1.

    Args:
        costs: likely costs if every guess costs 1.
        samples: numbers of candidates with the costs found.

    Returns:
        The cost for each number of candidates from 0: `costs` plus the median difference of the samples, interpolated
        linearly between the sizes that were observed.
    """
    differences: defaultdict[int, list[float]] = defaultdict(list, {2: [0.0]})
    for size, cost in samples:
        differences[size].append(cost - float(costs[size]))
    observed = sorted(differences)
    medians = [max(0.0, float(np.median(differences[size]))) for size in observed]
    sizes = np.arange(len(costs))
    extrapolated = sizes * (medians[-1] / observed[-1])
    interpolated = np.interp(sizes, observed, medians)
    return (costs + np.where(sizes > observed[-1], extrapolated, interpolated)).astype(np.float32)


def _search_sets(
    table: FeedbackTable,
    options: SearchOptions,
    likely_costs: Sequence[Floats],
    sets: Sequence[Candidates],
    width: int,
) -> Search:
    search = quick_search(table, options, likely_costs, width)
    for candidates in sets:
        search.lowest_cost(candidates, Context(2))
    return search


def _samples(turn: TurnCosts) -> Iterator[tuple[int, int]]:
    return ((len(candidates), solution.cost) for candidates, solution in turn.solutions.items())


def _fit(observed: dict[int, list[int]]) -> tuple[float, float]:
    """The b and a that fit size * (a + b ln(size)) best, where each mean is weighted by the root of its sample size."""
    known = [size for size in observed if size > _MAX_SIZE_FOR_MEAN // 2] or list(observed)
    sizes = np.array(known, np.float64)
    means = np.array([np.mean(observed[size]) for size in known]) / sizes
    weights = np.sqrt([len(observed[size]) for size in known])
    terms = np.stack([np.log(sizes), np.ones_like(sizes)], axis=1)
    (slope, intercept), *_ = np.linalg.lstsq(terms * weights[:, None], means * weights, rcond=None)
    return float(slope), float(intercept)


def _with_known_costs(costs: NDArray[np.float64]) -> Floats:
    """The costs, with those of 0, 1 and 2 candidates replaced by their exact values 0, 1 and 3."""
    costs[:3] = (0, 1, 3)[: len(costs)]
    return costs.astype(np.float32)
