"""Races: a board for each player, the start signal, the time limit, and who leads."""

import pickle
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from core.game.any_game import Who
from core.game.boards import Outcome
from core.game.errors import GameError, GameOver, NotPossibleNow, OnlyPlayersGiveUp, PartOfRaceOver, RaceNotStarted
from core.game.games import Game
from core.game.races import Race, best_feedback, create_game
from tests.core.generators import CLASSIC, any_code

SECRET = (3, 1, 4, 0)
WRONG = (0, 1, 2, 3)
OTHER = (5, 6, 7, 8)


def game(tries: int = 12) -> Race:
    return Race(CLASSIC, SECRET, "ada", tries=tries)


def waiting() -> Race:
    return Race(CLASSIC, SECRET, "ada", is_waiting=True)


def test_a_game_of_every_kind_is_created() -> None:
    assert {who: type(create_game(CLASSIC, SECRET, "ada", who)) for who in Who} == {
        Who.EVERYONE: Game,
        Who.ME: Game,
        Who.RACE: Race,
    }
    assert all(create_game(CLASSIC, SECRET, "ada", who, 7).who is who for who in Who)


def test_a_moderator_who_plays_a_race_gives_up_their_own_part_alone() -> None:
    own = game().guess(WRONG, "ada").guess(WRONG, "bob").give_up("bob", is_moderator=True)
    assert [board.outcome for board in own.boards] == [None, Outcome.GAVE_UP]
    with pytest.raises(PartOfRaceOver):
        own.give_up("bob", is_moderator=True)


def test_a_race_is_ended_by_its_players_only_once_two_of_them_have_guessed() -> None:
    races = [game(), waiting(), game().guess(WRONG, "bob"), game().guess(WRONG, "bob").guess(OTHER, "bob")]
    assert not any(race.may_only_players_end for race in races)
    assert races[-1].guess(WRONG, "cy").may_only_players_end


def test_each_player_of_a_race_has_a_board_with_its_own_tries() -> None:
    race = game(tries=2).guess(WRONG, "ada").guess(OTHER, "bob").guess(OTHER, "ada")
    assert [turn.guess for turn in race.board("ada").turns] == [WRONG, OTHER]
    assert [turn.guess for turn in race.board("bob").turns] == [OTHER]
    assert (race.board("ada").outcome, race.board("bob").outcome) == (Outcome.OUT_OF_TRIES, None)
    assert race.outcome is None


def test_a_race_ends_with_the_first_win() -> None:
    won = game().guess(WRONG, "ada").guess(SECRET, "bob")
    assert (won.outcome, won.winner) == (Outcome.SOLVED, "bob")
    with pytest.raises(GameOver):
        won.guess(SECRET, "ada")


def test_a_race_goes_on_after_one_player_gives_up() -> None:
    race = game().guess(WRONG, "ada").guess(WRONG, "bob").give_up("ada")
    assert (race.outcome, race.board("ada").outcome) == (None, Outcome.GAVE_UP)
    with pytest.raises(PartOfRaceOver):
        race.guess(OTHER, "ada")
    with pytest.raises(PartOfRaceOver):
        race.give_up("ada")
    assert race.guess(SECRET, "bob").winner == "bob"


def test_a_race_ends_when_all_its_players_are_finished() -> None:
    race = game(tries=1).guess(WRONG, "ada")
    assert (race.outcome, race.winner) == (Outcome.OUT_OF_TRIES, None)
    with pytest.raises(GameOver):
        race.guess(SECRET, "bob")


def test_a_race_does_not_wait_for_a_starter_who_has_not_guessed() -> None:
    race = game().guess(WRONG, "bob")
    assert (race.outcome, [board.guesser for board in race.boards]) == (None, ["bob", "ada"])
    assert race.give_up("bob").outcome is Outcome.GAVE_UP
    assert game(tries=1).guess(WRONG, "bob").outcome is Outcome.OUT_OF_TRIES
    assert race.give_up("ada").outcome is None


def test_a_race_waits_for_a_starter_who_has_guessed() -> None:
    race = game().guess(WRONG, "ada").guess(WRONG, "bob").give_up("bob")
    assert race.outcome is None
    assert race.guess(SECRET, "ada").winner == "ada"


def test_those_without_a_part_may_vote_to_end_a_race_that_is_stuck() -> None:
    race = game(tries=2).guess(WRONG, "ada").guess(WRONG, "bob").guess(OTHER, "bob")
    with pytest.raises(OnlyPlayersGiveUp):
        race.give_up("cy")
    with pytest.raises(PartOfRaceOver):
        race.give_up("bob")
    voted = race.give_up("cy", is_stuck=True)
    assert (voted.outcome, voted.board_with_giveup_votes.giveup_votes, voted.giveup_votes_needed()) == (
        None,
        ("cy",),
        2,
    )
    ended = voted.give_up("bob", is_stuck=True)
    assert (ended.outcome, ended.quitters) == (Outcome.OUT_OF_TRIES, ("cy", "bob"))
    assert [board.outcome for board in ended.boards] == [Outcome.GAVE_UP, Outcome.OUT_OF_TRIES]
    assert not any(map(ended.was_ended_by_moderator, ended.boards))


def test_a_race_without_guesses_can_be_voted_away() -> None:
    ended = game().give_up("bob", is_stuck=True).give_up("cy", is_stuck=True)
    assert (ended.outcome, ended.quitters) == (Outcome.GAVE_UP, ("bob", "cy"))


def test_in_a_race_that_is_stuck_players_still_give_up_their_own_part_first() -> None:
    race = game().guess(WRONG, "ada").guess(WRONG, "bob").give_up("bob", is_stuck=True)
    assert [board.outcome for board in race.boards] == [None, Outcome.GAVE_UP]
    assert race.give_up("bob", is_stuck=True).board_with_giveup_votes.giveup_votes == ("bob",)


def test_an_operator_stops_the_parts_that_still_run() -> None:
    ended = game().guess(WRONG, "ada").guess(WRONG, "bob").give_up("bob").give_up("operator", is_moderator=True)
    assert {board.guesser: ended.was_ended_by_moderator(board) for board in ended.boards} == {"ada": True, "bob": False}


@pytest.mark.parametrize(
    ("last", "outcome"), [("gives up", Outcome.GAVE_UP), ("runs out of tries", Outcome.OUT_OF_TRIES)]
)
def test_the_outcome_of_a_race_is_out_of_tries_if_a_player_used_all_of_them(last: str, outcome: Outcome) -> None:
    race = game(tries=2).guess(WRONG, "ada").guess(WRONG, "bob").give_up("ada")
    race = race.give_up("bob") if last == "gives up" else race.guess(OTHER, "bob")
    assert race.outcome is outcome


def test_nobody_guesses_or_gets_a_hint_before_the_signal() -> None:
    for player in ("ada", "bob"):
        with pytest.raises(RaceNotStarted):
            waiting().guess(WRONG, player)
        with pytest.raises(RaceNotStarted):
            waiting().record_hint(player)
    assert waiting().start("ada").guess(WRONG, "bob").players == ("bob",)


def test_the_starter_or_a_moderator_gives_the_signal_once() -> None:
    with pytest.raises(RaceNotStarted):
        waiting().start("bob")
    assert waiting().start("bob", is_moderator=True) == waiting().start("ada")
    with pytest.raises(NotPossibleNow):
        waiting().start("ada").start("ada")


def test_a_race_can_be_given_up_before_the_signal() -> None:
    ended = waiting().give_up("ada")
    assert ended.outcome is Outcome.GAVE_UP
    for code in ("start", "time", WRONG):
        with pytest.raises(GameOver):
            _moved(ended, "ada", code)


def test_anybody_may_join_until_somebody_has_found_the_secret() -> None:
    race = game().guess(WRONG, "ada").guess(WRONG, "bob").guess(OTHER, "cy")
    assert race.players == ("ada", "bob", "cy")
    with pytest.raises(GameOver):
        race.guess(SECRET, "ada").guess(WRONG, "dan")


@pytest.mark.parametrize("guesses", [(), ("ada",), ("ada", "bob")])
def test_the_time_limit_ends_a_race(guesses: tuple[str, ...]) -> None:
    race = Race(CLASSIC, SECRET, "ada", minutes=10)
    for player in guesses:
        race = race.guess(WRONG, player)
    ended = race.time_out()
    assert (ended.outcome, ended.winner, ended.quitters) == (Outcome.OUT_OF_TIME, None, ())
    assert ended.seen_by("bob") == ended
    for code in ("start", "time", None, WRONG):
        with pytest.raises(GameOver):
            _moved(ended, "ada", code)


def test_the_winner_leads_then_hits_blows_fewer_guesses_and_who_was_first() -> None:
    guesses = {
        "out": [(5, 6, 7, 8)],
        "blows": [(0, 3, 1, 4)],
        "late": [(3, 5, 6, 7)],
        "slow": [(5, 6, 7, 8), (3, 5, 6, 7)],
        "hits": [(3, 1, 5, 6)],
        "better": [(3, 1, 5, 4)],
        "winner": [SECRET],
    }
    race = game()
    for player, codes in guesses.items():
        for code in codes:
            race = race.guess(code, player)
    order = [board.guesser for board in race.standings]
    assert order == ["winner", "better", "hits", "late", "slow", "blows", "out", "ada"]


move = st.tuples(
    st.sampled_from(["ada", "bob", "cy"]),
    st.one_of(any_code(CLASSIC), st.sampled_from([SECRET, None, "start", "time", "hint"])),
)


@given(st.integers(0, 3), st.booleans(), st.lists(move, max_size=15))
def test_a_race_is_consistent_after_any_moves(tries: int, is_waiting: bool, moves: list[tuple[str, object]]) -> None:  # noqa: FBT001
    race = Race(CLASSIC, SECRET, "ada", tries=tries, minutes=5, is_waiting=is_waiting)
    for player, code in moves:
        before = race
        try:
            race = _moved(race, player, code)
        except GameError:
            assert race == before
            continue
        assert before.outcome is None
        assert before.is_waiting <= (code in {None, "start", "time"})
    assert sorted(race.standings, key=race.boards.index) == list(race.boards)
    ranks = [best_feedback(board) or (-1, -1) for board in race.standings]
    assert ranks == sorted(ranks, reverse=True)
    if race.winner is not None:
        assert race.standings[0].guesser == race.winner
    assert not race.seen_by("spectator").secret or race.outcome
    assert pickle.loads(pickle.dumps(race)) == race


def _moved(race: Race, player: str, move: object) -> Race:
    if move is None:
        return race.give_up(player)
    if isinstance(move, tuple):
        return race.guess(move, player)
    if move == "start":
        return race.start(player)
    return race.time_out() if move == "time" else race.record_hint(player)


def test_a_waiting_race_shows_no_secret() -> None:
    assert waiting().seen_by("ada") == replace(waiting(), secret=())
