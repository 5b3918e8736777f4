"""Shortlists: the most promising guesses of a state, where comparing every guess with every candidate takes too long.

1. The cells of many guesses are counted for a sample of candidates; see `core.solver.cell_counts`. These are all
   inequivalent guesses if the budget suffices for that, and otherwise a fixed sample of all codes.
2. The guesses that make the most cells, and some candidates, are compared by their scores.
3. If only a sample of guesses was counted, the best ones are improved step by step: by another symbol in a position,
   or by exchanging two symbols.

Before the first guess and, without repeats, after it, there are only a few inequivalent guesses, and all of them are
compared.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import nsmallest
from itertools import chain, combinations, islice

from core.game.codes import Code, is_code
from core.game.rules import Rules
from core.solver.bit_sets import elements
from core.solver.budget import UNLIMITED, Budget
from core.solver.cell_counts import CellCounter, work_per_candidate
from core.solver.code_masks import code_getter
from core.solver.guess_lists import GuessList, all_guesses, inequivalent_mask
from core.solver.selection import (
    MAX_GUESSES,
    MAX_GUESSES_FOR_FEW,
    GuessPool,
    RankedGuess,
    evenly_spaced,
    guess_pool,
    rank_guess,
    sample_of_guesses,
    work_per_guess,
)
from core.solver.state import State
from core.solver.strategies import Valuation
from core.solver.symmetry import inequivalent_guesses, lowest_renaming, second_guesses, symbol_groups

_SAMPLED_GUESSES = 20_000
"""The number of guesses in the fixed sample of all codes."""

_COUNTED_CANDIDATES = 150
"""The largest number of candidates for which cells are counted."""

_LEAST_CANDIDATES = 16
"""The least number of candidates for which cells are counted, if there are so many."""

_COMPARED_CANDIDATES = 500
"""The largest number of candidates for which scores are computed."""

_COMPARED_AGAIN = 32
"""The number of guesses whose scores are computed for all candidates."""

_SHARE_FOR_COUNTING = 0.5
"""The largest share of the budget for counting cells."""

_FEW = 32
"""The number of candidates that are compared before anything else."""

_IMPROVED = 8
"""The number of guesses that are improved in each round."""

_ROUNDS = 3
"""The largest number of rounds."""

MAX_GREEDY = 1_900
"""The largest number of candidates for which the guesses of a shortlist are compared by playing on with them."""

_MOST_OPENINGS = 100
"""More than there are inequivalent first guesses."""


def shortlist(valuation: Valuation, state: State, budget: Budget, size: int) -> list[Code]:
    """The most promising guesses, at most `size` of them, best first.

    Raises:
        OutOfBudget: the budget is used up.
    """
    sample = _compared(state)
    scores = _Scores(valuation, sample, budget)
    if not valuation.any_code:
        scores.add(evenly_spaced(sample.candidates, size))  # of the others it is not known that they are candidates
    if (equivalents := _first_turns(state)) is not None:
        scores.add(equivalents)
        return _compared_again(scores.best(size), valuation, state, budget)
    pool = _affordable_pool(state, budget)
    candidates = _inequivalent(evenly_spaced(state.candidates, size // 2), state)
    by_cells = islice(_by_cells(valuation, state, pool, budget), size)
    if pool.guess_list.size == state.rules.code_count:
        scores.add(code for code in candidates if pool.guess_list.mask_of([code]) & pool.mask)
        scores.add(by_cells)
    else:
        scores.add((*candidates, *by_cells))
        scores.improve()
    return _compared_again(scores.best(size), valuation, state, budget)


def quick_shortlist(valuation: Valuation, state: State, size: int) -> list[Code]:
    """At most `size` guesses, best first, which are found in a time that hardly depends on the state.

    There are fewer only if `shortlist` has fewer, too.
    """
    sample = _compared(state)
    scores = _Scores(valuation, sample)
    if not state.guesses:
        scores.add(_openings(state.rules))
    elif valuation.any_code and state.rules.code_count <= MAX_GUESSES:
        guess_list, mask = guess_pool(state)
        scores.add(evenly_spaced([guess_list.code(index) for index in elements(mask)], size))
    else:
        scores.add(
            evenly_spaced(sample_of_guesses(state), size)
            if valuation.any_code
            else evenly_spaced(sample.candidates, size)
        )
    return scores.best(size)


def best_of_candidate_sample(valuation: Valuation, state: State) -> Code:
    """The best of a few candidates or, before the first guess, of the inequivalent guesses."""
    scores = _Scores(valuation, _compared(state))
    scores.add(evenly_spaced(state.candidates, _FEW) if state.guesses else _openings(state.rules))
    return scores.best(1)[0]


def _compared_again(guesses: list[Code], valuation: Valuation, state: State, budget: Budget) -> list[Code]:
    """The guesses with the first ones in the order of their scores for all candidates of the state."""
    if len(state.candidates) <= _COMPARED_CANDIDATES:
        return guesses
    scores = _Scores(valuation, state, budget)
    scores.add(guesses[:_COMPARED_AGAIN])
    return scores.best(_COMPARED_AGAIN) + guesses[_COMPARED_AGAIN:]


def _compared(state: State) -> State:
    """The state with a sample of its candidates."""
    return State(state.rules, state.guesses, evenly_spaced(state.candidates, _COMPARED_CANDIDATES))


def _first_turns(state: State) -> Iterable[Code] | None:
    """The inequivalent guesses where they are few: before the first one and, without repeats, after it.

    Where games are played on with the listed guesses, these few do not suffice.
    """
    if not state.guesses:
        return _openings(state.rules)
    if len(state.guesses) == 1 and not state.rules.repeats and len(state.candidates) > MAX_GREEDY:
        return second_guesses(state.rules, state.guesses[0])
    return None


def _openings(rules: Rules) -> Sequence[Code]:
    return inequivalent_guesses(rules, (), frozenset(), _MOST_OPENINGS) or ()


class _Scores:
    """The scores of some guesses."""

    def __init__(self, valuation: Valuation, state: State, budget: Budget = UNLIMITED) -> None:
        self._valuation, self._state, self._budget = valuation, state, budget
        self._ranked: dict[Code, RankedGuess] = {}

    def add(self, guesses: Iterable[Code]) -> None:
        """Compute the scores of guesses that have none yet."""
        for guess in guesses:
            if guess not in self._ranked:
                self._budget.spend(work_per_guess(self._state))
                self._ranked[guess] = rank_guess(self._valuation, self._state, guess)

    def best(self, count: int) -> list[Code]:
        """The guesses with the best scores that the strategy may make."""
        allowed = (each for each in self._ranked.values() if each.consistent or self._valuation.any_code)
        return [guess.code for guess in nsmallest(count, allowed)]

    def improve(self) -> None:
        """Add similar guesses of the best ones, as long as that changes which ones are the best."""
        best: list[Code] = []
        for _ in range(_ROUNDS):
            before, best = best, self.best(_IMPROVED)
            if best == before:
                return
            for guess in best:
                self.add(_similar(guess, self._state.rules))


def _similar(guess: Code, rules: Rules) -> Iterator[Code]:
    """The codes that differ from a guess in one symbol, or by exchanging two."""
    for position in range(rules.positions):
        for symbol in range(rules.symbols):
            code = (*guess[:position], symbol, *guess[position + 1 :])
            if code != guess and is_code(code, rules):
                yield code
    for one, other in combinations(range(rules.positions), 2):
        exchanged = list(guess)
        exchanged[one], exchanged[other] = guess[other], guess[one]
        yield tuple(exchanged)


def _inequivalent(guesses: Iterable[Code], state: State) -> set[Code]:
    """Guesses that are equivalent to some guesses, without those that differ only in symbols that may be exchanged."""
    groups = symbol_groups(state.rules, state.guesses, state.absent_symbols)
    return {lowest_renaming(guess, groups) for guess in guesses}


def _affordable_pool(state: State, budget: Budget) -> GuessPool:
    """All inequivalent guesses, or a sample of all codes if counting their cells takes too long."""
    rules = state.rules
    if rules.code_count <= MAX_GUESSES_FOR_FEW:
        guess_list = all_guesses(rules)
        counted = min(len(state.candidates), _COUNTED_CANDIDATES)
        affordable = counted * work_per_candidate(guess_list, rules) <= _SHARE_FOR_COUNTING * budget.left
        if affordable or rules.code_count <= MAX_GUESSES:
            return GuessPool(guess_list, inequivalent_mask(rules, frozenset(state.guesses), state.absent_symbols))
    sample = _sample_of_codes(rules)
    return GuessPool(sample, sample.full)


@lru_cache(maxsize=4)
def _sample_of_codes(rules: Rules) -> GuessList:
    rng = random.Random(0)  # noqa: S311  # guesses, not secrets
    indexes = sorted(rng.sample(range(rules.code_count), _SAMPLED_GUESSES))
    return GuessList.from_codes(list(map(code_getter(rules), indexes)), rules)


def _by_cells(valuation: Valuation, state: State, pool: GuessPool, budget: Budget) -> Iterator[Code]:
    """The guesses of a pool, ordered by what the numbers of their cells say about the score."""
    guess_list, mask = pool
    affordable = _SHARE_FOR_COUNTING * budget.left / work_per_candidate(guess_list, state.rules)
    candidates = evenly_spaced(state.candidates, int(min(affordable, _COUNTED_CANDIDATES)))
    if len(candidates) < min(_LEAST_CANDIDATES, len(state.candidates)):
        return
    counter = CellCounter(guess_list, state.rules)
    counter.mark_occupied_cells(candidates, mask, budget)
    size = len(candidates)
    classes = sorted(
        counter.group_guesses_by_cell_count(mask),
        key=lambda each: valuation.score.least_scaled_score([(size, each[0])]),
    )
    yield from map(guess_list.code, chain.from_iterable(elements(guesses) for _, guesses in classes))
