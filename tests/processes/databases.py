"""The database of killed processes, as a test reads it while they run: a SQLite file or PostgreSQL."""

import asyncio
import itertools
import re
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import Connection, text

from bot.persistence.database import Database

SECONDS = 600
"""How long a statement may take on a machine that others use."""

FILE = "x.db"


class Rows(Protocol):
    """A database that is read by statements with `?` for each value.

    `folder` is for what processes write besides, and `url` the address that they are given.
    """

    folder: Path
    url: str

    def query(self, statement: str, *values: str) -> list[str]:
        """The first column of a statement's rows, as texts; true and false are `1` and `0`."""

    def close(self) -> None:
        """Close the connection, if there is one."""


class SqliteRows(Rows):
    """A file in a folder, which is the working directory of the processes."""

    url = f"sqlite:///{FILE}"

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def query(self, statement: str, *values: str) -> list[str]:
        with closing(sqlite3.connect(self.folder / FILE, timeout=SECONDS)) as connection, connection:
            return [str(row[0]) for row in connection.execute(statement, values)]

    def close(self) -> None:
        pass


class PostgresqlRows(Rows):
    """A database on a server, with a connection in another thread, so that it can be read between two awaits.

    Args:
        folder: for the logs of the processes.
        url: of the database.
    """

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self.url = url
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="rows", daemon=True)
        self._thread.start()

    def query(self, statement: str, *values: str) -> list[str]:
        return asyncio.run_coroutine_threadsafe(self._query(statement, values), self._loop).result(SECONDS)

    async def _query(self, statement: str, values: tuple[str, ...]) -> list[str]:
        numbers = itertools.count()
        named = text(re.sub(r"\?", lambda _: f":v{next(numbers)}", statement))
        parameters = {f"v{number}": value for number, value in enumerate(values)}

        def execute(connection: Connection) -> list[str]:
            result = connection.execute(named, parameters)
            return [_text(row[0]) for row in result] if result.returns_rows else []

        database = Database(self.url)
        rows: list[str] = await database.run(execute)  # it has no limits of time, unlike units of work
        await database.close()
        return rows

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def _text(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)
