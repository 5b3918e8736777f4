"""A PostgreSQL server for the tests, on a free loopback port and in a temporary folder."""

import asyncio
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from sqlalchemy import URL, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.persistence.database import Database
from tests.persistence.neighbours import populate

USER = "hitblow"
EMPTY, MIGRATED, POPULATED = "template0", "migrated", "populated"
"""Databases to copy; the neighbours are in the last one."""


@dataclass
class Server:
    """A running server that creates databases."""

    port: int
    password: str = field(repr=False)
    _numbers: Iterator[int] = field(default_factory=count)

    def url(self, database: str, password: str | None = None) -> str:
        """The address of a database."""
        url = URL.create("postgresql", USER, password or self.password, "127.0.0.1", self.port, database)
        return url.render_as_string(hide_password=False)

    async def new(self, template: str = MIGRATED) -> str:
        """Copy a database; the address of the copy."""
        name = f"test{next(self._numbers)}"
        await self._copy(template, name)
        return self.url(name)

    async def make_templates(self) -> None:
        """Create the databases to copy."""
        await self._copy(EMPTY, MIGRATED)
        database = Database(self.url(MIGRATED))
        await database.prepare()
        await database.close()
        await self._copy(MIGRATED, POPULATED)
        await populate(self.url(POPULATED))

    async def _copy(self, template: str, name: str) -> None:
        url = self.url("postgres").replace("postgresql:", "postgresql+asyncpg:")
        engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {template}"))
        await engine.dispose()


def find_programs() -> Path | None:
    """The folder of the newest PostgreSQL on this machine, None if there is none."""
    found = shutil.which("initdb")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    return Path(found).parent if found else folders[-1] if folders else None


@contextmanager
def running(programs: Path) -> Iterator[Server]:
    """Start a server, and stop it afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="hitblow-postgresql-"))
    server = Server(_free_port(), secrets.token_hex(8))
    data = folder / "data"
    try:
        (folder / "password").write_text(server.password)
        if (user := _runs_as()) is not None:
            shutil.chown(folder, user)
        # Data that only the tests use need not be synchronized to the disk.
        _run(programs / "initdb", "-D", data, "-U", USER, "--pwfile", folder / "password", *_INITDB)
        options = f"-p {server.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off"
        _run(programs / "pg_ctl", "-D", data, "-l", folder / "log", "-o", options, "-w", "start")
        try:
            asyncio.run(server.make_templates())
            yield server
        finally:
            _run(programs / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
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


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
