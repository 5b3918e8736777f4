"""Hosted games, and contradictory feedback of a host."""

from collections.abc import Callable
from typing import TypeAlias

import pytest
from hypothesis import given, strategies as st

from core.game.boards import DEFAULT_TRIES, NO_LIMIT, Outcome
from core.game.codes import Code, all_codes
from core.game.errors import (
    AlreadyVoted,
    GameError,
    GameOver,
    HostMayNotGuess,
    ImpossibleFeedback,
    NoPendingGuess,
    NotPlaying,
    NotTheHost,
    TooManyPendingGuesses,
)
from core.game.feedback import Feedback, PendingGuess, Turn, compute_feedback
from core.game.hosting import MAX_PENDING, HostedGame
from core.game.rules import Rules
from core.solver.candidates import find_candidates
from core.solver.mistakes import find_corrections
from tests.core.generators import CLASSIC

Move: TypeAlias = Callable[[], HostedGame]

SECRET = (3, 1, 4, 0)

WRONG = (0, 1, 2, 3)

OTHER = (5, 6, 7, 8)

FOUND, NOTHING = Feedback(4, 0), Feedback(0, 0)


def kept_by_bot(tries: int = DEFAULT_TRIES) -> HostedGame:
    """Ada's game, whose secret the bot knows."""
    return HostedGame.start(CLASSIC, SECRET, "ada", tries)


def in_head(tries: int = DEFAULT_TRIES, rules: Rules = CLASSIC) -> HostedGame:
    """Ada's game, whose secret she keeps in her head."""
    return HostedGame.start(rules, None, "ada", tries)


def contradictory() -> HostedGame:
    """A game in which the second feedback cannot be, for no code has four of 0123 and one of 5678."""
    played = in_head().guess(WRONG, "bob").guess(OTHER, "cem").give_feedback(Feedback(0, 4), "ada")
    return played.withhold_feedback(Feedback(1, 0), "ada")


# Secrets that the bot keeps


def test_the_others_guess_together_what_the_host_has_hidden() -> None:
    played = kept_by_bot().guess(WRONG, "bob").guess(SECRET, "cem")
    assert (played.outcome, played.winner, played.players) == (Outcome.SOLVED, "cem", ("bob", "cem"))
    assert played.shared_board.turns[0] == Turn(WRONG, compute_feedback(SECRET, WRONG), "bob")


@pytest.mark.parametrize("hosted", [kept_by_bot(), in_head()], ids=["kept by the bot", "in the head"])
def test_the_host_neither_guesses_nor_gets_hints(hosted: HostedGame) -> None:
    for started in (hosted, hosted.guess(WRONG, "bob")):
        with pytest.raises(HostMayNotGuess):
            started.guess(SECRET, "ada")
        with pytest.raises(HostMayNotGuess):
            started.record_hint("ada")


def test_a_player_gets_hints_after_a_guess() -> None:
    with pytest.raises(NotPlaying):
        kept_by_bot().record_hint("bob")
    assert kept_by_bot().guess(WRONG, "bob").record_hint("bob").hinted == ("bob",)
    assert in_head().guess(WRONG, "bob").record_hint("bob").hinted == ("bob",)


def test_only_the_host_sees_the_secret_before_the_end() -> None:
    played = kept_by_bot().guess(WRONG, "bob")
    for player in ("bob", "cem", "?"):
        seen = played.seen_by(player)
        assert (seen.secret, seen.shared_board.secret) == ((), ())
        assert seen.shared_board.turns == played.shared_board.turns
    assert played.seen_by("ada").secret == SECRET
    assert played.give_up("ada").seen_by("cem").secret == SECRET


def test_the_secret_is_not_in_the_text_of_the_game() -> None:
    assert repr(SECRET) not in repr(kept_by_bot().guess(WRONG, "bob"))


def test_nobody_gives_feedback_when_the_bot_does() -> None:
    played = kept_by_bot().guess(WRONG, "bob")
    for move in (played.undo_feedback, lambda by: played.give_feedback(NOTHING, by)):
        with pytest.raises(NoPendingGuess):
            move("ada")


# Feedback by the host


def test_guesses_wait_for_feedback_in_the_order_in_which_they_were_made() -> None:
    waiting = in_head().guess(WRONG, "bob").guess(OTHER, "cem")
    assert waiting.shared_board.pending == (PendingGuess(WRONG, "bob"), PendingGuess(OTHER, "cem"))
    assert (waiting.awaited_player, waiting.outcome, waiting.players) == ("ada", None, ("bob", "cem"))

    one = waiting.give_feedback(Feedback(1, 1), "ada")
    assert one.shared_board.turns == (Turn(WRONG, Feedback(1, 1), "bob"),)
    assert one.shared_board.pending == (PendingGuess(OTHER, "cem"),)

    both = one.give_feedback(NOTHING, "ada")
    assert [turn.by for turn in both.shared_board.turns] == ["bob", "cem"]
    assert both.awaited_player is None


def test_the_guess_that_gets_all_hits_wins() -> None:
    played = in_head().guess(WRONG, "bob").guess(OTHER, "cem").give_feedback(FOUND, "ada")
    assert (played.outcome, played.winner, played.awaited_player) == (Outcome.SOLVED, "bob", None)


def test_only_the_host_gives_feedback() -> None:
    waiting = in_head().guess(WRONG, "bob")
    moves: tuple[Move, ...] = (
        lambda: waiting.give_feedback(NOTHING, "bob"),
        lambda: waiting.withhold_feedback(NOTHING, "bob"),
        lambda: waiting.withhold_feedback(NOTHING, "ada").correct_feedback({}, "bob"),
        lambda: waiting.undo_feedback("bob"),
    )
    for move in moves:
        with pytest.raises(NotTheHost):
            move()


def test_feedback_needs_a_guess_that_waits_and_must_be_possible() -> None:
    with pytest.raises(NoPendingGuess):
        in_head().give_feedback(NOTHING, "ada")
    waiting = in_head().guess(WRONG, "bob")
    for move in (waiting.give_feedback, waiting.withhold_feedback):
        with pytest.raises(ImpossibleFeedback):
            move(Feedback(3, 1), "ada")


def test_guesses_that_wait_use_up_tries_but_do_not_end_the_game() -> None:
    waiting = in_head(tries=2).guess(WRONG, "bob").guess(OTHER, "cem")
    assert (waiting.shared_board.tries_left, waiting.outcome) == (0, None)
    with pytest.raises(TooManyPendingGuesses):
        waiting.guess(WRONG, "bob")
    assert waiting.give_feedback(NOTHING, "ada").give_feedback(NOTHING, "ada").outcome is Outcome.OUT_OF_TRIES
    assert waiting.give_feedback(NOTHING, "ada").give_feedback(FOUND, "ada").outcome is Outcome.SOLVED


def test_only_so_many_guesses_wait() -> None:
    waiting = in_head(tries=NO_LIMIT)
    for _ in range(MAX_PENDING):
        waiting = waiting.guess(WRONG, "bob")
    with pytest.raises(TooManyPendingGuesses):
        waiting.guess(WRONG, "cem")
    assert len(waiting.give_feedback(NOTHING, "ada").guess(WRONG, "cem").shared_board.pending) == MAX_PENDING


def test_a_guess_that_waits_is_a_repeated_one() -> None:
    board = in_head().guess(WRONG, "bob").give_feedback(NOTHING, "ada").guess(OTHER, "cem").shared_board
    assert (board.repetition(WRONG), board.repetition(OTHER)) == ((WRONG, 1), (OTHER, 2))


def test_feedback_is_undone_one_by_one() -> None:
    undone = in_head().guess(WRONG, "bob").guess(OTHER, "cem").give_feedback(NOTHING, "ada").undo_feedback("ada")
    assert undone == in_head().guess(WRONG, "bob").guess(OTHER, "cem")
    with pytest.raises(NoPendingGuess):
        undone.undo_feedback("ada")


# Ends


def test_the_host_ends_the_game_alone_and_the_others_vote() -> None:
    played = in_head().guess(WRONG, "bob").guess(OTHER, "cem").guess(WRONG, "dan")
    assert played.give_up("ada").quitters == ("ada",)
    voted = played.give_up("bob")
    assert voted.outcome is None
    with pytest.raises(AlreadyVoted):
        voted.give_up("bob")
    assert voted.give_up("cem").outcome is Outcome.GAVE_UP
    with pytest.raises(NotPlaying):
        played.give_up("eve")


def test_a_moderator_ends_the_game() -> None:
    assert kept_by_bot().give_up("mod", is_moderator=True).quitters == ("mod",)


def test_an_expired_game_has_no_winner() -> None:
    expired = in_head().guess(WRONG, "bob").expire()
    assert (expired.outcome, expired.winner, expired.awaited_player) == (Outcome.EXPIRED, None, None)
    assert kept_by_bot().expire().seen_by("bob").secret == SECRET


@pytest.mark.parametrize(
    "ended",
    [
        in_head().guess(WRONG, "bob").guess(OTHER, "bob").give_feedback(FOUND, "ada"),
        in_head().guess(WRONG, "bob").guess(OTHER, "bob").give_up("ada"),
        in_head().guess(WRONG, "bob").guess(OTHER, "bob").expire(),
        contradictory().give_up("ada"),
    ],
    ids=["solved", "given up", "expired", "given up during a contradiction"],
)
def test_nothing_happens_after_the_end(ended: HostedGame) -> None:
    moves: tuple[Move, ...] = (
        lambda: ended.guess(WRONG, "bob"),
        lambda: ended.guess(WRONG, "ada"),
        lambda: ended.record_hint("bob"),
        lambda: ended.give_feedback(NOTHING, "ada"),
        lambda: ended.withhold_feedback(NOTHING, "ada"),
        lambda: ended.correct_feedback({}, "ada"),
        lambda: ended.undo_feedback("ada"),
        lambda: ended.give_up("ada"),
        ended.expire,
    )
    for move in moves:
        with pytest.raises(GameOver):
            move()
    assert ended.jointly_contradictory_turns == ()


SMALL = Rules.parse("2x4")

CODES = list(all_codes(SMALL))


def test_withheld_feedback_is_seen_by_the_host_alone() -> None:
    withheld = contradictory()
    assert len(withheld.shared_board.turns) == 1
    assert withheld.jointly_contradictory_turns[-1] == Turn(OTHER, Feedback(1, 0), "cem")
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
    told, kept = HostedGame.start(SMALL, secret, "ada", NO_LIMIT), in_head(NO_LIMIT, SMALL)
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
    hosted, feedbacks = in_head(NO_LIMIT, SMALL), [Feedback(*pair) for pair in SMALL.feedbacks()]
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
        corrections = find_corrections(SMALL, hosted.jointly_contradictory_turns)
        if corrections:
            return hosted.correct_feedback(data.draw(st.sampled_from(corrections)).feedbacks, "ada")
    if data.draw(st.integers(0, 4)) == 0:
        return hosted.undo_feedback("ada")
    feedback = data.draw(st.sampled_from(feedbacks))
    withheld = hosted.withhold_feedback(feedback, "ada")
    turns = withheld.jointly_contradictory_turns
    fits = any(all(compute_feedback(code, turn.guess) == turn.feedback for turn in turns) for code in CODES)
    return hosted.give_feedback(feedback, "ada") if fits else withheld
