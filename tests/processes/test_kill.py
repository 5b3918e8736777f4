"""After `kill -9` at any moment, every guess that got feedback is stored once, in order."""

import random
import re
import sqlite3
import threading
from pathlib import Path

import pytest

from tests.processes.processes import DATABASE, hitblow, open_console, stored_guesses

FEEDBACK = re.compile(r"^(\d{4}): \dH\dB$")
MAX_DELAY = 0.06
"""Seconds from the first feedback to the kill; feedback takes a few thousandths."""


def play_until_killed(folder: Path, generator: random.Random) -> tuple[list[str], list[str]]:
    """Guess until the process is killed at a random moment; return the guesses sent, and those that got feedback."""
    process = open_console(folder, *DATABASE)
    assert process.stdin is not None
    assert process.stdout is not None
    sent: list[str] = []
    acknowledged: list[str] = []
    killer = threading.Timer(generator.uniform(0, MAX_DELAY), process.kill)
    try:
        while True:
            guess = "".join(generator.sample("0123456789", 4))
            sent.append(guess)
            process.stdin.write(f"guess {guess}\n")
            process.stdin.flush()
            while not (match := FEEDBACK.match(line := process.stdout.readline())):
                if not line:
                    return sent, acknowledged
            acknowledged.append(match[1])
            if len(acknowledged) == 1:
                killer.start()
    except BrokenPipeError:
        return sent, acknowledged
    finally:
        killer.cancel()
        process.kill()
        process.wait()
        process.stdout.close()
        try:
            process.stdin.close()
        except BrokenPipeError:
            process.stdin = None


def kill_often(folder: Path, times: int) -> None:
    generator = random.Random(20261121)  # the same delays in every run
    # The secret becomes one that is never guessed, so that the game does not end.
    assert hitblow(folder, *DATABASE, lines="play 4x10 tries:0\n").returncode == 0
    connection = sqlite3.connect(folder / "x.db")
    with connection:
        connection.execute("UPDATE games SET rules = '4x10r', secret = '0000'")
    connection.close()
    expected: list[str] = []
    for _ in range(times):
        sent, acknowledged = play_until_killed(folder, generator)
        expected += acknowledged
        stored = stored_guesses(folder)
        # The last guess may have been stored before its feedback was sent.
        if len(stored) == len(expected) + 1:
            assert len(sent) > len(acknowledged)
            expected.append(sent[len(acknowledged)])
        assert stored == expected
        assert acknowledged
    shown = hitblow(folder, *DATABASE, lines="board\n")
    assert shown.returncode == 0
    assert re.findall(r"^ *\d+ (\d{4}) ", shown.stdout, re.MULTILINE) == expected


@pytest.mark.slow
def test_every_guess_with_feedback_survives_twenty_kills(tmp_path: Path) -> None:
    kill_often(tmp_path, 20)
