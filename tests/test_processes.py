"""The program as a shell runs it: a pipe in, text out, an exit status."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def hitblow(tmp_path: Path) -> Run:
    """Runs the program in an empty home, with lines on its standard input."""
    settings = ("HITBLOW_", "LC_", "LANG", "XDG_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(settings)}
    environment |= {"HOME": str(tmp_path), "LANG": "C.UTF-8"}

    def run(*arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603  # our own program
            [sys.executable, "-m", "bot", *arguments],
            input=lines,
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            errors="surrogateescape",
            check=False,
        )

    return run


def turns(output: str) -> list[list[str]]:
    """The turns of the last board shown, as guess, answer and name."""
    board = output[output.rindex("Hit & Blow") :].splitlines()
    return [[line.split()[1], *line.split()[-2:]] for line in board if line[:2].strip().isdigit() and "B  " in line]


def test_a_game_goes_on_in_another_process_and_with_another_player(hitblow: Run) -> None:
    home = ("--db", "sqlite:///x.db")
    first = hitblow("console", *home, "--as", "p1", lines="play hitblow\n0123\n4567\nboard\n")
    assert (first.returncode, first.stderr) == (0, "")
    played = turns(first.stdout)
    assert [(guess, name) for guess, _, name in played] == [("0123", "p1"), ("4567", "p1")]
    again = hitblow("console", *home, "--as", "p1", lines="board\n")
    assert turns(again.stdout) == played
    other = hitblow(*home, "--as", "p2", "console", lines="8901\n")
    assert turns(other.stdout)[:2] == played
    assert [turn[0] for turn in turns(other.stdout)] == ["0123", "4567", "8901"]


def test_lines_that_are_no_text_are_refused_and_the_next_are_answered(hitblow: Run) -> None:
    done = hitblow("--db", "sqlite:///x.db", lines="play\n\udcff\udc80\n\u202e0123\n" + "9" * 10_000 + "\nboard\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Nothing was counted.") == 3
    assert done.stdout.count("12 tries left") == 2


@pytest.mark.parametrize("arguments", [("console",), ("db", "upgrade")])
def test_a_database_that_cannot_be_opened_is_one_clear_line(hitblow: Run, arguments: tuple[str, ...]) -> None:
    done = hitblow(*arguments, "--db", "sqlite:////dev/null/x.db", lines="play\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "`/dev/null/x.db` cannot be opened" in done.stderr


def test_a_database_is_made_and_then_up_to_date(hitblow: Run) -> None:
    made, again = (hitblow("db", "upgrade", "--db", "sqlite:///x.db") for _ in range(2))
    assert (made.returncode, again.returncode) == (0, 0)
    assert made.stdout.startswith("The database is ready")
    assert again.stdout.startswith("The database is up to date")
