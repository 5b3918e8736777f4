import math
import random

import pytest
from hypothesis import given, strategies as st

from core.solver.errors import UnknownStrategy
from core.solver.scores import SCALE, Score, WorstCell, entropy, expected_size, landy, log1p, most_parts, power

ALL_SCORES = (WorstCell(), expected_size(), entropy(), most_parts(), log1p(), landy(), power(2.5), power(0.5))
SIZES = st.lists(st.integers(1, 300), min_size=1, max_size=13)


@pytest.mark.parametrize(
    ("score", "value"),
    [
        (WorstCell(), 4),
        (expected_size(), (16 + 9 + 1) / 8),
        (entropy(), 3 - (4 * 2 + 3 * math.log2(3)) / 8),
        (most_parts(), 3),
        (log1p(), (4 * math.log(5) + 3 * math.log(4) + math.log(2)) / 8),
        (power(3), (64 + 27 + 1) / 8),
        (power(0), 3 / 8),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_score_is_displayed_in_its_unit(score: Score, value: float) -> None:
    assert score.displayed_value(score.scaled_score([4, 0, 3, 1]), 8) == pytest.approx(value)


def test_landys_function_satisfies_its_definition() -> None:
    root = landy().scaled_score([27]) / SCALE / 27
    assert root**root == pytest.approx(27)


@pytest.mark.parametrize("score", ALL_SCORES, ids=lambda score: score.name)
@given(sizes=SIZES, rng=st.randoms(use_true_random=False))
def test_the_order_of_the_cells_does_not_matter(score: Score, sizes: list[int], rng: random.Random) -> None:
    shuffled = [*sizes, 0, 0]
    rng.shuffle(shuffled)
    assert score.scaled_score(shuffled) == score.scaled_score(sizes)


@pytest.mark.parametrize("score", ALL_SCORES, ids=lambda score: score.name)
@given(sizes=SIZES)
def test_singleton_cells_are_best_and_one_cell_is_worst(score: Score, sizes: list[int]) -> None:
    assert score.scaled_score([1] * sum(sizes)) <= score.scaled_score(sizes) <= score.scaled_score([sum(sizes)])


def test_entropies_that_are_mathematically_equal_are_equal() -> None:
    assert entropy().scaled_score([4, 1, 1, 1, 1]) == entropy().scaled_score([2, 2, 2, 2])


def test_very_large_cells_are_scored() -> None:
    assert expected_size().scaled_score([3_000_000, 1]) == (3_000_000**2 + 1) * SCALE


@pytest.mark.parametrize("exponent", [1, 65, -65, math.nan, math.inf])
def test_useless_exponents_are_refused(exponent: float) -> None:
    with pytest.raises(UnknownStrategy):
        power(exponent)


@pytest.mark.parametrize("score", [*ALL_SCORES, power(-1.5), power(1.0001)], ids=lambda score: score.name)
@given(groups=st.lists(SIZES, min_size=1, max_size=5))
def test_no_score_is_below_the_lower_bound_for_its_groups_of_cells(score: Score, groups: list[list[int]]) -> None:
    bound = score.least_scaled_score((sum(sizes), len(sizes)) for sizes in groups)
    assert bound <= score.scaled_score([size for sizes in groups for size in sizes])


@pytest.mark.parametrize("score", [*ALL_SCORES, power(-1.5)], ids=lambda score: score.name)
@given(sizes=SIZES)
def test_the_lower_bound_is_least_for_the_most_cells(score: Score, sizes: list[int]) -> None:
    bounds = [score.least_scaled_score([(sum(sizes), cells)]) for cells in range(1, len(sizes) + 1)]
    assert bounds == sorted(bounds, reverse=True)


@pytest.mark.parametrize("score", [WorstCell(), expected_size(), entropy(), log1p(), landy()], ids=lambda s: s.name)
def test_the_lower_bound_is_reached_by_equal_cells(score: Score) -> None:
    assert score.least_scaled_score([(8, 3), (1, 1)]) == score.scaled_score([1, 3, 3, 2])
