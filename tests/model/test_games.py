from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.model.games import StoredGame
from core.game.any_game import Who
from core.game.commitment import commit
from core.game.hidden import HiddenText
from core.game.races import create_game
from tests.fakes.clock import NOON
from tests.services.harness import CLASSIC, SECRET

LATER = NOON + timedelta(hours=1)
WRONG = (4, 5, 6, 7)
NONCE = HiddenText("ab" * 32)


def stored(who: Who = Who.EVERYONE, tries: int = 12) -> StoredGame:
    return StoredGame("k3qz7", "room", create_game(CLASSIC, SECRET, "ann", who, tries), NONCE, NOON)


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


def test_a_move_does_not_change_the_game_before_it() -> None:
    game = stored()
    before = replace(game)
    after(game, ("ann", SECRET))
    assert game == before
