"""`hitblow console` and `hitblow db` as processes with input and output in pipes."""

import re
import sqlite3
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from tests.processes.processes import DATABASE, environment, hitblow, stored_guesses
from tests.support.storage import locked, migrated

pytestmark = pytest.mark.slow

FEEDBACK = re.compile(r"^(\d{4}): (\dH\dB)$", re.MULTILINE)
TURN = re.compile(r"^ *(\d+) (\d{4}) (\dH\dB) \S+ (\S+)$", re.MULTILINE)


def unsolved(folder: Path, lines: str, *arguments: str) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """Play these lines in a new folder, again if one of the guesses happens to be the random secret."""
    for attempt in count():
        home = folder / str(attempt)
        home.mkdir()
        migrated(home / "x.db")
        ran = hitblow(home, "console", *DATABASE, *arguments, lines=lines)
        if "4H0B" not in ran.stdout:
            return home, ran
    raise AssertionError


def test_a_game_continues_in_another_process_and_with_another_player(tmp_path: Path) -> None:
    folder, first = unsolved(tmp_path, "play everyone hitblow tries:0\n0123\n4567\nboard\n", "--as", "p1")
    assert (first.returncode, first.stderr) == (0, "")
    feedback = FEEDBACK.findall(first.stdout)
    assert [guess for guess, _ in feedback] == ["0123", "4567"]

    second = hitblow(folder, "console", *DATABASE, "--as", "p1", lines="board\n")
    kept = [(str(number), *turn, "p1") for number, turn in enumerate(feedback, 1)]
    assert (second.returncode, TURN.findall(second.stdout)) == (0, kept)

    third = hitblow(folder, "console", *DATABASE, "--as", "p2", lines="8901\n")
    assert third.returncode == 0
    assert TURN.findall(third.stdout)[:2] == kept
    assert TURN.findall(third.stdout)[2][3] == "p2"


INVALID_LINES = {
    "invalid UTF-8": b"\xff\xfe01",
    "NUL": b"012\x00",
    "10,000 characters": b"0" * 10_000,
    "right to left": "\u202e3210".encode(),
    "an Arabic mark": "0\u061c123".encode(),
    "half a surrogate pair": b"012\xed\xa0\xbd",
    "an escape sequence": b"\x1b[31m0123",
    "a name with invalid UTF-8": b"stats \xff",
    "a name with NUL": b"stats a\x00",
    "rules with invalid UTF-8": b"leaderboard \xff",
    "a command with invalid UTF-8": b"help \xff",
    "a number with invalid UTF-8": b"play tries:\xff",
}


def test_invalid_bytes_are_refused_and_not_counted(tmp_path: Path) -> None:
    migrated(tmp_path / "x.db")
    ran = hitblow(tmp_path, *DATABASE, lines=b"play\n" + b"\n".join([*INVALID_LINES.values(), b"board\n"]))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "\x1b" not in ran.stdout
    first, last = (index for index, line in enumerate(ran.stdout.splitlines()) if line.startswith("Hit & Blow"))
    assert last - first - 3 == len(INVALID_LINES)  # the board has three lines, each refusal one
    assert stored_guesses(tmp_path) == []


@pytest.mark.parametrize(
    ("command", "address", "status", "content"),
    [
        (("db", "upgrade"), "sqlite:///text.db", 1, b"no database " * 1000),
        (("console",), "sqlite:////proc/no/such/folder/x.db", 1, None),
        (("console",), "nonsense://here", 2, None),
        (("console",), "mysql://me:hunter2@localhost/x", 2, None),
        (("db", "upgrade"), "postgresql://me:hunter2@127.0.0.1:9/x", 1, None),
    ],
    ids=["not a database", "no such folder", "not a URL", "unsupported", "no server"],
)
def test_an_unusable_database_is_reported_in_one_line(
    tmp_path: Path, command: tuple[str, ...], address: str, status: int, content: bytes | None
) -> None:
    if content:
        (tmp_path / "text.db").write_bytes(content)
    ran = hitblow(tmp_path, *command, "--db", address, lines="play\n")
    assert (ran.returncode, ran.stdout) == (status, "")
    assert len(ran.stderr.splitlines()) == 1
    assert "Traceback" not in ran.stderr
    assert "hunter2" not in ran.stderr
    assert content is None or (tmp_path / "text.db").read_bytes() == content


def test_a_database_of_a_newer_version_is_not_changed(tmp_path: Path) -> None:
    connection = sqlite3.connect(migrated(tmp_path / "x.db"))
    with connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    ran = hitblow(tmp_path, *DATABASE, lines="board\n")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "newer" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


def test_a_locked_database_is_reported_in_one_line_with_status_1(tmp_path: Path) -> None:
    with locked(migrated(tmp_path / "x.db")):
        ran = hitblow(tmp_path, "--db", "sqlite:///x.db?timeout=0.1", lines="0123\n")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "locked" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


def test_a_closed_output_pipe_is_not_an_error(tmp_path: Path) -> None:
    (tmp_path / "x.db").touch()
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", *DATABASE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(tmp_path),
    )
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, errors = process.communicate(b"help\n" * 200, timeout=60)
    assert (process.returncode, errors) == (0, b"")
