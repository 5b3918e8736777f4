"""Advice where candidates are not equally likely, compared with a plain program over all numbers and all draws."""

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import TypeAlias

import pytest

from core.game.codes import Code, random_code
from core.game.feedback import Turn, compute_feedback
from core.game.history import parse_history
from core.game.items import DEFENCES, ITEM_RULES, Clue, Entry, Item, Use, draw_defence
from core.solver.candidates import find_candidates
from core.solver.coach import suggest
from core.solver.review import check_guess, review_game
from tests.core.solver.reference import reference_distribution
from tests.core.solver.test_clues import ABOUT

NUMBERS = list(permutations(range(10), 3))
REPORTED = parse_history("630 0H0B, slash 5, change 2 high, 574 1H0B, 592 0H1B", ITEM_RULES)
MOST = 9
"""The largest number of candidates for which the plain program compares all guesses."""

Weighted: TypeAlias = tuple[tuple[Code, int], ...]
"""Numbers with whole weights."""


@cache
def answers(number: Code) -> list[tuple[int, int]]:
    """The feedback of every guess for a number: hits, and hits and blows together."""
    return [(sum(map(int.__eq__, number, guess)), sum(digit in guess for digit in number)) for guess in NUMBERS]


def divisions(weighted: Weighted) -> Iterator[tuple[Code, list[Weighted]]]:
    """For each guess, the parts of some numbers that get the same feedback, without the guess itself."""
    for guess, feedbacks in zip(NUMBERS, zip(*(answers(number) for number, _ in weighted), strict=True), strict=True):
        parts: dict[tuple[int, int], Weighted] = {}
        for feedback, each in zip(feedbacks, weighted, strict=True):
            parts[feedback] = (*parts.get(feedback, ()), each)
        parts.pop((3, 3), None)
        if list(parts.values()) != [weighted]:
            yield guess, list(parts.values())


@cache
def least_cost(weighted: Weighted) -> int:
    """The number of guesses of the best play, times the weight of each number."""
    if not weighted:
        return 0
    total, best = weight_of(weighted), 1 << 60
    bounded = {tuple(parts): total + sum(map(least_possible, parts)) for _, parts in divisions(weighted)}
    for parts, bound in sorted(bounded.items(), key=lambda each: each[1]):
        if bound >= best:
            break
        best = min(best, total + sum(map(least_cost, parts)))
    return best


def least_possible(weighted: Weighted) -> int:
    """Not every number can be found at once: one guess for the heaviest, two for each other."""
    return 2 * weight_of(weighted) - max(weight for _, weight in weighted)


def cost_after(guess: Code, weighted: Weighted) -> int:
    parts = dict(divisions(weighted))[guess]
    return weight_of(weighted) + sum(map(least_cost, parts))


def weight_of(weighted: Weighted) -> int:
    return sum(weight for _, weight in weighted)


def whole(distribution: dict[Code, Fraction]) -> Weighted:
    """The weights of a distribution as the smallest whole numbers."""
    factor = math.lcm(*(share.denominator for share in distribution.values()))
    weights = {number: int(share * factor) for number, share in sorted(distribution.items())}
    divisor = math.gcd(*weights.values())
    return tuple((number, weight // divisor) for number, weight in weights.items())


def game_with_draws(rng: random.Random) -> tuple[Entry, ...]:
    """A history with SHUFFLE, CHANGE or both, after which few numbers are possible."""
    while True:
        number, history = random_code(ITEM_RULES, rng), list[Entry]()
        items = [rng.choice(sorted(DEFENCES)), *rng.choices(list(Item), k=2), None, None, None]
        rng.shuffle(items)
        for item in (*items, None, None):
            known = find_candidates(ITEM_RULES, history)
            if 1 < known.count <= MOST and DEFENCES & {each.item for each in history if isinstance(each, Clue)}:
                return tuple(history)
            entry, number = move(item, number, known.codes(), rng)
            history.append(entry)


def move(item: Item | None, number: Code, candidates: Sequence[Code], rng: random.Random) -> tuple[Entry, Code]:
    """A candidate that is guessed or an item that is used, and what the number is afterwards."""
    if item is None:
        guess = rng.choice(candidates)
        return Turn(guess, compute_feedback(number, guess)), number
    about = rng.randrange(ABOUT[item]) if item in ABOUT else None
    after = draw_defence(Use(item, about), number, rng).number_after(number) if item in DEFENCES else number
    return Clue.for_number(item, number, about), after


def assert_is_that_of_the_plain_program(history: Sequence[Entry]) -> None:
    weighted = whole(reference_distribution(ITEM_RULES, history))
    total, found = weight_of(weighted), find_candidates(ITEM_RULES, history)
    assert Counter(found.weighted_codes()) == dict(weighted)
    advice = suggest(ITEM_RULES, history, top=3)
    assert advice.guesses[0].exact
    assert advice.guesses[0].expected == pytest.approx(least_cost(weighted) / total)
    for guess in advice.guesses:
        parts = dict(divisions(weighted))[guess.code]
        assert guess.left == pytest.approx(sum(weight_of(part) * len(part) for part in parts) / total)
        if guess.exact:
            assert guess.expected == pytest.approx(cost_after(guess.code, weighted) / total)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "seeds",
    [range(1), *(pytest.param(range(first, first + 10), marks=pytest.mark.slow) for first in range(1, 2000, 10))],
)
def test_advice_after_draws_is_that_of_a_plain_program(seeds: range) -> None:
    for seed in seeds:
        assert_is_that_of_the_plain_program(game_with_draws(random.Random(seed)))


def test_advice_after_a_change_weighs_the_draws() -> None:
    advice = suggest(ITEM_RULES, REPORTED)

    assert advice.candidates == ((2, 6, 4), (2, 8, 4), (9, 6, 4), (9, 8, 4))
    assert advice.guesses[0].expected == pytest.approx(43 / 26)
    assert_is_that_of_the_plain_program(REPORTED)


@pytest.mark.slow
def test_checks_and_luck_weigh_the_draws() -> None:
    """After the reported history the weights of 264, 284, 964 and 984 are 3, 3, 12 and 8."""
    feedback = compute_feedback((9, 6, 4), (2, 6, 4))

    checked = check_guess(ITEM_RULES, REPORTED, (2, 6, 4))
    reviewed = review_game(ITEM_RULES, (*REPORTED, Turn((2, 6, 4), feedback)), check_guess).turns[-1]

    assert checked.is_exact
    assert checked.loss == pytest.approx(2 - 43 / 26)
    assert reviewed.luck == round(99 * 15 / 26 / 2)
