"""The guesses of a strategy that has a score, best first."""

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from core.game.codes import Code, random_code
from core.game.rules import Rules
from core.solver.partition import Trie, trie_of, walk
from core.solver.state import State
from core.solver.strategies import Pool, Strategy, Valuation
from core.solver.symmetry import inequivalent_trie

MAX_GUESSES = 50_000
"""Guesses told apart by their symbols; where there are more, only some of them are looked at."""

_KEPT = 6_000
"""Guesses that are kept in memory for the next time the same are asked for."""

_FEW = 300
"""Candidates that are sooner looked at themselves than the different guesses among all codes."""


class Ranked(NamedTuple):
    """A guess with its score; the least of several is the best.

    Args:
        score: in units of 1/SCALE, less the bonus if the guess may win.
        rank: 1 where ties go to consistent guesses and this is none, else 0.
        code: the guess.
        consistent: whether it may be the secret.
    """

    score: int
    rank: int
    code: Code
    consistent: bool


class OutOfTime(Exception):
    """The time for a search is over."""


Stop: TypeAlias = Callable[[], bool]
"""Asked now and then in the course of a search; once it says yes the search ends with what it has."""


def never() -> bool:
    """No bound on time."""
    return False


@dataclass(frozen=True, slots=True)
class Limit:
    """A bound on time, from now on.

    Args:
        seconds: how long a search may take.
        clock: the time in seconds, never going back, such as `time.monotonic`.
    """

    seconds: float
    clock: Callable[[], float]

    def stop(self, share: float = 1.0) -> Stop:
        """What says whether a share of the time, counted from now, is over."""
        end = self.clock() + share * self.seconds
        return lambda: self.clock() >= end


def ranked(valuation: Valuation, state: State, guesses: Trie, stop: Stop = never) -> list[Ranked]:
    """Every guess of a trie with its score, lowest guess first, without those that may not be made.

    Raises:
        OutOfTime: `stop` said so.
    """
    found: list[Ranked] = []
    score_of, bonus, after_consistent, every = valuation

    def visit(guess: Code, sizes: list[int]) -> None:
        if stop():
            raise OutOfTime
        if sizes[-1]:
            found.append(Ranked(score_of(sizes) - bonus, 0, guess, consistent=True))
        elif every:
            found.append(Ranked(score_of(sizes), after_consistent, guess, consistent=False))

    walk(state.masks, guesses, state.rules.positions, visit)
    return found


class _Found(Exception):
    """There is no better guess."""


def best(valuation: Valuation, state: State, guesses: Trie, stop: Stop = never) -> Ranked:
    """The best guess of a trie, the lowest if there are several.

    The search ends with the first guess that tells all candidates apart, if no bonus makes another one better; so
    where ties go to candidates, there should be none that does.

    Raises:
        OutOfTime: `stop` said so.
    """
    score_of, bonus, after_consistent, every = valuation
    ideal = score_of([1] * len(state.candidates)) - bonus
    found: list[tuple[int, int, Code, bool]] = [(_WORST, 0, (), False)]

    def visit(guess: Code, sizes: list[int]) -> None:
        consistent = sizes[-1] > 0
        if not (consistent or every):
            return
        score, rank = (score_of(sizes) - bonus, 0) if consistent else (score_of(sizes), after_consistent)
        if (score, rank) < found[0][:2]:
            found[0] = score, rank, guess, consistent
            if score == ideal:
                raise _Found
        if stop():
            raise OutOfTime

    with suppress(_Found):
        walk(state.masks, guesses, state.rules.positions, visit)
    return Ranked(*found[0])


_WORST = 1 << 200
"""More than any score."""


def pool(strategy: Strategy, state: State) -> Trie:
    """What the strategy may guess, of guesses that are the same only the lowest; perhaps also what it may not.

    Where there are too many guesses to look at, it is some candidates and some codes that need not be.
    """
    if strategy.pool is Pool.CANDIDATES and len(state.candidates) <= _FEW:
        return trie_of(state.candidates)
    guesses = tuple(sorted(set(state.guesses)))
    different = _different_kept(state.rules, guesses, state.absent)
    different = different or inequivalent_trie(state.rules, guesses, state.absent, MAX_GUESSES)
    return different or trie_of(sorted({*some_candidates(state), *_any(state)}))


def some_candidates(state: State) -> Sequence[Code]:
    """At most some hundred candidates, spread evenly."""
    return state.candidates[:: 1 + len(state.candidates) // _FEW]


@lru_cache(maxsize=256)
def _different_kept(rules: Rules, guesses: tuple[Code, ...], absent: frozenset[int]) -> Trie | None:
    return inequivalent_trie(rules, guesses, absent, _KEPT)


def _any(state: State) -> list[Code]:
    chance = random.Random(len(state.guesses))  # noqa: S311  # guesses, not secrets, and the same ones each time
    return [random_code(state.rules, chance) for _ in range(_FEW)]
