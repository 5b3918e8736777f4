"""Which histories are about a game, and what hints do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game.advice import HintEffect, hint_effect, is_about
from core.game.any_game import AnyGame, Who
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.feedback import Turn
from core.game.games import Game
from core.game.history import parse_history
from core.game.hosting import HostedGame
from core.game.items import Entry
from core.game.races import create_game
from core.game.sides import Level, Side
from tests.core.generators import CLASSIC, any_code, any_feedback

SECRET = (3, 1, 0, 2)

MADE = parse_history("0456 0H1B, 4517 0H1B, 3567 1H0B", CLASSIC)


def turns(text: str) -> tuple[Entry, ...]:
    return parse_history(text, CLASSIC)


def versus(secret: tuple[int, ...] | None) -> Duel:
    return Duel.against_bot(CLASSIC, SECRET, Side("ann", secret), Level.EASY, bot_moves_first=False)


@pytest.mark.parametrize(
    ("history", "lies", "expected"),
    [
        ("0456 0H1B", 0, True),
        ("3567 1H0B, 0456 0H1B", 0, True),
        ("3567 1H0B, 0456 0H1B, 9876 0H0B", 0, True),
        ("0456 0H1B, 9876 0H0B", 0, False),
        ("0456 0H1B, 9876 0H0B", 1, True),
        ("0456 0H1B, 4517 0H2B", 1, True),
        ("0456 0H1B, 9876 0H0B, 9867 0H0B", 1, False),
        ("0456 0H2B", 0, False),
        ("0456 0H2B", 1, False),
    ],
)
def test_a_history_of_turns_of_a_game_is_about_it(history: str, lies: int, *, expected: bool) -> None:
    assert is_about(turns(history), MADE, lies) is expected


@given(st.data())
def test_neither_order_nor_players_nor_repetition_matter(data: st.DataObject) -> None:
    turn = st.builds(Turn, any_code(CLASSIC), any_feedback(CLASSIC), st.sampled_from(["", "ann", "bob"]))
    history, made = data.draw(st.lists(turn, max_size=4)), data.draw(st.lists(turn, max_size=4))
    history += data.draw(st.lists(st.sampled_from(made), max_size=3)) if made else []
    again = [each._replace(by="cat") for each in data.draw(st.permutations([*history, *history]))]
    assert is_about(again, made) is is_about(history, data.draw(st.permutations(made)))


@pytest.mark.parametrize(("history", "least"), [("", 1), ("0456 0H1B", 2)])
def test_a_history_with_too_few_turns_is_about_no_game(history: str, least: int) -> None:
    assert not is_about(turns(history) if history else (), MADE, 0, least)


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (Challenge(CLASSIC, "ann", "bob"), HintEffect.REFUSED),
        (Duel(CLASSIC, (Side("ann", SECRET), Side("bob", SECRET)), "ann"), HintEffect.REFUSED),
        (versus(SECRET), HintEffect.LOST),
        (versus(None), HintEffect.NOTHING),
        (create_game(CLASSIC, SECRET, "ann", Who.RACE), HintEffect.LAST_PLACE),
        (Game(CLASSIC, SECRET, "ann", Who.ME), HintEffect.UNSOLVED),
        (Game(CLASSIC, SECRET, "ann", Who.ME, tries=0), HintEffect.UNSOLVED),
        (Game(CLASSIC, SECRET, "ann", Who.ME, tries=11), HintEffect.NOTHING),
        (Game(CLASSIC, SECRET, "ann"), HintEffect.NOTHING),
        (HostedGame.hide(CLASSIC, SECRET, "ann"), HintEffect.NOTHING),
    ],
    ids=str,
)
def test_a_hint_has_an_effect_where_the_game_counts(game: AnyGame, expected: HintEffect) -> None:
    assert hint_effect(game) is expected
