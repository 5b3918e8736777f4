"""Marks for skill and luck."""

import random

import pytest
from hypothesis import given, strategies as st

from core.game.codes import all_codes
from core.game.rules import Rules
from core.solver.candidates import find_candidates
from core.solver.marks import MAX_MARK, luck_mark, skill_mark

SMALL = Rules.parse("3x6")


@given(st.floats(0, 20), st.floats(0, 20))
def test_skill_does_not_increase_with_the_loss(first: float, second: float) -> None:
    low, high = sorted((first, second))

    assert 0 <= skill_mark(high) <= skill_mark(low) <= MAX_MARK
    assert skill_mark(0.0) == MAX_MARK


@given(st.randoms(use_true_random=False))
def test_luck_does_not_increase_with_the_cell_size_and_its_mean_is_in_the_middle(rng: random.Random) -> None:
    codes = list(all_codes(SMALL))
    guess = rng.choice(codes)
    sizes = find_candidates(SMALL, ()).cell_sizes(guess)
    by_size = sorted(sizes, key=lambda feedback: (feedback.hits != SMALL.positions, sizes[feedback]))

    lucks = [luck_mark(sizes, feedback, SMALL) for feedback in by_size]

    assert lucks == sorted(lucks, reverse=True)
    assert all(0 <= each <= MAX_MARK for each in lucks)
    mean = sum(luck_mark(sizes, feedback, SMALL) * size for feedback, size in sizes.items()) / len(codes)
    assert mean == pytest.approx(MAX_MARK / 2, abs=0.5)
