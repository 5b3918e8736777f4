"""The turns that the form for a guess shows."""

from dataclasses import replace

from bot.locales import LANGUAGES
from bot.presenters.game_replies import FORM_TURNS, last_turns, own_turns
from core.game.duels import Duel
from core.game.games import Game
from core.game.hosting import HostedGame
from core.game.races import Race
from core.game.rules import Rules
from core.game.sides import BOT, Level, Side
from tests.support.games import view_of

RULES = Rules.parse("3x10")
SECRET, MINE = (5, 2, 7), (0, 1, 2)
NAMES = {"Ann": "Ann", "Bob": "Bob"}
FIRST, SECOND = (3, 4, 5), (6, 7, 8)


def shown(game: Game | Duel, viewer: str = "Ann") -> str:
    view = replace(view_of(Game(RULES, SECRET, "Ann"), viewer), game=game.seen_by(viewer), names=NAMES)
    return "\n".join(own_turns(view, LANGUAGES["en"]))


def test_the_form_shows_the_guesses_of_everybody_in_a_shared_game() -> None:
    lines = shown(Game(RULES, SECRET, "Ann").guess(FIRST, "Ann").guess(SECOND, "Bob"))
    assert "345" in lines
    assert "678" in lines


def test_the_form_shows_the_guesses_that_wait_for_feedback() -> None:
    assert "345" in shown(HostedGame.hide(RULES, None, "Ann").guess(FIRST, "Bob"), "Bob")


def test_the_form_shows_only_ones_own_guesses_in_a_race_and_in_a_game_of_two() -> None:
    race = Race(RULES, SECRET, "Ann").guess(FIRST, "Ann").guess(SECOND, "Bob")
    duel = Duel(RULES, (Side("Bob", MINE), Side("Ann", SECRET)), "Ann", hidden=True)
    against_bot = Duel.against_bot(RULES, SECRET, Side("Ann", MINE), Level.EASY, bot_moves_first=True)
    assert shown(against_bot.guess(SECOND, BOT)) == ""
    for game in (
        race,
        duel.guess(SECOND, "Bob").guess(FIRST, "Ann"),
        against_bot.guess(SECOND, BOT).guess(FIRST, "Ann"),
    ):
        assert "345" in shown(game)
        assert "678" not in shown(game)


def test_the_form_shows_the_last_turns_of_a_long_game() -> None:
    lines = [str(number) for number in range(40)]
    assert last_turns(lines) == tuple(lines[-FORM_TURNS:])
