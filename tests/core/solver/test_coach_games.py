"""Whole games played by the coach's first suggestion, with and without wrong feedback."""

import random
import time
from collections import Counter

import pytest

from core.game.codes import Code, all_codes
from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn, compute_feedback, possible_feedbacks
from core.game.rules import Rules
from core.solver.book import lookup_move
from core.solver.budget import TimeLimit
from core.solver.coach import OPTIMAL, Coach, suggest
from core.solver.corrections import HistoryChange
from core.solver.mistakes import find_corrections
from core.solver.search import SearchResources

OFFERED = 20
"""The number of corrections that users are offered."""

BOOK = SearchResources(lookup=lookup_move)


def follow(rules: Rules, turns: tuple[Turn, ...], lengths: Counter[int]) -> int:
    """Follow the first suggestion after every possible feedback, to the end of every game.

    Counts the games in `lengths` by their number of guesses, and returns the total number of guesses still made.
    """
    advice = suggest(rules, turns, resources=BOOK)
    best = advice.guesses[0]
    assert sum(best.cell_sizes.values()) == advice.candidate_count
    total = advice.candidate_count
    for feedback in best.cell_sizes:
        if feedback.hits == rules.positions:
            lengths[len(turns) + 1] += 1
        else:
            total += follow(rules, (*turns, Turn(best.code, feedback)), lengths)
    if best.exact:
        assert total == pytest.approx(best.expected * advice.candidate_count)
    return total


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("notation", "total", "worst"),
    [
        ("3x10", 3575, 7),
        ("4x6", 1446, 5),
        ("3x6r", 854, 6),
        pytest.param("4x6r", 5625, 6, marks=pytest.mark.slow),
        pytest.param("4x10", 26274, 7, marks=pytest.mark.slow),
    ],
)
def test_following_the_first_suggestion_takes_the_minimum_number_of_guesses(
    notation: str, total: int, worst: int
) -> None:
    rules, lengths = Rules.parse(notation), Counter[int]()

    assert follow(rules, (), lengths) == total
    assert lengths.total() == rules.code_count
    assert max(lengths) <= worst


def test_exact_expected_numbers_are_correct_without_a_book() -> None:
    for rules in (Rules.parse("3x5"), Rules.parse("3x4r"), Rules.parse("2x6")):
        follow(rules, (), Counter())


def play_with_one_mistake(rules: Rules, secret: Code, rng: random.Random) -> tuple[int, list[int]]:
    """Play by the first suggestion with wrong feedback in one turn.

    Returns the number of guesses, and the index of the correct correction each time corrections were offered.
    """
    wrong_at, turns, indices = rng.randrange(4), list[Turn](), list[int]()
    while not turns or turns[-1].guess != secret:
        try:
            resources = SearchResources(lookup=lookup_move, time_limit=TimeLimit(0.05, time.monotonic))
            guess = suggest(rules, turns, resources=resources).guesses[0].code
        except Contradiction:
            correct = [compute_feedback(secret, turn.guess) for turn in turns]
            pairs = enumerate(zip(turns, correct, strict=True), 1)
            truth = tuple(
                HistoryChange(number, feedback) for number, (turn, feedback) in pairs if turn.feedback != feedback
            )
            indices.append([correction.changes for correction in find_corrections(rules, turns)].index(truth))
            turns = [turn._replace(feedback=feedback) for turn, feedback in zip(turns, correct, strict=True)]
            continue
        feedback = compute_feedback(secret, guess)
        if len(turns) == wrong_at and feedback.hits < rules.positions:
            feedback = rng.choice([f for f in possible_feedbacks(rules) if f != feedback and f.hits < rules.positions])
        turns.append(Turn(guess, feedback))
    return len(turns), indices


@pytest.mark.no_cover
@pytest.mark.parametrize("games", [6, pytest.param(500, marks=pytest.mark.slow)])
def test_wrong_feedback_is_among_the_offered_corrections_and_the_game_is_won(games: int) -> None:
    rng, rules = random.Random(9), Rules.parse("hitblow")
    secrets = list(all_codes(rules))
    for _ in range(games):
        guesses, indices = play_with_one_mistake(rules, rng.choice(secrets), rng)

        assert guesses <= 12
        assert all(index < OFFERED for index in indices)
        assert len(indices) <= 1


@pytest.mark.slow
@pytest.mark.no_cover
def test_consistent_feedback_is_never_suspected() -> None:
    rules = Rules.parse("3x10")
    turns = [Turn((0, 1, 2), Feedback(0, 1)), Turn((3, 4, 5), Feedback(0, 1))]

    assert find_corrections(rules, turns) == []
    assert suggest(rules, turns, resources=BOOK).candidate_count > 0


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("games", [2, pytest.param(150, marks=pytest.mark.slow)])
def test_the_secret_is_found_despite_one_lie(games: int) -> None:
    rng, rules = random.Random(12), Rules.parse("hitblow3")
    secrets = list(all_codes(rules))
    for _ in range(games):
        secret, lie_at, turns = rng.choice(secrets), rng.randrange(5), list[Turn]()
        while not turns or turns[-1].guess != secret:
            guess = Coach(rules, turns, OPTIMAL, BOOK, lies=1).advice().guesses[0].code
            feedback = compute_feedback(secret, guess)
            if len(turns) == lie_at and guess != secret:
                feedback = rng.choice([f for f in possible_feedbacks(rules) if f not in {feedback, (3, 0)}])
            assert guess not in {turn.guess for turn in turns}
            turns.append(Turn(guess, feedback))
            assert len(turns) <= 14
