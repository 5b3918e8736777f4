"""Boards of games against the opponent and of hosted games, and what only the host sees, as approved."""

from functools import partial

from hypothesis import given, strategies as st

from bot.locales import LANGUAGES, Words
from bot.model.games import ShownGame
from bot.presenters.game_replies import verification
from bot.presenters.versus import (
    FIRST_CORRECTIONS,
    hosted_board,
    own_guess_awaiting_feedback,
    versus_board,
    withheld_feedback_note,
)
from bot.presenters.views import View
from core.game.codes import Code, all_codes, format_code, parse_code
from core.game.duels import Duel
from core.game.feedback import Feedback
from core.game.hosting import HostedGame
from core.game.rules import Rules
from core.game.sides import BOT, Level, Side
from core.solver.mistakes import find_corrections
from tests.support.games import view_of
from tests.support.present import present
from tests.support.snapshots import Snapshots, as_text

SMALL = Rules.parse("hitblow3")
SECRET, MINE = parse_code("527", SMALL), parse_code("683", SMALL)


def code(text: str) -> tuple[int, ...]:
    return parse_code(text, SMALL)


def seen(game: Duel) -> ShownGame:
    """The game as the services hand it out, with what would correct contradictory answers."""
    found = find_corrections(SMALL, game.side(BOT).turns) or None
    return view_of(game, "Ann", names={"Ann": "安"}, corrections=None if game.outcome else found)


KNOWN_SECRET = Duel.against_bot(SMALL, SECRET, Side("Ann", MINE), Level.HARD, bot_moves_first=False)
HEAD = Duel.against_bot(SMALL, SECRET, Side("Ann", None), Level.EASY, bot_moves_first=True)
GAMES = {
    "begins": KNOWN_SECRET,
    "goes on": KNOWN_SECRET.guess(code("012"), "Ann").guess(code("345"), BOT),
    "won": KNOWN_SECRET.guess(SECRET, "Ann").guess(code("345"), BOT),
    "drawn": KNOWN_SECRET.guess(SECRET, "Ann").guess(MINE, BOT),
    "lost": KNOWN_SECRET.guess(code("012"), "Ann").guess(MINE, BOT),
    "resigned": KNOWN_SECRET.guess(code("012"), "Ann").guess(code("345"), BOT).give_up("Ann"),
    "stopped": KNOWN_SECRET.guess(code("012"), "Ann").give_up("Mod", is_moderator=True),
    "expired": KNOWN_SECRET.guess(code("012"), "Ann").expire(),
    "begins in the head": Duel.against_bot(SMALL, SECRET, Side("Ann", None), Level.EASY, bot_moves_first=False),
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
    return versus_board(view, view.public, words, FIRST_CORRECTIONS)


def test_games_against_the_opponent_look_as_approved(snapshots: Snapshots) -> None:
    goes_on, won = (view_of(GAMES[name], "?", names={"Ann": "安"}) for name in ("goes on", "won"))
    others = {
        "goes on, for others": partial(versus_board, goes_on, GAMES["goes on"], corrections=FIRST_CORRECTIONS),
        "won, for others": partial(versus_board, won, GAMES["won"], corrections=FIRST_CORRECTIONS),
    }
    snapshots.check_views("versus", {**{name: partial(board, game) for name, game in GAMES.items()}, **others})


CODES = list(all_codes(SMALL))


def hosted(game: HostedGame, viewer: str = "?") -> ShownGame:
    """The game as the services hand it out to somebody, with what would correct contradictory feedback."""
    names, turns = (
        {"Ann": "安", "Bob": "Bob", "Cleo": "Cleo", "Mod": "Mod"},
        game.seen_by(viewer).jointly_contradictory_turns,
    )
    return view_of(game, viewer, names=names, corrections=find_corrections(SMALL, turns) if turns else None)


def hosted_view(view: ShownGame, words: Words) -> View:
    assert isinstance(view.public, HostedGame)
    return hosted_board(view, view.public, words)


TOLD = HostedGame.start(SMALL, code("527"), "Ann")
IN_HEAD = HostedGame.start(SMALL, None, "Ann", tries=3)
PLAYED = TOLD.guess(code("012"), "Bob").guess(code("725"), "Cleo")
WAITING = IN_HEAD.guess(code("012"), "Bob").guess(code("725"), "Cleo")
ANSWERED = WAITING.give_feedback(Feedback(0, 1), "Ann")
WITHHELD = (
    IN_HEAD.guess(code("012"), "Bob")
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
    "in head begins": IN_HEAD,
    "in head waits": WAITING,
    "in head answered": ANSWERED,
    "in head last try": WAITING.guess(code("123"), "Bob"),
    "in head out of tries": ANSWERED.give_feedback(Feedback(0, 0), "Ann")
    .guess(code("689"), "Bob")
    .give_feedback(Feedback(0, 0), "Ann"),
    "in head hint": ANSWERED.record_hint("Bob"),
    "in head withheld": WITHHELD,
    "in head solved": ANSWERED.give_feedback(Feedback(3, 0), "Ann"),
    "in head given up": ANSWERED.give_up("Ann"),
    "in head expired": ANSWERED.expire(),
}


def told_to_host(game: HostedGame, words: Words) -> View:
    """The private note about a contradiction."""
    view = hosted(game, "Ann")
    assert isinstance(view.game, HostedGame)
    return present(withheld_feedback_note(view, view.game, words, FIRST_CORRECTIONS))


def test_hosted_games_look_as_approved(snapshots: Snapshots) -> None:
    boards = {name: partial(hosted_view, hosted(game)) for name, game in BOARDS.items()}
    snapshots.check_views(
        "hosted_games",
        {
            **boards,
            "contradiction": partial(told_to_host, WITHHELD),
            "nothing to verify": partial(verification, hosted(IN_HEAD)),
        },
    )


def test_nobody_else_is_told_about_it() -> None:
    for viewer in ("Bob", "Cleo", "?"):
        view = hosted(WITHHELD, viewer)
        assert isinstance(view.game, HostedGame)
        assert withheld_feedback_note(view, view.game, LANGUAGES["en"], FIRST_CORRECTIONS) is None


def test_the_board_is_the_same_while_feedback_is_withheld() -> None:
    before = WITHHELD.undo_feedback("Ann")
    for words in LANGUAGES.values():
        assert hosted_view(hosted(WITHHELD, "Ann"), words) == hosted_view(hosted(before), words)


def test_a_player_is_told_that_their_last_guess_waits() -> None:
    view = hosted(WAITING.guess(code("123"), "Bob"), "Bob")
    assert isinstance(view.game, HostedGame)
    assert "`123`" in as_text(present(own_guess_awaiting_feedback(view, view.game, LANGUAGES["en"])))
    assert own_guess_awaiting_feedback(hosted(WAITING, "Dan"), WAITING, LANGUAGES["en"]) is None


@given(st.sampled_from(CODES), st.lists(st.sampled_from(CODES), max_size=4), st.sampled_from(list(LANGUAGES)))
def test_no_running_board_contains_the_secret(secret: Code, guesses: list[Code], language: str) -> None:
    game = HostedGame.start(SMALL, secret, "Ann", tries=0)
    for guess in guesses:
        if guess != secret:
            game = game.guess(guess, "Bob")
    view = hosted(game, "Ann")
    text = as_text(hosted_view(view, LANGUAGES[language])).replace(view.commitment, "")
    words = {word.strip("`.#") for word in text.split()}
    assert format_code(secret, SMALL) not in words - {"012"}  # the example of a code
