"""Playing in a real pseudo-terminal: approved screens at several sizes, with and without colours."""

from itertools import product
from pathlib import Path

import pytest

from tests.processes.terminal import ESCAPE, Terminal
from tests.support.sentences import allowed, left
from tests.support.snapshots import Snapshots

pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning")  # the child only runs another program

COLOUR = {"NO_COLOR": ""}
LOOKS = {
    "colour": COLOUR,
    "plain": {},
    "japanese": {**COLOUR, "LANG": "ja_JP.UTF-8"},
    "dumb": {"TERM": "dumb"},
    "c": {"LANG": "C"},
}
ANN = ("--as", "ann")


@pytest.mark.slow
def test_a_board_stays_above_the_prompt(tmp_path: Path, snapshots: Snapshots) -> None:
    with Terminal(tmp_path, *ANN, variables=COLOUR) as terminal:
        terminal.wait_for(">")
        terminal.enter("play", "#k1")
        terminal.enter("0456", "another place.")
        snapshots.check("terminal_board", terminal.text)
        assert {"005f00", "008700", "4e4e4e", "brown"} & terminal.colours


def play(terminal: Terminal, snapshots: Snapshots, name: str) -> None:
    """Play a game from the welcome to the end, and compare the screens."""
    terminal.wait_for(">")
    snapshots.step("welcome", terminal.text)
    terminal.enter("play", "#k1")
    snapshots.step("play", terminal.text)
    terminal.enter("0456", "0H1B")
    terminal.enter("`7103`", "2H1B")
    terminal.enter("hlep", "hlep", times=2)
    snapshots.step("two guesses and a slip", terminal.text)
    terminal.enter("3102", "4H0B")
    snapshots.step("solved", terminal.text)
    terminal.send("quit")
    assert terminal.wait_for_end() == 0
    snapshots.check_steps(name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("columns", "look"),
    [*product((40, 80, 120), ("colour", "plain")), (40, "japanese"), (40, "dumb"), (80, "dumb"), (40, "c")],
)
def test_a_game_is_played_in_every_terminal(tmp_path: Path, snapshots: Snapshots, columns: int, look: str) -> None:
    with Terminal(tmp_path, *ANN, columns=columns, variables=LOOKS[look]) as terminal:
        play(terminal, snapshots, f"terminal_{columns}_{look}")
        if look in {"dumb", "plain", "c"}:
            assert not terminal.colours
        if look == "dumb":
            assert ESCAPE not in terminal.written
        if look == "c":
            assert terminal.written.isascii()


@pytest.mark.slow
def test_a_board_is_redrawn_when_the_window_is_resized(tmp_path: Path, snapshots: Snapshots) -> None:
    with Terminal(tmp_path, *ANN, columns=80, variables=COLOUR) as terminal:
        terminal.wait_for(">")
        terminal.enter("play 10x10 tries:0", "#k1")
        terminal.enter("0123456789", "0H10B")
        snapshots.step("80 columns", terminal.text)
        for columns in (40, 120):
            before = len(terminal.written)
            terminal.resize(columns, 24)
            terminal.wait_until(lambda: len(terminal.written) > before)  # noqa: B023  # called at once
        terminal.enter("1023456789", "1 0 2 3")
        snapshots.step("120 columns", terminal.text)
    snapshots.check_steps("terminal_resized")


@pytest.mark.slow
def test_a_move_in_another_terminal_appears_by_itself_and_the_game_is_continued(
    tmp_path: Path, snapshots: Snapshots
) -> None:
    with Terminal(tmp_path, *ANN) as ann, Terminal(tmp_path, "--as", "bob") as bob:
        ann.wait_for(">")
        ann.enter("play everyone", allowed(12))
        bob.wait_for(allowed(12))
        bob.enter("0456", left(11))
        ann.wait_for("bob")
        snapshots.step("ann, after a guess of bob", ann.text)
        ann.send("quit")
        assert ann.wait_for_end() == 0
        bob.enter("3102", "solved")
    with Terminal(tmp_path, *ANN) as again:
        again.wait_for(">")
        again.enter("board", "4H0B")
        snapshots.step("ann, back after the end", again.text)
    snapshots.check_steps("terminal_two_players")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ja"])
def test_two_people_play_games_that_one_of_them_hosts(tmp_path: Path, snapshots: Snapshots, language: str) -> None:
    started = ("--lang", language)
    secret, tries = ("Only I will see it" if language == "en" else "見えません"), allowed(12, language)
    with Terminal(tmp_path, *ANN, *started, columns=110) as ann, Terminal(tmp_path, "--as", "bob", *started) as bob:
        ann.wait_for(">")
        bob.wait_for(">")
        ann.send("host hitblow3")
        ann.wait_for(secret)
        assert "527" not in ann.written
        ann.enter("527", tries)
        snapshots.step("ann hosts", ann.text)
        bob.wait_for(tries)
        snapshots.step("bob sees it by himself", bob.text)
        bob.enter("012", "0H1B")
        assert "527" not in bob.written
        bob.enter("527", "3H0B")
        ann.wait_for("3H0B")
        snapshots.step("ann, after bob has found it", ann.text)
        ann.enter("host hitblow3 head tries:0", "#k2")
        bob.wait_for("#k2")
        for guess, typed, feedback in (("123", "0H1B", "0H1B"), ("456", "00", "0H0B")):
            bob.enter(guess, f"'{guess}'")
            ann.wait_for(f"'{guess}'")
            ann.enter(typed, feedback)
        bob.enter("789", "'789'")
        ann.wait_for("'789'")
        ann.enter("0,3", "0H3B")
        snapshots.step("ann has contradicted herself", ann.text)
        snapshots.step("bob waits", bob.text)
        ann.enter("fix 1", "0H2B")
        bob.wait_for("0H2B")
        snapshots.step("bob, after the correction", bob.text)
    snapshots.check_steps(f"terminal_hosting_{language}")


@pytest.mark.slow
def test_a_game_against_the_bot_and_the_coach_ask_for_feedback_by_typing(tmp_path: Path, snapshots: Snapshots) -> None:
    with Terminal(tmp_path, *ANN, columns=60, rows=30, variables=COLOUR) as terminal:
        terminal.wait_for(">")
        terminal.enter("versus expert 3x10 head", "My guess")
        terminal.enter("0,1", "ann's turn")
        snapshots.step("versus", terminal.text)
        terminal.enter("give up", "yes")
        terminal.enter("yes", "Given up")
        terminal.enter("suggest numeron 012 1EAT1BITE", "EATs and BITEs")
        snapshots.step("coach", terminal.text)
    snapshots.check_steps("terminal_versus_and_coach")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "asked", "told", "turn"),
    [("en", "low (0 to 4)?", "0-4 0-4 0-4", "ann's turn"), ("ja", "ロー（0〜4）", "0-4 0-4 0-4", "さんの番")],
)
def test_an_item_of_the_bot_is_answered_after_a_restart(
    tmp_path: Path, language: str, asked: str, told: str, turn: str
) -> None:
    options = (*ANN, "--lang", language)
    with Terminal(tmp_path, *options, columns=60, rows=34) as terminal:
        terminal.wait_for(">")
        terminal.enter("versus hard items:all secret:head", asked)
    with Terminal(tmp_path, *options, columns=60, rows=34) as terminal:
        terminal.wait_for(asked)
        terminal.enter("highlow lll", told)
        terminal.enter("0,1", turn)
        terminal.enter("012", "use TARGET" if language == "en" else "ターゲットを使います")
        terminal.enter("no", "no 3")


@pytest.mark.slow
def test_a_game_started_from_the_shell_goes_on_in_the_terminal(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "mastermind", *ANN) as terminal:
        terminal.wait_for(">")
        terminal.enter("RGBY", left(11))
        terminal.send("quit")
        assert terminal.wait_for_end() == 0
