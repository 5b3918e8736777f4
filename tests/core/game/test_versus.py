from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game.codes import Code
from core.game.errors import GameError, GameOver, ImpossibleFeedback, NoPendingGuess, NotYourGame, NotYourTurn
from core.game.feedback import Feedback, Turn, compute_feedback
from core.game.versus import OPPONENT, Level, Verdict, Versus
from tests.core.spaces import CLASSIC

SECRET = (3, 1, 4, 0)
MINE = (9, 8, 7, 6)
WRONG = (0, 1, 2, 3)
OTHER = (5, 6, 7, 8)
FOUND = Feedback(4, 0)


def game(*, opponent_begins: bool = False, player_secret: Code | None = MINE) -> Versus:
    return Versus(CLASSIC, SECRET, "ada", Level.HARD, opponent_begins, player_secret)


def in_her_head(*, opponent_begins: bool = True) -> Versus:
    return game(opponent_begins=opponent_begins, player_secret=None)


def test_sides_guess_turn_about() -> None:
    begun = game()
    assert not begun.opponent_to_move
    with pytest.raises(NotYourTurn):
        begun.opponent_guess(OTHER)
    guessed = begun.guess(WRONG, "ada")
    assert guessed.opponent_to_move
    with pytest.raises(NotYourTurn):
        guessed.guess(WRONG, "ada")
    assert not guessed.opponent_guess(OTHER).opponent_to_move


def test_the_opponent_moves_first_if_it_begins() -> None:
    begun = game(opponent_begins=True)
    assert begun.opponent_to_move
    with pytest.raises(NotYourTurn):
        begun.guess(WRONG, "ada")


def test_a_told_secret_answers_by_itself() -> None:
    played = game(opponent_begins=True).opponent_guess(OTHER)
    assert played.opponent_turns == (Turn(OTHER, compute_feedback(MINE, OTHER), OPPONENT),)


def test_a_secret_in_somebodys_head_is_asked_for_and_nothing_moves_until_it_is_answered() -> None:
    asked = in_her_head().opponent_guess(OTHER)
    assert (asked.pending_guess, asked.opponent_turns) == (OTHER, ())
    with pytest.raises(NotYourTurn):
        asked.guess(WRONG, "ada")
    with pytest.raises(NotYourTurn):
        asked.opponent_guess(WRONG)
    answered = asked.give_feedback(Feedback(0, 3), "ada")
    assert (answered.pending_guess, answered.opponent_turns) == (None, (Turn(OTHER, Feedback(0, 3), OPPONENT),))


def test_an_impossible_answer_is_refused_however_it_is_given() -> None:
    asked = in_her_head().opponent_guess(OTHER)
    with pytest.raises(ImpossibleFeedback):
        asked.give_feedback(Feedback(3, 1), "ada")
    with pytest.raises(ImpossibleFeedback):
        asked.give_feedback(Feedback(0, 0), "ada").correct_feedback(1, Feedback(3, 1), "ada")


def test_an_answer_can_be_put_right() -> None:
    answered = (
        in_her_head()
        .opponent_guess(OTHER)
        .give_feedback(Feedback(0, 3), "ada")
        .correct_feedback(1, Feedback(0, 2), "ada")
    )
    assert answered.opponent_turns == (Turn(OTHER, Feedback(0, 2), OPPONENT),)


def test_the_last_answer_can_be_taken_back() -> None:
    asked = in_her_head().opponent_guess(OTHER)
    assert asked.give_feedback(Feedback(0, 3), "ada").undo_feedback("ada") == asked


def test_taking_back_forgets_a_guess_that_relied_on_the_answer() -> None:
    asked = (
        in_her_head()
        .opponent_guess(OTHER)
        .give_feedback(Feedback(0, 3), "ada")
        .guess(WRONG, "ada")
        .opponent_guess(WRONG)
    )
    assert asked.undo_feedback("ada").pending_guess == OTHER
    assert asked.undo_feedback("ada").opponent_turns == ()


def test_what_answered_by_itself_is_neither_answered_put_right_nor_taken_back() -> None:
    told = game(opponent_begins=True).opponent_guess(OTHER)
    with pytest.raises(NoPendingGuess):
        told.give_feedback(Feedback(0, 3), "ada")
    with pytest.raises(NoPendingGuess):
        told.correct_feedback(1, Feedback(0, 3), "ada")
    with pytest.raises(NoPendingGuess):
        told.undo_feedback("ada")


@pytest.mark.parametrize("number", [0, 2, -1])
def test_an_answer_that_was_not_given_cannot_be_put_right(number: int) -> None:
    with pytest.raises(NoPendingGuess):
        in_her_head().opponent_guess(OTHER).give_feedback(Feedback(0, 3), "ada").correct_feedback(
            number, Feedback(0, 2), "ada"
        )


@pytest.mark.parametrize(
    ("opponent_begins", "player_code", "opponent_code", "verdict"),
    [
        (False, SECRET, WRONG, Verdict.WON),
        (False, WRONG, MINE, Verdict.LOST),
        (False, SECRET, MINE, Verdict.DRAWN),
        (False, WRONG, OTHER, None),
        (True, SECRET, WRONG, Verdict.WON),
        (True, WRONG, MINE, Verdict.LOST),
        (True, SECRET, MINE, Verdict.DRAWN),
        (True, WRONG, OTHER, None),
    ],
)
def test_whoever_does_not_begin_gets_a_last_guess(
    opponent_begins: bool,  # noqa: FBT001  # pytest names what it passes
    player_code: Code,
    opponent_code: Code,
    verdict: Verdict | None,
) -> None:
    begun = game(opponent_begins=opponent_begins)
    half = begun.opponent_guess(opponent_code) if opponent_begins else begun.guess(player_code, "ada")
    assert half.outcome is None
    assert (
        half.guess(player_code, "ada") if opponent_begins else half.opponent_guess(opponent_code)
    ).outcome is verdict


def test_a_game_does_not_end_while_an_answer_is_missing() -> None:
    asked = in_her_head(opponent_begins=False).guess(SECRET, "ada").opponent_guess(OTHER)
    assert asked.outcome is None
    assert asked.give_feedback(FOUND, "ada").outcome is Verdict.DRAWN
    assert asked.give_feedback(Feedback(0, 0), "ada").outcome is Verdict.WON


def test_giving_up_is_not_the_same_as_losing() -> None:
    assert game().give_up("ada").outcome is Verdict.RESIGNED


def test_nothing_more_can_be_done_when_it_has_ended() -> None:
    ended = in_her_head().give_up("ada")
    with pytest.raises(GameOver):
        ended.guess(WRONG, "ada")
    with pytest.raises(GameOver):
        ended.opponent_guess(WRONG)
    with pytest.raises(GameOver):
        ended.undo_feedback("ada")
    with pytest.raises(GameOver):
        ended.give_up("ada")


def test_nobody_else_may_play_it() -> None:
    with pytest.raises(NotYourGame):
        game().guess(WRONG, "bob")
    with pytest.raises(NotYourGame):
        in_her_head().opponent_guess(OTHER).give_feedback(Feedback(0, 3), "bob")
    with pytest.raises(NotYourGame):
        game().give_up("bob")


def test_neither_secret_is_seen_before_the_end_but_by_who_told_it() -> None:
    played = game().guess(WRONG, "ada")
    assert (played.seen_by("ada").secret, played.seen_by("ada").player_secret) == ((), MINE)
    assert (played.seen_by("bob").secret, played.seen_by("bob").player_secret) == ((), ())
    assert in_her_head().seen_by("bob").player_secret is None
    assert played.give_up("ada").seen_by("bob") == played.give_up("ada")


def test_looking_does_not_change_whose_turn_it_is() -> None:
    for played in (game(), game().guess(WRONG, "ada"), in_her_head().opponent_guess(OTHER)):
        for player in ("ada", "bob"):
            assert played.seen_by(player).opponent_to_move == played.opponent_to_move
            assert played.seen_by(player).outcome == played.outcome


def test_no_repr_shows_a_secret() -> None:
    for shown in (repr(game()), repr(game().boards), str(game().guess(WRONG, "ada"))):
        assert str(SECRET) not in shown
        assert str(MINE) not in shown


def test_both_boards_are_seen_with_their_turns() -> None:
    mine, theirs = game().guess(WRONG, "ada").opponent_guess(OTHER).boards
    assert (mine.turns, mine.guesser) == ((Turn(WRONG, compute_feedback(SECRET, WRONG), "ada"),), "ada")
    assert (theirs.turns, theirs.guesser) == ((Turn(OTHER, compute_feedback(MINE, OTHER), OPPONENT),), OPPONENT)


def test_the_player_is_one_of_its_players_once_they_have_guessed() -> None:
    assert (game().players, game().guess(WRONG, "ada").players) == ((), ("ada",))


move = st.tuples(st.sampled_from(["guess", "opponent_guess"]), st.sampled_from([WRONG, OTHER, SECRET, MINE]))


@given(st.booleans(), st.lists(move, max_size=20))
def test_however_it_goes_nobody_is_a_guess_behind_at_the_end(
    opponent_begins: bool,  # noqa: FBT001  # hypothesis passes it by place
    moves: list[tuple[str, Code]],
) -> None:
    played = game(opponent_begins=opponent_begins)
    for side, code in moves:
        try:
            played = played.guess(code, "ada") if side == "guess" else played.opponent_guess(code)
        except GameError:
            continue
        first, second = (
            (played.opponent_turns, played.player_turns)
            if opponent_begins
            else (played.player_turns, played.opponent_turns)
        )
        assert len(first) - len(second) in {0, 1}
        assert played.outcome is None or len(first) == len(second)


def test_the_game_of_before_is_left_alone() -> None:
    begun = game()
    begun.guess(WRONG, "ada")
    assert begun == replace(game())
