"""Finding the answer that must be wrong."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game.codes import all_codes
from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn, compute_feedback, possible_feedbacks
from core.game.history import parse_history
from core.game.rules import Rules
from core.solver.mistakes import Change, Mistake, classify_mistake, find_candidates_with_lie, find_repairs

HITBLOW = Rules.parse("hitblow")
SMALL = Rules.parse("3x5")
FOUNDING = parse_history("9238 0H2B, 1792 1H1B, 2763 0H2B, 1324 2H2B", HITBLOW)


def told_with_one_mistake(rules: Rules, chance: random.Random, turns: int) -> tuple[tuple[Turn, ...], Turn, int]:
    """A history with one wrong answer, that turn as it should be, and its number."""
    codes = list(all_codes(rules))
    secret = chance.choice(codes)
    history = [Turn(guess, compute_feedback(secret, guess)) for guess in chance.sample(codes, turns)]
    place = chance.randrange(turns)
    right = history[place]
    others = [feedback for feedback in possible_feedbacks(rules) if feedback != right.feedback]
    history[place] = right._replace(feedback=chance.choice(others))
    return tuple(history), right, place + 1


def test_the_founding_example_suspects_the_first_answer_of_being_swapped() -> None:
    likeliest = find_repairs(HITBLOW, FOUNDING)[0]

    assert likeliest.changes == (Change(1, Feedback(2, 0)),)
    assert likeliest.candidate_count == 1


def test_every_repair_makes_the_history_consistent_and_leaves_what_it_says() -> None:
    for repair in find_repairs(HITBLOW, FOUNDING):
        changed = {change.number: change.feedback for change in repair.changes}
        history = [turn._replace(feedback=changed.get(n, turn.feedback)) for n, turn in enumerate(FOUNDING, 1)]
        fitting = sum(
            all(compute_feedback(code, t.guess) == t.feedback for t in history) for code in all_codes(HITBLOW)
        )
        assert fitting == repair.candidate_count > 0


@given(st.randoms(use_true_random=False), st.integers(2, 6))
def test_no_single_change_that_would_explain_everything_is_missed(chance: random.Random, turns: int) -> None:
    history, right, number = told_with_one_mistake(SMALL, chance, turns)
    possible = {
        (Change(place, feedback),)
        for place, turn in enumerate(history, 1)
        for feedback in possible_feedbacks(SMALL)
        if feedback != turn.feedback
        and any(
            compute_feedback(code, turn.guess) == feedback
            and all(compute_feedback(code, t.guess) == t.feedback for t in history if t is not turn)
            for code in all_codes(SMALL)
        )
    }
    consistent = any(all(compute_feedback(code, t.guess) == t.feedback for t in history) for code in all_codes(SMALL))

    found = {repair.changes for repair in find_repairs(SMALL, history)}

    assert found == (set() if consistent else possible)
    assert consistent or (Change(number, right.feedback),) in found


def test_a_consistent_history_has_nothing_to_repair() -> None:
    assert find_repairs(HITBLOW, parse_history("0123 0H2B, 4567 0H1B", HITBLOW)) == []
    assert find_repairs(HITBLOW, ()) == []


def test_two_wrong_answers_are_found_where_one_is_not_enough() -> None:
    history = parse_history("0123 4H0B, 4567 4H0B, 8901 4H0B", HITBLOW)

    found = find_repairs(HITBLOW, history)

    assert found
    assert all(len(repair.changes) == 2 for repair in found)


def test_three_wrong_answers_are_beyond_repair() -> None:
    history = parse_history("0123 4H0B, 4567 4H0B, 8901 4H0B, 2345 4H0B", HITBLOW)

    assert find_repairs(HITBLOW, history) == []


def test_an_answer_that_no_guess_can_get_is_a_mistake_like_any_other() -> None:
    history = (Turn((0, 1, 2, 3), Feedback(3, 1)), Turn((4, 5, 6, 7), Feedback(0, 0)))

    assert find_repairs(HITBLOW, history)[0].changes[0].number == 1


@pytest.mark.parametrize(
    ("told", "right", "how"),
    [
        ((0, 2), (2, 0), Mistake.SWAPPED),
        ((1, 3), (3, 1), Mistake.SWAPPED),
        ((1, 1), (1, 2), Mistake.ONE_OFF),
        ((1, 1), (0, 2), Mistake.ONE_OFF),
        ((2, 0), (1, 0), Mistake.ONE_OFF),
        ((0, 0), (2, 1), Mistake.OTHER),
        ((4, 0), (0, 2), Mistake.OTHER),
    ],
)
def test_a_slip_is_told_by_its_kind(told: tuple[int, int], right: tuple[int, int], how: Mistake) -> None:
    assert classify_mistake(Feedback(*told), Feedback(*right)) == how


@given(st.randoms(use_true_random=False), st.integers(1, 6))
def test_with_one_lie_exactly_the_codes_with_at_most_one_contradiction_are_left(
    chance: random.Random, turns: int
) -> None:
    history, _, _ = told_with_one_mistake(SMALL, chance, turns)

    left = find_candidates_with_lie(SMALL, history).codes()

    assert left == [
        code for code in all_codes(SMALL) if sum(compute_feedback(code, t.guess) != t.feedback for t in history) <= 1
    ]


def test_two_lies_are_a_contradiction_at_the_turn_that_shows_it() -> None:
    history = parse_history("0123 4H0B, 4567 4H0B, 8901 4H0B, 0123 4H0B", HITBLOW)

    with pytest.raises(Contradiction) as caught:
        find_candidates_with_lie(HITBLOW, history)
    assert caught.value.number == 3
