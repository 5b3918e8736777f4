"""The one guess that a strategy makes."""

import random
from collections.abc import Callable
from typing import TypeAlias

from core.game.codes import Code, random_code
from core.game.feedback import score
from core.game.rules import Rules
from core.solver.ranking import Stop, best, never, pool, ranked
from core.solver.state import State
from core.solver.strategies import SECOND_TABLE, Opening, Pool, Strategy, Ties

Solve: TypeAlias = Callable[[State], Code]
"""What `optimal` asks for its guess."""

_TRIES = 10_000
"""Codes drawn in search of one with a given feedback before any candidate will do."""


def choose(strategy: Strategy, state: State, chance: random.Random, solve: Solve, stop: Stop = never) -> Code:
    """The guess of a strategy.

    Args:
        strategy: whose guess.
        state: of the game.
        chance: drawn from where the strategy is not deterministic.
        solve: asked where the strategy is `optimal`.
        stop: when to give up comparing guesses by score.

    Raises:
        OutOfTime: `stop` said so.
    """
    if not state.guesses and strategy.opening is not Opening.OWN:
        return _opening(strategy.opening, state.rules, chance)
    if len(state.candidates) == 1 or strategy.name == "first":
        return state.candidates[0]
    if strategy.name == "random":
        return chance.choice(state.candidates)
    if strategy.name == "second-table":
        return _from_second_table(state, chance)
    if strategy.name == "optimal":
        return solve(state)
    return _best(strategy, state, chance, stop)


def _opening(opening: Opening | Code, rules: Rules, chance: random.Random) -> Code:
    return random_code(rules, chance) if isinstance(opening, Opening) else opening


def _best(strategy: Strategy, state: State, chance: random.Random, stop: Stop) -> Code:
    """The best guess by score."""
    candidates_first = strategy.pool is Pool.CANDIDATES or strategy.ties is Ties.CONSISTENT
    if candidates_first and strategy.ties is not Ties.RANDOM and (ideal := splits_all(state)) is not None:
        return ideal
    guesses = pool(strategy, state)
    if strategy.ties is not Ties.RANDOM:
        return best(strategy.valuation, state, guesses, stop).code
    found = ranked(strategy.valuation, state, guesses, stop)
    least = min(found).score
    return chance.choice([guess.code for guess in found if guess.score == least])


def splits_all(state: State) -> Code | None:
    """The lowest candidate that tells all candidates apart: by no score is there a better guess, None if none does."""
    candidates = state.candidates
    possible = (state.rules.positions + 1) * (state.rules.positions + 2) // 2 - 1
    if len(candidates) > possible:
        return None
    return next((code for code in candidates if len(state.cells(code)) == len(candidates)), None)


def _from_second_table(state: State, chance: random.Random) -> Code:
    """Any candidate; as second guess any code that has with the first the feedback that the table asks for."""
    if len(state.guesses) == 1:
        first = state.guesses[0]
        wanted = SECOND_TABLE.get(score(state.candidates[0], first))
        for _ in range(_TRIES if wanted else 0):
            code = random_code(state.rules, chance)
            if code != first and score(code, first) == wanted:
                return code
    return chance.choice(state.candidates)
