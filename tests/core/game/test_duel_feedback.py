"""Feedback that players give for secrets in their heads."""

from dataclasses import replace

import pytest

from core.game.errors import (
    FeedbackMissing,
    ImpossibleFeedback,
    NoPendingGuess,
    NotYourTurn,
)
from core.game.feedback import Feedback, Turn
from core.game.sides import BOT, SideOutcome
from tests.core.game.duels import BOBS, FOUND, OTHER, WRONG, Move, duel, versus, versus_in_head


def test_a_guess_at_a_secret_in_the_head_is_pending_until_it_gets_feedback() -> None:
    pending = versus_in_head().guess(OTHER, BOT)
    assert (pending.pending_guess, pending.side(BOT).turns) == (OTHER, ())
    assert (pending.to_move, pending.waits_for) == (None, "ada")
    with pytest.raises(FeedbackMissing):
        pending.guess(WRONG, "ada")
    with pytest.raises(NotYourTurn):
        pending.guess(WRONG, BOT)
    played = pending.give_feedback(Feedback(0, 3), "ada")
    assert (played.pending_guess, played.side(BOT).turns) == (None, (Turn(OTHER, Feedback(0, 3), BOT),))


def test_impossible_feedback_is_refused() -> None:
    pending = versus_in_head().guess(OTHER, BOT)
    with pytest.raises(ImpossibleFeedback):
        pending.give_feedback(Feedback(3, 1), "ada")
    with pytest.raises(ImpossibleFeedback):
        pending.give_feedback(Feedback(0, 0), "ada").correct_feedback(1, Feedback(3, 1), "ada")


def test_feedback_can_be_corrected() -> None:
    answered = versus_in_head().guess(OTHER, BOT).give_feedback(Feedback(0, 3), "ada")
    corrected = answered.correct_feedback(1, Feedback(0, 2), "ada")
    assert corrected.side(BOT).turns == (Turn(OTHER, Feedback(0, 2), BOT),)


def test_the_last_feedback_can_be_withdrawn() -> None:
    pending = versus_in_head().guess(OTHER, BOT)
    assert pending.give_feedback(Feedback(0, 3), "ada").undo_feedback("ada") == pending


def test_withdrawing_feedback_drops_a_guess_that_was_based_on_it() -> None:
    answered = versus_in_head().guess(OTHER, BOT).give_feedback(Feedback(0, 3), "ada")
    undone = answered.guess(WRONG, "ada").guess(WRONG, BOT).undo_feedback("ada")
    assert (undone.pending_guess, undone.side(BOT).turns) == (OTHER, ())


def test_withdrawn_feedback_can_be_given_again_where_the_bot_begins() -> None:
    undone = versus_in_head().guess(OTHER, BOT).give_feedback(Feedback(0, 3), "ada").guess(WRONG, "ada")
    answered = undone.undo_feedback("ada").give_feedback(Feedback(0, 2), "ada")
    assert (answered.to_move, answered.side(BOT).turns) == (BOT, (Turn(OTHER, Feedback(0, 2), BOT),))


def test_computed_feedback_cannot_be_given_corrected_or_withdrawn() -> None:
    played = versus(bot_moves_first=True).guess(OTHER, BOT)
    moves: tuple[Move, ...] = (
        lambda: played.give_feedback(Feedback(0, 3), "ada"),
        lambda: played.correct_feedback(1, Feedback(0, 3), "ada"),
        lambda: played.undo_feedback("ada"),
    )
    for move in moves:
        with pytest.raises(NoPendingGuess):
            move()


def test_feedback_is_given_by_the_owner_of_the_secret_only() -> None:
    first, second = duel().sides
    asked = replace(duel(), sides=(first, replace(second, secret=None))).guess(WRONG, "ada")
    assert asked.waits_for == "bob"
    with pytest.raises(NoPendingGuess):
        asked.give_feedback(FOUND, "ada")
    assert asked.give_feedback(Feedback(0, 1), "bob").to_move == "bob"


@pytest.mark.parametrize("number", [0, 2, -1])
def test_feedback_that_was_not_given_cannot_be_corrected(number: int) -> None:
    answered = versus_in_head().guess(OTHER, BOT).give_feedback(Feedback(0, 3), "ada")
    with pytest.raises(NoPendingGuess):
        answered.correct_feedback(number, Feedback(0, 2), "ada")


def test_a_game_does_not_end_while_a_guess_is_pending() -> None:
    pending = versus_in_head(bot_moves_first=False).guess(BOBS, "ada").guess(OTHER, BOT)
    assert pending.outcome is None
    assert pending.give_feedback(FOUND, "ada").outcome_for("ada") is SideOutcome.DRAWN
    assert pending.give_feedback(Feedback(0, 0), "ada").outcome_for("ada") is SideOutcome.WON
