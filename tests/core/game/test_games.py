import pickle
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from core.game.any_game import Who
from core.game.boards import DEFAULT_TRIES, NO_LIMIT, Board, Outcome
from core.game.codes import Code, format_code, format_code_ascii, is_code
from core.game.errors import AlreadyVoted, GameError, GameOver, NotPlaying, NotYourGame, OnlyPlayersGiveUp
from core.game.feedback import Turn, compute_feedback
from core.game.games import Game
from core.game.races import Race, create_game
from core.game.rules import Rules
from tests.core.generators import CLASSIC, any_code

SECRET = (3, 1, 4, 0)
WRONG = (0, 1, 2, 3)
OTHER = (5, 6, 7, 8)


def game(who: Who = Who.EVERYONE, tries: int = DEFAULT_TRIES) -> Game:
    return create_game(CLASSIC, SECRET, "ada", who, tries)


def test_a_new_game_has_no_turns_and_no_outcome() -> None:
    new = game()
    assert (new.outcome, new.winner, new.players) == (None, None, ())
    assert new.board("ada").turns == ()
    assert new.board("ada").tries_left == DEFAULT_TRIES


def test_a_guess_is_recorded_with_its_feedback_and_player() -> None:
    assert game().guess(WRONG, "bob").board("bob").turns == (Turn(WRONG, compute_feedback(SECRET, WRONG), "bob"),)


def test_moves_do_not_change_the_game_they_are_made_in() -> None:
    new = game()
    new.guess(WRONG, "ada")
    new.give_up("ada")
    assert new == game()


def test_the_same_guess_may_be_made_twice() -> None:
    assert len(game().guess(WRONG, "ada").guess(WRONG, "bob").board("ada").turns) == 2


def test_everyone_guesses_on_one_board() -> None:
    played = game().guess(WRONG, "ada").guess(OTHER, "bob")
    assert played.board("ada") == played.board("bob") == played.board("new player")
    assert [turn.by for turn in played.board("ada").turns] == ["ada", "bob"]


def test_any_player_can_solve_a_game_for_everyone() -> None:
    solved = game().guess(WRONG, "ada").guess(SECRET, "bob")
    assert (solved.outcome, solved.winner) == (Outcome.SOLVED, "bob")


def test_players_of_a_game_for_everyone_share_the_tries() -> None:
    played = game(tries=2).guess(WRONG, "ada").guess(OTHER, "bob")
    assert (played.outcome, played.winner) == (Outcome.OUT_OF_TRIES, None)
    assert played.board("ada").tries_left == 0


def test_a_game_solved_with_the_last_try_is_solved() -> None:
    assert game(tries=2).guess(WRONG, "ada").guess(SECRET, "ada").outcome is Outcome.SOLVED


def test_a_game_without_a_limit_goes_on() -> None:
    played = game(tries=NO_LIMIT)
    for _ in range(100):
        played = played.guess(WRONG, "ada")
    assert (played.outcome, played.board("ada").tries_left) == (None, None)


@pytest.mark.parametrize("who", Who)
def test_no_move_is_possible_after_the_end(who: Who) -> None:
    for ended in (game(who).guess(SECRET, "ada"), game(who).give_up("ada"), game(who, tries=1).guess(WRONG, "ada")):
        with pytest.raises(GameOver):
            ended.guess(SECRET, "ada")
        with pytest.raises(GameOver):
            ended.guess(SECRET, "bob")
        with pytest.raises(GameOver):
            ended.give_up("ada")


@pytest.mark.parametrize("who", Who)
def test_the_starter_may_give_up_before_any_guess(who: Who) -> None:
    given_up = game(who).give_up("ada")
    assert (given_up.outcome, given_up.winner) == (Outcome.GAVE_UP, None)


def test_the_only_player_who_has_guessed_may_give_up_for_everyone() -> None:
    given_up = game().guess(WRONG, "bob").give_up("bob")
    assert (given_up.outcome, given_up.quitters) == (Outcome.GAVE_UP, ("bob",))


def shared() -> Game:
    """A game that Ada has started, and in which four others have guessed."""
    played = game()
    for player in ("bob", "cy", "dee", "eve"):
        played = played.guess(WRONG, player)
    return played


def test_the_starter_may_give_up_a_shared_game_alone() -> None:
    given_up = shared().give_up("bob").give_up("ada")
    assert (given_up.outcome, given_up.quitters) == (Outcome.GAVE_UP, ("ada",))


def test_more_than_half_of_the_players_may_give_up_a_shared_game() -> None:
    voted = shared().give_up("bob").give_up("dee")
    assert voted.outcome is None
    assert voted.giveup_votes_needed() == 3
    given_up = voted.give_up("eve")
    assert (given_up.outcome, given_up.quitters) == (Outcome.GAVE_UP, ("bob", "dee", "eve"))


def test_a_vote_counts_once() -> None:
    with pytest.raises(AlreadyVoted) as refused:
        shared().give_up("bob").give_up("bob")
    assert (refused.value.votes, refused.value.needed) == (1, 3)


def test_without_a_move_for_long_anybody_may_vote_to_give_up_a_shared_game() -> None:
    for start in (game(), game().guess(WRONG, "bob")):
        with pytest.raises(OnlyPlayersGiveUp):
            start.give_up("cy")
        voted = start.give_up("cy", is_stuck=True)
        assert voted.outcome is None
        assert voted.giveup_votes_needed() == 2
        with pytest.raises(AlreadyVoted):
            voted.give_up("cy", is_stuck=True)
        ended = voted.give_up("dee", is_stuck=True)
        assert (ended.outcome, ended.quitters) == (Outcome.GAVE_UP, ("cy", "dee"))
        assert not ended.was_ended_by_moderator(ended.boards[0])
    assert shared().giveup_votes_needed() == 3
    with pytest.raises(NotYourGame):
        game(Who.ME).give_up("bob", is_stuck=True)


def test_former_players_have_neither_votes_nor_seats() -> None:
    voted = shared().give_up("bob").give_up("cy")
    assert voted.giveup_votes_needed({"bob", "cy"}) == 2
    for former in ({"bob"}, {"bob", "cy"}):
        assert voted.give_up("dee", former=former).board_with_giveup_votes.giveup_votes == (*({"cy"} - former), "dee")
    ended = voted.give_up("cy", former={"dee", "eve"})
    assert (ended.outcome, ended.quitters) == (Outcome.GAVE_UP, ("bob", "cy"))
    alone = shared().give_up("bob", former={"cy", "dee", "eve"})
    assert (alone.outcome, alone.quitters) == (Outcome.GAVE_UP, ("bob",))
    assert not alone.was_ended_by_moderator(alone.boards[0])


def test_a_moderator_stops_a_board_on_which_others_play() -> None:
    stopped = {
        who: shared().guess(OTHER, "mod").give_up(who, is_moderator=who == "mod").boards[0] for who in ("mod", "ada")
    }
    assert {who: shared().was_ended_by_moderator(board) for who, board in stopped.items()} == {
        "mod": True,
        "ada": False,
    }
    alone = game().guess(WRONG, "mod").give_up("mod", is_moderator=True)
    assert not alone.was_ended_by_moderator(alone.boards[0])


def test_with_more_players_more_votes_are_needed() -> None:
    voted = shared().give_up("bob").give_up("cy").guess(OTHER, "fay").guess(OTHER, "gus")
    assert voted.giveup_votes_needed() == 4
    assert voted.give_up("gus").outcome is None


@pytest.mark.parametrize("who", Who)
def test_a_moderator_may_end_any_game_without_guessing(who: Who) -> None:
    for running in (game(who), game(who).guess(WRONG, "ada")):
        ended = running.give_up("mod", is_moderator=True)
        assert (ended.outcome, ended.quitters) == (Outcome.GAVE_UP, ("mod",))
        assert "mod" in ended.named_players


def test_a_moderator_who_has_voted_before_gives_up_alone() -> None:
    ended = shared().give_up("bob").give_up("cy").give_up("bob", is_moderator=True)
    assert (ended.outcome, ended.quitters) == (Outcome.GAVE_UP, ("bob",))


@pytest.mark.parametrize("who", Who)
def test_a_moderator_cannot_end_a_game_twice(who: Who) -> None:
    with pytest.raises(GameOver):
        game(who).give_up("mod", is_moderator=True).give_up("mod", is_moderator=True)


@pytest.mark.parametrize("who", Who)
def test_someone_who_has_not_guessed_cannot_give_up(who: Who) -> None:
    with pytest.raises(NotYourGame if who is Who.ME else NotPlaying):
        game(who).guess(WRONG, "ada").give_up("bob")


@pytest.mark.parametrize("who", Who)
def test_someone_who_has_not_guessed_gets_no_hint(who: Who) -> None:
    with pytest.raises(NotYourGame if who is Who.ME else NotPlaying):
        game(who).guess(WRONG, "ada").record_hint("bob")


def test_a_hint_is_noted_once_for_the_player_who_got_it() -> None:
    assert game().guess(WRONG, "bob").record_hint("bob").record_hint("bob").hinted == ("bob",)


def test_only_the_starter_may_guess_in_a_game_for_one() -> None:
    with pytest.raises(NotYourGame):
        game(Who.ME).guess(WRONG, "bob")
    assert game(Who.ME).guess(SECRET, "ada").winner == "ada"


def test_everyone_sees_the_board_of_the_starter_in_a_game_for_one() -> None:
    played = game(Who.ME).guess(WRONG, "ada")
    assert played.board("bob") == played.board("ada")


def test_boards_and_players_are_in_the_order_of_their_first_guess() -> None:
    race = game(Who.RACE).guess(WRONG, "bob").guess(WRONG, "ada").guess(OTHER, "bob").guess(WRONG, "cleo")
    assert race.players == ("bob", "ada", "cleo")
    assert [board.guesser for board in race.boards] == ["bob", "ada", "cleo"]
    assert game().guess(WRONG, "bob").guess(WRONG, "ada").guess(WRONG, "bob").players == ("bob", "ada")


@pytest.mark.parametrize("who", Who)
def test_nobody_sees_the_secret_of_a_running_game(who: Who) -> None:
    played = game(who).guess(WRONG, "ada")
    for player in ("ada", "bob"):
        seen = played.seen_by(player)
        assert seen.secret == ()
        assert all(board.secret == () for board in seen.boards)
        assert seen.board("ada").secret == seen.board("bob").secret == ()


@pytest.mark.parametrize("who", [Who.EVERYONE, Who.ME])
def test_everyone_sees_the_guesses_on_a_shared_board(who: Who) -> None:
    seen = game(who).guess(WRONG, "ada").seen_by("bob")
    assert seen.board("bob").turns == (Turn(WRONG, compute_feedback(SECRET, WRONG), "ada"),)


def test_in_a_race_players_see_their_own_guesses_and_only_the_feedback_of_others() -> None:
    seen = game(Who.RACE).guess(WRONG, "ada").guess(OTHER, "bob").seen_by("ada")
    assert seen.board("ada").turns == (Turn(WRONG, compute_feedback(SECRET, WRONG), "ada"),)
    assert seen.board("bob").turns == (Turn((), compute_feedback(SECRET, OTHER), "bob"),)


def test_a_player_who_gives_up_in_a_race_sees_no_more_than_before() -> None:
    seen = game(Who.RACE).guess(WRONG, "ada").guess(OTHER, "bob").give_up("ada").seen_by("ada")
    assert seen.secret == ()
    assert seen.board("bob").turns[0].guess == ()


@pytest.mark.parametrize("who", Who)
def test_everyone_sees_everything_after_the_end(who: Who) -> None:
    ended = game(who).guess(WRONG, "ada").guess(SECRET, "ada")
    assert ended.seen_by("bob") == ended


def test_a_game_without_its_secret_keeps_its_status() -> None:
    seen = game(tries=5).guess(WRONG, "ada").guess(OTHER, "bob").seen_by("bob")
    assert (seen.outcome, seen.players, seen.who, seen.tries) == (None, ("ada", "bob"), Who.EVERYONE, 5)
    assert seen.board("bob").tries_left == 3


def test_a_board_can_be_shown_without_its_guesses() -> None:
    board = Board(CLASSIC, SECRET).guess(WRONG, "ada")
    assert board.without_secret(keeps_guesses=True) == replace(board, secret=())
    assert board.without_secret(keeps_guesses=False).turns == (Turn((), compute_feedback(SECRET, WRONG), "ada"),)


@given(st.data())
def test_no_repr_shows_a_secret_that_was_not_guessed(data: st.DataObject) -> None:
    rules = Rules.parse(data.draw(st.sampled_from(["8x10", "6x16", "8x7r-colors", "9x9-letters"])))
    secret = data.draw(any_code(rules))
    board = Board(rules, secret)
    running = Race(rules, secret, "ada", boards=(board, replace(board, guesser="bob")))
    for shown in (repr(board), repr(running), str(running), f"{running}"):
        assert not any(spelling in shown for spelling in spellings(secret, rules))


def spellings(code: Code, rules: Rules) -> list[str]:
    return [
        str(code),
        ", ".join(map(str, code)),
        "".join(map(str, code)),
        format_code(code, rules),
        format_code_ascii(code, rules),
    ]


move = st.tuples(st.sampled_from(["ada", "bob", "cleo"]), st.sampled_from([WRONG, OTHER, SECRET, None]))


@given(st.sampled_from(Who), st.integers(0, 4), st.lists(move, max_size=15))
def test_a_game_is_consistent_after_any_moves(who: Who, tries: int, moves: list[tuple[str, Code | None]]) -> None:
    played, counted = game(who, tries), 0
    for player, code in moves:
        ended = played.outcome is not None
        try:
            played = played.give_up(player) if code is None else played.guess(code, player)
        except GameError:
            continue
        assert not ended
        counted += code is not None
    turns = [turn for board in played.boards for turn in board.turns]
    assert len(turns) == counted
    assert all(is_code(turn.guess, CLASSIC) and turn.feedback == compute_feedback(SECRET, turn.guess) for turn in turns)
    assert sum(turn.guess == SECRET for turn in turns) == (played.outcome is Outcome.SOLVED)
    assert (played.winner is not None) == (played.outcome is Outcome.SOLVED)
    assert all(tries == NO_LIMIT or len(board.turns) <= tries for board in played.boards)


def test_games_survive_pickling() -> None:
    played = game(Who.RACE).guess(WRONG, "ada")
    assert pickle.loads(pickle.dumps(played)) == played
