"""Slow reference implementations, and generators of histories."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import TypeAlias

from hypothesis import strategies as st

from core.game.codes import Code, all_codes, random_code
from core.game.feedback import Feedback, Turn, compute_feedback
from core.game.items import Entry, Item
from core.game.rules import Rules

RULES = tuple(
    map(Rules.parse, ("1x2", "1x5", "2x3", "2x2r", "3x3", "3x4", "3x6", "3x4r", "4x5", "4x2r", "4x3r", "5x3r", "5x5"))
)
"""Small rules with more, fewer and as many symbols as positions, with one position, and with two symbols."""


def reference_cells(guess: Code, codes: Sequence[Code]) -> Counter[Feedback]:
    """The number of codes for each feedback to a guess."""
    return Counter(compute_feedback(code, guess) for code in codes)


def reference_candidates(rules: Rules, history: Sequence[Entry]) -> list[Code]:
    """The codes that the secret can be after every turn and clue."""
    codes = list(all_codes(rules))
    for entry in history:
        codes = sorted({after for code in codes for after in _codes_after(entry, code)})
    return codes


def reference_distribution(rules: Rules, history: Sequence[Entry]) -> dict[Code, Fraction]:
    """The share of each code after every turn and clue, if what it can be after a defence is equally likely."""
    shares = dict.fromkeys(all_codes(rules), Fraction(1))
    for entry in history:
        after = dict[Code, Fraction]()
        for code, share in shares.items():
            drawn = _codes_after(entry, code)
            for each in drawn:
                after[each] = after.get(each, Fraction(0)) + share / len(drawn)
        shares = after
    return shares


def _codes_after(entry: Entry, code: Code) -> list[Code]:
    """What a code can be after a turn or a clue, nothing if it contradicts it."""
    if isinstance(entry, Turn):
        return [code] if compute_feedback(code, entry.guess) == entry.feedback else []
    about, answer = entry.about or 0, entry.answer
    match entry.item:
        case Item.SHUFFLE:
            return list(permutations(code))
        case Item.CHANGE:
            digits = range(5, 10) if answer else range(5)
            changed = [(*code[:about], digit, *code[about + 1 :]) for digit in digits if digit not in code]
            return changed if code[about] in digits else []
        case Item.HIGHLOW:
            fits = tuple(digit in {5, 6, 7, 8, 9} for digit in code) == answer
        case Item.SLASH:
            fits = answer == max(abs(one - other) for one in code for other in code)
        case Item.TARGET:
            fits = about not in code if answer is None else dict(enumerate(code)).get(int(str(answer))) == about
        case _:
            fits = code[about] == answer
    return [code] if fits else []


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
    rules, rng = draw(st.sampled_from(RULES)), draw(st.randoms(use_true_random=False))
    secret = random_code(rules, rng)
    guesses = [random_code(rules, rng) for _ in range(draw(st.integers(0, max_turns)))]
    return rules, tuple(Turn(guess, compute_feedback(secret, guess)) for guess in guesses)


def turns_of(rules: Rules, secret: Code, *guesses: Code) -> tuple[Turn, ...]:
    """The history of these guesses at a secret."""
    assert all(len(guess) == rules.positions for guess in guesses)
    return tuple(Turn(guess, compute_feedback(secret, guess)) for guess in guesses)
