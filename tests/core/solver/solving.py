"""Slow, obviously right definitions that the fast ones are held against."""

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
"""Small rules of every kind: as many symbols as positions, fewer, more, one position, two symbols."""


def plain_cells(guess: Code, codes: Sequence[Code]) -> Counter[Feedback]:
    """How many codes give each feedback, by scoring one after another."""
    return Counter(compute_feedback(code, guess) for code in codes)


def plain_candidates(rules: Rules, turns: Sequence[Turn]) -> list[Code]:
    """The codes that fit every turn, by trying all."""
    return [
        code for code in all_codes(rules) if all(compute_feedback(code, turn.guess) == turn.feedback for turn in turns)
    ]


Played: TypeAlias = tuple[Rules, tuple[Turn, ...]]


@cache
def plain_minimum(rules: Rules, candidates: tuple[Code, ...]) -> int:
    """The least total, by trying every guess."""
    if len(candidates) == 1:
        return 1
    return min(
        len(candidates) + sum(plain_minimum(rules, cell) for answer, cell in cells.items() if answer.hits < len(guess))
        for guess in all_codes(rules)
        if len(cells := _cells(guess, candidates)) > 1
    )


def _cells(guess: Code, candidates: tuple[Code, ...]) -> dict[Feedback, tuple[Code, ...]]:
    answers = {code: compute_feedback(code, guess) for code in candidates}
    return {answer: tuple(code for code in candidates if answers[code] == answer) for answer in set(answers.values())}


@st.composite
def games(draw: st.DrawFn, most_turns: int = 3) -> Played:
    """Rules with a history that some secret fits."""
    rules = draw(st.sampled_from(RULES))
    chance = draw(st.randoms(use_true_random=False))
    secret = random_code(rules, chance)
    guesses = [random_code(rules, chance) for _ in range(draw(st.integers(0, most_turns)))]
    return rules, tuple(Turn(guess, compute_feedback(secret, guess)) for guess in guesses)


def turns_of(rules: Rules, secret: Code, *guesses: Code) -> tuple[Turn, ...]:
    """The history of some guesses at a secret."""
    assert all(len(guess) == rules.positions for guess in guesses)
    return tuple(Turn(guess, compute_feedback(secret, guess)) for guess in guesses)
