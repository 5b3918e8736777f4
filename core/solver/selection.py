"""Ranking guesses by a strategy's score, and selecting the guess of a strategy."""

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from core.game.codes import Code, random_code
from core.game.feedback import compute_feedback
from core.game.rules import Rules
from core.solver.deadline import OutOfTime, ShouldStop, never
from core.solver.partition import Trie, build_trie, visit_guesses
from core.solver.state import State
from core.solver.strategies import SECOND_TABLE, Opening, Pool, Strategy, Ties, Valuation
from core.solver.symmetry import inequivalent_trie

Solve: TypeAlias = Callable[[State], Code]
"""Finds the guess of `optimal`."""

MAX_GUESSES = 50_000
"""The largest number of inequivalent guesses that are all compared; with more, only a sample is."""

_MAX_CACHED = 6_000
"""The largest number of inequivalent guesses that are cached."""

_SAMPLE = 300
"""The size of samples; with up to this many candidates, a pool of candidates is compared without removing symmetry."""

_MAX_DRAWS = 10_000
"""How many codes are drawn to find one with a given feedback."""

_WORST_SCORE = 1 << 200
"""Greater than any score."""


class RankedGuess(NamedTuple):
    """A guess with its score. The smallest of several is the best.

    Args:
        score: in units of 1/SCALE, with the bonus subtracted if the guess is a candidate.
        tie_penalty: 1 if the guess loses ties against candidates, else 0.
        code: the guess.
        consistent: whether the guess is a candidate.
    """

    score: int
    tie_penalty: int
    code: Code
    consistent: bool


class _FoundIdeal(Exception):
    """No guess can be better than the last one."""


def _no_solver(state: State) -> Code:
    raise NotImplementedError(state)


def select_guess(
    strategy: Strategy,
    state: State,
    rng: random.Random,
    solve: Solve = _no_solver,
    should_stop: ShouldStop = never,
) -> Code:
    """The guess of a strategy.

    Args:
        strategy: the strategy.
        state: the state of the game.
        rng: source of randomness; not used by deterministic strategies.
        solve: finds the guess if the strategy is `optimal`; not needed for others.
        should_stop: ends the comparison of guesses.

    Raises:
        OutOfTime: `should_stop` returned true.
    """
    if not state.guesses and strategy.opening is not Opening.OWN:
        return random_code(state.rules, rng) if isinstance(strategy.opening, Opening) else strategy.opening
    if len(state.candidates) == 1 or strategy.name == "first":
        return state.candidates[0]
    if strategy.name == "random":
        return rng.choice(state.candidates)
    if strategy.name == "second-table":
        return _guess_by_second_table(state, rng)
    if strategy.name == "optimal":
        return solve(state)
    return _guess_by_score(strategy, state, rng, should_stop)


def rank_guesses(
    valuation: Valuation, state: State, guesses: Trie, should_stop: ShouldStop = never
) -> list[RankedGuess]:
    """The guesses of a trie with their scores, in lexicographic order, without those that may not be made.

    Raises:
        OutOfTime: `should_stop` returned true.
    """
    ranked: list[RankedGuess] = []
    score_of, bonus, tie_penalty, any_code = valuation

    def visit(guess: Code, sizes: list[int]) -> None:
        if should_stop():
            raise OutOfTime
        if sizes[-1]:
            ranked.append(RankedGuess(score_of(sizes) - bonus, 0, guess, consistent=True))
        elif any_code:
            ranked.append(RankedGuess(score_of(sizes), tie_penalty, guess, consistent=False))

    visit_guesses(state.masks, guesses, state.rules.positions, visit)
    return ranked


def best_guess(valuation: Valuation, state: State, guesses: Trie, should_stop: ShouldStop = never) -> RankedGuess:
    """The best guess of a trie, the lowest if there are several.

    The search ends at the first guess with the score of a candidate that puts every candidate in a cell of its own. If
    candidates win ties, the state must have no such candidate (see `State.splitter`), because another guess with the
    same score could come first.

    Raises:
        OutOfTime: `should_stop` returned true.
    """
    score_of, bonus, tie_penalty, any_code = valuation
    ideal = score_of([1] * len(state.candidates)) - bonus
    best: list[tuple[int, int, Code, bool]] = [(_WORST_SCORE, 0, (), False)]

    def visit(guess: Code, sizes: list[int]) -> None:
        consistent = sizes[-1] > 0
        if not (consistent or any_code):
            return
        score, penalty = (score_of(sizes) - bonus, 0) if consistent else (score_of(sizes), tie_penalty)
        if (score, penalty) < best[0][:2]:
            best[0] = score, penalty, guess, consistent
            if score == ideal:
                raise _FoundIdeal
        if should_stop():
            raise OutOfTime

    with suppress(_FoundIdeal):
        visit_guesses(state.masks, guesses, state.rules.positions, visit)
    return RankedGuess(*best[0])


def guess_pool(strategy: Strategy, state: State) -> Trie:
    """The guesses that a strategy compares, one of each class of equivalent guesses.

    If there are too many to compare, the pool is a sample of candidates and other codes. The pool may contain codes
    that the strategy may not guess; `rank_guesses` and `best_guess` leave them out.
    """
    if strategy.pool is Pool.CANDIDATES and len(state.candidates) <= _SAMPLE:
        return build_trie(state.candidates)
    guesses = tuple(sorted(set(state.guesses)))
    trie = _cached_trie(state.rules, guesses, state.absent)
    trie = trie or inequivalent_trie(state.rules, guesses, state.absent, MAX_GUESSES)
    return trie or build_trie(sorted({*candidate_sample(state), *_code_sample(state)}))


def candidate_sample(state: State) -> Sequence[Code]:
    """A few hundred evenly spaced candidates, or all if there are no more."""
    return state.candidates[:: 1 + len(state.candidates) // _SAMPLE]


@lru_cache(maxsize=256)
def _cached_trie(rules: Rules, guesses: tuple[Code, ...], absent: frozenset[int]) -> Trie | None:
    return inequivalent_trie(rules, guesses, absent, _MAX_CACHED)


def _code_sample(state: State) -> list[Code]:
    """Random codes, the same ones every time."""
    rng = random.Random(len(state.guesses))  # noqa: S311  # guesses, not secrets
    return [random_code(state.rules, rng) for _ in range(_SAMPLE)]


def _guess_by_score(strategy: Strategy, state: State, rng: random.Random, should_stop: ShouldStop) -> Code:
    """The guess with the best score."""
    if strategy.ties is Ties.RANDOM:
        ranked = rank_guesses(strategy.valuation, state, guess_pool(strategy, state), should_stop)
        lowest_score = min(ranked).score
        return rng.choice([guess.code for guess in ranked if guess.score == lowest_score])
    candidates_first = strategy.pool is Pool.CANDIDATES or strategy.ties is Ties.CONSISTENT
    if candidates_first and (splitter := state.splitter()) is not None:
        return splitter
    return best_guess(strategy.valuation, state, guess_pool(strategy, state), should_stop).code


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
