"""Which histories are about a game, and what hints do."""

import random
from itertools import permutations

import pytest
from hypothesis import given, strategies as st

from core.game.advice import HintEffect, hint_effect, is_about_same_game
from core.game.any_game import AnyGame, Who
from core.game.challenges import Challenge
from core.game.codes import all_codes
from core.game.duels import Duel
from core.game.feedback import Turn, compute_feedback
from core.game.games import Game
from core.game.history import parse_history
from core.game.hosting import HostedGame
from core.game.items import Entry
from core.game.races import create_game
from core.game.rules import Rules
from core.game.sides import Level, Side
from tests.core.generators import CLASSIC, any_code, any_feedback

SECRET = (3, 1, 0, 2)
SMALL = Rules.parse("3x10")

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
        ("0456 0H1B, 9876 0H1B, 9867 0H1B", 1, False),
        ("0456 0H2B", 0, False),
        ("0456 0H2B", 1, False),
    ],
)
def test_a_history_of_turns_of_a_game_is_about_it(history: str, lies: int, *, expected: bool) -> None:
    assert is_about_same_game(turns(history), MADE, lies) is expected


@pytest.mark.parametrize(
    ("rules", "made", "history", "expected"),
    [
        ("4x10", "3678 0H0B", "8763 0H0B", True),
        ("4x10", "3678 0H0B", "8769 0H0B", False),
        ("4x10", "3678 0H0B", "8763 0H0B, 0123 1H0B", False),
        ("4x10", "3678 0H0B, 0124 1H0B", "8763 0H0B, 0124 1H0B, 0125 2H0B", True),
        ("4x10r", "3678 0H0B", "3388 0H0B, 7766 0H0B", True),
        ("numeron", "345 0E0B", "target 3 no, target 4 no, target 5 no", True),
        ("numeron", "target 3 no, target 4 no, target 5 no", "543 0E0B", True),
        ("numeron", "012 1E0B, slash 5, target 7 2", "target 7 2, slash 5", True),
        ("numeron", "012 1E0B, slash 5, target 7 2", "target 7 1, slash 5", False),
        ("numeron", "012 1E0B, slash 5, target 7 2", "013 1E0B, target 7 2, slash 5", False),
        ("numeron", "012 1E0B, shuffle", "shuffle", False),
    ],
)
def test_misses_are_compared_by_their_symbols_and_clues_by_what_they_say(
    rules: str, made: str, history: str, *, expected: bool
) -> None:
    asked, known = [parse_history(text, Rules.parse(rules)) for text in (history, made)]
    assert is_about_same_game(asked, known) is expected


@pytest.mark.slow
def test_at_most_one_in_a_hundred_unrelated_games_is_taken_for_another() -> None:
    games = [game_of(seed) for seed in range(101)]
    pairs = [(history[:length], made) for history, made in permutations(games, 2) for length in (1, 2, len(history))]
    assert sum(is_about_same_game(history, made) for history, made in pairs) <= len(pairs) / 100


def game_of(seed: int) -> list[Turn]:
    """The turns before the last of somebody who guesses a possible code each time."""
    rng, turns = random.Random(seed), list[Turn]()
    possible = list(all_codes(SMALL))
    secret = rng.choice(possible)
    while (guess := rng.choice(possible)) != secret:
        turns.append(Turn(guess, compute_feedback(secret, guess)))
        possible = [code for code in possible if compute_feedback(code, guess) == turns[-1].feedback]
    return turns


@given(st.data())
def test_neither_order_nor_players_nor_repetition_matter(data: st.DataObject) -> None:
    turn = st.builds(Turn, any_code(CLASSIC), any_feedback(CLASSIC), st.sampled_from(["", "ann", "bob"]))
    history, made = data.draw(st.lists(turn, max_size=4)), data.draw(st.lists(turn, max_size=4))
    history += data.draw(st.lists(st.sampled_from(made), max_size=3)) if made else []
    again = [each._replace(by="cat") for each in data.draw(st.permutations([*history, *history]))]
    assert is_about_same_game(again, made) is is_about_same_game(history, data.draw(st.permutations(made)))


@pytest.mark.parametrize(("history", "least"), [("", 1), ("0456 0H1B", 2)])
def test_a_history_with_too_few_turns_is_about_no_game(history: str, least: int) -> None:
    assert not is_about_same_game(turns(history) if history else (), MADE, 0, least)


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
        (HostedGame.start(CLASSIC, SECRET, "ann"), HintEffect.NOTHING),
    ],
    ids=str,
)
def test_a_hint_has_an_effect_where_the_game_counts(game: AnyGame, expected: HintEffect) -> None:
    assert hint_effect(game) is expected
