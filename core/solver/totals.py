"""How many guesses are still to be made in all: exactly, greedily, at least, and by rule of thumb.

A *total* is summed over the candidates, the winning guess counted.
"""

import math
from collections.abc import Callable, Iterator
from functools import cache

from core.game.codes import Code
from core.game.rules import Rules
from core.solver.choosing import splits_all
from core.solver.ranking import Stop, best, pool, ranked
from core.solver.scores import SCALE, SumScore
from core.solver.state import State
from core.solver.strategies import Strategy, Valuation, WinBonus

GREEDY = Strategy("entropy", win_bonus=WinBonus(off=2.0))
"""The best of the published one-step strategies at 4x10."""


@cache
def ideal_total(rules: Rules, candidates: int) -> int:
    """The total of a tree in which every guess is a candidate and gets every feedback as often as another.

    Nothing beats it: with f feedbacks besides the win, at most f^(k-1) candidates can be found by the k-th guess.
    """
    wide = _feedbacks(rules) - 1
    total, depth, found = 0, 1, 1
    while candidates > 0:
        total += depth * min(found, candidates)
        candidates -= found
        found *= wide
        depth += 1
    return total


def estimated_total(rules: Rules, candidates: int) -> float:
    """A rule of thumb: every guess leaves one in 0.55 f of the candidates, where f feedbacks are possible.

    It is within 5% of the proven minima of 3x10, 4x10 and 4x6r, and of the best that is known at 5x10.
    """
    return candidates * (1 + math.log(candidates) / math.log(max(1.5, 0.55 * _feedbacks(rules))))


def estimated_after(guess: Code, state: State) -> float:
    """The estimated total if a guess is made, from the sizes of its cells."""
    cells = state.cells(guess)
    left = (cell.bit_count() for number, cell in cells.items() if number != state.winning_cell)
    return len(state.candidates) + sum(estimated_total(state.rules, size) for size in left)


def _feedbacks(rules: Rules) -> int:
    return sum(1 for _ in rules.feedbacks())


class Totals:
    """Totals of states under some rules, each worked out once.

    Args:
        rules: of the game.
        stop: when to give up.
    """

    def __init__(self, rules: Rules, stop: Stop) -> None:
        self._rules = rules
        self._stop = stop
        self._greedy: dict[tuple[Code, ...], int] = {}
        self._least: dict[tuple[Code, ...], int] = {}
        self._exact: dict[tuple[Code, ...], int] = {}
        self._hard: set[tuple[Code, ...]] = set()
        score = SumScore("", "", lambda size: ideal_total(rules, size) * SCALE, lambda total, _: total)
        self._valuation = Valuation(score.of, SCALE, 1, every=True)

    def greedy(self, state: State) -> int:
        """The total if every guess is made by its one-step score.

        Raises:
            OutOfTime: before it is known.
        """
        key = tuple(state.candidates)
        if (known := self._known(state, key)) is not None:
            return known
        if key not in self._greedy:
            guess = best(GREEDY.valuation, state, pool(GREEDY, state), self._stop).code
            self._greedy[key] = self.after(guess, state, self.greedy)
        return self._greedy[key]

    def after(self, guess: Code, state: State, total_of: Callable[[State], int], below: int | None = None) -> int:
        """The total if a guess is made, or no less than `below` if it is no less."""
        cells = sorted(state.after(guess).values(), key=lambda below: len(below.candidates))
        total = len(state.candidates) + sum(ideal_total(self._rules, len(cell.candidates)) for cell in cells)
        for cell in cells:
            if below is not None and total >= below:
                break
            total += total_of(cell) - ideal_total(self._rules, len(cell.candidates))
        return total

    def exact(self, state: State, below: int) -> int:
        """The least total, or no less than `below` if it is no less.

        Raises:
            OutOfTime: before it is known.
        """
        key = tuple(state.candidates)
        if (known := self._known(state, key)) is not None:
            return known
        least = self._least.get(key, 2 * len(key))
        if least >= below:
            return least
        best = min((total for _, total in self.improvements(state, below)), default=None)
        if best is None:
            self._least[key] = below
            return below
        self._exact[key] = best
        return best

    def improvements(self, state: State, below: int) -> Iterator[tuple[Code, int]]:
        """Guesses with totals less than `below`, each better than the one before; the last is the best there is.

        Raises:
            OutOfTime: before it is known.
        """
        count = len(state.candidates)
        for guess in sorted(ranked(self._valuation, state, pool(GREEDY, state), self._stop)):
            if below <= 2 * count or count + guess.score // SCALE >= below:
                return
            total = self._exact_after(guess.code, state, below)
            if total < below:
                yield guess.code, total
                below = total

    def _exact_after(self, guess: Code, state: State, below: int) -> int:
        """The least total after a guess, or no less than `below` if it is no less."""
        cells = sorted(state.after(guess).values(), key=lambda below: len(below.candidates))
        if len(cells) == 1 and len(cells[0].candidates) == len(state.candidates):
            return below  # it tells nothing
        floors = [self._floor(cell) for cell in cells]
        total = len(state.candidates) + sum(floors)
        for cell, floor in zip(cells, floors, strict=True):
            if total >= below:
                break
            total += self.exact(cell, below - total + floor) - floor
        return total

    def _floor(self, state: State) -> int:
        """What a state needs at least, as far as can be told without a search."""
        key = tuple(state.candidates)
        known = self._known(state, key)
        if known is not None:
            return known
        return max(self._least.get(key, 2 * len(key)), ideal_total(self._rules, len(key)))

    def _known(self, state: State, key: tuple[Code, ...]) -> int | None:
        """The least total if it is known, or seen at once."""
        if len(key) <= 2:  # noqa: PLR2004  # one guess, or one and two
            return 2 * len(key) - 1
        if key not in self._exact and key not in self._hard:
            if splits_all(state) is None:
                self._hard.add(key)
            else:
                self._exact[key] = 2 * len(key) - 1
        return self._exact.get(key)
