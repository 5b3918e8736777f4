"""Feedback by the host that contradicts itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game.boards import NO_LIMIT, Outcome
from core.game.codes import Code, all_codes
from core.game.errors import (
    GameError,
    ImpossibleFeedback,
    NoPendingGuess,
)
from core.game.feedback import Feedback, PendingGuess, Turn, compute_feedback
from core.game.hosting import MAX_PENDING, HostedGame
from core.game.rules import Rules
from core.solver.candidates import find_candidates
from core.solver.mistakes import find_corrections
from tests.core.game.hosted_games import FOUND, NOTHING, OTHER, SECRET, WRONG, contradictory, in_head

SMALL = Rules.parse("2x4")

CODES = list(all_codes(SMALL))


def test_withheld_feedback_is_seen_by_the_host_alone() -> None:
    withheld = contradictory()
    assert len(withheld.shared_board.turns) == 1
    assert withheld.contradictory_turns[-1] == Turn(OTHER, Feedback(1, 0), "cem")
    assert withheld.seen_by("ada") == withheld
    assert withheld.seen_by("bob").withheld is withheld.seen_by("?").withheld is None


def test_withheld_feedback_is_replaced_or_taken_back() -> None:
    replaced = contradictory().give_feedback(NOTHING, "ada")
    assert (replaced.withheld, replaced.shared_board.turns[-1].feedback) == (None, NOTHING)
    taken_back = contradictory().undo_feedback("ada")
    assert (taken_back.withheld, len(taken_back.shared_board.turns)) == (None, 1)


def test_a_correction_changes_earlier_turns_and_shows_the_last() -> None:
    corrected = contradictory().correct_feedback({1: Feedback(0, 3)}, "ada")
    assert [turn.feedback for turn in corrected.shared_board.turns] == [Feedback(0, 3), Feedback(1, 0)]
    assert (corrected.withheld, corrected.shared_board.pending) == (None, ())


def test_a_correction_can_show_that_an_earlier_guess_was_right() -> None:
    corrected = contradictory().correct_feedback({1: FOUND}, "ada")
    assert (corrected.outcome, corrected.winner) == (Outcome.SOLVED, "bob")
    assert len(corrected.shared_board.turns) == 1


def test_only_what_is_withheld_is_corrected() -> None:
    with pytest.raises(NoPendingGuess):
        in_head().guess(WRONG, "bob").correct_feedback({}, "ada")
    with pytest.raises(ImpossibleFeedback):
        contradictory().correct_feedback({2: Feedback(3, 1)}, "ada")


def test_guesses_may_come_while_feedback_is_withheld() -> None:
    corrected = contradictory().guess(SECRET, "bob").correct_feedback({2: NOTHING}, "ada")
    assert corrected.shared_board.pending == (PendingGuess(SECRET, "bob"),)


# Whole spaces


@pytest.mark.parametrize("secret", CODES)
def test_a_host_who_makes_no_mistake_gives_the_feedback_that_the_bot_would(secret: Code) -> None:
    told, kept = HostedGame.hide(SMALL, secret, "ada", NO_LIMIT), in_head(NO_LIMIT, SMALL)
    for guess in CODES:
        told = told.guess(guess, "bob")
        kept = kept.guess(guess, "bob").give_feedback(compute_feedback(secret, guess), "ada")
        assert (kept.shared_board.turns, kept.outcome, kept.winner) == (
            told.shared_board.turns,
            told.outcome,
            told.winner,
        )
        if told.outcome is not None:
            break
    assert told.winner == "bob"


@given(st.data())
def test_the_board_is_never_contradictory_whatever_the_host_does(data: st.DataObject) -> None:
    """As the services play: contradictory feedback is withheld, and corrected by a correction."""
    hosted = in_head(NO_LIMIT, SMALL)
    feedbacks = [Feedback(*pair) for pair in SMALL.feedbacks()]
    for _ in range(data.draw(st.integers(1, 8))):
        try:
            hosted = _next(hosted, data, feedbacks)
        except GameError as error:
            assert isinstance(error, NoPendingGuess)  # noqa: PT017  # the only refusal that these moves can meet
        if hosted.outcome is not None:
            break
        assert find_candidates(SMALL, hosted.shared_board.turns).count
    assert hosted.winner in {None, "bob", "cem"}


def _next(hosted: HostedGame, data: st.DataObject, feedbacks: list[Feedback]) -> HostedGame:
    if data.draw(st.booleans()) and len(hosted.shared_board.pending) < MAX_PENDING:
        return hosted.guess(data.draw(st.sampled_from(CODES)), data.draw(st.sampled_from(["bob", "cem"])))
    if hosted.withheld is not None and data.draw(st.booleans()):
        corrections = find_corrections(SMALL, hosted.contradictory_turns)
        if corrections:
            correction = data.draw(st.sampled_from(corrections))
            return hosted.correct_feedback({each.number: each.feedback for each in correction.changes}, "ada")
    if data.draw(st.integers(0, 4)) == 0:
        return hosted.undo_feedback("ada")
    feedback = data.draw(st.sampled_from(feedbacks))
    withheld = hosted.withhold_feedback(feedback, "ada")
    turns = withheld.contradictory_turns
    fits = any(all(compute_feedback(code, turn.guess) == turn.feedback for turn in turns) for code in CODES)
    return hosted.give_feedback(feedback, "ada") if fits else withheld
