"""Boards of hosted games and what only the host sees, as approved."""

from functools import partial

from hypothesis import given, strategies as st

from bot.locales import LANGUAGES, Words
from bot.model.games import ShownGame, StoredGame
from bot.presenters.versus import contradiction, hosted_board, waiting_guess
from bot.presenters.views import View
from core.game.codes import Code, all_codes, format_code, parse_code
from core.game.feedback import Feedback
from core.game.hosting import HostedGame
from core.game.rules import Rules
from core.solver.mistakes import find_corrections
from tests.fakes.clock import NOON
from tests.fakes.random_source import NONCE
from tests.support.snapshots import Snapshots, as_text

SMALL = Rules.parse("hitblow3")
CODES = list(all_codes(SMALL))


def code(text: str) -> Code:
    return parse_code(text, SMALL)


def seen(game: HostedGame, viewer: str = "?") -> ShownGame:
    """The game as the services hand it out to somebody, with what would correct contradictory feedback."""
    stored = StoredGame("k3qz7", "room", game, NONCE, NOON)
    names = {"Ann": "安", "Bob": "Bob", "Cleo": "Cleo", "Mod": "Mod"}
    own = game.seen_by(viewer)
    corrections = find_corrections(SMALL, own.contradictory_turns) if own.contradictory_turns else None
    nonce = NONCE if game.outcome else None
    return ShownGame(stored.id, own, game.seen_by("?"), viewer, names, stored.commitment, nonce, corrections)


def board(view: ShownGame, words: Words) -> View:
    assert isinstance(view.public, HostedGame)
    return hosted_board(view, view.public, words)


TOLD = HostedGame.hide(SMALL, code("527"), "Ann")
HEAD = HostedGame.hide(SMALL, None, "Ann", tries=3)
PLAYED = TOLD.guess(code("012"), "Bob").guess(code("725"), "Cleo")
WAITING = HEAD.guess(code("012"), "Bob").guess(code("725"), "Cleo")
ANSWERED = WAITING.give_feedback(Feedback(0, 1), "Ann")
WITHHELD = (
    HEAD.guess(code("012"), "Bob")
    .give_feedback(Feedback(1, 1), "Ann")
    .guess(code("210"), "Cleo")
    .withhold_feedback(Feedback(0, 1), "Ann")
)

BOARDS = {
    "begins": TOLD,
    "goes on": PLAYED,
    "solved": PLAYED.guess(code("527"), "Cleo"),
    "ended by host": PLAYED.give_up("Ann"),
    "ended at once": TOLD.give_up("Ann"),
    "votes": PLAYED.give_up("Bob"),
    "given up": PLAYED.give_up("Bob").give_up("Cleo"),
    "stopped": PLAYED.give_up("Mod", is_moderator=True),
    "expired": PLAYED.expire(),
    "in head begins": HEAD,
    "in head waits": WAITING,
    "in head answered": ANSWERED,
    "in head last try": WAITING.guess(code("123"), "Bob"),
    "in head hint": ANSWERED.record_hint("Bob"),
    "in head withheld": WITHHELD,
    "in head solved": ANSWERED.give_feedback(Feedback(3, 0), "Ann"),
    "in head given up": ANSWERED.give_up("Ann"),
    "in head expired": ANSWERED.expire(),
}


def told_to_host(game: HostedGame, words: Words) -> View:
    """The private note about a contradiction."""
    view = seen(game, "Ann")
    assert isinstance(view.game, HostedGame)
    shown = contradiction(view, view.game, words)
    assert shown is not None
    return shown


def test_hosted_games_look_as_approved(snapshots: Snapshots) -> None:
    boards = {name: partial(board, seen(game)) for name, game in BOARDS.items()}
    snapshots.check_views("hosted_games", {**boards, "contradiction": partial(told_to_host, WITHHELD)})


def test_nobody_else_is_told_about_it() -> None:
    for viewer in ("Bob", "Cleo", "?"):
        view = seen(WITHHELD, viewer)
        assert isinstance(view.game, HostedGame)
        assert contradiction(view, view.game, LANGUAGES["en"]) is None


def test_the_board_is_the_same_while_feedback_is_withheld() -> None:
    before = WITHHELD.undo_feedback("Ann")
    for words in LANGUAGES.values():
        assert board(seen(WITHHELD, "Ann"), words) == board(seen(before), words)


def test_a_player_is_told_that_their_last_guess_waits() -> None:
    view = seen(WAITING.guess(code("123"), "Bob"), "Bob")
    assert isinstance(view.game, HostedGame)
    told = waiting_guess(view, view.game, LANGUAGES["en"])
    assert told is not None
    assert "`123`" in as_text(told)
    assert waiting_guess(seen(WAITING, "Dan"), WAITING, LANGUAGES["en"]) is None


@given(st.sampled_from(CODES), st.lists(st.sampled_from(CODES), max_size=4), st.sampled_from(list(LANGUAGES)))
def test_no_running_board_contains_the_secret(secret: Code, guesses: list[Code], language: str) -> None:
    game = HostedGame.hide(SMALL, secret, "Ann", tries=0)
    for guess in guesses:
        if guess != secret:
            game = game.guess(guess, "Bob")
    view = seen(game, "Ann")
    text = as_text(board(view, LANGUAGES[language])).replace(view.commitment, "")
    words = {word.strip("`.#") for word in text.split()}
    assert format_code(secret, SMALL) not in words - {"012"}  # the example of a code
