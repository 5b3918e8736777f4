"""A PostgreSQL server for the tests, on a free loopback port and in a temporary folder."""

import asyncio
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from sqlalchemy import URL, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.persistence.database import Database
from tests.persistence.other_rows import populate
from tests.support.storage import memory

USER = "hitblow"
EMPTY, MIGRATED, POPULATED = "template0", "migrated", "populated"
"""Databases to copy; the rows of others are in the last one."""


@dataclass
class Server:
    """A server that creates databases.

    Args:
        programs: the folder of PostgreSQL's programs.
        folder: for its data.
        port: on the loopback.
    """

    programs: Path
    folder: Path
    port: int
    password: str = field(repr=False)
    _numbers: Iterator[int] = field(default_factory=count)

    def create(self) -> None:
        """Create the data, which only the tests use, so that they need not be synchronized to the disk."""
        (self.folder / "password").write_text(self.password)
        if (user := _runs_as()) is not None:
            shutil.chown(self.folder, user)
        password_file = self.folder / "password"
        _run(self.programs / "initdb", "-D", self.data, "-U", USER, "--pwfile", password_file, *_INITDB)

    def start(self) -> None:
        """Start it, and return when it accepts connections."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off"
        _run(self.programs / "pg_ctl", "-D", self.data, "-l", self.folder / "log", "-o", options, "-w", "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop it, in one of the modes of `pg_ctl`."""
        _run(self.programs / "pg_ctl", "-D", self.data, "-m", mode, "-w", "stop")

    def send_signal(self, number: int) -> None:
        """Send a signal to every process of the server."""
        main = int((self.data / "postmaster.pid").read_text().splitlines()[0])
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        for pid in (main, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    @property
    def data(self) -> Path:
        """The folder of the data."""
        return self.folder / "data"

    def url(self, database: str, password: str | None = None) -> str:
        """The address of a database."""
        url = URL.create("postgresql", USER, password or self.password, "127.0.0.1", self.port, database)
        return url.render_as_string(hide_password=False)

    async def new(self, template: str = MIGRATED) -> str:
        """Copy a database; the address of the copy."""
        name = f"test{next(self._numbers)}"
        await self.copy(template, name)
        return self.url(name)

    async def drop(self, url: str) -> None:
        """Remove a database, which may still have connections."""
        await self._execute(f"DROP DATABASE {make_url(url).database} WITH (FORCE)")

    async def make_templates(self) -> None:
        """Create the databases to copy."""
        await self.copy(EMPTY, MIGRATED)
        database = Database(self.url(MIGRATED))
        await database.upgrade()
        await database.close()
        await self.copy(MIGRATED, POPULATED)
        await populate(self.url(POPULATED))

    async def copy(self, template: str, name: str) -> None:
        """Copy a database to a new one with this name."""
        await self._execute(f"CREATE DATABASE {name} TEMPLATE {template}")

    async def _execute(self, statement: str) -> None:
        await execute(self.url("postgres"), statement)


async def execute(url: str, *statements: str) -> None:
    """Execute statements in a database, each in no transaction."""
    engine = create_async_engine(url.replace("postgresql:", "postgresql+asyncpg:"), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        for statement in statements:
            await connection.execute(text(statement))
    await engine.dispose()


def find_programs() -> Path | None:
    """The folder of the newest PostgreSQL on this machine, None if there is none."""
    found = shutil.which("initdb")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    return Path(found).parent if found else folders[-1] if folders else None


@contextmanager
def running(programs: Path) -> Iterator[Server]:
    """Start a server, and stop it afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="hitblow-postgresql-", dir=memory()))
    server = Server(programs, folder, free_port(), secrets.token_hex(8))
    try:
        server.create()
        server.start()
        try:
            asyncio.run(server.make_templates())
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)


_INITDB = ("--auth=scram-sha-256", "--encoding=UTF8", "--no-locale", "--no-sync")


def _runs_as() -> str | None:
    """The user to run as: PostgreSQL refuses root, and its package adds a user."""
    return "postgres" if os.geteuid() == 0 else None


def _run(*command: str | Path) -> None:
    user = _runs_as()
    group = {"group": user, "extra_groups": ()} if user else {}
    subprocess.run(command, user=user, **group, cwd="/", stdout=subprocess.DEVNULL, check=True)  # type: ignore[call-overload]


def free_port() -> int:
    """A port for a program to listen on, below those that systems give to connections and to whoever asks for any."""
    while True:
        port = 15_000 + secrets.randbelow(17_000)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
