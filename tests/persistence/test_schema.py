import asyncio
import re
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection, inspect

from bot.persistence import schema
from bot.persistence.database import Database
from bot.persistence.schema import REVISIONS, alembic_config, current_revision
from bot.persistence.tables import metadata

SCRIPTS = Path(schema.__file__).parents[2] / "migrations" / "versions"

PREPARE = """
import asyncio, sys
from bot.persistence import schema
from bot.persistence.database import Database

async def prepare(url):
    database = Database(url)
    sys.stdin.read()  # everybody starts when this is closed
    await database.prepare()
    await database.close()

asyncio.run(prepare(sys.argv[1]))
"""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of each kind in which nothing is yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/new/folder/hitblow.db"
    url: str = asyncio.run(request.getfixturevalue("postgresql").new(migrated=False))
    return url


def check(connection: Connection) -> None:
    """Raise if the migrated tables differ from those of the program."""
    command.check(alembic_config(connection))


def tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


async def test_the_migrated_tables_are_those_of_the_program(database: Database) -> None:
    await database.run(check)
    assert await database.run(tables) == {*metadata.tables, "alembic_version"}


def test_every_revision_is_known_without_alembic() -> None:
    scripts = [re.match(r"(\d+)_", path.name) for path in sorted(SCRIPTS.glob("*.py"))]
    assert tuple(script[1] for script in scripts if script) == REVISIONS
    assert None not in scripts


async def test_everything_can_be_taken_back_and_done_again(database: Database) -> None:
    await database.run(lambda connection: command.downgrade(alembic_config(connection), "base"))
    assert await database.run(tables) == {"alembic_version"}
    assert await database.upgrade() == (None, REVISIONS[-1])
    await database.run(check)


async def test_an_empty_database_is_migrated(empty_url: str) -> None:
    database = Database(empty_url)
    assert await database.upgrade() == (None, REVISIONS[-1])
    assert await database.upgrade() == (REVISIONS[-1], REVISIONS[-1])
    assert await database.run(current_revision) == REVISIONS[-1]
    await database.close()


async def test_preparing_what_is_prepared_changes_nothing(database: Database) -> None:
    before = await database.run(tables)
    await database.prepare()
    assert await database.run(tables) == before


@pytest.mark.parametrize("processes", [4])
def test_processes_that_prepare_the_same_new_database_at_once_all_succeed(empty_url: str, processes: int) -> None:
    command_line = [sys.executable, "-W", "error", "-c", PREPARE, empty_url]
    started = [
        subprocess.Popen(command_line, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # noqa: S603  # our own
        for _ in range(processes)
    ]
    for process in started:
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None  # communicate() would close it again
    assert [(process.communicate()[1], process.returncode) for process in started] == [("", 0)] * processes
