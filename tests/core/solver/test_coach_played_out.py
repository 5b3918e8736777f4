"""The coach followed to the end: whole games by its first suggestion, and games with a wrong answer in them."""

import random
import time
from collections import Counter

import pytest

from core.game.codes import Code, all_codes
from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn, compute_feedback, possible_feedbacks
from core.game.rules import Rules
from core.solver.book import lookup
from core.solver.coach import OPTIMAL, Coach, suggest
from core.solver.deadline import TimeLimit
from core.solver.mistakes import Change, find_repairs
from core.solver.search import SearchResources

OFFERED = 20
"""Repairs that people are offered."""

BOOK = SearchResources(lookup=lookup)


def follow(rules: Rules, turns: tuple[Turn, ...], ends: Counter[int]) -> int:
    """Take the first suggestion and every answer it can get, to the end of every game.

    Counts in `ends` after how many guesses games ended, and returns the guesses still made, summed over the secrets.
    """
    advice = suggest(rules, turns, resources=BOOK)
    best = advice.guesses[0]
    assert sum(best.cell_sizes.values()) == advice.candidate_count
    total = advice.candidate_count
    for feedback in best.cell_sizes:
        if feedback.hits == rules.positions:
            ends[len(turns) + 1] += 1
        else:
            total += follow(rules, (*turns, Turn(best.code, feedback)), ends)
    if best.exact:
        assert total == pytest.approx(best.expected * advice.candidate_count)
    return total


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
def test_whoever_takes_the_first_suggestion_needs_as_few_guesses_as_can_be(
    notation: str, total: int, worst: int
) -> None:
    rules, ends = Rules.parse(notation), Counter[int]()

    assert follow(rules, (), ends) == total
    assert ends.total() == rules.codes
    assert max(ends) <= worst


def test_off_the_book_too_what_is_called_exact_is_what_playing_on_takes() -> None:
    for rules in (Rules.parse("3x5"), Rules.parse("3x4r"), Rules.parse("2x6")):
        follow(rules, (), Counter())


def play_with_one_mistake(rules: Rules, secret: Code, chance: random.Random) -> tuple[int, list[int]]:
    """Play by the first suggestion, answering wrongly once; where the right repair stood whenever one was offered."""
    wrong_at, turns, places = chance.randrange(4), list[Turn](), list[int]()
    while not turns or turns[-1].guess != secret:
        try:
            resources = SearchResources(lookup=lookup, time_limit=TimeLimit(0.05, time.monotonic))
            guess = suggest(rules, turns, resources=resources).guesses[0].code
        except Contradiction:
            right = [compute_feedback(secret, turn.guess) for turn in turns]
            truth = tuple(Change(n, r) for n, (t, r) in enumerate(zip(turns, right, strict=True), 1) if t.feedback != r)
            places.append([repair.changes for repair in find_repairs(rules, turns)].index(truth))
            turns = [turn._replace(feedback=answer) for turn, answer in zip(turns, right, strict=True)]
            continue
        answer = compute_feedback(secret, guess)
        if len(turns) == wrong_at and answer.hits < rules.positions:
            answer = chance.choice([f for f in possible_feedbacks(rules) if f != answer and f.hits < rules.positions])
        turns.append(Turn(guess, answer))
    return len(turns), places


@pytest.mark.parametrize("games", [12, pytest.param(500, marks=pytest.mark.slow)])
def test_a_wrong_answer_is_found_among_what_is_offered_and_the_game_is_won(games: int) -> None:
    chance = random.Random(9)
    rules = Rules.parse("hitblow")
    secrets = list(all_codes(rules))
    for _ in range(games):
        taken, places = play_with_one_mistake(rules, chance.choice(secrets), chance)

        assert taken <= 12
        assert all(place < OFFERED for place in places)
        assert len(places) <= 1


def test_an_answer_that_fits_is_never_called_wrong() -> None:
    rules = Rules.parse("3x10")
    turns = [Turn((0, 1, 2), Feedback(0, 1)), Turn((3, 4, 5), Feedback(0, 1))]

    assert find_repairs(rules, turns) == []
    assert suggest(rules, turns, resources=BOOK).candidate_count > 0


@pytest.mark.parametrize("games", [15, pytest.param(150, marks=pytest.mark.slow)])
def test_with_one_lie_allowed_the_secret_is_found_although_one_answer_was_wrong(games: int) -> None:
    chance = random.Random(12)
    rules = Rules.parse("hitblow3")
    secrets = list(all_codes(rules))
    for _ in range(games):
        secret, lie_at, turns = chance.choice(secrets), chance.randrange(5), list[Turn]()
        while not turns or turns[-1].guess != secret:
            guess = Coach(rules, turns, OPTIMAL, BOOK, lies=1).advice().guesses[0].code
            answer = compute_feedback(secret, guess)
            if len(turns) == lie_at and guess != secret:
                answer = chance.choice([f for f in possible_feedbacks(rules) if f not in {answer, (3, 0)}])
            assert guess not in {turn.guess for turn in turns}
            turns.append(Turn(guess, answer))
            assert len(turns) <= 14
