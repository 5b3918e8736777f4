import base64
from datetime import timedelta
from functools import partial

import pytest
from msgspec.structs import replace

from bot.locales import LANGUAGES
from bot.locales.columns import PHONE_CELLS, width
from bot.presenters import phrases
from bot.presenters.boards import feedback_symbols
from bot.presenters.cards import with_board_image
from bot.presenters.game_replies import FORM_TURNS, all_turns, last_lines, turn_lines_of_own_board, verification
from bot.presenters.views import Preformatted, StatusLine
from core.game.any_game import Who
from core.game.commitment import seal, verify
from core.game.duels import Duel
from core.game.feedback import possible_feedbacks
from core.game.games import Game
from core.game.hosting import HostedGame
from core.game.races import Race
from core.game.rules import Rules
from core.game.sides import BOT, Level, Side
from tests.fakes.clock import NOON
from tests.support.games import Deal, privately, publicly, view_of
from tests.support.snapshots import Snapshots, as_text

THREE = ("Ann 0456", "Bob 7103", "Ann 3108")
RACE = ("Ann 0456", "Bob 7103", "Bob 3108", "Ann 4567")

BOARDS = {
    "new": Deal(),
    "running": Deal().guesses(*THREE),
    "one try left": Deal(tries=4).guesses(*THREE),
    "without limit": Deal(tries=0).guesses(*THREE),
    "more than nine turns": Deal().guesses(*("Ann 0456", "Christopher 7103") * 5),
    "solved": Deal().guesses(*THREE, "Bob 3102"),
    "out of tries": Deal(tries=3).guesses(*THREE),
    "out of one try": Deal(tries=1).guesses("Ann 0456"),
    "given up": Deal().guesses(*THREE).give_up("Ann"),
    "given up at once": Deal().give_up("Ann"),
    "mastermind": Deal("mastermind", "RGBY").guesses("Ann RRYY", "あん RGYB"),
    "fruit": Deal("4x8-fruit", "ABCD").guesses("Ann EFGA"),
    "numeron": Deal("numeron", "310").guesses("Ann 013", "Bob 456"),
    "race": Deal(who=Who.RACE).guesses(*RACE),
    "race new": Deal(who=Who.RACE),
    "race that its starter only watched": Deal(who=Who.RACE).guesses("Bob 0456", "Bob 3102"),
    "race ended": Deal(who=Who.RACE).guesses(*RACE, "Bob 3102"),
    "race of many": Deal(who=Who.RACE).guesses(*(f"Player{number} 0456" for number in range(30))),
    "race too wide for marks": Deal("10x10", "3102456789", who=Who.RACE).guesses(
        *("Bob_Builder 0123456789", "Christopher 3102456798", "Christopher 3102456789")
    ),
    "race all gave up": Deal(who=Who.RACE).guesses(*RACE).give_up("Ann", "Bob"),
}
OWN_BOARDS = {
    "own board": Deal(who=Who.RACE).guesses(*RACE),
    "own board before the first guess": Deal(who=Who.RACE).guesses("Bob 7103"),
    "own board out of tries": Deal(who=Who.RACE, tries=2).guesses("Bob 7103", "Ann 0456", "Ann 4567"),
    "own board given up": Deal(who=Who.RACE).guesses(*RACE).give_up("Ann"),
}
ENGLISH = LANGUAGES["en"]


def test_boards_look_as_approved(snapshots: Snapshots) -> None:
    public = {name: partial(publicly, deal.view()) for name, deal in BOARDS.items()}
    own = {name: partial(privately, deal.view()) for name, deal in OWN_BOARDS.items()}
    solved, long_game = Deal().guesses("Ann 3102"), Deal(tries=0).guesses(*("Ann 0456", "Bob 7103") * 30)
    long_solved = Deal(tries=0).guesses(*("Ann 0456", "Bob 7103") * 30, "Ann 3102").view()
    public |= {
        "expires late": partial(publicly, replace(Deal().view(), idle=timedelta(hours=100))),
        "race with a time limit": partial(publicly, replace(BOARDS["race"].view(), time_ends_at=NOON)),
        "best alone": partial(publicly, replace(Deal(who=Who.ME).guesses("Ann 3102").view(), is_best=True)),
        "race that waits for a former player": partial(
            publicly, view_of(Race(RULES, SECRET, "Ann", is_waiting=True), "?", names={})
        ),
        "solved by a former player": partial(publicly, replace(solved.view(), names={})),
        "votes without a former player": partial(
            publicly,
            replace(Deal().guesses(*(f"{name} 0456" for name in "ABCDE")).give_up("B", "C").view(), names={"B": "Bob"}),
        ),
        "a long game, with its image": partial(
            lambda view, words: with_board_image(publicly(view, words), view, words), long_solved
        ),
        "all turns of a long game": partial(all_turns, long_game.view(), 1),
    }
    snapshots.check_views("boards", {**public, **own})


@pytest.mark.parametrize("notation", ["4x10", "4x6r", "10x2r", "1x2"])
def test_marks_have_the_same_width_for_every_feedback(notation: str) -> None:
    rules = Rules.parse(notation)
    for feedback in possible_feedbacks(rules):
        shown = feedback_symbols(feedback, rules)
        assert (shown.count("●"), shown.count("○"), len(shown)) == (*feedback, rules.positions)


@pytest.mark.parametrize("name", [name for name, deal in BOARDS.items() if deal.game.outcome])
def test_an_ended_game_verifies_its_commitment_with_a_line_for_the_shell(name: str) -> None:
    view = BOARDS[name].view()
    assert any(button.options == {"verify": "on"} for button in publicly(view, ENGLISH).buttons)
    shown = as_text(verification(view, ENGLISH))
    assert shown.splitlines()[0].endswith(f" #{view.id}")
    assert "Checked: the secret was not changed." in shown
    (line,) = (part for part in shown.split("`") if part.startswith("printf"))
    start, checked, end = line.split("'")
    assert (start, verify(checked, view.commitment), end) == ("printf %s ", True, " | sha256sum")


def test_a_tampered_game_does_not_verify() -> None:
    view = replace(Deal().guesses("Ann 3102").view(), commitment="0" * 64)
    assert "does not fit" in as_text(verification(view, ENGLISH))


def test_a_running_game_is_sealed_and_shows_its_commitment_on_request() -> None:
    view = Deal().guesses(*THREE).view()
    assert seal(view.commitment) not in as_text(publicly(view, ENGLISH))
    new = Deal().view()
    assert f"Sealed `{seal(new.commitment)}`" in as_text(publicly(new, ENGLISH))
    assert new.commitment.startswith(base64.b32decode(f"{seal(new.commitment)}======").hex())
    explained = as_text(verification(view, ENGLISH))
    assert view.commitment in explained
    assert seal(view.commitment) in explained


def test_a_name_cannot_break_the_board() -> None:
    named = replace(Deal().guesses("Ann 0456").view(), names={"Ann": "`\u202e@everyone\n" * 1000})
    (panel,) = (block for block in publicly(named, ENGLISH).blocks if isinstance(block, Preformatted))
    assert len(panel.lines) == 1
    assert all(line.isprintable() and width(line) <= PHONE_CELLS and "`" not in line for line in panel.lines)


def test_a_line_of_facts_begins_with_a_capital_whatever_its_first_fact_is() -> None:
    facts = ENGLISH(phrases.REPLY_TO_GUESS), "", phrases.your_turn(ENGLISH, "ann")
    assert StatusLine(facts).text == "Reply to play · ann, it's your turn to guess."
    assert StatusLine(facts[::-1]).text == "Ann, it's your turn to guess. · reply to play"
    assert StatusLine((LANGUAGES["ja"](phrases.REPLY_TO_GUESS),)).text == LANGUAGES["ja"](phrases.REPLY_TO_GUESS)


RULES = Rules.parse("3x10")
SECRET, MINE = (5, 2, 7), (0, 1, 2)
NAMES = {"Ann": "Ann", "Bob": "Bob"}
FIRST, SECOND = (3, 4, 5), (6, 7, 8)


def shown(game: Game | Duel, viewer: str = "Ann") -> str:
    view = replace(view_of(Game(RULES, SECRET, "Ann"), viewer), game=game.seen_by(viewer), names=NAMES)
    return "\n".join(turn_lines_of_own_board(view, LANGUAGES["en"]))


def test_the_form_shows_the_guesses_of_everybody_in_a_shared_game() -> None:
    lines = shown(Game(RULES, SECRET, "Ann").guess(FIRST, "Ann").guess(SECOND, "Bob"))
    assert "345" in lines
    assert "678" in lines


def test_the_form_shows_the_guesses_that_wait_for_feedback() -> None:
    assert "345" in shown(HostedGame.start(RULES, None, "Ann").guess(FIRST, "Bob"), "Bob")


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
    assert last_lines(lines) == tuple(lines[-FORM_TURNS:])
