from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game.codes import Code
from core.game.duels import Duel
from core.game.errors import (
    GameError,
    HintsNotAllowed,
    NotYourGame,
    NotYourTurn,
)
from core.game.feedback import Feedback, Turn, compute_feedback
from core.game.sides import BOT, DuelEnding, SideOutcome
from tests.core.game.duels import ADAS, BOBS, BOTH_KINDS, OTHER, WRONG, Move, duel, versus, versus_in_head

# Turns


@pytest.mark.parametrize(("started", "other"), BOTH_KINDS)
def test_the_sides_guess_in_turn(started: Duel, other: str) -> None:
    assert started.to_move == started.waits_for == "ada"
    with pytest.raises(NotYourTurn):
        started.guess(OTHER, other)
    guessed = started.guess(WRONG, "ada")
    assert guessed.to_move == guessed.waits_for == other
    with pytest.raises(NotYourTurn):
        guessed.guess(WRONG, "ada")
    assert guessed.guess(OTHER, other).to_move == "ada"


def test_the_first_side_begins() -> None:
    started = versus(bot_moves_first=True)
    assert started.to_move == BOT
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
        ((BOBS, WRONG), (SideOutcome.WON, SideOutcome.LOST)),
        ((WRONG, ADAS), (SideOutcome.LOST, SideOutcome.WON)),
        ((BOBS, ADAS), (SideOutcome.DRAWN, SideOutcome.DRAWN)),
        ((WRONG, OTHER), (None, None)),
    ],
)
def test_the_side_that_moves_second_gets_a_last_guess(
    started: Duel, other: str, guesses: tuple[Code, Code], outcomes: tuple[SideOutcome | None, SideOutcome | None]
) -> None:
    after_one = started.guess(guesses[0], "ada")
    assert after_one.outcome is None
    ended = after_one.guess(guesses[1], other)
    assert (ended.outcome_for("ada"), ended.outcome_for(other)) == outcomes
    assert ended.outcome is (DuelEnding.SOLVED if outcomes[0] else None)


def test_the_last_guess_is_also_given_to_a_challenger_who_moves_second() -> None:
    first, second = duel().sides
    after_one = replace(duel(), sides=(second, first)).guess(ADAS, "bob")
    assert (after_one.outcome, after_one.to_move) == (None, "ada")
    assert after_one.guess(BOBS, "ada").outcome_for("ada") is SideOutcome.DRAWN


def test_a_game_without_a_finder_is_a_draw_when_no_tries_are_left() -> None:
    played = duel(tries=2).guess(WRONG, "ada").guess(WRONG, "bob").guess(OTHER, "ada")
    assert played.outcome is None
    ended = played.guess(OTHER, "bob")
    assert (ended.outcome, ended.winner, ended.outcome_for("bob")) == (DuelEnding.OUT_OF_TRIES, None, SideOutcome.DRAWN)


def test_nobody_else_may_move() -> None:
    moves: tuple[Move, ...] = (
        lambda: duel().guess(WRONG, "cem"),
        lambda: duel().give_up("cem"),
        lambda: duel().offer_draw("cem"),
        lambda: duel().claim("cem"),
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
    assert [side.guesses for side in played.seen_by("cem").sides] == [2, 1]
    assert [len(side.turns) for side in played.give_up("bob").seen_by("cem").sides] == [2, 1]


@pytest.mark.parametrize("hidden", [False, True])
def test_hiding_does_not_change_whose_turn_it_is(*, hidden: bool) -> None:
    started = duel(hidden=hidden)
    pending = replace(versus_in_head(), hidden=hidden).guess(OTHER, BOT)
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
        first, second = (side.guesses for side in played.sides)
        assert first - second in {0, 1}
        assert played.outcome is None or first == second
