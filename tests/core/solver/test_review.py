"""Checks of single guesses and reviews of games."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from core.game.codes import all_codes
from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn, compute_feedback
from core.game.history import parse_history
from core.game.items import Entry
from core.game.rules import Rules
from core.solver.candidates import find_candidates
from core.solver.coach import Suggestion, suggest
from core.solver.marks import MAX_MARK, luck_mark, skill_mark
from core.solver.review import GuessCheck, Review, ReviewedTurn, check_guess, review_game
from tests.support.present import present

SMALL = Rules.parse("3x6")


def reviewed(turns: Sequence[Entry]) -> Review:
    return review_game(SMALL, turns, check_guess)


def test_the_winning_feedback_is_luckier_than_any_other_that_leaves_one_candidate() -> None:
    cell_sizes = {Feedback(3, 0): 1, Feedback(1, 1): 1, Feedback(0, 2): 2}

    assert luck_mark(cell_sizes, Feedback(3, 0), SMALL) == 87
    assert luck_mark(cell_sizes, Feedback(1, 1), SMALL) == 62
    assert luck_mark(cell_sizes, Feedback(0, 2), SMALL) == 25


@pytest.mark.no_cover
def test_optimal_play_gets_the_highest_skill_for_any_secret() -> None:
    for secret in random.Random(7).sample(list(all_codes(SMALL)), 12):
        turns: list[Turn] = []
        while not turns or turns[-1].guess != secret:
            guess = suggest(SMALL, turns).guesses[0].code
            turns.append(Turn(guess, compute_feedback(secret, guess)))

        assert reviewed(tuple(turns)).skill in {MAX_MARK, None}


def test_the_first_guess_has_no_skill() -> None:
    found = reviewed(parse_history("012 0H0B, 345 3H0B", SMALL))

    assert found.turns[0].skill is None
    assert found.turns[0].check is None


def test_guessing_the_only_candidate_has_no_skill() -> None:
    turns = parse_history("012 2H0B, 013 2H0B, 014 2H0B, 015 3H0B", SMALL)

    assert reviewed(turns).turns[-1].before == 1
    assert reviewed(turns).turns[-1].skill is None


def test_a_wasted_guess_has_low_skill_and_is_the_costliest_turn() -> None:
    turns = parse_history("012 0H1B, 012 0H1B", SMALL)

    found = reviewed(turns)

    assert present(found.turns[1].skill) < 50
    assert found.costliest_turn == 2
    assert present(found.turns[1].check).best.code != (0, 1, 2)


@pytest.mark.parametrize(("losses", "turn"), [((0.0, 0.05), 2), ((0.3, 0.3, 0.2), 1), ((0.0, 0.04), None), ((), None)])
def test_the_costliest_turn_is_the_first_one_with_the_greatest_loss(losses: Sequence[float], turn: int | None) -> None:
    def turn_with(loss: float) -> ReviewedTurn:
        best = Suggestion((0, 1, 2), None, "", consistent=True, expected=0.0, exact=True, cell_sizes={}, left=0.0)
        check = GuessCheck(2, replace(best, expected=loss), best)
        return ReviewedTurn(Turn((0, 1, 2), Feedback(0, 1)), 2, 1, skill_mark(loss), None, check)

    assert Review(tuple(map(turn_with, losses)), None, None).costliest_turn == turn


def test_candidates_are_counted_before_and_after_each_turn() -> None:
    turns = parse_history("012 0H1B, 345 1H1B", SMALL)
    first, second = reviewed(turns).turns

    assert (first.before, first.after) == (120, find_candidates(SMALL, turns[:1]).count)
    assert (second.before, second.after) == (first.after, find_candidates(SMALL, turns).count)


def test_a_contradictory_history_cannot_be_reviewed() -> None:
    with pytest.raises(Contradiction):
        reviewed(parse_history("012 3H0B, 345 3H0B", SMALL))
