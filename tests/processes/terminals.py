"""Two people at two terminals over one database, which are killed while they play."""

from __future__ import annotations

import random
import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING

from tests.processes.processes import DATABASE, SECONDS, open_console

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from subprocess import Popen

NAMES = ("ann", "bob")
KILL_WITHIN = 0.03
"""Seconds from a line to the kill; a reply takes a few thousandths."""


class Terminals:
    """Two people at two terminals over one database; a terminal that was killed is opened again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._chance = random.Random(20261121)
        self._open: dict[int, Popen[str]] = {}  # by person

    def query(self, statement: str, *values: str) -> list[str]:
        with closing(sqlite3.connect(self._folder / "x.db", timeout=SECONDS)) as connection:
            return [str(row[0]) for row in connection.execute(statement, values)]

    def execute(self, statement: str) -> None:
        """Change the database."""
        with closing(sqlite3.connect(self._folder / "x.db", timeout=SECONDS)) as connection, connection:
            connection.execute(statement)

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
