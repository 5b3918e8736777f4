"""After `kill -9` at any moment, every guess that got feedback is stored once, in order."""

import random
import re
import sqlite3
import threading
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from tests.processes.databases import SqliteRows
from tests.processes.game_rounds import ANN, BOB, SECRET, GameRound
from tests.processes.kills import kill_during_games, kill_often
from tests.processes.mode_kills import (
    HIDDEN,
    SECRETS,
    STARTS,
    TURNS,
    WRONG,
    BotHostedRound,
    DuelRound,
    HeadHostedRound,
    RaceRound,
    order_of_play,
    planned_guesses,
    true_feedback,
)
from tests.processes.processes import DATABASE, hitblow, open_console, stored_guesses
from tests.processes.sites import SITES
from tests.processes.terminal import Terminals

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


def kill_console_often(folder: Path, times: int) -> None:
    generator = random.Random(20261121)  # the same delays in every run
    # The secret becomes one that is never guessed, so that the game does not end.
    assert hitblow(folder, *DATABASE, lines="play 4x10 tries:0\n").returncode == 0
    connection = sqlite3.connect(folder / "x.db")
    with connection:
        connection.execute("UPDATE games SET rules = '4x10r', secret = '0000', revision = revision + 1")
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
    kill_console_often(tmp_path, 20)


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("platform", SITES)
async def test_a_duel_survives_a_kill(tmp_path: Path, platform: str, processes: int) -> None:
    await kill_during_games(SqliteRows(tmp_path), platform, processes, 1, DuelRound)


@pytest.mark.slow
def test_a_duel_between_two_terminals_survives_a_kill_at_every_move(tmp_path: Path) -> None:
    hitblow(tmp_path, "--as", "bob", *DATABASE, lines="suggest 012 0H1B rules:3x10\n")  # ann finds him by his name
    with closing(Terminals(tmp_path)) as terminals:
        play_duel(terminals)
    codes = terminals.query("SELECT guess FROM turns")
    shown = hitblow(tmp_path, "--as", "bob", *DATABASE, lines="board\n").stdout
    assert all(code in shown for code in (*codes, *SECRETS.values()))


def play_duel(terminals: Terminals) -> None:
    terminals.insist(ANN, f"duel bob\n{SECRETS[ANN]}\n", lambda: bool(terminals.query("SELECT id FROM games")))
    (game,) = terminals.query("SELECT id FROM games")
    terminals.insist(BOB, f"secret\n{SECRETS[BOB]}\n", lambda: terminals.query(HIDDEN, game) == ["2"])
    guesses = planned_guesses(*order_of_play(terminals.query(STARTS, game)))
    codes = [code for _, code in guesses]
    for played, (person, code) in enumerate(guesses, 1):
        is_played = partial(lambda number: terminals.query(TURNS, game) == codes[:number], played)
        terminals.insist(person, f"{code}\n", is_played)
    assert terminals.query("SELECT ended_at IS NOT NULL FROM games") == ["1"]


STORED = "SELECT guess FROM turns ORDER BY number, board"
GIVEN = "SELECT hits || 'H' || blows || 'B' FROM turns ORDER BY number"
PENDING = "SELECT COUNT(*) FROM boards WHERE pending <> ''"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("platform", "processes", "round_type"),
    [
        ("discord", 1, HeadHostedRound),
        ("discord", 2, RaceRound),
        ("slack", 1, RaceRound),
        ("slack", 2, BotHostedRound),
    ],
)
async def test_a_game_survives_a_kill(
    tmp_path: Path, platform: str, processes: int, round_type: type[GameRound]
) -> None:
    await kill_during_games(SqliteRows(tmp_path), platform, processes, 1, round_type)


@pytest.mark.slow
def test_a_game_hosted_in_the_head_survives_a_kill_at_every_move_at_a_terminal(tmp_path: Path) -> None:
    codes = [WRONG[BOB][0], SECRET]
    hitblow(tmp_path, *DATABASE, lines="rules\n")  # creates the tables
    with closing(Terminals(tmp_path)) as terminals:
        terminals.insist(ANN, "host tries:0 keep:head\n", lambda: bool(terminals.query("SELECT id FROM games")))
        for played, code in enumerate(codes, 1):
            terminals.insist(BOB, f"{code}\n", lambda: terminals.query(PENDING) == ["1"])
            is_answered = partial(lambda number: len(terminals.query(STORED)) == number, played)
            terminals.insist(ANN, f"answer {true_feedback(code)}\n", is_answered)
        assert terminals.query(STORED) == codes
        assert terminals.query(GIVEN) == [true_feedback(code) for code in codes]
        assert terminals.query("SELECT outcome FROM games") == ["solved"]
    shown = hitblow(tmp_path, "--as", "bob", *DATABASE, lines="board\n").stdout
    assert all(code in shown for code in codes)


@pytest.mark.slow
def test_a_race_survives_a_kill_at_every_move_at_a_terminal(tmp_path: Path) -> None:
    hitblow(tmp_path, *DATABASE, lines="rules\n")  # creates the tables
    with closing(Terminals(tmp_path)) as terminals:
        terminals.insist(ANN, "play race tries:0\n", lambda: bool(terminals.query("SELECT id FROM games")))
        terminals.execute(f"UPDATE games SET secret = '{SECRET}', revision = revision + 1")
        moves = [(ANN, "0123"), (BOB, "4567"), (BOB, SECRET)]
        for played, (person, code) in enumerate(moves, 1):
            is_stored = partial(lambda number: len(terminals.query(STORED)) == number, played)
            terminals.insist(person, f"{code}\n", is_stored)
        assert sorted(terminals.query(STORED)) == sorted(code for _, code in moves)
        assert terminals.query("SELECT outcome FROM results ORDER BY guesses DESC")[0] == "solved"
        assert terminals.query("SELECT COUNT(*) FROM results") == ["2"]
    assert SECRET in hitblow(tmp_path, "--as", "ann", *DATABASE, lines="board\n").stdout


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("platform", SITES)
async def test_guesses_survive_two_kills(tmp_path: Path, platform: str, processes: int) -> None:
    await kill_often(SqliteRows(tmp_path), platform, processes, 2)
