import io
import re
import sys

import pytest

from bot.platforms.console.screen import Screen
from bot.presenters.views import Panel, Reply, Small, Text, View

BOARD = View((Panel((" 1  0456  ●○    1H1B  Ann", "9 tries left")), Text("Guess with a code like `0123`.")))
PLAIN = " 1  0456  ●○    1H1B  Ann\n9 tries left\nGuess with a code like `0123`.\n"
ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")


class Terminal(io.StringIO):
    """What a terminal of eighty columns would be given."""

    def isatty(self) -> bool:
        return True


def shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch, **environment: str) -> str:
    """What a terminal is given to show the board."""
    for name, value in {"TERM": "xterm-256color", **environment}.items():
        monkeypatch.setenv(name, value)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    Screen().show(Reply(BOARD))
    return terminal.getvalue()


def colours(text: str) -> set[str]:
    """The colours that a text switches on."""
    return {code for codes in ESCAPE.findall(text) for code in codes.split(";") if 30 <= int(code or 0) < 50}


def test_a_pipe_gets_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    Screen().show(Reply(BOARD))
    assert capsys.readouterr().out == PLAIN


def test_a_terminal_gets_the_same_text_in_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = shown_on_a_terminal(monkeypatch)
    assert ESCAPE.sub("", shown) == PLAIN
    assert len(colours(shown)) == 3


def test_a_terminal_that_wants_no_colour_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = shown_on_a_terminal(monkeypatch, NO_COLOR="1")
    assert ESCAPE.sub("", shown) == PLAIN
    assert not colours(shown)


def test_a_terminal_that_knows_no_escapes_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown_on_a_terminal(monkeypatch, TERM="dumb") == PLAIN


def test_what_is_said_comes_before_the_board_where_the_eye_goes(capsys: pytest.CaptureFixture[str]) -> None:
    Screen().show(Reply(View((Text("board"),)), View((Text("note"),))))
    assert capsys.readouterr().out == "note\nboard\n"


def test_small_print_is_shown_once(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    for proof in ("a", "a", "b", "a"):
        screen.show(Reply(View((Text("board"), Small(proof)))))
    assert capsys.readouterr().out.split() == ["board", "a", "board", "board", "b", "board"]


def test_an_empty_reply_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    Screen().show(Reply())
    assert capsys.readouterr().out == ""


def test_complaints_go_where_errors_go(capsys: pytest.CaptureFixture[str]) -> None:
    Screen().complain("The database cannot be opened.")
    assert capsys.readouterr() == ("", "The database cannot be opened.\n")


@pytest.mark.parametrize("text", ["[bold]x[/bold]", ":smile:", "[/]", "\\[", "https://example.com", "'quoted' 42"])
def test_nothing_in_a_text_is_taken_for_markup(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    Screen().say(text)
    assert capsys.readouterr().out == f"{text}\n"


def test_a_long_line_is_not_broken_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    Screen().say("word " * 100 + "end")
    assert capsys.readouterr().out.count("\n") == 1


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp932"])
def test_a_terminal_that_lacks_a_character_shows_another(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
    Screen().say("●○ あ 🔴 \ufffd 0H2B")
    sys.stdout.flush()
    assert raw.getvalue().endswith(b" 0H2B\n")
