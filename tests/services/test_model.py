from dataclasses import replace
from datetime import timedelta

import pytest

from bot.services.model import Result, StoredGame
from core.game.commitment import commit
from core.game.games import Game, Outcome, Who
from tests.fakes.clock import NOON
from tests.services.harness import CLASSIC, SECRET

LATER = NOON + timedelta(hours=1)
WRONG = (4, 5, 6, 7)
NONCE = "ab" * 32


def stored(who: Who = Who.EVERYONE, tries: int = 12) -> StoredGame:
    return StoredGame("k3qz7", "room", Game(CLASSIC, SECRET, "ann", who, tries), NONCE, NOON)


def result(player: str, outcome: Outcome, guesses: int, *, solo: bool = True, tries: int = 12) -> Result:
    return Result("k3qz7", "room", player, "4x10", outcome, guesses, tries, solo, LATER)


def after(game: StoredGame, *guesses: tuple[str, tuple[int, ...]]) -> StoredGame:
    for by, guess in guesses:
        game = game.after(game.game.guess(guess, by), LATER)
    return game


@pytest.mark.parametrize("who", [Who.EVERYONE, Who.RACE])
def test_a_shared_game_takes_the_shared_slot(who: Who) -> None:
    assert stored(who).slot == ""


def test_a_players_own_game_takes_their_slot() -> None:
    assert stored(Who.ME).slot == "ann"


def test_the_commitment_is_to_the_game_its_rules_its_secret_and_its_nonce() -> None:
    assert stored().commitment == commit("k3qz7", CLASSIC, SECRET, NONCE)


def test_neither_the_secret_nor_the_nonce_is_in_the_repr() -> None:
    shown = repr(after(stored(), ("ann", WRONG)))
    assert NONCE not in shown
    assert repr(SECRET) not in shown


def test_a_game_goes_on_after_a_wrong_guess() -> None:
    assert after(stored(), ("ann", WRONG)).ended_at is None


def test_a_game_ends_at_the_time_of_its_last_move() -> None:
    assert after(stored(), ("ann", SECRET)).ended_at == LATER


def test_a_running_game_has_no_results() -> None:
    assert after(stored(), ("ann", WRONG)).results() == ()


def test_a_board_guessed_by_one_is_a_solo_result() -> None:
    assert after(stored(), ("ann", WRONG), ("ann", SECRET)).results() == (result("ann", Outcome.SOLVED, 2),)


def test_a_board_guessed_by_several_gives_each_a_result_that_is_not_solo() -> None:
    ended = after(stored(), ("bob", WRONG), ("ann", WRONG), ("bob", SECRET))
    assert ended.results() == (
        result("bob", Outcome.SOLVED, 3, solo=False),
        result("ann", Outcome.SOLVED, 3, solo=False),
    )


def test_a_game_out_of_tries_has_that_outcome() -> None:
    ended = after(stored(tries=2), ("ann", WRONG), ("ann", WRONG))
    assert ended.results() == (result("ann", Outcome.OUT_OF_TRIES, 2, tries=2),)


def test_a_game_given_up_has_that_outcome() -> None:
    game = after(stored(), ("ann", WRONG))
    ended = game.after(game.game.give_up("ann"), LATER)
    assert ended.results() == (result("ann", Outcome.GAVE_UP, 1),)


def test_a_player_who_never_guessed_has_no_result() -> None:
    game = stored()
    assert game.after(game.game.give_up("ann"), LATER).results() == ()


def test_a_player_who_lost_a_race_did_not_solve_it() -> None:
    ended = after(stored(Who.RACE), ("ann", WRONG), ("bob", WRONG), ("bob", SECRET))
    assert ended.results() == (
        result("ann", Outcome.OUT_OF_TRIES, 1),
        result("bob", Outcome.SOLVED, 2),
    )


def test_a_move_does_not_change_the_game_before_it() -> None:
    game = stored()
    before = replace(game)
    after(game, ("ann", SECRET))
    assert game == before
