import random
from math import comb, factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.game.codes import all_codes, random_code
from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn, compute_feedback
from core.game.rules import Rules
from core.solver.candidates import cell_numbers, code_at, find_candidates
from core.solver.partition import cell_number
from tests.core.solver.solving import RULES, Played, games, plain_candidates, plain_cells, turns_of


@given(games())
@settings(deadline=None)
def test_candidates_are_those_that_fit_every_turn(game: Played) -> None:
    rules, turns = game
    found = find_candidates(rules, turns)
    assert found.codes() == plain_candidates(rules, turns)
    assert found.count == len(found.codes())


@given(st.sampled_from(RULES), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_answers_of_a_guess_are_those_of_scoring_one_code_after_another(
    rules: Rules, chance: random.Random
) -> None:
    guess = random_code(rules, chance)
    assert list(cell_numbers(guess, rules)) == [
        cell_number(compute_feedback(code, guess), rules) for code in all_codes(rules)
    ]


@given(games(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_what_each_feedback_would_leave_is_counted(game: Played, chance: random.Random) -> None:
    rules, turns = game
    guess = random_code(rules, chance)
    assert find_candidates(rules, turns).cell_sizes(guess) == plain_cells(guess, plain_candidates(rules, turns))


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_codes_are_found_by_their_place(rules: Rules) -> None:
    assert [code_at(place, rules) for place in range(rules.codes)] == list(all_codes(rules))


def test_millions_of_codes_are_counted_exactly() -> None:
    rules = Rules.parse("10x10")
    guess = tuple(range(10))
    derangements = sum((-1) ** k * comb(10, k) * factorial(10 - k) for k in range(11))
    assert find_candidates(rules, [Turn(guess, Feedback(0, 10))]).count == derangements


def test_a_sample_of_many_candidates_is_made_of_candidates() -> None:
    rules = Rules.parse("8x10")
    turns = turns_of(rules, (7, 1, 0, 4, 9, 2, 3, 5), (0, 1, 2, 3, 4, 5, 6, 7))
    sample = find_candidates(rules, turns).sample(50, random.Random(1))
    assert len(set(sample)) == 50
    assert sample == sorted(sample)
    assert all(compute_feedback(code, turn.guess) == turn.feedback for code in sample for turn in turns)


def test_a_sample_before_the_first_guess_is_drawn_from_all_codes() -> None:
    assert len(set(find_candidates(Rules.parse("7x10r"), []).sample(50, random.Random(1)))) == 50


def test_a_few_candidates_among_millions_are_listed() -> None:
    rules = Rules.parse("8x10")
    secret = (7, 1, 0, 4, 9, 2, 3, 5)
    turns = [*turns_of(rules, secret, (0, 1, 2, 3, 4, 5, 6, 7), (7, 1, 0, 4, 9, 2, 5, 3))]
    found = find_candidates(rules, turns)
    assert secret in found.codes()
    assert found.sample(10_000, random.Random(1)) == found.codes()


def test_a_contradiction_names_the_turn_after_which_nothing_is_left() -> None:
    turns = [
        Turn((0, 1, 2, 3), Feedback(0, 0)),
        Turn((4, 5, 6, 7), Feedback(0, 0)),
        Turn((8, 9, 0, 1), Feedback(0, 2)),
    ]
    with pytest.raises(Contradiction) as caught:
        find_candidates(Rules.parse("4x10"), turns)
    assert caught.value.number == 2


def test_a_feedback_that_cannot_be_contradicts() -> None:
    with pytest.raises(Contradiction):
        find_candidates(Rules.parse("4x10"), [Turn((0, 1, 2, 3), Feedback(3, 1))])
