import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.solver.errors import UnknownStrategy
from core.solver.scores import SCALE, Score, WorstCell, entropy, expected_size, landy, log1p, most_parts, power

EVERY = (WorstCell(), expected_size(), entropy(), most_parts(), log1p(), landy(), power(2.5), power(0.5))
SIZES = st.lists(st.integers(1, 300), min_size=1, max_size=13)


@pytest.mark.parametrize(
    ("score", "shown"),
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
def test_a_score_is_shown_in_its_unit(score: Score, shown: float) -> None:
    assert score.value(score.of([4, 0, 3, 1]), 8) == pytest.approx(shown)


def test_landys_function_is_the_root_that_its_definition_says() -> None:
    root = landy().of([27]) / SCALE / 27
    assert root**root == pytest.approx(27)


@pytest.mark.parametrize("score", EVERY, ids=lambda score: score.name)
@given(sizes=SIZES, chance=st.randoms(use_true_random=False))
def test_the_order_of_the_cells_does_not_matter(score: Score, sizes: list[int], chance: random.Random) -> None:
    mixed = [*sizes, 0, 0]
    chance.shuffle(mixed)
    assert score.of(mixed) == score.of(sizes)


@pytest.mark.parametrize("score", EVERY, ids=lambda score: score.name)
@given(sizes=SIZES)
def test_telling_all_apart_is_best_and_nothing_apart_is_worst(score: Score, sizes: list[int]) -> None:
    assert score.of([1] * sum(sizes)) <= score.of(sizes) <= score.of([sum(sizes)])


def test_entropies_that_are_mathematically_equal_are_equal() -> None:
    assert entropy().of([4, 1, 1, 1, 1]) == entropy().of([2, 2, 2, 2])


def test_great_cells_are_scored_without_a_table() -> None:
    assert expected_size().of([3_000_000, 1]) == (3_000_000**2 + 1) * SCALE


@pytest.mark.parametrize("exponent", [1, 65, -65, math.nan, math.inf])
def test_powers_that_say_nothing_are_refused(exponent: float) -> None:
    with pytest.raises(UnknownStrategy):
        power(exponent)
