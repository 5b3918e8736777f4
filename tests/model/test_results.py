from collections.abc import Callable
from typing import Any

import pytest

from bot.model.games import StoredGame
from bot.model.results import Result, results_of
from core.game.any_game import AnyGame, GameKind, Who
from core.game.boards import Outcome
from core.game.duels import Duel
from core.game.feedback import Feedback
from core.game.sides import BOT, Level, Side
from tests.fakes.clock import NOON
from tests.model.test_games import LATER, NONCE, WRONG, after, stored
from tests.services.harness import CLASSIC, SECRET

OTHER_SECRET = (9, 8, 7, 6)


def result(player: str, outcome: Outcome, guesses: int, **changed: Any) -> Result:
    fields = {"kind": GameKind.SOLO, "tries": 12, **changed}
    return Result("k3qz7", "room", player, "4x10", outcome, guesses, ended_at=LATER, **fields)


def duel(other: str = "bob", secret: tuple[int, ...] | None = OTHER_SECRET) -> StoredGame:
    """Ann starts; she has to find `SECRET`."""
    level = Level.HARD if other == BOT else None
    game = Duel(CLASSIC, (Side("ann", secret), Side(other, SECRET)), "ann", level)
    return StoredGame("k3qz7", "room", game, NONCE, NOON)


def places(game: StoredGame) -> dict[str, int | None]:
    return {result.player: result.rated_place for result in results_of(game)}


def test_a_running_game_has_no_results() -> None:
    assert results_of(after(stored(), ("ann", WRONG))) == ()


def test_a_game_of_one_player_is_ranked() -> None:
    ended = after(stored(Who.ME), ("ann", WRONG), ("ann", SECRET))
    assert results_of(ended) == (result("ann", Outcome.SOLVED, 2, ranked=True),)


def test_a_shared_game_is_not_ranked_even_if_one_player_guessed_alone() -> None:
    ended = after(stored(), ("ann", WRONG), ("ann", SECRET))
    assert results_of(ended) == (result("ann", Outcome.SOLVED, 2, kind=GameKind.TOGETHER),)


def test_a_board_guessed_by_several_gives_each_a_result() -> None:
    ended = after(stored(), ("bob", WRONG), ("ann", WRONG), ("bob", SECRET))
    assert results_of(ended) == (
        result("bob", Outcome.SOLVED, 3, kind=GameKind.TOGETHER),
        result("ann", Outcome.SOLVED, 3, kind=GameKind.TOGETHER),
    )


def test_a_game_out_of_tries_has_that_outcome() -> None:
    ended = after(stored(Who.ME, tries=2), ("ann", WRONG), ("ann", WRONG))
    assert results_of(ended) == (result("ann", Outcome.OUT_OF_TRIES, 2, tries=2),)


@pytest.mark.parametrize("end", [lambda game: game.give_up("ann"), lambda game: game.expire()])
def test_a_game_given_up_or_abandoned_has_that_outcome(end: Callable[[AnyGame], AnyGame]) -> None:
    game = after(stored(Who.ME), ("ann", WRONG))
    assert results_of(game.after(end(game.game), LATER)) == (result("ann", Outcome.GAVE_UP, 1, ranked=True),)


def test_a_player_who_never_guessed_has_no_result() -> None:
    game = stored()
    assert results_of(game.after(game.game.give_up("ann"), LATER)) == ()


def test_a_player_who_lost_a_race_did_not_solve_it() -> None:
    ended = after(stored(Who.RACE), ("ann", WRONG), ("bob", WRONG), ("bob", SECRET))
    assert results_of(ended) == (
        result("ann", Outcome.OUT_OF_TRIES, 1, kind=GameKind.RACE, place=2, rated_place=2),
        result("bob", Outcome.SOLVED, 2, kind=GameKind.RACE, place=1, rated_place=1),
    )


def test_only_games_of_players_against_one_another_have_places() -> None:
    assert places(after(stored(), ("bob", WRONG), ("ann", SECRET))) == {"bob": None, "ann": None}
    assert places(after(stored(Who.ME), ("ann", SECRET))) == {"ann": None}


def test_the_losers_of_a_race_share_the_second_place() -> None:
    ended = after(stored(Who.RACE), ("ann", WRONG), ("bob", WRONG), ("cid", WRONG), ("bob", SECRET))
    assert places(ended) == {"ann": 2, "bob": 1, "cid": 2}


def test_a_race_that_nobody_solves_is_not_rated() -> None:
    ended = after(stored(Who.RACE, tries=2), ("ann", WRONG), ("bob", WRONG), ("ann", WRONG), ("bob", WRONG))
    assert places(ended) == {"ann": None, "bob": None}


def test_a_race_that_all_give_up_has_no_places() -> None:
    game = after(stored(Who.RACE), ("ann", WRONG), ("bob", WRONG))
    for player in ("ann", "bob"):
        game = game.after(game.game.give_up(player), LATER)
    assert places(game) == {"ann": None, "bob": None}


def test_nobody_races_alone() -> None:
    assert places(after(stored(Who.RACE), ("ann", SECRET))) == {"ann": None}


@pytest.mark.parametrize("other", ["bob", BOT])
def test_the_places_of_a_duel_tell_who_won(other: str) -> None:
    won = after(duel(other), ("ann", SECRET), (other, WRONG))
    lost = after(duel(other), ("ann", WRONG), (other, OTHER_SECRET))
    drawn = after(duel(other), ("ann", SECRET), (other, OTHER_SECRET))
    assert [places(game)["ann"] for game in (won, lost, drawn)] == [1, 2, 1]
    if other != BOT:
        assert [places(game)["bob"] for game in (won, lost, drawn)] == [2, 1, 1]


def test_who_resigns_has_lost() -> None:
    game = after(duel(), ("ann", WRONG), ("bob", WRONG))
    assert places(game.after(game.game.give_up("ann"), LATER)) == {"ann": 2, "bob": 1}


def test_a_duel_has_no_places_before_both_have_guessed() -> None:
    game = after(duel(), ("ann", WRONG))
    assert places(game.after(game.game.give_up("ann"), LATER)) == {"ann": None}


def test_who_resigns_without_a_guess_has_lost_once_the_other_has_guessed() -> None:
    game = after(duel(), ("ann", WRONG))
    assert places(game.after(game.game.give_up("bob"), LATER)) == {"ann": 1, "bob": 2}


def test_a_game_against_the_bot_has_no_place_where_the_bot_cannot_check_the_feedback() -> None:
    game = after(duel(BOT, secret=None), ("ann", SECRET), (BOT, WRONG))
    assert isinstance(game.game, Duel)
    assert places(game.after(game.game.give_feedback(Feedback(0, 0), "ann"), LATER)) == {"ann": None}
