"""The search that `optimal` plays by off its book: the fewest guesses in all.

A *total* is the number of guesses still to be made, summed over the candidates, the winning guess counted. Few
candidates are searched exactly, by branch and bound:

- n candidates need at least the total of an ideal tree, in which every guess gets every feedback;
- a candidate that tells all candidates apart makes 2n - 1, which nothing beats; where there is none, nothing beats 2n;
- guesses are tried in the order of the ideal total of their cells, small cells first, and given up when what is left
  cannot be better than the best so far.

More candidates get the best of some guesses that promise well, each costed by playing on greedily to the end.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from core.game.codes import Code
from core.game.feedback import Turn
from core.game.rules import Rules
from core.solver.choosing import splits_all
from core.solver.partition import trie_of
from core.solver.ranking import OutOfTime, Stop, best, never, pool, ranked, some_candidates
from core.solver.state import State
from core.solver.totals import GREEDY, Totals, estimated_after, estimated_total


class Move(NamedTuple):
    """A guess with what it is expected to lead to.

    Args:
        guess: to be made.
        expected: guesses still to come on average over the candidates, this one and the winning one counted.
        exact: whether that number is proven, and with it that no guess has a lower one; else it is an estimate.
    """

    guess: Code
    expected: float
    exact: bool


Lookup: TypeAlias = Callable[[Rules, Sequence[Turn]], tuple[Code, float, bool] | None]
"""What a book says after a history, as a `Move` would have it; None if it does not know it."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is searched.

    Args:
        exact: up to how many candidates are searched exactly.
        width: how many guesses are costed greedily first.
        greedy: up to how many candidates they are; where there are more, the best one-step score decides.
    """

    exact: int
    width: int
    greedy: int = 2500


THOROUGH = Effort(exact=80, width=24)
"""For one move, with a bound on time."""

QUICK = Effort(exact=20, width=3)
"""For every move of a whole tree."""


def best_move(state: State, effort: Effort = THOROUGH, stop: Stop = never) -> Move:
    """The guess expected to lead to the fewest guesses, found before `stop` says that time is over."""
    count = len(state.candidates)
    if (ideal := splits_all(state)) is not None:
        return Move(ideal, (2 * count - 1) / count, exact=True)
    search = Search(state, stop)
    try:
        search.widen(effort.width if count <= effort.greedy else 0)
        if count <= effort.exact:
            search.prove()
    except OutOfTime:
        pass
    return Move(search.guess, search.total / count, search.exact)


def optimal_guess(state: State, lookup: Lookup | None = None) -> Code:
    """The guess of `optimal` when all its games are played: by the book where it knows the game, else searched."""
    known = lookup(state.rules, state.turns) if lookup else None
    return best_move(state, QUICK).guess if known is None else known[0]


class Search:
    """One search for the best guess of a state, which may be interrupted at any time.

    Attributes:
        guess: the best so far.
        total: what it costs, as far as known.
        exact: whether both are proven.
    """

    def __init__(self, state: State, stop: Stop) -> None:
        self.guess = state.candidates[0]
        self.total = estimated_total(state.rules, len(state.candidates))
        self.exact = False
        self._state = state
        self._totals = Totals(state.rules, stop)
        self._stop = stop

    def widen(self, width: int) -> None:
        """Cost the most promising guesses greedily; with none to be costed, estimate what the first of them costs.

        Raises:
            OutOfTime: before all were looked at.
        """
        best = None
        promising = self._promising()
        self.guess = promising[0]
        self.total = estimated_after(self.guess, self._state)
        for guess in promising[:width]:
            total = self._totals.after(guess, self._state, self._totals.greedy, best)
            if best is None or total < best:
                self.guess, self.total, best = guess, total, total

    def prove(self) -> None:
        """Search exactly, beginning from what greedy costing has found.

        Raises:
            OutOfTime: before it was proven.
        """
        for guess, total in self._totals.improvements(self._state, math.ceil(self.total)):
            self.guess, self.total = guess, total
        self.exact = True

    def _promising(self) -> list[Code]:
        """Guesses by their one-step score; if time is over before all have one, some candidate stands as the best."""
        state = self._state
        self.guess = best(GREEDY.valuation, state, trie_of(some_candidates(state))).code
        return [guess.code for guess in sorted(ranked(GREEDY.valuation, state, pool(GREEDY, state), self._stop))]
