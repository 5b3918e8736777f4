"""What a PostgreSQL server does while workers use it: its processor time, and what its transactions wait for."""

import asyncio
import os
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import text

from bot.persistence.database import Database
from tests.support.postgresql import Server

SAMPLE_SECONDS = 0.02

_WAITS = text(
    "SELECT coalesce(wait_event_type || ' ' || wait_event, state) AS wait, count(*) AS number FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' GROUP BY 1"
)
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class ServerWatch:
    """What was seen.

    Attributes:
        cpu_seconds: of all processes of the server.
        waits: how often a transaction was seen to wait for something; "active" is one that ran, and
            "Client ClientRead" one that waited for the worker's next statement.
    """

    cpu_seconds: float = 0.0
    waits: Counter[str] = field(default_factory=Counter)

    @property
    def lock_share(self) -> float:
        """In which share of the samples a transaction waited for a lock of another one."""
        locks = sum(number for wait, number in self.waits.items() if wait.startswith("Lock "))
        return locks / max(1, self.waits.total())


@contextmanager
def watching(server: Server, url: str) -> Iterator[ServerWatch]:
    """Watch a database of a server during the block; complete after it."""
    watch, over = ServerWatch(), threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(_sample(url, watch, over)), name="watch")
    before = cpu_seconds(server)
    thread.start()
    try:
        yield watch
    finally:
        over.set()
        thread.join()
        watch.cpu_seconds = cpu_seconds(server) - before


async def _sample(url: str, watch: ServerWatch, over: threading.Event) -> None:
    database = Database(url)
    async with database.engine.connect() as connection:
        while not over.is_set():
            for row in await connection.execute(_WAITS):
                watch.waits[row.wait] += row.number
            await connection.rollback()  # a transaction sees one state of the activity
            await asyncio.sleep(SAMPLE_SECONDS)
    await database.close()


def processes(server: Server) -> list[int]:
    """The ids of all processes of a server, that of the main one first."""
    main = int((server.data / "postmaster.pid").read_text().splitlines()[0])
    children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
    return [main, *map(int, children)]


def cpu_seconds(server: Server) -> float:
    """The processor time of a server since its start; the main process counts children that have ended."""
    main, *children = processes(server)
    ticks = sum(_ticks(main, 4))
    for child in children:
        with suppress(FileNotFoundError):
            ticks += sum(_ticks(child, 2))
    return ticks / _TICKS


def _ticks(process: int, number: int) -> list[int]:
    """The first of the user and system time of a process, and the same of its children that have ended."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return [int(each) for each in fields[11 : 11 + number]]
