"""Ranking guesses by a score, and selecting the guess of a strategy.

With more than `MAX_GUESSES` codes, only a sample of candidates and of other codes is compared, unless there are few
candidates.
"""

import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import groupby
from typing import NamedTuple, TypeAlias

from core.game.codes import Code, random_code
from core.game.feedback import compute_feedback
from core.game.rules import Rules
from core.solver.bit_sets import elements
from core.solver.budget import UNLIMITED, Budget
from core.solver.cell_counts import CellCounter
from core.solver.guess_lists import GuessList, all_guesses, inequivalent_mask
from core.solver.state import State
from core.solver.strategies import SECOND_TABLE, OpeningRule, Pool, Strategy, TieRule, Valuation

Solve: TypeAlias = Callable[[State], Code]
"""Finds the guess of `optimal`."""

MAX_GUESSES = 50_000
"""The largest number of codes that are all compared as guesses."""

FEW_CANDIDATES = 16
MAX_GUESSES_FOR_FEW = 1_000_000
"""With so few candidates, this number of codes are all compared."""

_SAMPLE = 300
"""The number of candidates and of other codes in a sample of guesses."""

_FEW = 64
"""Up to this many guesses are compared one by one, without forming classes."""

_MAX_DRAWS = 10_000
"""How many codes are drawn to find one with a given feedback."""

_LOWEST_SCORE = -(1 << 200)
"""Less than any score."""

_WORK_PER_GUESS = 6_000
_WORK_PER_CODE = 15
"""Units of work to compare a guess: a constant, and an amount for each candidate."""


class RankedGuess(NamedTuple):
    """A guess with its score. The smallest of several is the best.

    Args:
        score: the score in units of 1/SCALE, minus the bonus if the guess is a candidate.
        tie_penalty: 1 if the guess loses ties against candidates, else 0.
        code: the guess.
        consistent: whether the guess is a candidate.
    """

    score: int
    tie_penalty: int
    code: Code
    consistent: bool


class GuessPool(NamedTuple):
    """Guesses to compare.

    Args:
        guess_list: a list of guesses.
        mask: which of them to compare.
    """

    guess_list: GuessList
    mask: int


def _no_solver(state: State) -> Code:
    raise NotImplementedError(state)


def select_guess(
    strategy: Strategy,
    state: State,
    rng: random.Random,
    solve: Solve = _no_solver,
    budget: Budget = UNLIMITED,
) -> Code:
    """The guess of a strategy.

    Args:
        strategy: the strategy.
        state: the state of the game.
        rng: source of randomness; not used by deterministic strategies.
        solve: finds the guess if the strategy is `optimal`; not needed for others.
        budget: limits the comparison of guesses.

    Raises:
        OutOfBudget: the budget is used up.
    """
    if not state.guesses and strategy.opening is not OpeningRule.OWN:
        return random_code(state.rules, rng) if isinstance(strategy.opening, OpeningRule) else strategy.opening
    if len(state.candidates) == 1 or strategy.name == "first":
        return state.candidates[0]
    if strategy.name == "random":
        return rng.choice(state.candidates)
    if strategy.name == "second-table":
        return _guess_by_second_table(state, rng)
    if strategy.name == "optimal":
        return solve(state)
    return _guess_by_score(strategy, state, rng, budget)


def rank_guesses(
    valuation: Valuation, state: State, pool: GuessPool, budget: Budget = UNLIMITED
) -> Iterator[RankedGuess]:
    """The guesses of a pool that the strategy may make, best first.

    Guesses are scored only when they are needed, so reading only the first ones takes much less time.

    Raises:
        OutOfBudget: the budget is used up.
    """
    waiting: list[RankedGuess | tuple[int, int, Code]] = []  # tuples have a lower bound of their score
    least_scores: dict[Code, int] = {}
    work = work_per_guess(state)

    def best_up_to(limit: tuple[object, ...]) -> Iterator[RankedGuess]:
        while waiting and waiting[0] <= limit:
            best = heappop(waiting)
            if isinstance(best, RankedGuess):
                yield best
                continue
            budget.spend(work)
            ranked = rank_guess(valuation, state, best[-1])
            if ranked.consistent or valuation.any_code:
                heappush(waiting, ranked)

    for bound, tie_penalty, guesses in _classes(valuation, state, pool, budget):
        yield from best_up_to((bound, tie_penalty))
        for index in elements(guesses):
            guess = pool.guess_list.code(index)
            symbols = tuple(sorted(guess))
            if symbols not in least_scores:
                least_scores[symbols] = _least_score(valuation, state, guess)
            heappush(waiting, (max(bound, least_scores[symbols]), tie_penalty, guess))
            if least_scores[symbols] <= bound:
                yield from best_up_to((bound, tie_penalty, guess, True))  # True, so that it can be this guess
    yield from best_up_to((math.inf,))


def _least_score(valuation: Valuation, state: State, guess: Code) -> int:
    """A lower bound of the scores of the guesses with the same symbols.

    They divide the candidates alike by the sum of hits and blows. With the same sum, there are as many feedbacks as
    numbers of hits, but a single symbol cannot be in the wrong position where all others are right.
    """
    sizes = enumerate(state.sizes_by_total(guess))
    groups = [(size, min(total + 1, state.rules.positions, size)) for total, size in sizes if size]
    return valuation.score.least_scaled_score(groups) - valuation.bonus


def best_guess(valuation: Valuation, state: State, pool: GuessPool, budget: Budget = UNLIMITED) -> RankedGuess:
    """The first guess of `rank_guesses`.

    Raises:
        OutOfBudget: the budget is used up.
    """
    return next(rank_guesses(valuation, state, pool, budget))


def work_per_guess(state: State) -> int:
    """The work of `rank_guess`."""
    return _WORK_PER_GUESS + _WORK_PER_CODE * len(state.candidates)


def rank_guess(valuation: Valuation, state: State, guess: Code) -> RankedGuess:
    """A guess with its score."""
    sizes = state.size_list(guess)
    score, consistent = valuation.score.scaled_score(sizes), sizes[-1] > 0
    if consistent:
        return RankedGuess(score - valuation.bonus, 0, guess, consistent)
    return RankedGuess(score, valuation.tie_penalty, guess, consistent)


def _classes(valuation: Valuation, state: State, pool: GuessPool, budget: Budget) -> Sequence[tuple[int, int, int]]:
    """Classes of guesses: a lower bound of the score, the tie penalty, and the mask of the guesses."""
    guess_list, guesses = pool
    if guesses.bit_count() <= _FEW:
        return [(_LOWEST_SCORE, 0, guesses)]
    counter = CellCounter(guess_list, state.rules)
    counter.mark_occupied_cells(state.candidates, guesses, budget)
    consistent = counter.occupied[state.winning_cell]
    others = ~consistent
    classes: defaultdict[tuple[int, int], int] = defaultdict(int)
    for cells, same in counter.group_guesses_by_cell_count(guesses if valuation.any_code else consistent):
        least = valuation.score.least_scaled_score([(len(state.candidates), cells)])
        classes[least - valuation.bonus, 0] |= same & consistent
        classes[least, valuation.tie_penalty] |= same & others
    return sorted((*bound, same) for bound, same in classes.items() if same)


def guess_pool(state: State) -> GuessPool:
    """The guesses to compare, one of each class of equivalent guesses.

    If these are too many, the pool is a sample of candidates and other codes; see `compares_all_guesses`. The pool may
    contain codes that a strategy may not guess; `rank_guesses` leaves them out.
    """
    if compares_all_guesses(state.rules, len(state.candidates)):
        mask = inequivalent_mask(state.rules, frozenset(state.guesses), state.absent_symbols)
        return GuessPool(all_guesses(state.rules), mask)
    return create_pool(sample_of_guesses(state), state.rules)


def compares_all_guesses(rules: Rules, candidate_count: int) -> bool:
    """Whether `guess_pool` contains the best guess of every state with so many candidates, and not only a sample."""
    return rules.code_count <= (MAX_GUESSES_FOR_FEW if candidate_count <= FEW_CANDIDATES else MAX_GUESSES)


def create_pool(guesses: Sequence[Code], rules: Rules) -> GuessPool:
    """The pool of some guesses, in lexicographic order."""
    guess_list = GuessList.from_codes(guesses, rules)
    return GuessPool(guess_list, guess_list.full)


def evenly_spaced(candidates: Sequence[Code], size: int) -> Sequence[Code]:
    """At most `size` candidates, evenly spaced."""
    return candidates[:: -(-len(candidates) // size)] if size > 0 else ()


def sample_of_guesses(state: State) -> list[Code]:
    """Some candidates and some random codes, the same ones every time, in lexicographic order."""
    rng = random.Random(len(state.guesses))  # noqa: S311  # guesses, not secrets
    codes = (random_code(state.rules, rng) for _ in range(_SAMPLE))
    return sorted({*evenly_spaced(state.candidates, _SAMPLE), *codes})


def _guess_by_score(strategy: Strategy, state: State, rng: random.Random, budget: Budget) -> Code:
    """The guess with the best score."""
    if strategy.ties is TieRule.RANDOM:
        ranked = rank_guesses(strategy.valuation, state, guess_pool(state), budget)
        _, best = next(groupby(ranked, key=lambda guess: guess.score))
        return rng.choice(sorted(guess.code for guess in best))
    candidates_first = strategy.pool is Pool.CANDIDATES or strategy.ties is TieRule.CONSISTENT
    if candidates_first and (splitter := state.find_splitter()) is not None:
        return splitter
    return best_guess(strategy.valuation, state, guess_pool(state), budget).code


def _guess_by_second_table(state: State, rng: random.Random) -> Code:
    """A random candidate or, as the second guess, a random code that has the feedback in the table with the first."""
    if len(state.guesses) == 1:
        first = state.guesses[0]
        wanted = SECOND_TABLE.get(compute_feedback(state.candidates[0], first))
        for _ in range(_MAX_DRAWS if wanted else 0):
            code = random_code(state.rules, rng)
            if code != first and compute_feedback(code, first) == wanted:
                return code
    return rng.choice(state.candidates)
