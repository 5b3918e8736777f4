"""Sentences of shell commands on a terminal and elsewhere."""

from io import StringIO

import pytest

from bot.cli.output import print_text

SENTENCES = "Wrote `4x6.book`, which is proven optimal. Nobody needs more than five guesses with it.\na  b  c"
DIGEST = "0" * 64


class Terminal(StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("COLUMNS", "40")
    return Terminal()


def test_a_terminal_gets_lines_that_are_broken_at_words(terminal: Terminal) -> None:
    print_text(SENTENCES, terminal)
    lines = terminal.getvalue().splitlines()
    assert max(map(len, lines)) <= 40
    assert " ".join(lines) == SENTENCES.replace("`", "'").replace("\n", " ")


def test_a_line_to_copy_is_not_broken(terminal: Terminal) -> None:
    print_text(f"To check it, paste this: `printf %s 'hitblow k1 4x10 3102 {DIGEST}' | sha256sum`", terminal)
    assert f"printf %s 'hitblow k1 4x10 3102 {DIGEST}' | sha256sum" in terminal.getvalue().splitlines()


def test_a_pipe_gets_whole_lines(capsys: pytest.CaptureFixture[str]) -> None:
    print_text(SENTENCES)
    assert capsys.readouterr().out == SENTENCES.replace("`", "'") + "\n"
