"""What a set of candidates costs by its size alone: the least it could be, and what it is likely to be.

A cost is the sum over the secrets of a set of the tolls of all guesses until the winning one. Where every toll is 1 it
is a number of guesses.
"""

import math
from collections import defaultdict
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from bot.books.table import Floats

_FEW = 24
"""Sizes up to this are common enough for their own mean; above, a smooth curve is fitted through all."""

_ENOUGH = 5
"""Costs that make a mean."""

_USED = 0.45
"""The part of the possible feedbacks that a guess commonly makes use of."""


def least_costs(ply: int, codes: int, tolls: Iterable[int]) -> list[int]:
    """The cost of an ideal tree for each number of candidates from 0 to `codes`.

    One secret is found by the first guess, `ply` by the second, `ply` squared by the third: `ply` is the number of
    feedbacks other than the winning one, and no guess can have more cells than that.

    Args:
        ply: that number.
        codes: the largest number of candidates.
        tolls: of the first guess and those that follow, without end and never falling.
    """
    costs = [0]
    price, room = 0, 1
    for toll in tolls:
        price += toll
        found, before = min(room, codes + 1 - len(costs)), costs[-1]
        costs.extend(before + price * number for number in range(1, found + 1))
        room *= ply
        if len(costs) > codes:
            break
    return costs


def guessed_costs(ply: int, codes: int) -> Floats:
    """A first idea of the likely costs at tolls of 1: an even tree in which about half of the feedbacks occur."""
    sizes = np.arange(codes + 1, dtype=np.float64)
    return _anchored(sizes * (1 + np.log(np.maximum(sizes, 1)) / math.log(max(2.0, ply * _USED))))


def learned_costs(samples: Iterable[tuple[int, int]], codes: int) -> Floats:
    """The likely costs as seen in sets of candidates that were searched at tolls of 1.

    Args:
        samples: pairs of a number of candidates and the cost found.
        codes: the largest number of candidates asked about.

    Returns:
        The cost for each number of candidates from 0: the mean of those seen for small sets, and for large ones
        size * (a + b ln size) with the a and b that fit best.
    """
    seen: defaultdict[int, list[int]] = defaultdict(list, {2: [3]})
    for size, cost in samples:
        seen[size].append(cost)
    sizes = np.arange(codes + 1, dtype=np.float64)
    slope, level = _fit(seen)
    costs = sizes * (level + slope * np.log(np.maximum(sizes, 1)))
    for size in range(3, min(_FEW, codes) + 1):
        if len(seen[size]) >= _ENOUGH:
            costs[size] = np.mean(seen[size])
    return _anchored(costs)


def steeper_costs(costs: Floats, samples: Iterable[tuple[int, int]]) -> Floats:
    """The likely costs where tolls rise: those at tolls of 1, and what sets of each size commonly pay above them.

    Args:
        costs: the likely costs at tolls of 1.
        samples: pairs of a number of candidates and the cost found.
    """
    seen: defaultdict[int, list[float]] = defaultdict(list, {2: [0.0]})
    for size, cost in samples:
        seen[size].append(cost - float(costs[size]))
    known = sorted(seen)
    above = [max(0.0, float(np.median(seen[size]))) for size in known]
    sizes = np.arange(len(costs))
    beyond = sizes * (above[-1] / known[-1])
    return (costs + np.where(sizes > known[-1], beyond, np.interp(sizes, known, above))).astype(np.float32)


def _fit(seen: dict[int, list[int]]) -> tuple[float, float]:
    """Slope b and level a of size * (a + b ln size), each mean weighing by the root of how many costs it stands for."""
    known = [size for size in seen if size > _FEW // 2] or list(seen)
    sizes = np.array(known, np.float64)
    means = np.array([np.mean(seen[size]) for size in known]) / sizes
    weight = np.sqrt([len(seen[size]) for size in known])
    terms = np.stack([np.log(sizes), np.ones_like(sizes)], axis=1)
    (slope, level), *_ = np.linalg.lstsq(terms * weight[:, None], means * weight, rcond=None)
    return float(slope), float(level)


def _anchored(costs: NDArray[np.float64]) -> Floats:
    """The costs with those put in that are certain: none for no candidate, 1 for one, 3 for two."""
    costs[:3] = (0, 1, 3)[: len(costs)]
    return costs.astype(np.float32)
