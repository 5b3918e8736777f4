"""Duels of two people survive `kill -9`: on the platforms, with one process and with two, and between two terminals."""

from __future__ import annotations

import random
import sqlite3
import time
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.processes.duel_kills import BEGINS, HIDDEN, SECRETS, TURNS, order_of_play, planned_guesses
from tests.processes.kills import kill_during_duels
from tests.processes.processes import DATABASE, SECONDS, hitblow, open_console
from tests.processes.sites import SITES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from subprocess import Popen

NAMES = ("ann", "bob")
KILL_WITHIN = 0.03
"""Seconds from a line to the kill; a reply takes a few thousandths."""


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("platform", SITES)
async def test_a_duel_survives_a_kill(tmp_path: Path, platform: str, processes: int) -> None:
    await kill_during_duels(tmp_path, platform, processes, 1)


class Terminals:
    """Two people at two terminals over one database; a terminal that was killed is opened again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._chance = random.Random(20261121)
        self._open: dict[int, Popen[str]] = {}  # by person

    def query(self, statement: str, *values: str) -> list[str]:
        with closing(sqlite3.connect(self._folder / "x.db", timeout=SECONDS)) as connection:
            return [str(row[0]) for row in connection.execute(statement, values)]

    def insist(self, person: int, text: str, is_done: Callable[[], bool]) -> None:
        """Type some lines until they have done what they should; the first time, the terminal is killed meanwhile."""
        self._type(person, text)
        time.sleep(self._chance.uniform(0, KILL_WITHIN))
        self._kill(person)
        while not is_done():
            self._type(person, text)
            deadline = time.monotonic() + SECONDS
            while not is_done() and time.monotonic() < deadline:
                time.sleep(0.01)

    def close(self) -> None:
        for person in list(self._open):
            self._kill(person)

    def _kill(self, person: int) -> None:
        process = self._open.pop(person)
        process.kill()
        process.communicate()

    def _type(self, person: int, text: str) -> None:
        if person not in self._open:
            self._open[person] = open_console(self._folder, "--as", NAMES[person], *DATABASE)
        stream = self._open[person].stdin
        assert stream is not None
        stream.write(text)
        stream.flush()


@pytest.mark.slow
def test_a_duel_between_two_terminals_survives_a_kill_at_every_move(tmp_path: Path) -> None:
    hitblow(tmp_path, "--as", "bob", *DATABASE, lines="suggest 012 0H1B rules:3x10\n")  # ann finds him by his name
    with closing(Terminals(tmp_path)) as terminals:
        play_duel(terminals)
    codes = terminals.query("SELECT guess FROM turns")
    shown = hitblow(tmp_path, "--as", "bob", *DATABASE, lines="board\n").stdout
    assert all(code in shown for code in (*codes, *SECRETS.values()))


def play_duel(terminals: Terminals) -> None:
    terminals.insist(0, "duel bob\n", lambda: bool(terminals.query("SELECT id FROM games")))
    (game,) = terminals.query("SELECT id FROM games")
    for hidden, (person, secret) in enumerate(SECRETS.items(), 1):
        is_hidden = partial(lambda number: terminals.query(HIDDEN, game) == [str(number)], hidden)
        terminals.insist(person, f"secret\n{secret}\n", is_hidden)
    guesses = planned_guesses(*order_of_play(terminals.query(BEGINS, game)))
    codes = [code for _, code in guesses]
    for played, (person, code) in enumerate(guesses, 1):
        is_played = partial(lambda number: terminals.query(TURNS, game) == codes[:number], played)
        terminals.insist(person, f"{code}\n", is_played)
    assert terminals.query("SELECT ended_at IS NOT NULL FROM games") == ["1"]
