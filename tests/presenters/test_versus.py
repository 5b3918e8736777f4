"""Boards of games against the opponent, as approved."""

from functools import partial

import pytest

from bot.locales import LANGUAGES, Words
from bot.model.games import ShownGame, StoredGame
from bot.presenters.versus import versus_board
from bot.presenters.views import View
from core.game.codes import parse_code
from core.game.duels import Duel
from core.game.feedback import Feedback
from core.game.rules import Rules
from core.game.sides import BOT, Level, Side
from core.solver.mistakes import find_corrections
from tests.fakes.clock import NOON
from tests.fakes.random_source import NONCE
from tests.support.snapshots import Snapshots, as_text

SMALL = Rules.parse("hitblow3")
SECRET, MINE = parse_code("527", SMALL), parse_code("683", SMALL)


def code(text: str) -> tuple[int, ...]:
    return parse_code(text, SMALL)


def seen(game: Duel) -> ShownGame:
    """The game as the services hand it out, with what would correct contradictory answers."""
    stored = StoredGame("k3qz7", "room", game, NONCE, NOON)
    names = {"Ann": "安"}
    found = find_corrections(SMALL, game.side(BOT).turns)
    return ShownGame(
        stored.id,
        game.seen_by("Ann"),
        game.seen_by("?"),
        "Ann",
        names,
        stored.commitment,
        NONCE if game.outcome else None,
        found if found and not game.outcome else None,
    )


KNOWN_SECRET = Duel.against_bot(SMALL, SECRET, Side("Ann", MINE), Level.HARD, bot_moves_first=False)
HEAD = Duel.against_bot(SMALL, SECRET, Side("Ann", None), Level.EASY, bot_moves_first=True)
GAMES = {
    "begins": KNOWN_SECRET,
    "goes on": KNOWN_SECRET.guess(code("012"), "Ann").guess(code("345"), BOT),
    "won": KNOWN_SECRET.guess(SECRET, "Ann").guess(code("345"), BOT),
    "drawn": KNOWN_SECRET.guess(SECRET, "Ann").guess(MINE, BOT),
    "lost": KNOWN_SECRET.guess(code("012"), "Ann").guess(MINE, BOT),
    "resigned": KNOWN_SECRET.guess(code("012"), "Ann").guess(code("345"), BOT).give_up("Ann"),
    "asks": HEAD.guess(code("345"), BOT),
    "answered": HEAD.guess(code("345"), BOT).give_feedback(Feedback(0, 1), "Ann"),
    "interrupted": KNOWN_SECRET.guess(code("012"), "Ann"),
    "contradiction": HEAD.guess(code("345"), BOT)
    .give_feedback(Feedback(2, 0), "Ann")
    .guess(code("012"), "Ann")
    .guess(code("678"), BOT)
    .give_feedback(Feedback(2, 0), "Ann")
    .guess(code("013"), "Ann"),
}


def board(game: Duel, words: Words) -> View:
    view = seen(game)
    assert isinstance(view.public, Duel)
    return versus_board(view, view.public, words)


def test_games_against_the_opponent_look_as_approved(snapshots: Snapshots) -> None:
    snapshots.check_views("versus", {name: partial(board, game) for name, game in GAMES.items()})


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.outcome is None])
def test_no_secret_is_seen_while_the_game_runs(name: str) -> None:
    shown = as_text(board(GAMES[name], LANGUAGES["en"])).replace(seen(GAMES[name]).commitment, "")
    assert "527" not in shown
    assert "683" not in shown
