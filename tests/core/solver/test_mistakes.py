"""Finding wrong feedback."""

import random

import pytest
from hypothesis import given, strategies as st

from core.game.codes import all_codes
from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn, compute_feedback, possible_feedbacks
from core.game.history import parse_history
from core.game.rules import Rules
from core.solver.corrections import HistoryChange, MistakeKind, classify_mistake
from core.solver.mistakes import find_candidates_allowing_lie, find_corrections
from tests.core.solver.reference import reference_candidates

HITBLOW = Rules.parse("hitblow")
SMALL = Rules.parse("3x5")
CONTRADICTORY = parse_history("9238 0H2B, 1792 1H1B, 2763 0H2B, 1324 2H2B", HITBLOW)


def history_with_one_mistake(rules: Rules, rng: random.Random, turns: int) -> tuple[tuple[Turn, ...], Turn, int]:
    """A history with wrong feedback in one turn, the correct turn, and its number."""
    codes = list(all_codes(rules))
    secret = rng.choice(codes)
    history = [Turn(guess, compute_feedback(secret, guess)) for guess in rng.sample(codes, turns)]
    index = rng.randrange(turns)
    correct = history[index]
    others = [feedback for feedback in possible_feedbacks(rules) if feedback != correct.feedback]
    history[index] = correct._replace(feedback=rng.choice(others))
    return tuple(history), correct, index + 1


def test_the_likeliest_correction_swaps_hits_and_blows_of_the_first_turn() -> None:
    likeliest = find_corrections(HITBLOW, CONTRADICTORY)[0]

    assert likeliest.changes == (HistoryChange(1, Feedback(2, 0)),)
    assert likeliest.candidate_count == 1


@pytest.mark.slow
@pytest.mark.no_cover
def test_every_correction_makes_the_history_consistent_with_the_stated_number_of_candidates() -> None:
    for correction in find_corrections(HITBLOW, CONTRADICTORY):
        history = correction.apply(CONTRADICTORY)
        assert len(reference_candidates(HITBLOW, history)) == correction.candidate_count > 0


@pytest.mark.no_cover
@given(st.randoms(use_true_random=False), st.integers(2, 6))
def test_every_possible_single_change_is_found(rng: random.Random, turns: int) -> None:
    history, correct, number = history_with_one_mistake(SMALL, rng, turns)
    possible = {
        (HistoryChange(number, feedback),)
        for number, turn in enumerate(history, 1)
        for feedback in possible_feedbacks(SMALL)
        if feedback != turn.feedback
        and any(
            compute_feedback(code, turn.guess) == feedback
            and all(compute_feedback(code, t.guess) == t.feedback for t in history if t is not turn)
            for code in all_codes(SMALL)
        )
    }
    consistent = any(all(compute_feedback(code, t.guess) == t.feedback for t in history) for code in all_codes(SMALL))

    found = {correction.changes for correction in find_corrections(SMALL, history)}

    assert found == (set() if consistent else possible)
    assert consistent or (HistoryChange(number, correct.feedback),) in found


def test_a_consistent_history_has_no_corrections() -> None:
    assert find_corrections(HITBLOW, parse_history("0123 0H2B, 4567 0H1B", HITBLOW)) == []
    assert find_corrections(HITBLOW, ()) == []


def test_pairs_of_changes_are_found_if_one_is_not_enough() -> None:
    history = parse_history("0123 4H0B, 4567 4H0B, 8901 4H0B", HITBLOW)

    found = find_corrections(HITBLOW, history)

    assert found
    assert all(len(correction.changes) == 2 for correction in found)


def test_a_history_that_needs_three_changes_has_no_corrections() -> None:
    history = parse_history("0123 4H0B, 4567 4H0B, 8901 4H0B, 2345 4H0B", HITBLOW)

    assert find_corrections(HITBLOW, history) == []


def test_impossible_feedback_is_corrected_like_any_other_mistake() -> None:
    history = (Turn((0, 1, 2, 3), Feedback(3, 1)), Turn((4, 5, 6, 7), Feedback(0, 0)))

    assert find_corrections(HITBLOW, history)[0].changes[0].number == 1


@pytest.mark.parametrize(
    ("given", "correct", "mistake"),
    [
        ((0, 2), (2, 0), MistakeKind.SWAPPED),
        ((1, 3), (3, 1), MistakeKind.SWAPPED),
        ((1, 1), (1, 2), MistakeKind.ONE_OFF),
        ((1, 1), (0, 2), MistakeKind.ONE_OFF),
        ((2, 0), (1, 0), MistakeKind.ONE_OFF),
        ((0, 0), (2, 1), MistakeKind.OTHER),
        ((4, 0), (0, 2), MistakeKind.OTHER),
    ],
)
def test_mistakes_are_classified(given: tuple[int, int], correct: tuple[int, int], mistake: MistakeKind) -> None:
    assert classify_mistake(Feedback(*given), Feedback(*correct)) is mistake


@given(st.randoms(use_true_random=False), st.integers(1, 6))
def test_the_candidates_with_one_lie_contradict_at_most_one_turn(rng: random.Random, turns: int) -> None:
    history, _, _ = history_with_one_mistake(SMALL, rng, turns)

    candidates = find_candidates_allowing_lie(SMALL, history).codes()

    assert candidates == [
        code for code in all_codes(SMALL) if sum(compute_feedback(code, t.guess) != t.feedback for t in history) <= 1
    ]


def test_two_lies_are_a_contradiction_at_the_turn_that_proves_them() -> None:
    history = parse_history("0123 4H0B, 4567 4H0B, 8901 4H0B, 0123 4H0B", HITBLOW)

    with pytest.raises(Contradiction) as caught:
        find_candidates_allowing_lie(HITBLOW, history)
    assert caught.value.number == 3


def test_pairs_of_changes_are_tried_within_the_work() -> None:
    rules = Rules.parse("3x10")
    turns = parse_history("012 3H0B, 345 3H0B, 678 3H0B", rules)
    assert find_corrections(rules, turns)
    assert find_corrections(rules, turns, rules.code_count - 1) == []
    assert set(find_corrections(rules, turns, rules.code_count)) <= set(find_corrections(rules, turns))
