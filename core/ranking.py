"""The guesses of a strategy that has a score, best first."""

import heapq
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from core.codes import Code
from core.partition import Trie, trie_of, walk
from core.rules import Rules
from core.standing import Standing
from core.strategies import Pool, Strategy, Ties
from core.symmetry import inequivalent_guesses

MAX_GUESSES = 400_000
"""Guesses told apart by their symbols; where there are more, only some of them are looked at."""


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


def best_guesses(strategy: Strategy, standing: Standing, top: int) -> list[Ranked]:
    """The best guesses of each kind, best first."""
    return heapq.nsmallest(top, ranked(strategy, standing, pool(strategy, standing)))


def ranked(strategy: Strategy, standing: Standing, guesses: Trie) -> list[Ranked]:
    """Every guess of a trie with its score, lowest guess first, without those that the strategy may not make."""
    found: list[Ranked] = []
    score_of = strategy.score.of
    bonus = strategy.win_bonus.of(strategy.score)
    prefer_consistent = strategy.ties is Ties.CONSISTENT
    every = strategy.pool is Pool.ALL

    def visit(guess: Code, sizes: list[int]) -> None:
        if sizes[-1]:
            found.append(Ranked(score_of(sizes) - bonus, 0, guess, consistent=True))
        elif every:
            found.append(Ranked(score_of(sizes), int(prefer_consistent), guess, consistent=False))

    walk(standing.masks, guesses, standing.rules.positions, visit)
    return found


def pool(strategy: Strategy, standing: Standing) -> Trie:
    """What the strategy may guess, of guesses that are the same only the lowest; perhaps also what it may not."""
    few = strategy.pool is Pool.CANDIDATES and len(standing.candidates) <= _FEW
    different = None if few else _different(standing.rules, tuple(sorted(set(standing.guesses))), standing.absent)
    return _trie(standing.candidates) if different is None else different


_FEW = 300
"""Candidates that are sooner looked at themselves than the different guesses among all codes."""


@lru_cache(maxsize=256)
def _different(rules: Rules, guesses: tuple[Code, ...], absent: frozenset[int]) -> Trie | None:
    found = inequivalent_guesses(rules, guesses, absent, MAX_GUESSES)
    return None if found is None else _trie(found)


def _trie(guesses: Iterable[Code]) -> Trie:
    return trie_of(guesses) or []
