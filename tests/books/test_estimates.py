"""Lower bounds and likely costs of sets of candidates by their size."""

from itertools import chain, repeat

import pytest

from bot.books.estimates import assumed_costs, fitted_costs, increased_costs
from bot.books.search import least_costs


def test_each_guess_of_an_ideal_tree_finds_one_secret_for_each_node() -> None:
    assert least_costs(3, 7, repeat(1)) == [0, 1, 3, 5, 7, 10, 13, 16]


def test_a_guess_costs_something_for_every_secret_that_is_not_found_earlier() -> None:
    assert least_costs(2, 5, chain([1, 1], repeat(10))) == [0, 1, 3, 5, 17, 29]


def test_the_cost_of_a_small_size_is_the_mean_of_its_samples() -> None:
    costs = fitted_costs([(4, 7), (4, 8)] * 5 + [(30, 80), (60, 180)], 100)
    assert costs[4] == pytest.approx(7.5)


def test_the_costs_of_large_sizes_are_fitted_by_a_curve() -> None:
    costs = fitted_costs([(30, 90), (60, 210)], 100)
    assert costs[30] == pytest.approx(90)
    assert costs[60] == pytest.approx(210)
    assert 90 < costs[45] < 210


def test_the_costs_of_one_and_two_candidates_are_exact() -> None:
    for costs in (assumed_costs(13, 50), fitted_costs([], 50), fitted_costs([(20, 50)], 50)):
        assert costs[:3].tolist() == [0, 1, 3]


def test_differences_to_the_samples_are_interpolated() -> None:
    costs = assumed_costs(13, 50)
    increased = increased_costs(costs, [(10, round(float(costs[10])) + 1000)])
    assert increased[10] - costs[10] == pytest.approx(1000, abs=1)
    assert increased[6] - costs[6] == pytest.approx(500, abs=1)
    assert increased[20] - costs[20] == pytest.approx(2000, abs=2)
    assert increased[2] == costs[2]
