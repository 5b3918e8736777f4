"""Duels: turns, feedback of people, endings."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest
from hypothesis import given, strategies as st

from core.game.codes import Code
from core.game.duels import Duel
from core.game.errors import (
    GameError,
    GameOver,
    GuessAwaitsFeedback,
    HintsNotAllowed,
    ImpossibleFeedback,
    NoPendingGuess,
    NotPossibleNow,
    NotYourGame,
    NotYourTurn,
)
from core.game.feedback import Feedback, Turn, compute_feedback
from core.game.sides import BOT, DuelEnding, Level, OutcomeForSide, Side
from tests.core.generators import CLASSIC

Move: TypeAlias = Callable[[], Duel]

ADAS = (9, 8, 7, 6)

BOBS = (3, 1, 4, 0)

WRONG = (0, 1, 2, 3)

OTHER = (5, 6, 7, 8)

FOUND = Feedback(4, 0)


def duel(*, tries: int = 0, hidden: bool = False) -> Duel:
    """Ada, who has challenged Bob, starts; both secrets are known."""
    return Duel(CLASSIC, (Side("ada", ADAS), Side("bob", BOBS)), "ada", tries=tries, hidden=hidden)


def versus(*, bot_moves_first: bool = False, secret: Code | None = ADAS) -> Duel:
    """Ada plays against the bot; without a secret she gives the feedback."""
    return Duel.against_bot(CLASSIC, BOBS, Side("ada", secret), Level.HARD, bot_moves_first=bot_moves_first)


def versus_in_head(*, bot_moves_first: bool = True) -> Duel:
    return versus(bot_moves_first=bot_moves_first, secret=None)


BOTH_KINDS = [pytest.param(duel(), "bob", id="duel"), pytest.param(versus(), BOT, id="versus")]


# Turns


@pytest.mark.parametrize(("started", "other"), BOTH_KINDS)
def test_the_sides_guess_in_turn(started: Duel, other: str) -> None:
    assert started.player_to_move == started.awaited_player == "ada"
    with pytest.raises(NotYourTurn):
        started.guess(OTHER, other)
    guessed = started.guess(WRONG, "ada")
    assert guessed.player_to_move == guessed.awaited_player == other
    with pytest.raises(NotYourTurn):
        guessed.guess(WRONG, "ada")
    assert guessed.guess(OTHER, other).player_to_move == "ada"


def test_the_first_side_begins() -> None:
    started = versus(bot_moves_first=True)
    assert started.player_to_move == BOT
    with pytest.raises(NotYourTurn):
        started.guess(WRONG, "ada")


def test_the_feedback_for_a_known_secret_is_computed() -> None:
    played = duel().guess(WRONG, "ada").guess(OTHER, "bob")
    assert played.side("ada").turns == (Turn(WRONG, compute_feedback(BOBS, WRONG), "ada"),)
    assert played.side("bob").turns == (Turn(OTHER, compute_feedback(ADAS, OTHER), "bob"),)


@pytest.mark.parametrize(("started", "other"), BOTH_KINDS)
@pytest.mark.parametrize(
    ("guesses", "outcomes"),
    [
        ((BOBS, WRONG), (OutcomeForSide.WON, OutcomeForSide.LOST)),
        ((WRONG, ADAS), (OutcomeForSide.LOST, OutcomeForSide.WON)),
        ((BOBS, ADAS), (OutcomeForSide.DRAWN, OutcomeForSide.DRAWN)),
        ((WRONG, OTHER), (None, None)),
    ],
)
def test_the_side_that_moves_second_gets_a_last_guess(
    started: Duel, other: str, guesses: tuple[Code, Code], outcomes: tuple[OutcomeForSide | None, OutcomeForSide | None]
) -> None:
    after_one = started.guess(guesses[0], "ada")
    assert after_one.outcome is None
    ended = after_one.guess(guesses[1], other)
    assert (ended.outcome_for("ada"), ended.outcome_for(other)) == outcomes
    assert ended.outcome is (DuelEnding.SOLVED if outcomes[0] else None)


def test_the_last_guess_is_also_given_to_a_challenger_who_moves_second() -> None:
    first, second = duel().sides
    after_one = replace(duel(), sides=(second, first)).guess(ADAS, "bob")
    assert (after_one.outcome, after_one.player_to_move) == (None, "ada")
    assert after_one.guess(BOBS, "ada").outcome_for("ada") is OutcomeForSide.DRAWN


def test_a_game_without_a_finder_is_a_draw_when_no_tries_are_left() -> None:
    played = duel(tries=2).guess(WRONG, "ada").guess(WRONG, "bob").guess(OTHER, "ada")
    assert played.outcome is None
    ended = played.guess(OTHER, "bob")
    assert (ended.outcome, ended.winner, ended.outcome_for("bob")) == (
        DuelEnding.OUT_OF_TRIES,
        None,
        OutcomeForSide.DRAWN,
    )


def test_nobody_else_may_move() -> None:
    moves: tuple[Move, ...] = (
        lambda: duel().guess(WRONG, "cem"),
        lambda: duel().give_up("cem"),
        lambda: duel().offer_draw("cem"),
        lambda: duel().claim_win("cem"),
        lambda: duel().record_hint("cem"),
        lambda: versus_in_head().guess(OTHER, BOT).give_feedback(Feedback(0, 3), "bob"),
    )
    for move in moves:
        with pytest.raises(NotYourGame):
            move()


def test_moves_do_not_change_the_game_they_are_made_in() -> None:
    started = duel()
    started.guess(WRONG, "ada")
    assert started == duel()


# Hints


def test_hints_are_recorded_against_the_bot_and_refused_between_people() -> None:
    assisted = versus().record_hint("ada").record_hint("ada")
    assert assisted.hinted == assisted.board("ada").hinted == ("ada",)
    assert assisted.board(BOT).hinted == ()
    with pytest.raises(HintsNotAllowed):
        duel().record_hint("ada")


# What others see


def test_until_the_end_nobody_sees_a_secret_but_their_own() -> None:
    played = duel().guess(WRONG, "ada")
    secrets = {viewer: [side.secret for side in played.seen_by(viewer).sides] for viewer in ("ada", "bob", "cem")}
    assert secrets == {"ada": [ADAS, ()], "bob": [(), BOBS], "cem": [(), ()]}
    assert versus_in_head().seen_by("cem").side("ada").secret is None
    ended = played.give_up("ada")
    assert ended.seen_by("cem") == ended


def test_hidden_guesses_are_seen_by_those_who_made_them_until_the_end() -> None:
    played = duel(hidden=True).guess(WRONG, "ada").guess(OTHER, "bob").guess(OTHER, "ada")
    seen = {viewer: [len(side.turns) for side in played.seen_by(viewer).sides] for viewer in ("ada", "bob", "cem")}
    assert seen == {"ada": [2, 0], "bob": [0, 1], "cem": [0, 0]}
    assert [side.guess_count for side in played.seen_by("cem").sides] == [2, 1]
    assert [len(side.turns) for side in played.give_up("bob").seen_by("cem").sides] == [2, 1]


@pytest.mark.parametrize("hidden", [False, True])
def test_hiding_does_not_change_whose_turn_it_is(*, hidden: bool) -> None:
    started, pending = duel(hidden=hidden), replace(versus_in_head(), hidden=hidden).guess(OTHER, BOT)
    for played in (started, started.guess(WRONG, "ada"), started.guess(BOBS, "ada"), pending):
        for viewer in ("ada", "bob", "cem"):
            seen = played.seen_by(viewer)
            assert seen.outcome == played.outcome
            assert seen.side_to_move.player == played.side_to_move.player
    assert pending.seen_by("ada").pending_guess == OTHER


def test_no_repr_shows_a_secret() -> None:
    for shown in (repr(duel()), repr(duel().boards), str(duel().guess(WRONG, "ada"))):
        assert str(ADAS) not in shown
        assert str(BOBS) not in shown


# Boards


@pytest.mark.parametrize("starts", [0, 1])
def test_the_starters_board_comes_first(starts: int) -> None:
    sides = duel().sides
    adas, bobs = replace(duel(), sides=(sides[starts], sides[1 - starts])).boards
    assert (adas.guesser, adas.secret, bobs.guesser, bobs.secret) == ("ada", BOBS, "bob", ADAS)


@pytest.mark.parametrize(("viewer", "guesser"), [("ada", "ada"), ("bob", "bob"), ("cem", "ada")])
def test_everyone_has_a_board_and_spectators_the_starters(viewer: str, guesser: str) -> None:
    assert duel().board(viewer).guesser == guesser


def test_the_players_are_the_people() -> None:
    assert (duel().players, versus().players) == (("ada", "bob"), ("ada",))
    with pytest.raises(NotYourGame):
        duel().side("cem")


move = st.tuples(st.sampled_from(["ada", "bob"]), st.sampled_from([WRONG, OTHER, ADAS, BOBS]))


@given(st.booleans(), st.integers(0, 4), st.lists(move, max_size=20))
def test_both_sides_have_the_same_number_of_guesses_at_the_end(
    bob_moves_first: bool,  # noqa: FBT001  # Hypothesis passes it by position
    tries: int,
    moves: list[tuple[str, Code]],
) -> None:
    played = duel(tries=tries)
    if bob_moves_first:
        played = replace(played, sides=(played.sides[1], played.sides[0]))
    for player, code in moves:
        try:
            played = played.guess(code, player)
        except GameError:
            continue
        first, second = (side.guess_count for side in played.sides)
        assert first - second in {0, 1}
        assert played.outcome is None or first == second


def test_a_guess_at_a_secret_in_the_head_is_pending_until_it_gets_feedback() -> None:
    pending = versus_in_head().guess(OTHER, BOT)
    assert (pending.pending_guess, pending.side(BOT).turns) == (OTHER, ())
    assert (pending.player_to_move, pending.awaited_player) == (None, "ada")
    with pytest.raises(GuessAwaitsFeedback):
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
    assert (answered.player_to_move, answered.side(BOT).turns) == (BOT, (Turn(OTHER, Feedback(0, 2), BOT),))


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
    assert asked.awaited_player == "bob"
    with pytest.raises(NoPendingGuess):
        asked.give_feedback(FOUND, "ada")
    assert asked.give_feedback(Feedback(0, 1), "bob").player_to_move == "bob"


@pytest.mark.parametrize("number", [0, 2, -1])
def test_feedback_that_was_not_given_cannot_be_corrected(number: int) -> None:
    answered = versus_in_head().guess(OTHER, BOT).give_feedback(Feedback(0, 3), "ada")
    with pytest.raises(NoPendingGuess):
        answered.correct_feedback(number, Feedback(0, 2), "ada")


def test_a_game_does_not_end_while_a_guess_is_pending() -> None:
    pending = versus_in_head(bot_moves_first=False).guess(BOBS, "ada").guess(OTHER, BOT)
    assert pending.outcome is None
    assert pending.give_feedback(FOUND, "ada").outcome_for("ada") is OutcomeForSide.DRAWN
    assert pending.give_feedback(Feedback(0, 0), "ada").outcome_for("ada") is OutcomeForSide.WON


def test_resigning_loses_but_is_told_apart_from_losing() -> None:
    ended = duel().give_up("ada")
    assert (ended.outcome, ended.winner) == (DuelEnding.RESIGNED, "bob")
    assert (ended.outcome_for("ada"), ended.outcome_for("bob")) == (OutcomeForSide.RESIGNED, OutcomeForSide.WON)


@pytest.mark.parametrize(("started", "_other"), BOTH_KINDS)
def test_a_moderator_who_does_not_play_may_stop_the_game_without_a_result(started: Duel, _other: str) -> None:
    ended = started.give_up("mod", is_moderator=True)
    assert (ended.outcome, ended.winner, ended.outcome_for("ada")) == (DuelEnding.STOPPED, None, None)
    assert ended.quitters == ("mod",)
    assert ended.named_players == {*started.players, "mod"}


def test_a_moderator_who_plays_resigns() -> None:
    ended = duel().give_up("bob", is_moderator=True)
    assert (ended.outcome, ended.quitters) == (DuelEnding.RESIGNED, ("bob",))
    assert duel().offer_draw("ada").offer_draw("bob").quitters == ()


def test_a_draw_is_agreed_when_both_have_offered_it() -> None:
    offered = duel().offer_draw("ada")
    assert (offered.outcome, offered.draw_offered_by) == (None, "ada")
    with pytest.raises(NotPossibleNow):
        offered.offer_draw("ada")
    ended = offered.offer_draw("bob")
    assert (ended.outcome, ended.winner, ended.outcome_for("ada")) == (DuelEnding.AGREED, None, OutcomeForSide.DRAWN)


def test_a_guess_declines_the_offer_of_the_other_side_and_keeps_ones_own() -> None:
    assert duel().offer_draw("bob").guess(WRONG, "ada").draw_offered_by is None
    assert duel().offer_draw("ada").guess(WRONG, "ada").draw_offered_by == "ada"


def test_the_bot_is_offered_no_draw() -> None:
    with pytest.raises(NotPossibleNow):
        versus().offer_draw("ada")


def test_the_side_that_waits_can_claim_the_game() -> None:
    with pytest.raises(NotPossibleNow):
        duel().claim_win("ada")
    ended = duel().claim_win("bob")
    assert (ended.outcome, ended.winner) == (DuelEnding.CLAIMED, "bob")
    assert ended.outcome_for("ada") is OutcomeForSide.LOST


def test_who_lets_a_game_expire_has_resigned_if_the_other_had_guessed() -> None:
    ended = duel().guess(WRONG, "ada").expire()
    assert (ended.outcome, ended.winner) == (DuelEnding.EXPIRED, "ada")
    assert (ended.outcome_for("ada"), ended.outcome_for("bob")) == (OutcomeForSide.WON, OutcomeForSide.RESIGNED)


def test_a_game_without_a_guess_expires_without_a_result() -> None:
    ended = duel().expire()
    assert (ended.outcome, ended.winner) == (DuelEnding.EXPIRED, None)
    assert ended.outcome_for("ada") is ended.outcome_for("bob") is None


def test_no_move_is_possible_after_the_end() -> None:
    ended = versus_in_head().give_up("ada")
    moves: tuple[Move, ...] = (
        lambda: ended.guess(WRONG, "ada"),
        lambda: ended.guess(WRONG, BOT),
        lambda: ended.undo_feedback("ada"),
        lambda: ended.give_up("ada"),
        lambda: ended.offer_draw("ada"),
        lambda: ended.claim_win("ada"),
        lambda: ended.record_hint("ada"),
        ended.expire,
    )
    for move in moves:
        with pytest.raises(GameOver):
            move()
    assert ended.player_to_move is ended.awaited_player is None
