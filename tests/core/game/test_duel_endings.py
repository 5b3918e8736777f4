"""How duels end other than by the secret being found."""

import pytest

from core.game.duels import Duel
from core.game.errors import (
    DrawNotPossible,
    GameOver,
    OpponentMayStillMove,
)
from core.game.sides import BOT, DuelEnding, SideOutcome
from tests.core.game.duels import BOTH_KINDS, WRONG, Move, duel, versus, versus_in_head


def test_resigning_loses_but_is_told_apart_from_losing() -> None:
    ended = duel().give_up("ada")
    assert (ended.outcome, ended.winner) == (DuelEnding.RESIGNED, "bob")
    assert (ended.outcome_for("ada"), ended.outcome_for("bob")) == (SideOutcome.RESIGNED, SideOutcome.WON)


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
    with pytest.raises(DrawNotPossible):
        offered.offer_draw("ada")
    ended = offered.offer_draw("bob")
    assert (ended.outcome, ended.winner, ended.outcome_for("ada")) == (DuelEnding.AGREED, None, SideOutcome.DRAWN)


def test_a_guess_declines_the_offer_of_the_other_side_and_keeps_ones_own() -> None:
    assert duel().offer_draw("bob").guess(WRONG, "ada").draw_offered_by is None
    assert duel().offer_draw("ada").guess(WRONG, "ada").draw_offered_by == "ada"


def test_the_bot_is_offered_no_draw() -> None:
    with pytest.raises(DrawNotPossible):
        versus().offer_draw("ada")


def test_the_side_that_waits_can_claim_the_game() -> None:
    with pytest.raises(OpponentMayStillMove):
        duel().claim("ada")
    ended = duel().claim("bob")
    assert (ended.outcome, ended.winner) == (DuelEnding.CLAIMED, "bob")
    assert ended.outcome_for("ada") is SideOutcome.LOST


def test_an_expired_game_has_no_result() -> None:
    ended = duel().guess(WRONG, "ada").expire()
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
        lambda: ended.claim("ada"),
        lambda: ended.record_hint("ada"),
        ended.expire,
    )
    for move in moves:
        with pytest.raises(GameOver):
            move()
    assert ended.to_move is ended.waits_for is None
