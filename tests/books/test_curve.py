"""What a set costs by its size: bounds that hold, and curves through what was seen."""

from itertools import chain, repeat

import pytest

from bot.books.curve import guessed_costs, learned_costs, least_costs, steeper_costs


def test_an_ideal_tree_finds_one_secret_then_as_many_as_there_are_other_feedbacks() -> None:
    assert least_costs(3, 7, repeat(1)) == [0, 1, 3, 5, 7, 10, 13, 16]


def test_tolls_are_paid_by_every_secret_that_is_not_found_before() -> None:
    assert least_costs(2, 5, chain([1, 1], repeat(10))) == [0, 1, 3, 5, 17, 29]


def test_a_mean_often_seen_is_believed() -> None:
    costs = learned_costs([(4, 7), (4, 8)] * 5 + [(30, 80), (60, 180)], 100)
    assert costs[4] == pytest.approx(7.5)


def test_large_sets_lie_on_a_curve_through_those_seen() -> None:
    costs = learned_costs([(30, 90), (60, 210)], 100)
    assert costs[30] == pytest.approx(90)
    assert costs[60] == pytest.approx(210)
    assert 90 < costs[45] < 210


def test_one_and_two_candidates_cost_what_they_cost() -> None:
    for costs in (guessed_costs(13, 50), learned_costs([], 50), learned_costs([(20, 50)], 50)):
        assert costs[:3].tolist() == [0, 1, 3]


def test_late_guesses_add_what_sets_of_that_size_commonly_paid() -> None:
    plain = guessed_costs(13, 50)
    steep = steeper_costs(plain, [(10, round(float(plain[10])) + 1000)])
    assert steep[10] - plain[10] == pytest.approx(1000, abs=1)
    assert steep[6] - plain[6] == pytest.approx(500, abs=1)
    assert steep[20] - plain[20] == pytest.approx(2000, abs=2)
    assert steep[2] == plain[2]
