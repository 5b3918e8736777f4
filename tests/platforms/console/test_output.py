import io
import re
import sys

import pytest

from bot.locales.columns import width
from bot.platforms.console.output import ConsoleOutput
from bot.platforms.console.text import prefers_ascii
from bot.presenters.views import Button, Footnote, Paragraph, Preformatted, Reply, View

BOARD = View((Preformatted((" 1  0456  ●○    1H1B  Ann", "9 tries left")), Paragraph("Guess with a code like `0123`.")))
SHOWN = " 1  0456  ●○    1H1B  Ann\n9 tries left\nGuess with a code like 0123.\n"
PLAIN = SHOWN.replace("0123", "'0123'")
PROSE = (
    "The coach remembers the conversation: enter the feedback as you get it, or say `answer 1H1B guess:145` (another "
    "guess than the one suggested). `suggest` on its own shows where you are, and `undo` takes the last one back."
)
JAPANESE = (
    "`0012` は0が2回使われています。`0123` のような4桁（重複なし）で入力してください。回数には数えていません。"
    "「ヒット」は、数字も位置も合っている数、「ブロー」は、数字は合っているが位置が違う数です。"
)
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
    found = (re.search(r"[34]8;5;\d+|\b[34]\d\b", codes) for codes in ESCAPE.findall(text))
    return {colour[0] for colour in found if colour}


def test_a_pipe_gets_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    ConsoleOutput().print_reply(Reply(BOARD))
    assert capsys.readouterr().out == PLAIN


def test_a_terminal_gets_the_same_text_in_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = shown_on_a_terminal(monkeypatch)
    assert ESCAPE.sub("", shown) == SHOWN
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


def test_the_secret_of_an_ended_game_is_printed_every_time(capsys: pytest.CaptureFixture[str]) -> None:
    output = ConsoleOutput()
    for _ in range(2):
        output.print_reply(Reply(View((Footnote("The secret was 3102.", once=False),))))
    assert capsys.readouterr().out.count("3102") == 2


def test_feedback_is_asked_for_by_typing_once(capsys: pytest.CaptureFixture[str]) -> None:
    output = ConsoleOutput()
    question = View((Paragraph("0123?"),), tuple(Button(label, "answer") for label in ("0H0B", "0H1B", "0H2B")))
    for _ in range(2):
        output.print_reply(Reply(note=question))
    assert capsys.readouterr().out == "0123?\nType it, such as '0H1B'.\n0123?\n"


@pytest.mark.parametrize("columns", [40, 41, 60, 80, 120])
@pytest.mark.parametrize("text", [PROSE, JAPANESE])
def test_a_paragraph_is_wrapped_by_the_rules_of_its_language(
    monkeypatch: pytest.MonkeyPatch, columns: int, text: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", Terminal())
    lines = [line.plain for line in ConsoleOutput().paragraph_lines(text)]
    assert all(width(line) <= columns for line in lines)
    assert not any(line[0] in "。、）」,." or line[-1] in "（「" for line in lines)
    assert re.sub(r"\s", "", "".join(lines)) == re.sub(r"[\s`]", "", text)


def test_a_digest_is_never_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", Terminal())
    lines = ConsoleOutput().paragraph_lines(f"SHA-256 of the secret: `{'9f' * 32}`")
    assert [line.plain for line in lines] == ["SHA-256 of the secret:", "9f" * 32]


@pytest.mark.parametrize(("term", "quote"), [("xterm", ""), ("dumb", "'")])
def test_code_that_is_wider_than_the_terminal_is_broken_at_spaces(
    monkeypatch: pytest.MonkeyPatch, term: str, quote: str
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(sys, "stdout", Terminal())
    options = ["play", "[rules]", "[tries:]", "[who:]", "[start:]", "[minutes:]"]
    lines = [line.plain for line in ConsoleOutput().paragraph_lines(f"`{' '.join(options)}`: Start a game")]
    assert all(width(line) <= 40 for line in lines)
    assert all(line.count("'") == (2 if quote else 0) for line in lines)
    assert " ".join(lines).replace("'", "") == " ".join(options) + ": Start a game"


def test_the_ascii_form_has_no_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    view = View((Preformatted((" 1  🔴🟡🟢🔵 RYGB  ●○    1H1B", " 2  🔴🟡🟢🔵 RYGB        0H0B")),))
    ConsoleOutput(ascii_only=True).print_view(view)
    assert capsys.readouterr().out == " 1  RYGB        1H1B\n 2  RYGB        0H0B\n"


@pytest.mark.parametrize(
    ("encoding", "environment", "expected"),
    [
        ("utf-8", {"LANG": "ja_JP.UTF-8"}, "pictures"),
        ("utf-8", {"LANG": "C.UTF-8"}, "pictures"),
        ("utf-8", {}, "pictures"),
        ("utf-8", {"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "ascii"),
        ("utf-8", {"LC_ALL": "POSIX", "LANG": "ja_JP.UTF-8"}, "ascii"),
        ("iso-8859-1", {"LANG": "de_DE"}, "ascii"),
        ("utf-8", {"LANG": "C.UTF-8", "HITBLOW_ASCII": "1"}, "ascii"),
        ("utf-8", {"LANG": "C", "HITBLOW_ASCII": "0"}, "pictures"),
        (None, {}, "pictures"),
    ],
)
def test_a_terminal_that_cannot_show_pictures_gets_ascii(
    encoding: str | None, environment: dict[str, str], expected: str
) -> None:
    assert prefers_ascii(encoding, environment) is (expected == "ascii")


def test_an_empty_reply_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    ConsoleOutput().print_reply(Reply())
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("text", ["[bold]x[/bold]", ":smile:", "[/]", "\\[", "https://example.com", "'quoted' 42"])
def test_a_text_is_not_read_as_markup(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    ConsoleOutput().print_paragraph(text)
    assert capsys.readouterr().out == f"{text}\n"


def test_a_long_line_is_not_wrapped_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    ConsoleOutput().print_paragraph("word " * 100 + "end")
    assert capsys.readouterr().out.count("\n") == 1


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp932"])
def test_a_character_that_cannot_be_encoded_is_replaced(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
    ConsoleOutput().print_paragraph("●○ あ 🔴 \ufffd 0H2B")
    sys.stdout.flush()
    assert raw.getvalue().endswith(b" 0H2B\n")
