"""Promising guesses where there are too many codes to compare every guess with every candidate.

Before the first guess, there are only a few inequivalent guesses. After it, the cells of all codes are counted for a
sample of candidates, which is as large as the budget allows. The guesses that make the most cells are then compared by
their scores, together with a sample of candidates and of other codes. With more than `MAX_COUNTED` codes, only such
samples are compared.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from core.game.codes import Code
from core.solver.budget import Budget
from core.solver.cell_counts import CellCounter, work_per_candidate
from core.solver.guess_lists import GuessList, all_guesses, bits, inequivalent_mask
from core.solver.selection import GuessPool, pool_of, sample_of_guesses
from core.solver.state import State
from core.solver.strategies import Valuation
from core.solver.symmetry import inequivalent_guesses

MAX_COUNTED = 700_000
"""The largest number of codes whose cells are all counted."""

_SHARE_FOR_COUNTING = 0.4
"""The share of the budget for counting cells."""

_MIN_CANDIDATES = 16
"""Counting the cells of fewer candidates says too little."""

_MAX_CANDIDATES = 1_500
"""The number of candidates that guesses are compared for."""

_GUESSES = 1_500
"""The number of guesses that make the most cells, and are compared."""


def shortlist(valuation: Valuation, state: State, budget: Budget) -> GuessPool:
    """The most promising guesses.

    Args:
        valuation: compares guesses.
        state: the state.
        budget: limits the work.

    Raises:
        OutOfBudget: the budget is used up.
    """
    if not state.guesses:
        return pool_of(inequivalent_guesses(state.rules, (), frozenset(), _GUESSES) or (), state.rules)
    candidates = _sample(state.candidates, _MAX_CANDIDATES)
    by_cells = islice(_by_cells(valuation, state, budget), _GUESSES)
    return pool_of(sorted({*candidates, *sample_of_guesses(state), *by_cells}), state.rules)


def sample_state(state: State) -> State:
    """The state with no more candidates than guesses of a shortlist need to be compared."""
    return State(state.rules, state.guesses, _sample(state.candidates, _MAX_CANDIDATES))


def _by_cells(valuation: Valuation, state: State, budget: Budget) -> Iterator[Code]:
    """Codes ordered by what the numbers of their cells say about the score."""
    rules = state.rules
    if rules.codes > MAX_COUNTED:
        return
    guess_list = all_guesses(rules)
    affordable = _SHARE_FOR_COUNTING * budget.left / work_per_candidate(guess_list, rules)
    candidates = _sample(state.candidates, int(min(affordable, _MAX_CANDIDATES)))
    if len(candidates) < min(_MIN_CANDIDATES, len(state.candidates)):
        return
    mask = inequivalent_mask(rules, frozenset(state.guesses), state.absent)
    counter = CellCounter(guess_list, rules)
    counter.add(candidates, mask, budget)
    size = len(candidates)
    classes = sorted(counter.classes(mask), key=lambda each: valuation.score.least(size, each.cells, each.shared))
    yield from chain.from_iterable(_codes(guess_list, each.guesses) for each in classes)


def _codes(guess_list: GuessList, mask: int) -> Iterator[Code]:
    return map(guess_list.code, bits(mask))


def _sample(candidates: Sequence[Code], size: int) -> Sequence[Code]:
    """At most `size` candidates, evenly spaced."""
    if size <= 0:
        return ()
    return candidates[:: -(-len(candidates) // size)]
