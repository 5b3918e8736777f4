"""Slow reference implementations, and generators of histories."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from hypothesis import strategies as st

from core.game.codes import Code, all_codes, random_code
from core.game.feedback import Feedback, Turn, compute_feedback
from core.game.rules import Rules

RULES = tuple(
    map(Rules.parse, ("1x2", "1x5", "2x3", "2x2r", "3x3", "3x4", "3x6", "3x4r", "4x5", "4x2r", "4x3r", "5x3r", "5x5"))
)
"""Small rules with more, fewer and as many symbols as positions, with one position, and with two symbols."""


def reference_cells(guess: Code, codes: Sequence[Code]) -> Counter[Feedback]:
    """The number of codes for each feedback to a guess."""
    return Counter(compute_feedback(code, guess) for code in codes)


def reference_candidates(rules: Rules, turns: Sequence[Turn]) -> list[Code]:
    """The codes consistent with every turn."""
    return [
        code for code in all_codes(rules) if all(compute_feedback(code, turn.guess) == turn.feedback for turn in turns)
    ]


RulesAndTurns: TypeAlias = tuple[Rules, tuple[Turn, ...]]


@cache
def reference_minimum_cost(rules: Rules, candidates: tuple[Code, ...]) -> int:
    """The minimum cost of a set of candidates, by trying every guess."""
    if len(candidates) == 1:
        return 1
    return min(
        len(candidates)
        + sum(reference_minimum_cost(rules, cell) for feedback, cell in cells.items() if feedback.hits < len(guess))
        for guess in all_codes(rules)
        if len(cells := _cells(guess, candidates)) > 1
    )


def _cells(guess: Code, candidates: tuple[Code, ...]) -> dict[Feedback, tuple[Code, ...]]:
    cells: dict[Feedback, tuple[Code, ...]] = {}
    for code in candidates:
        feedback = compute_feedback(code, guess)
        cells[feedback] = (*cells.get(feedback, ()), code)
    return cells


@st.composite
def histories(draw: st.DrawFn, max_turns: int = 3) -> RulesAndTurns:
    """Rules with a history that is consistent with at least one code."""
    rules = draw(st.sampled_from(RULES))
    rng = draw(st.randoms(use_true_random=False))
    secret = random_code(rules, rng)
    guesses = [random_code(rules, rng) for _ in range(draw(st.integers(0, max_turns)))]
    return rules, tuple(Turn(guess, compute_feedback(secret, guess)) for guess in guesses)


def turns_of(rules: Rules, secret: Code, *guesses: Code) -> tuple[Turn, ...]:
    """The history of these guesses at a secret."""
    assert all(len(guess) == rules.positions for guess in guesses)
    return tuple(Turn(guess, compute_feedback(secret, guess)) for guess in guesses)
