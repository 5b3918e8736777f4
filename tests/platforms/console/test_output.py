import io
import re
import sys

import pytest

from bot.platforms.console.output import ConsoleOutput
from bot.presenters.views import Footnote, Paragraph, Preformatted, Reply, View

BOARD = View((Preformatted((" 1  0456  ●○    1H1B  Ann", "9 tries left")), Paragraph("Guess with a code like `0123`.")))
PLAIN = " 1  0456  ●○    1H1B  Ann\n9 tries left\nGuess with a code like `0123`.\n"
ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")


class Terminal(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch, **environment: str) -> str:
    """What a terminal receives for the board."""
    for name, value in {"TERM": "xterm-256color", **environment}.items():
        monkeypatch.setenv(name, value)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    ConsoleOutput().print_reply(Reply(BOARD))
    return terminal.getvalue()


def colours(text: str) -> set[str]:
    """The colours that a text uses."""
    return {code for codes in ESCAPE.findall(text) for code in codes.split(";") if 30 <= int(code or 0) < 50}


def test_a_pipe_gets_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    ConsoleOutput().print_reply(Reply(BOARD))
    assert capsys.readouterr().out == PLAIN


def test_a_terminal_gets_the_same_text_in_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = shown_on_a_terminal(monkeypatch)
    assert ESCAPE.sub("", shown) == PLAIN
    assert len(colours(shown)) == 3


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = shown_on_a_terminal(monkeypatch, NO_COLOR="1")
    assert ESCAPE.sub("", shown) == PLAIN
    assert not colours(shown)


def test_a_dumb_terminal_gets_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown_on_a_terminal(monkeypatch, TERM="dumb") == PLAIN


def test_the_note_is_printed_before_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    ConsoleOutput().print_reply(Reply(View((Paragraph("board"),)), View((Paragraph("note"),))))
    assert capsys.readouterr().out == "note\nboard\n"


def test_a_footnote_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    output = ConsoleOutput()
    for proof in ("a", "a", "b", "a"):
        output.print_reply(Reply(View((Paragraph("board"), Footnote(proof)))))
    assert capsys.readouterr().out.split() == ["board", "a", "board", "board", "b", "board"]


def test_an_empty_reply_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    ConsoleOutput().print_reply(Reply())
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("text", ["[bold]x[/bold]", ":smile:", "[/]", "\\[", "https://example.com", "'quoted' 42"])
def test_a_text_is_not_read_as_markup(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    ConsoleOutput().print(text)
    assert capsys.readouterr().out == f"{text}\n"


def test_a_long_line_is_not_wrapped_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    ConsoleOutput().print("word " * 100 + "end")
    assert capsys.readouterr().out.count("\n") == 1


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp932"])
def test_a_character_that_cannot_be_encoded_is_replaced(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
    ConsoleOutput().print("●○ あ 🔴 \ufffd 0H2B")
    sys.stdout.flush()
    assert raw.getvalue().endswith(b" 0H2B\n")
