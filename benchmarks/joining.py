"""Time and memory of the migration that makes one person of the players of one user in several servers.

Run `python -m benchmarks.joining FOLDER [--kind sqlite|postgresql] [--games N]`. The database is filled in the
folder, where it stays, and a copy is migrated in a process of its own.
"""

import asyncio
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import click
from alembic import command
from sqlalchemy import Connection, text

from benchmarks.bulk_load import analyze, fill
from bot.persistence.database import Database, alembic_config
from tests.support.postgresql import EMPTY, Server, find_programs, free_port

REVISION = "0049"
"""The last one in which a user was another player in each server."""

LAST_SERVER_OF_DISCORD = 89

_PASSWORD = "benchmark"  # of a server on the loopback that this program starts

_MIGRATE = """
import asyncio, sys
from bot.persistence.database import Database

async def upgrade(url):
    database = Database(url)
    print(*await database.upgrade())
    await database.close()

asyncio.run(upgrade(sys.argv[1]))
"""


@contextmanager
def sqlite(folder: Path, games: int, players: int) -> Iterator[str]:
    """The address of a copy of a filled file."""
    filled, copy = folder / "filled.db", folder / "people.db"
    if not filled.exists():
        new = filled.with_suffix(".new")
        asyncio.run(prepare(f"sqlite:///{new}", games, players))
        new.rename(filled)
    shutil.copy(filled, copy)
    yield f"sqlite:///{copy}"


@contextmanager
def postgresql(folder: Path, games: int, players: int) -> Iterator[str]:
    """The address of a copy of a filled database, whose server runs meanwhile."""
    programs = find_programs()
    if programs is None:
        raise click.ClickException("PostgreSQL is not installed")
    server = Server(programs, folder / "postgresql", free_port(), _PASSWORD)
    is_new = not server.folder.exists()
    if is_new:
        server.folder.mkdir(parents=True)
        server.create()
    server.start()
    try:
        if is_new:
            asyncio.run(server.copy(EMPTY, "filled"))
            asyncio.run(prepare(server.url("filled"), games, players))
        yield asyncio.run(server.new("filled"))
    finally:
        server.stop("fast")


async def prepare(url: str, games: int, players: int) -> None:
    """Fill a new database and divide its people into players."""
    database = Database(url)
    await database.upgrade()
    await fill(database, games, players)
    await database.run(lambda connection: divide(connection, players))
    await analyze(database)
    await database.close()


def divide(connection: Connection, players: int) -> None:
    """Go back to the revision before, and make one user of two players in different servers, 30,000 times of 130,000.

    Only players who are no guests in other servers are taken, because those of one user never played in the same room.
    """
    command.downgrade(alembic_config(connection), REVISION)
    change = text('UPDATE players SET "user" = :user WHERE id = :id')
    firsts = (number for number in range(2, players, 3) if 1 <= number % 100 < LAST_SERVER_OF_DISCORD)
    pairs = list(islice(firsts, players * 3 // 13))
    connection.execute(change, [{"user": f"U{number}", "id": f"p{number + 1}"} for number in pairs])


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--kind", type=click.Choice(["sqlite", "postgresql"]), default="sqlite")
@click.option("--games", default=2_000_000)
@click.option("--players", default=130_000)
def main(folder: Path, kind: str, games: int, players: int) -> None:
    """Fill a database unless the folder has one, and migrate a copy."""
    folder.mkdir(exist_ok=True)
    databases = {"sqlite": sqlite, "postgresql": postgresql}
    with databases[kind](folder, games, players) as url:
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        done = subprocess.run([sys.executable, "-c", _MIGRATE, url], check=True, capture_output=True, text=True)
        seconds, after = time.monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    click.echo(
        f"{kind}: {done.stdout.strip()} in {seconds:.0f} s ({cpu:.0f} s CPU), {after.ru_maxrss / 1024:.0f} MB at most"
    )


if __name__ == "__main__":
    main()
