"""Histories with clues: candidates, corrections and advice, compared with brute force over all numbers."""

import random

import pytest

from core.game.codes import all_codes, random_code
from core.game.errors import Contradiction
from core.game.feedback import Turn, compute_feedback
from core.game.history import parse_history
from core.game.items import ITEM_RULES, Clue, Entry, Item
from core.game.rules import Rules
from core.solver.candidates import find_candidates
from core.solver.mistakes import find_candidates_allowing_lie, find_corrections
from tests.core.solver.reference import reference_candidates

NUMERON = Rules.parse("numeron")
ABOUT = {Item.TARGET: 10, Item.DOUBLE: 3, Item.CHANGE: 3}


def history_of(seed: int, moves: int = 10) -> tuple[tuple[Entry, ...], tuple[int, ...]]:
    """A random history of true turns and clues, and what the secret is at the end."""
    rng = random.Random(seed)
    secret = random_code(ITEM_RULES, rng)
    history: list[Entry] = []
    for _ in range(moves):
        item = rng.choice([None, None, *Item])
        if item is None:
            guess = random_code(ITEM_RULES, rng)
            history.append(Turn(guess, compute_feedback(secret, guess)))
        else:
            history.append(clue := Clue.for_number(item, secret, rng.randrange(ABOUT[item]) if item in ABOUT else None))
            secret = rng.choice(list(clue.possible_new_numbers(secret)))
    return tuple(history), secret


@pytest.mark.parametrize("seed", range(10))
def test_candidates_are_those_of_brute_force_after_every_move(seed: int) -> None:
    history, secret = history_of(seed)

    for moves in range(len(history) + 1):
        expected = reference_candidates(ITEM_RULES, history[:moves])
        assert find_candidates(ITEM_RULES, history[:moves]).codes() == expected
    assert secret in find_candidates(ITEM_RULES, history).codes()


def test_a_shuffle_leaves_every_order_of_the_digits_and_a_change_every_other_digit_of_the_class() -> None:
    history = parse_history("012 2E0B, target 3 3, shuffle, change 1 low", NUMERON)

    assert find_candidates(NUMERON, history[:2]).codes() == [(0, 1, 3)]
    assert find_candidates(NUMERON, history[:3]).count == 6
    assert find_candidates(NUMERON, history).codes() == reference_candidates(NUMERON, history)


@pytest.mark.parametrize("seed", range(4, 8))  # the wrong entry contradicts the others in all but one
def test_one_wrong_turn_or_clue_is_corrected_as_brute_force_does(seed: int) -> None:
    rng = random.Random(seed)
    true, _ = history_of(seed, 5)
    wrong, number = broken(true, rng)
    found = {
        (correction.changes[0].number, correction.changes[0].feedback): correction.candidate_count
        for correction in find_corrections(ITEM_RULES, wrong)
        if len(correction.changes) == 1
    }
    expected = {}
    for place, entry in enumerate(wrong):
        for feedback, other in alternatives(entry):
            codes = reference_candidates(ITEM_RULES, (*wrong[:place], other, *wrong[place + 1 :]))
            if codes and other != entry:
                expected[place + 1, feedback] = len(codes)

    if reference_candidates(ITEM_RULES, wrong):
        assert not found
    else:
        assert found == expected
        assert any(place == number for place, _ in found)


def broken(history: tuple[Entry, ...], rng: random.Random) -> tuple[tuple[Entry, ...], int]:
    """The history with one wrong entry, and its number."""
    number = rng.choice([n for n, entry in enumerate(history, 1) if entry != Clue(Item.SHUFFLE)])
    others = [other for _, other in alternatives(history[number - 1]) if other != history[number - 1]]
    return (*history[: number - 1], rng.choice(others), *history[number:]), number


def alternatives(entry: Entry) -> list[tuple[object, Entry]]:
    """What a guess or an item can get, and the entry with it."""
    if isinstance(entry, Clue):
        return [(clue, clue) for clue in entry.possible_clues()]
    feedbacks = {compute_feedback(code, entry.guess) for code in all_codes(ITEM_RULES)}
    return [(feedback, entry._replace(feedback=feedback)) for feedback in feedbacks]


def test_the_finder_names_the_clue_that_contradicts_the_history() -> None:
    history = parse_history("012 3E0B, slash 5", NUMERON)

    with pytest.raises(Contradiction) as refused:
        find_candidates(NUMERON, history)
    assert refused.value.number == 2
    changed = [correction.changes for correction in find_corrections(NUMERON, history)]
    assert any(change.number == 2 and change.feedback == Clue(Item.SLASH, None, 2) for (change,) in changed)
    assert all(correction.apply(history) != history for correction in find_corrections(NUMERON, history))


@pytest.mark.parametrize("seed", range(4))
def test_with_a_lie_the_secret_may_be_what_any_one_wrong_turn_or_clue_would_leave(seed: int) -> None:
    history, _ = history_of(seed, 4)
    expected = set(reference_candidates(ITEM_RULES, history))
    for place, entry in enumerate(history):
        for _, other in alternatives(entry):
            expected |= set(reference_candidates(ITEM_RULES, (*history[:place], other, *history[place + 1 :])))

    assert find_candidates_allowing_lie(ITEM_RULES, history).codes() == sorted(expected)
