"""Scores: what a guess is worth by the sizes of its feedback cells, and by nothing else.

Every score is minimised and assumes that all candidates are equally likely. It is kept as a whole number, in units of
1/SCALE, so that adding in another order changes nothing; logarithms are sums of those of prime factors, so that two
guesses whose scores are mathematically equal are found equal.
"""

import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import Protocol

from core.solver.errors import UnknownStrategy

SCALE = 1 << 32

_TABULATED = 50_000
"""Sizes of cells whose costs are remembered."""


class Score(Protocol):
    """What a guess is worth; less is better."""

    @property
    def name(self) -> str:
        """As people give it."""
        ...

    @property
    def unit(self) -> str:
        """Of `value`: "codes", "bits", "parts", or "" for a mean without a unit."""
        ...

    def of(self, sizes: Sequence[int]) -> int:
        """The score of a guess whose cells have these sizes, empty ones included or not, in units of 1/SCALE."""
        ...

    def value(self, score: int, candidates: int) -> float:
        """A score in the unit people know it by."""
        ...


class SumScore:
    """The sum over the cells of what a cell of each size costs.

    Args:
        name: as people give it.
        unit: of the value shown.
        cost: of a cell of n codes, n at least 1, in units of 1/SCALE.
        shown: the value shown, from the sum in whole units and the number of candidates.
    """

    def __init__(self, name: str, unit: str, cost: Callable[[int], int], shown: Callable[[float, int], float]) -> None:
        self.name = name
        self.unit = unit
        self._cost = cost
        self._shown = shown
        self._table = [0]

    def of(self, sizes: Sequence[int]) -> int:
        """See `Score.of`."""
        try:
            return sum(map(self._table.__getitem__, sizes))
        except IndexError:
            return self._of_greater(sizes)

    def value(self, score: int, candidates: int) -> float:
        """See `Score.value`."""
        return self._shown(score / SCALE, candidates)

    def _of_greater(self, sizes: Sequence[int]) -> int:
        """The score when a cell is greater than any before."""
        if max(sizes) > _TABULATED:
            return sum(self._cost(size) for size in sizes if size)
        known = self._table
        more = [self._cost(size) for size in range(len(known), max(sizes) + 1)]
        self._table = known + more  # in one step: several threads may be scoring
        return self.of(sizes)


class WorstCell:
    """The size of the greatest cell: the fewest codes one can be sure to be left with.

    Donald E. Knuth, "The computer as Master Mind", Journal of Recreational Mathematics 9(1), 1976-77. Assumes an
    opponent who answers as unkindly as the candidates permit.
    """

    name = "worst-cell"
    unit = "codes"

    def of(self, sizes: Sequence[int]) -> int:
        """See `Score.of`."""
        return max(sizes) * SCALE

    def value(self, score: int, candidates: int) -> float:  # noqa: ARG002  # of the protocol
        """The size of the greatest cell."""
        return score / SCALE


def expected_size() -> SumScore:
    """Sum of n^2; divided by the number of candidates, how many are left on average.

    R. W. Irving, "Towards an optimum Mastermind strategy", Journal of Recreational Mathematics 11(2), 1978-79. Assumes
    that work still to be done grows with the number of codes left.
    """
    return SumScore("expected-size", "codes", lambda n: n * n * SCALE, lambda total, candidates: total / candidates)


def entropy() -> SumScore:
    """Sum of n log2 n; shown as log2 N - sum / N, the bits of information the answer is expected to give.

    E. Neuwirth, "Some strategies for Mastermind", Zeitschrift für Operations Research 26, 1982. Assumes that every
    later guess gives as much information, so that what counts is the logarithm of what is left.
    """
    return SumScore("entropy", "bits", lambda n: n * _log2(n), _information)


def _information(total: float, candidates: int) -> float:
    return max(0.0, math.log2(candidates) - total / candidates)


def most_parts() -> SumScore:
    """The number of cells that are not empty, taken negative.

    B. Kooi, "Yet another Mastermind strategy", ICGA Journal 28(1), 2005. Assumes that a further kind of answer is worth
    the same however many codes it stands for.
    """
    return SumScore("most-parts", "parts", lambda _n: -SCALE, lambda total, _candidates: -total)


def log1p() -> SumScore:
    """Sum of n ln(1 + n); shown per candidate.

    Called Landy's by T. Tanaka, "An optimal Moo strategy", Game Programming Workshop, 1996. Like entropy, but a cell of
    one code, which takes one more guess, is not free.
    """
    to_nats = math.log(2)
    return SumScore("log1p", "", lambda n: n * _log2(n + 1), lambda total, candidates: total * to_nats / candidates)


def landy() -> SumScore:
    """Sum of n L(n), where L(n)^L(n) = n; shown per candidate.

    Called Landy's, after B. Landy's MOO programs, by J. Pepperdine and by D. Knuth's correspondents. Assumes that the
    guesses still needed grow more slowly than the logarithm, since later guesses divide less well.
    """
    return SumScore("landy", "", lambda n: round(n * _landy(n) * SCALE), lambda total, candidates: total / candidates)


def power(exponent: float) -> SumScore:
    """Sum of n^p, minimised for p > 1 and maximised for p < 1; shown per candidate.

    With p = 2 it is the expected size, with p = 0 the number of parts, and the greater p the nearer to the worst cell.

    Raises:
        UnknownStrategy: p is 1, where every guess scores the same, or no number up to 64 either way.
    """
    name = f"power:{exponent:g}"
    if exponent == 1 or not abs(exponent) <= _MAX_EXPONENT:
        raise UnknownStrategy(name)
    sign = 1 if exponent > 1 else -1
    return SumScore(
        name,
        "",
        lambda n: sign * (n ** int(exponent) * SCALE if exponent in _WHOLE else round(n**exponent * SCALE)),
        lambda total, candidates: sign * total / candidates,
    )


_MAX_EXPONENT = 64
_WHOLE = frozenset(range(_MAX_EXPONENT + 1))


@cache
def _log2(n: int) -> int:
    """The logarithm of n to base 2 in units of 1/SCALE, exactly additive over prime factors."""
    factor = next((factor for factor in range(2, math.isqrt(n) + 1) if n % factor == 0), n)
    return round(math.log2(factor) * SCALE) + (_log2(n // factor) if factor < n else 0)


def _landy(n: int) -> float:
    """The L with L^L = n, by Newton's method on L ln L = ln n."""
    target = math.log(n)
    root = 1 + target / 2
    for _ in range(60):
        root -= (root * math.log(root) - target) / (math.log(root) + 1)
    return root
