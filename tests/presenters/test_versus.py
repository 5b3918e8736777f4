"""Boards of games against the opponent, as approved."""

import pytest

from bot.locales import LANGUAGES
from bot.model.games import GameView, StoredGame
from bot.presenters.versus import versus_board
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


def seen(game: Duel) -> GameView:
    """The game as the services hand it out, with what would correct contradictory answers."""
    stored = StoredGame("k3qz7", "room", game, NONCE, NOON)
    names = {"Ann": "安"}
    found = find_corrections(SMALL, game.side(BOT).turns)
    return GameView(
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
    "versus_begins": KNOWN_SECRET,
    "versus_goes_on": KNOWN_SECRET.guess(code("012"), "Ann").guess(code("345"), BOT),
    "versus_won": KNOWN_SECRET.guess(SECRET, "Ann").guess(code("345"), BOT),
    "versus_drawn": KNOWN_SECRET.guess(SECRET, "Ann").guess(MINE, BOT),
    "versus_lost": KNOWN_SECRET.guess(code("012"), "Ann").guess(MINE, BOT),
    "versus_resigned": KNOWN_SECRET.guess(code("012"), "Ann").guess(code("345"), BOT).give_up("Ann"),
    "versus_asks": HEAD.guess(code("345"), BOT),
    "versus_answered": HEAD.guess(code("345"), BOT).give_feedback(Feedback(0, 1), "Ann"),
    "versus_interrupted": KNOWN_SECRET.guess(code("012"), "Ann"),
    "versus_contradiction": HEAD.guess(code("345"), BOT)
    .give_feedback(Feedback(2, 0), "Ann")
    .guess(code("012"), "Ann")
    .guess(code("678"), BOT)
    .give_feedback(Feedback(2, 0), "Ann")
    .guess(code("013"), "Ann"),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_against_the_opponent_looks_as_approved(name: str, snapshots: Snapshots) -> None:
    view = seen(GAMES[name])
    game = view.public
    assert isinstance(game, Duel)

    snapshots.check_view(name, lambda words: versus_board(view, game, words))


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.outcome is None])
def test_no_secret_is_seen_while_the_game_runs(name: str) -> None:
    view = seen(GAMES[name])
    game = view.public
    assert isinstance(game, Duel)

    shown = as_text(versus_board(view, game, LANGUAGES["en"]))

    assert "527" not in shown.replace(view.commitment, "")
    assert "683" not in shown.replace(view.commitment, "")
