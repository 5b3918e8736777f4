from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game.codes import Code
from core.game.errors import GameError, GameOver, ImpossibleFeedback, NoPendingGuess, NotYourGame, NotYourTurn
from core.game.feedback import Feedback, Turn, compute_feedback
from core.game.versus import OPPONENT, Level, Versus, VersusOutcome
from tests.core.generators import CLASSIC

SECRET = (3, 1, 4, 0)
MINE = (9, 8, 7, 6)
WRONG = (0, 1, 2, 3)
OTHER = (5, 6, 7, 8)
FOUND = Feedback(4, 0)


def game(*, opponent_begins: bool = False, player_secret: Code | None = MINE) -> Versus:
    return Versus(CLASSIC, SECRET, "ada", Level.HARD, opponent_begins, player_secret)


def game_in_head(*, opponent_begins: bool = True) -> Versus:
    return game(opponent_begins=opponent_begins, player_secret=None)


def test_the_sides_take_turns() -> None:
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


def test_the_feedback_for_an_entered_secret_is_computed() -> None:
    played = game(opponent_begins=True).opponent_guess(OTHER)
    assert played.opponent_turns == (Turn(OTHER, compute_feedback(MINE, OTHER), OPPONENT),)


def test_a_guess_at_a_secret_in_the_players_head_is_pending_until_it_gets_feedback() -> None:
    pending = game_in_head().opponent_guess(OTHER)
    assert (pending.pending_guess, pending.opponent_turns) == (OTHER, ())
    with pytest.raises(NotYourTurn):
        pending.guess(WRONG, "ada")
    with pytest.raises(NotYourTurn):
        pending.opponent_guess(WRONG)
    played = pending.give_feedback(Feedback(0, 3), "ada")
    assert (played.pending_guess, played.opponent_turns) == (None, (Turn(OTHER, Feedback(0, 3), OPPONENT),))


def test_impossible_feedback_is_refused() -> None:
    pending = game_in_head().opponent_guess(OTHER)
    with pytest.raises(ImpossibleFeedback):
        pending.give_feedback(Feedback(3, 1), "ada")
    with pytest.raises(ImpossibleFeedback):
        pending.give_feedback(Feedback(0, 0), "ada").correct_feedback(1, Feedback(3, 1), "ada")


def test_feedback_can_be_corrected() -> None:
    corrected = (
        game_in_head()
        .opponent_guess(OTHER)
        .give_feedback(Feedback(0, 3), "ada")
        .correct_feedback(1, Feedback(0, 2), "ada")
    )
    assert corrected.opponent_turns == (Turn(OTHER, Feedback(0, 2), OPPONENT),)


def test_the_last_feedback_can_be_withdrawn() -> None:
    pending = game_in_head().opponent_guess(OTHER)
    assert pending.give_feedback(Feedback(0, 3), "ada").undo_feedback("ada") == pending


def test_withdrawing_feedback_drops_a_guess_that_was_based_on_it() -> None:
    pending = (
        game_in_head()
        .opponent_guess(OTHER)
        .give_feedback(Feedback(0, 3), "ada")
        .guess(WRONG, "ada")
        .opponent_guess(WRONG)
    )
    assert pending.undo_feedback("ada").pending_guess == OTHER
    assert pending.undo_feedback("ada").opponent_turns == ()


def test_computed_feedback_cannot_be_given_corrected_or_withdrawn() -> None:
    played = game(opponent_begins=True).opponent_guess(OTHER)
    with pytest.raises(NoPendingGuess):
        played.give_feedback(Feedback(0, 3), "ada")
    with pytest.raises(NoPendingGuess):
        played.correct_feedback(1, Feedback(0, 3), "ada")
    with pytest.raises(NoPendingGuess):
        played.undo_feedback("ada")


@pytest.mark.parametrize("number", [0, 2, -1])
def test_feedback_that_was_not_given_cannot_be_corrected(number: int) -> None:
    with pytest.raises(NoPendingGuess):
        game_in_head().opponent_guess(OTHER).give_feedback(Feedback(0, 3), "ada").correct_feedback(
            number, Feedback(0, 2), "ada"
        )


@pytest.mark.parametrize(
    ("opponent_begins", "player_code", "opponent_code", "outcome"),
    [
        (False, SECRET, WRONG, VersusOutcome.WON),
        (False, WRONG, MINE, VersusOutcome.LOST),
        (False, SECRET, MINE, VersusOutcome.DRAWN),
        (False, WRONG, OTHER, None),
        (True, SECRET, WRONG, VersusOutcome.WON),
        (True, WRONG, MINE, VersusOutcome.LOST),
        (True, SECRET, MINE, VersusOutcome.DRAWN),
        (True, WRONG, OTHER, None),
    ],
)
def test_the_side_that_moves_second_gets_a_last_guess(
    opponent_begins: bool,  # noqa: FBT001  # pytest passes it by name
    player_code: Code,
    opponent_code: Code,
    outcome: VersusOutcome | None,
) -> None:
    begun = game(opponent_begins=opponent_begins)
    after_one = begun.opponent_guess(opponent_code) if opponent_begins else begun.guess(player_code, "ada")
    assert after_one.outcome is None
    assert (
        after_one.guess(player_code, "ada") if opponent_begins else after_one.opponent_guess(opponent_code)
    ).outcome is outcome


def test_a_game_does_not_end_while_a_guess_is_pending() -> None:
    pending = game_in_head(opponent_begins=False).guess(SECRET, "ada").opponent_guess(OTHER)
    assert pending.outcome is None
    assert pending.give_feedback(FOUND, "ada").outcome is VersusOutcome.DRAWN
    assert pending.give_feedback(Feedback(0, 0), "ada").outcome is VersusOutcome.WON


def test_giving_up_is_not_the_same_as_losing() -> None:
    assert game().give_up("ada").outcome is VersusOutcome.RESIGNED


def test_a_moderator_may_end_the_game() -> None:
    ended = game().give_up("mod", is_moderator=True)
    assert (ended.outcome, ended.quitters) == (VersusOutcome.RESIGNED, ("mod",))
    assert ended.named_players == {"ada", "mod"}


def test_no_move_is_possible_after_the_end() -> None:
    ended = game_in_head().give_up("ada")
    with pytest.raises(GameOver):
        ended.guess(WRONG, "ada")
    with pytest.raises(GameOver):
        ended.opponent_guess(WRONG)
    with pytest.raises(GameOver):
        ended.undo_feedback("ada")
    with pytest.raises(GameOver):
        ended.give_up("ada")


def test_only_the_player_may_move() -> None:
    with pytest.raises(NotYourGame):
        game().guess(WRONG, "bob")
    with pytest.raises(NotYourGame):
        game_in_head().opponent_guess(OTHER).give_feedback(Feedback(0, 3), "bob")
    with pytest.raises(NotYourGame):
        game().give_up("bob")


def test_until_the_end_only_the_player_sees_their_own_secret() -> None:
    played = game().guess(WRONG, "ada")
    assert (played.seen_by("ada").secret, played.seen_by("ada").player_secret) == ((), MINE)
    assert (played.seen_by("bob").secret, played.seen_by("bob").player_secret) == ((), ())
    assert game_in_head().seen_by("bob").player_secret is None
    assert played.give_up("ada").seen_by("bob") == played.give_up("ada")


def test_hiding_secrets_does_not_change_whose_turn_it_is() -> None:
    for played in (game(), game().guess(WRONG, "ada"), game_in_head().opponent_guess(OTHER)):
        for player in ("ada", "bob"):
            assert played.seen_by(player).opponent_to_move == played.opponent_to_move
            assert played.seen_by(player).outcome == played.outcome


def test_no_repr_shows_a_secret() -> None:
    for shown in (repr(game()), repr(game().boards), str(game().guess(WRONG, "ada"))):
        assert str(SECRET) not in shown
        assert str(MINE) not in shown


def test_each_side_has_a_board_with_its_turns() -> None:
    mine, theirs = game().guess(WRONG, "ada").opponent_guess(OTHER).boards
    assert (mine.turns, mine.guesser) == ((Turn(WRONG, compute_feedback(SECRET, WRONG), "ada"),), "ada")
    assert (theirs.turns, theirs.guesser) == ((Turn(OTHER, compute_feedback(MINE, OTHER), OPPONENT),), OPPONENT)


def test_the_player_is_listed_after_the_first_guess() -> None:
    assert (game().players, game().guess(WRONG, "ada").players) == ((), ("ada",))


move = st.tuples(st.sampled_from(["guess", "opponent_guess"]), st.sampled_from([WRONG, OTHER, SECRET, MINE]))


@given(st.booleans(), st.lists(move, max_size=20))
def test_both_sides_have_the_same_number_of_guesses_at_the_end(
    opponent_begins: bool,  # noqa: FBT001  # Hypothesis passes it by position
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


def test_moves_do_not_change_the_game_they_are_made_in() -> None:
    begun = game()
    begun.guess(WRONG, "ada")
    assert begun == replace(game())
