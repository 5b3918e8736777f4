"""The guesses of a strategy that has a score, best first."""

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from core.codes import Code, random_code
from core.partition import Trie, trie_of, walk
from core.rules import Rules
from core.standing import Standing
from core.strategies import Pool, Strategy, Valuation
from core.symmetry import inequivalent_guesses

MAX_GUESSES = 100_000
"""Guesses told apart by their symbols; where there are more, only some of them are looked at."""

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


def ranked(valuation: Valuation, standing: Standing, guesses: Trie, stop: Stop = never) -> list[Ranked]:
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

    walk(standing.masks, guesses, standing.rules.positions, visit)
    return found


def pool(strategy: Strategy, standing: Standing) -> Trie:
    """What the strategy may guess, of guesses that are the same only the lowest; perhaps also what it may not.

    Where there are too many guesses to look at, it is some candidates and some codes that need not be.
    """
    if strategy.pool is Pool.CANDIDATES and len(standing.candidates) <= _FEW:
        return trie_of(standing.candidates)
    guesses = tuple(sorted(set(standing.guesses)))
    return _different(standing.rules, guesses, standing.absent) or trie_of(
        sorted({*some_candidates(standing), *_any(standing)})
    )


def some_candidates(standing: Standing) -> Sequence[Code]:
    """At most some hundred candidates, spread evenly."""
    return standing.candidates[:: 1 + len(standing.candidates) // _FEW]


@lru_cache(maxsize=256)
def _different(rules: Rules, guesses: tuple[Code, ...], absent: frozenset[int]) -> Trie | None:
    found = inequivalent_guesses(rules, guesses, absent, MAX_GUESSES)
    return None if found is None else trie_of(found)


def _any(standing: Standing) -> list[Code]:
    chance = random.Random(len(standing.guesses))  # noqa: S311  # guesses, not secrets, and the same ones each time
    return [random_code(standing.rules, chance) for _ in range(_FEW)]
