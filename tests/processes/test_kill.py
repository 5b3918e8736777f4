"""`kill -9` at any moment: whatever was answered is there afterwards, in order and once."""

import random
import re
import sqlite3
import threading
from pathlib import Path

import pytest

from tests.processes.processes import hitblow, open_pipe

ANSWERED = re.compile(r"^(\d{4}): \dH\dB$")
LONGEST = 0.06
"""Seconds until the kill, counted from the first answer; an answer takes a few thousandths."""


def play_until_killed(folder: Path, chance: random.Random) -> tuple[list[str], list[str]]:
    """Guess until the process is killed at a random moment: all that was sent, and what was answered of it."""
    process = open_pipe(folder, "--db", "sqlite:///x.db")
    assert process.stdin is not None
    assert process.stdout is not None
    sent: list[str] = []
    answered: list[str] = []
    killer = threading.Timer(chance.uniform(0, LONGEST), process.kill)
    try:
        while True:
            guess = "".join(chance.sample("0123456789", 4))
            sent.append(guess)
            process.stdin.write(f"guess {guess}\n")
            process.stdin.flush()
            while not (match := ANSWERED.match(line := process.stdout.readline())):
                if not line:
                    return sent, answered
            answered.append(match[1])
            if len(answered) == 1:
                killer.start()
    except BrokenPipeError:
        return sent, answered
    finally:
        killer.cancel()
        process.kill()
        process.wait()
        process.stdout.close()
        try:
            process.stdin.close()
        except BrokenPipeError:
            process.stdin = None


def kept(folder: Path) -> list[str]:
    """Every turn, as the next process finds it."""
    connection = sqlite3.connect(folder / "x.db")
    try:
        return [guess for (guess,) in connection.execute("SELECT guess FROM turns ORDER BY number")]
    finally:
        connection.close()


def kill_often(folder: Path, times: int) -> None:
    chance = random.Random(20261121)  # the same moments every time
    # The secret is made one that is never guessed, so that the game never ends.
    assert hitblow(folder, "--db", "sqlite:///x.db", lines="play 4x10 tries:0\n").returncode == 0
    connection = sqlite3.connect(folder / "x.db")
    with connection:
        connection.execute("UPDATE games SET rules = '4x10r', secret = '0000'")
    connection.close()
    everything: list[str] = []
    for _ in range(times):
        sent, answered = play_until_killed(folder, chance)
        everything += answered
        now = kept(folder)
        # The last guess may have been kept without anybody having been told.
        if len(now) == len(everything) + 1:
            assert len(sent) > len(answered)
            everything.append(sent[len(answered)])
        assert now == everything
        assert answered
    shown = hitblow(folder, "--db", "sqlite:///x.db", lines="board\n")
    assert shown.returncode == 0
    assert re.findall(r"^ *\d+  (\d{4})  ", shown.stdout, re.MULTILINE) == everything


def test_every_answered_guess_survives_five_kills(tmp_path: Path) -> None:
    kill_often(tmp_path, 5)


@pytest.mark.slow
def test_every_answered_guess_survives_fifty_kills(tmp_path: Path) -> None:
    kill_often(tmp_path, 50)
