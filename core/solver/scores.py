"""Scores, which rate a guess by the sizes of its feedback cells.

Every score is minimized and assumes that all candidates are equally likely. Scores are integers in units of 1/SCALE, so
the order of additions does not matter, and logarithms are sums over prime factors, so scores that are mathematically
equal compare equal.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Protocol

from core.solver.errors import UnknownStrategy

SCALE = 1 << 32

_MAX_KEPT = 50_000
"""The largest cell size whose cost is kept."""

_MAX_REMEMBERED = 20_000
"""The largest number of lower bounds that are remembered."""


class Score(Protocol):
    """Rates guesses; lower is better."""

    @property
    def name(self) -> str:
        """The name of the strategy that uses this score."""

    @property
    def unit(self) -> str:
        """The unit of `value`: "codes", "bits", "parts", or "" for a mean without a unit."""

    def scaled_score(self, sizes: Sequence[int]) -> int:
        """The score, in units of 1/SCALE, of a guess with these cell sizes. Empty cells do not matter."""

    def least_scaled_score(self, groups: Iterable[tuple[int, int]]) -> int:
        """A lower bound of the score of a guess, the exact minimum if possible.

        Args:
            groups: for parts of the candidates that are in different cells, their number and that of their cells.
        """

    def displayed_value(self, score: int, candidate_count: int) -> float:
        """The score as it is displayed, in `unit`."""


class _Costs(dict[int, int]):
    """The costs of cells by their sizes, computed when they are first needed."""

    def __init__(self, cost: Callable[[int], int]) -> None:
        super().__init__({0: 0})
        self._cost = cost

    def __missing__(self, size: int) -> int:
        cost = self._cost(size)
        if size <= _MAX_KEPT:
            self[size] = cost
        return cost


class SumScore:
    """A score that is a sum over the cells.

    Args:
        name: name of the strategy that uses this score.
        unit: unit of the displayed value.
        cost: the summand for a cell of n codes, n at least 1, in units of 1/SCALE.
        to_value: the displayed value, from the sum in whole units and the number of candidates.
        error: how far, for each code, rounding may bring a sum below what a convex or concave cost allows.

    The cost must be convex; with an error, it may be concave instead.
    """

    def __init__(
        self,
        name: str,
        unit: str,
        cost: Callable[[int], int],
        to_value: Callable[[float, int], float],
        error: int = 0,
    ) -> None:
        self.name = name
        self.unit = unit
        self._costs = _Costs(cost)
        self._to_value = to_value
        self._error = error
        self._least: dict[tuple[int, int], int] = {}

    def scaled_score(self, sizes: Sequence[int]) -> int:
        """See `Score.scaled_score`."""
        return sum(map(self._costs.__getitem__, sizes))

    def least_scaled_score(self, groups: Iterable[tuple[int, int]]) -> int:
        """See `Score.least_scaled_score`. Convex costs are least for equal cells, concave ones for one large cell."""
        return sum(self._least.get(group) or self._least_of(*group) for group in groups)

    def _least_of(self, candidates: int, cells: int) -> int:
        if len(self._least) >= _MAX_REMEMBERED:
            self._least = {}  # replaced rather than cleared, because other threads may be using it
        costs, (size, larger) = self._costs, divmod(candidates, cells)
        equal = (cells - larger) * costs[size] + (larger * costs[size + 1] if larger else 0)
        unequal = (cells - 1) * costs[1] + costs[candidates - cells + 1] if self._error else equal
        self._least[candidates, cells] = least = min(equal, unequal) - self._error * candidates
        return least

    def displayed_value(self, score: int, candidate_count: int) -> float:
        """See `Score.displayed_value`."""
        return self._to_value(score / SCALE, candidate_count)


class WorstCell:
    """The size of the largest cell: the number of candidates left in the worst case.

    Donald E. Knuth, "The computer as Master Mind", Journal of Recreational Mathematics 9(1), 1976-77. Assumes
    that the feedback is always the least helpful one.
    """

    name = "worst-cell"
    unit = "codes"

    def scaled_score(self, sizes: Sequence[int]) -> int:
        """See `Score.scaled_score`."""
        return max(sizes) * SCALE

    def least_scaled_score(self, groups: Iterable[tuple[int, int]]) -> int:
        """See `Score.least_scaled_score`."""
        return max(-(-candidates // cells) for candidates, cells in groups) * SCALE

    def displayed_value(self, score: int, candidate_count: int) -> float:  # noqa: ARG002  # part of the protocol
        """See `Score.displayed_value`."""
        return score / SCALE


def expected_size() -> SumScore:
    """Sum of n^2, displayed per candidate: the number of candidates left on average.

    R. W. Irving, "Towards an optimum Mastermind strategy", Journal of Recreational Mathematics 11(2), 1978-79. Assumes
    that the remaining work grows linearly with the number of candidates.
    """
    return SumScore("expected-size", "codes", lambda n: n * n * SCALE, _mean)


def entropy() -> SumScore:
    """Sum of n log2 n, displayed as log2 N - sum / N: the expected information of the feedback in bits.

    E. Neuwirth, "Some strategies for Mastermind", Zeitschrift für Operations Research 26, 1982. Assumes that all later
    guesses give the same amount of information, so the remaining work grows with the logarithm of the cell size.
    """
    return SumScore("entropy", "bits", lambda n: n * _log2(n), _information)


def _information(total: float, candidate_count: int) -> float:
    return max(0.0, math.log2(candidate_count) - total / candidate_count)


def _mean(total: float, candidate_count: int) -> float:
    return total / candidate_count


def most_parts() -> SumScore:
    """Minus the number of cells that are not empty.

    B. Kooi, "Yet another Mastermind strategy", ICGA Journal 28(1), 2005. Assumes that an additional cell is worth the
    same whatever its size.
    """
    return SumScore("most-parts", "parts", lambda _n: -SCALE, lambda total, _count: -total)


def log1p() -> SumScore:
    """Sum of n ln(1 + n), displayed per candidate.

    Attributed to Landy by T. Tanaka, "An optimal Moo strategy", Game Programming Workshop, 1996. Like entropy, except
    that a cell with one code, which takes one more guess, has a cost.
    """
    return SumScore("log1p", "", lambda n: n * _log2(n + 1), lambda total, count: total * math.log(2) / count)


def landy() -> SumScore:
    """Sum of n L(n), where L(n)^L(n) = n; displayed per candidate.

    Named after B. Landy's MOO programs by J. Pepperdine and by D. Knuth's correspondents. Assumes that the remaining
    work grows more slowly than the logarithm of the cell size, because later guesses split the candidates less evenly.
    """
    return SumScore("landy", "", lambda n: round(n * _landy(n) * SCALE), _mean)


def power(exponent: float) -> SumScore:
    """Sum of n^p, minimized for p > 1 and maximized for p < 1; displayed per candidate.

    This is the expected size for p = 2, the number of parts for p = 0, and close to the worst cell for large p.

    Raises:
        UnknownStrategy: p is not a number from -64 to 64, or it is 1, which rates all guesses the same.
    """
    name = f"power:{exponent:g}"
    if exponent == 1 or not abs(exponent) <= _MAX_EXPONENT:
        raise UnknownStrategy(name)
    sign = 1 if exponent > 1 else -1
    return SumScore(
        name,
        "",
        lambda n: sign * (n ** int(exponent) * SCALE if exponent in _EXACT_EXPONENTS else round(n**exponent * SCALE)),
        lambda total, count: sign * total / count,
        error=0 if exponent in _EXACT_EXPONENTS else 1,
    )


_MAX_EXPONENT = 64
_EXACT_EXPONENTS = frozenset(range(_MAX_EXPONENT + 1))


@cache
def _log2(n: int) -> int:
    """The logarithm of n to base 2 in units of 1/SCALE, exactly additive over prime factors."""
    factor = next((factor for factor in range(2, math.isqrt(n) + 1) if n % factor == 0), n)
    return round(math.log2(factor) * SCALE) + (_log2(n // factor) if factor < n else 0)


def _landy(n: int) -> float:
    """The L with L^L = n, by Newton's method for L ln L = ln n."""
    target = math.log(n)
    root = 1 + target / 2
    for _ in range(60):
        root -= (root * math.log(root) - target) / (math.log(root) + 1)
    return root
