"""The program in a pseudo-terminal, what people see on its screen, and two people at two terminals."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Self

import pexpect
import pyte

from bot.model.rooms import PlayerKey
from bot.persistence.database import Database
from tests.processes.processes import DATABASE, SECONDS, environment, open_console

if TYPE_CHECKING:
    from collections.abc import Callable
    from subprocess import Popen
    from types import TracebackType

ROOT = Path(__file__).parents[2]
ESCAPE = "\x1b"
_SECONDS = 20
_QUIET_SECONDS = 0.03
"""How long nothing may be written before a screen counts as drawn."""


async def _meet(home: Path, name: str) -> None:
    """Store a person in the database of a home directory."""
    folder = home / ".local/share/hitblow"
    folder.mkdir(parents=True, exist_ok=True)
    database = Database(f"sqlite:///{folder}/hitblow.db")
    await database.upgrade()
    async with database.unit() as unit:
        await unit.players.get_or_add(PlayerKey("console", "local", name), "local", name)
        await unit.commit()
    await database.close()


class Terminal:
    """A terminal in which the program runs; its secrets are 3102.

    Args:
        home: the home directory, which holds the games.
        arguments: of the program.
        columns: the width of the screen.
        rows: its height.
        variables: environment variables beside the usual ones; an empty one is removed.
        is_new: whether nothing is stored about the person whom `--as` names, so that their first game starts.
    """

    def __init__(  # a terminal and the person at it
        self,
        home: Path,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        variables: dict[str, str] | None = None,
        is_new: bool = False,
    ) -> None:
        if "--as" in arguments and "--db" not in arguments and not is_new:
            asyncio.run(_meet(home, arguments[arguments.index("--as") + 1]))
        usual = {"TERM": "xterm-256color", "PYTHONPATH": str(ROOT), "PROMPT_TOOLKIT_NO_CPR": "1"}
        settings = {**environment(home), **usual, **(variables or {})}
        self.written = ""
        self._screen = pyte.HistoryScreen(columns, rows, history=1000)
        self._stream = pyte.Stream(self._screen)
        self._child: pexpect.spawn[str] = pexpect.spawn(
            sys.executable,
            ["-m", "tests.processes.known_secrets", *arguments],
            cwd=str(home),
            env={name: value for name, value in settings.items() if value},
            dimensions=(rows, columns),
            encoding="utf-8",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._child.close(force=True)
        except pexpect.ExceptionPexpect:  # it has been killed, but a busy machine takes longer to end it
            self._child.wait()

    def enter(self, line: str, then: str, *, times: int = 1) -> None:
        """Type a line, and wait until a text is there so many times more than before, and the next prompt."""
        before = self.everything.count(then)
        self.send(line)
        self.wait_until(lambda: self.everything.count(then) >= before + times and self.text.endswith(">"))

    def send(self, line: str) -> None:
        """Type a line."""
        self._child.send(f"{line}\r")

    def wait_for(self, text: str, times: int = 1) -> None:
        """Wait until a text is on the screen, or was scrolled away, so many times, and nothing more is written."""
        self.wait_until(lambda: self.everything.count(text) >= times)

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so, and nothing more is written."""
        deadline = time.monotonic() + _SECONDS
        while self._reads() or not is_so():
            assert time.monotonic() < deadline, self.text

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window."""
        self._screen.resize(rows, columns)
        self._child.setwinsize(rows, columns)

    def wait_for_end(self) -> int:
        """The exit status of the program, once it has ended."""
        while self._reads():
            pass
        self._child.expect(pexpect.EOF, timeout=_SECONDS)
        self._child.close()
        return int(self._child.exitstatus or 0)

    @property
    def screen(self) -> pyte.Screen:
        """What is shown, with its colours."""
        return self._screen

    @property
    def text(self) -> str:
        """What the screen shows, without what was scrolled away."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    @property
    def everything(self) -> str:
        """What the screen shows and what was scrolled away."""
        scrolled = ("".join(row[column].data for column in sorted(row)).rstrip() for row in self._screen.history.top)
        return "\n".join((*scrolled, self.text))

    @property
    def colours(self) -> set[str]:
        """The colours of the screen other than the usual ones."""
        cells = [cell for row in self._screen.buffer.values() for cell in row.values()]
        return {colour for cell in cells for colour in (cell.fg, cell.bg)} - {"default"}

    def _reads(self) -> bool:
        """Show what the program writes soon; False if it is quiet or has ended."""
        try:
            written = self._child.read_nonblocking(65536, timeout=_QUIET_SECONDS)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return False
        self.written += written
        self._stream.feed(written)
        return True


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
