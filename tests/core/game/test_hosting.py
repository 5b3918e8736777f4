import pytest

from core.game.boards import NO_LIMIT, Outcome
from core.game.errors import (
    AlreadyVoted,
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
from tests.core.game.hosted_games import FOUND, NOTHING, OTHER, SECRET, WRONG, Move, contradictory, in_head, kept_by_bot

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
    assert (waiting.waits_for, waiting.outcome, waiting.players) == ("ada", None, ("bob", "cem"))

    one = waiting.give_feedback(Feedback(1, 1), "ada")
    assert one.shared_board.turns == (Turn(WRONG, Feedback(1, 1), "bob"),)
    assert one.shared_board.pending == (PendingGuess(OTHER, "cem"),)

    both = one.give_feedback(NOTHING, "ada")
    assert [turn.by for turn in both.shared_board.turns] == ["bob", "cem"]
    assert both.waits_for is None


def test_the_guess_that_gets_all_hits_wins() -> None:
    played = in_head().guess(WRONG, "bob").guess(OTHER, "cem").give_feedback(FOUND, "ada")
    assert (played.outcome, played.winner, played.waits_for) == (Outcome.SOLVED, "bob", None)


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
    ended = waiting.give_feedback(NOTHING, "ada").give_feedback(NOTHING, "ada")
    assert ended.outcome is Outcome.OUT_OF_TRIES
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
    played = in_head().guess(WRONG, "bob").guess(OTHER, "cem").give_feedback(NOTHING, "ada")
    undone = played.undo_feedback("ada")
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
    assert (expired.outcome, expired.winner, expired.waits_for) == (Outcome.EXPIRED, None, None)
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
    assert ended.contradictory_turns == ()
