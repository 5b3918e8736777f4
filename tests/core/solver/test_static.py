"""Guesses that are asked at once, compared with brute force and with published numbers."""

import random
from itertools import combinations, count

import pytest

from core.game.codes import Code, all_codes
from core.game.feedback import compute_feedback
from core.game.rules import Rules
from core.solver.static import StaticSearch


def tell_all_apart(guesses: tuple[Code, ...], rules: Rules) -> bool:
    """Whether no two codes get the same feedback to each guess."""
    codes = list(all_codes(rules))
    return len({tuple(compute_feedback(code, guess) for guess in guesses) for code in codes}) == len(codes)


def fewest_by_brute_force(rules: Rules) -> int:
    """The fewest guesses that tell all secrets apart."""
    codes = list(all_codes(rules))
    return next(n for n in count(1) if any(tell_all_apart(some, rules) for some in combinations(codes, n)))


@pytest.mark.parametrize("notation", ["2x2", "2x3", "2x5", "3x3", "2x2r", "2x3r", "2x4r", "3x2r", "3x3r", "4x2r"])
def test_as_few_guesses_are_found_as_by_brute_force(notation: str) -> None:
    rules = Rules.parse(notation)
    search, fewest = StaticSearch(rules), fewest_by_brute_force(rules)
    found = search.find_at_most(fewest)
    assert found is not None
    assert len(found) <= fewest
    assert tell_all_apart(found, rules)
    assert search.find_at_most(fewest - 1) is None


PUBLISHED = {
    **{f"2x{symbols}r": -(-2 * symbols // 3) for symbols in range(2, 9)},
    **{f"3x{symbols}r": symbols - 1 for symbols in (4, 5)},
}
"""Goddard's numbers, without the guess that names the secret."""


@pytest.mark.parametrize(("notation", "fewest"), PUBLISHED.items())
def test_the_fewest_guesses_are_those_published(notation: str, fewest: int) -> None:
    search = StaticSearch(Rules.parse(notation))
    assert search.find_at_most(fewest) is not None
    assert search.find_at_most(fewest - 1) is None


@pytest.mark.parametrize(
    ("notation", "fewest"),
    [
        ("3x7", 5),
        ("3x6r", 5),
        *(pytest.param(*case, marks=pytest.mark.slow) for case in [("4x6", 5), ("5x5", 6), ("4x4r", 4)]),
    ],
)
def test_the_records_are_proven(notation: str, fewest: int) -> None:
    assert StaticSearch(Rules.parse(notation)).find_at_most(fewest - 1) is None


@pytest.mark.parametrize("notation", ["2x4", "2x3r", "3x2r"])
def test_the_guesses_of_the_random_search_tell_all_secrets_apart(notation: str) -> None:
    rules = Rules.parse(notation)
    guesses = StaticSearch(rules).find_at_random(random.Random(0))
    assert tell_all_apart(guesses, rules)
    assert len(guesses) >= fewest_by_brute_force(rules)
