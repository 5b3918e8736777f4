import random
from math import comb, factorial

import pytest
from hypothesis import given, settings

from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn, compute_feedback
from core.game.rules import Rules
from core.solver.candidates import find_candidates
from tests.core.solver.reference import RulesAndTurns, histories, reference_candidates, turns_of


@given(histories())
@settings(deadline=None)
def test_the_candidates_are_the_codes_consistent_with_every_turn(game: RulesAndTurns) -> None:
    rules, turns = game
    found = find_candidates(rules, turns)
    assert found.codes() == reference_candidates(rules, turns)
    assert found.count == len(found.codes())


def test_millions_of_codes_are_counted_exactly() -> None:
    rules, guess = Rules.parse("10x10"), tuple(range(10))
    derangements = sum((-1) ** k * comb(10, k) * factorial(10 - k) for k in range(11))
    assert find_candidates(rules, [Turn(guess, Feedback(0, 10))]).count == derangements


def test_a_sample_consists_of_candidates() -> None:
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
    found = find_candidates(rules, [*turns_of(rules, secret, (0, 1, 2, 3, 4, 5, 6, 7), (7, 1, 0, 4, 9, 2, 5, 3))])
    assert secret in found.codes()
    assert found.sample(10_000, random.Random(1)) == found.codes()


def test_a_contradiction_names_the_turn_after_which_no_candidate_is_left() -> None:
    turns = [
        Turn((0, 1, 2, 3), Feedback(0, 0)),
        Turn((4, 5, 6, 7), Feedback(0, 0)),
        Turn((8, 9, 0, 1), Feedback(0, 2)),
    ]
    with pytest.raises(Contradiction) as caught:
        find_candidates(Rules.parse("4x10"), turns)
    assert caught.value.number == 2


def test_impossible_feedback_is_a_contradiction() -> None:
    with pytest.raises(Contradiction):
        find_candidates(Rules.parse("4x10"), [Turn((0, 1, 2, 3), Feedback(3, 1))])
