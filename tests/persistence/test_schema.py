"""The tables and their migrations."""

import asyncio
import gzip
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, MetaData, inspect, make_url, select, text

import bot
from bot.model.errors import StorageTooOldToMigrate
from bot.persistence.database import (
    REVISIONS,
    UPGRADING_COMMIT,
    Database,
    UpgradeResult,
    alembic_config,
    current_revision,
)
from bot.persistence.tables.every import metadata
from bot.services.games.moves import turn_time_limit
from core.game.duels import Duel
from core.game.sides import UnratedReason
from tests.support.postgresql import EMPTY
from tests.support.programs import program
from tests.support.storage import contents

SCRIPTS = Path(bot.__file__).parents[1] / "migrations" / "versions"

PREPARE = """
import asyncio, sys
from bot.persistence.database import Database

async def prepare(url):
    database = Database(url)
    sys.stdin.read()  # all processes start when this is closed
    await database.upgrade()
    await database.close()

asyncio.run(prepare(sys.argv[1]))
"""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/hitblow.db"
    url: str = asyncio.run(request.getfixturevalue("postgresql").new(EMPTY))
    return url


def check(connection: Connection) -> None:
    """Raise if the tables differ from those of the program."""
    command.check(alembic_config(connection))


def tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


async def test_the_created_tables_are_those_of_the_program(database: Database) -> None:
    await database.run(check)
    assert await database.run(tables) == {*metadata.tables, "alembic_version"}


def test_every_revision_is_known_without_alembic() -> None:
    scripts = [re.match(r"(\d+)_", path.name) for path in sorted(SCRIPTS.glob("*.py"))]
    assert tuple(script[1] for script in scripts if script) == REVISIONS
    assert None not in scripts


def downgrade(revision: str) -> Callable[[Connection], None]:
    return lambda connection: command.downgrade(alembic_config(connection), revision)


def upgrade_to(revision: str) -> Callable[[Connection], None]:
    return lambda connection: command.upgrade(alembic_config(connection), revision)


def every_row(connection: Connection) -> set[tuple[Any, ...]]:
    """Every row of every table that the database has, whatever its revision."""
    tables = MetaData()
    tables.reflect(connection)
    tables.remove(tables.tables["alembic_version"])
    return {(table.name, *row) for table in tables.sorted_tables for row in connection.execute(select(table))}


OLDEST = Path(__file__).parent / "data"
"""Databases of each kind, with rows in most tables, which migrations brought to the first of `REVISIONS`."""


async def load_oldest(url: str) -> None:
    """Fill an empty database with the tables and rows of the oldest revision that can be migrated."""
    kind = make_url(url).get_backend_name()
    script = gzip.decompress((OLDEST / f"revision_{REVISIONS[0]}_{kind}.sql.gz").read_bytes()).decode()

    def load(connection: Connection) -> None:
        for statement in script.removesuffix(";\n").split(";\n"):
            connection.exec_driver_sql(statement)

    database = Database(url)
    await database.run(load)
    await database.close()


@pytest.fixture
async def oldest(empty_url: str) -> AsyncIterator[Database]:
    """A database of each kind, with the oldest revision that can be migrated."""
    await load_oldest(empty_url)
    database = Database(empty_url)
    yield database
    await database.close()


def described(connection: Connection) -> set[tuple[str, ...]]:
    """The columns, constraints, indexes, sequences and options of a database, whatever their order."""
    inspector = inspect(connection)
    found = {
        (table, kind, str(sorted((key, str(value)) for key, value in one.items())))
        for table in inspector.get_table_names()
        for kind, some in (
            ("column", inspector.get_columns(table)),
            ("key", [inspector.get_pk_constraint(table)]),
            ("foreign key", inspector.get_foreign_keys(table)),
            ("unique", inspector.get_unique_constraints(table)),
            ("check", inspector.get_check_constraints(table)),
            ("comment", [inspector.get_table_comment(table)] if connection.dialect.supports_comments else []),
        )
        for one in some
    }
    if connection.dialect.name == "sqlite":
        indexes = "SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'index'"
    else:
        indexes = "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"
        found |= {("", "sequence", name) for name in inspector.get_sequence_names()}
        options = "SELECT relname, 'options', reloptions FROM pg_class WHERE relkind = 'r' AND reloptions IS NOT NULL"
        found |= {(row[0], row[1], str(row[2])) for row in connection.execute(text(options))}
    return found | {(row[0], row[1], " ".join(str(row[2]).split())) for row in connection.execute(text(indexes))}


def drop_everything(connection: Connection) -> None:
    found = MetaData()
    found.reflect(connection)
    found.drop_all(connection)
    if connection.dialect.name == "postgresql":
        for name in inspect(connection).get_sequence_names():
            connection.execute(text(f"DROP SEQUENCE {name}"))


@pytest.mark.slow
async def test_an_upgraded_database_has_the_tables_of_a_new_one(empty_url: str) -> None:
    database = Database(empty_url)
    await database.upgrade()
    created = await database.run(described)
    await database.run(drop_everything)

    await load_oldest(empty_url)
    await database.upgrade()
    assert await database.run(described) == created
    await database.run(check)
    await database.close()


@pytest.mark.slow
async def test_an_upgraded_database_keeps_its_rows(oldest: Database) -> None:
    before = await oldest.run(every_row)
    assert (await oldest.upgrade())._replace(copy=None) == UpgradeResult(REVISIONS[0], REVISIONS[-1])
    added = Counter({"memberships": sum(row[0] == "players" for row in before)})
    before = {row for row in before if row[0] != "leaderboard_totals"}
    assert rows_of_tables(before) + added == rows_of_tables(await contents(oldest))
    async with oldest.unit() as unit:
        stored = [await unit.games.by_id(row[1]) for row in before if row[0] == "games"]
        assert len(stored) > 1
        assert None not in stored


@pytest.mark.slow
async def test_a_migration_keeps_the_file_as_it_was_and_can_be_taken_back_with_it(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    await load_oldest(f"sqlite:///{file}")
    database = Database(f"sqlite:///{file}")
    before = await database.run(every_row)
    kept = (await database.upgrade()).copy
    await database.close()
    assert kept == tmp_path / f"games.db.{REVISIONS[0]}.backup"
    assert kept.stat().st_mode & 0o077 == 0
    copy = Database(f"sqlite:///{kept}")
    assert await copy.run(every_row) == before
    assert (await copy.upgrade()).before == REVISIONS[0]
    await copy.close()


@pytest.mark.slow
async def test_only_the_first_of_two_migrations_from_a_revision_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    await load_oldest(f"sqlite:///{file}")
    kept = tmp_path / f"games.db.{REVISIONS[0]}.backup"
    kept.write_bytes(b"the first")
    database = Database(f"sqlite:///{file}")
    assert (await database.upgrade()).copy == kept
    assert (await database.upgrade()).copy is None
    await database.close()
    assert kept.read_bytes() == b"the first"


WAITING_GAMES = """
    UPDATE duels SET level = NULL, opponent_id = (SELECT max(id) FROM players) WHERE game_id IN ('ccl3', 'cnl3');
    UPDATE duels SET starter_secret = '4567' WHERE game_id = 'cnl3';
    UPDATE games SET secret_keeper = 'head', secret = '' WHERE id = 'ccs4';
    UPDATE boards SET pending = '0123:' || (SELECT max(id) FROM players) WHERE game_id = 'ccs4';
    INSERT INTO room_settings SELECT 'chat', 'club', '', 'challenge', '5', max(starter_id), max(started_at) FROM games
"""
"""Makes a challenge, a duel and a game that somebody hosts of running games, and sets a time limit."""


@pytest.mark.slow
async def test_running_turns_get_the_limits_of_the_settings_by_an_upgrade(oldest: Database) -> None:
    for statement in WAITING_GAMES.split(";"):
        await oldest.run(lambda connection, statement=statement: connection.execute(text(statement)))  # type: ignore[misc]
    await oldest.upgrade()
    async with oldest.unit() as unit:
        stored = [await unit.games.by_id(game) for game in ("ccl3", "cnl3", "ccs4", "ccs3")]
    hours = [limit and limit / timedelta(hours=1) for each in stored if each for limit in (turn_time_limit(each),)]
    assert hours == [5, 48, 48, None]
    assert [each and each.timed_turn for each in stored] == [0, 0, 1 + len(stored[2].game.boards[0].turns), 0]  # type: ignore[union-attr]


async def test_running_games_keep_the_time_for_a_turn_by_an_upgrade_and_back(oldest: Database) -> None:
    for statement in WAITING_GAMES.split(";"):
        await oldest.run(lambda connection, statement=statement: connection.execute(text(statement)))  # type: ignore[misc]
    await oldest.run(upgrade_to("0055"))
    settings = "UPDATE room_settings SET name = 'turn', value = '7'"
    running = "UPDATE games SET turn_ends_at = '2026-01-01 00:00:00.000000' WHERE id = 'cnl3'"
    began = "UPDATE games SET moved_at = '2025-12-30 16:00:00.000000' WHERE id = 'cnl3'"
    met = "UPDATE duels SET met_often = (1 = 1) WHERE game_id = 'cnl3'"
    for statement in (settings, running, began, met):
        await oldest.run(lambda connection, statement=statement: connection.execute(text(statement)))  # type: ignore[misc]
    await oldest.upgrade()
    async with oldest.unit() as unit:
        stored = [await unit.games.by_id(game) for game in ("ccl3", "cnl3", "ccs4", "ccs3")]
    # A challenge, a duel whose turn runs, a game whose host's time runs, and one in which nobody's does.
    assert [each and each.turn / timedelta(hours=1) for each in stored] == [7, 32, 48, 48]
    running_duel = stored[1].game if stored[1] else None
    assert isinstance(running_duel, Duel)
    assert running_duel.unrated is UnratedReason.MET_OFTEN
    await oldest.run(downgrade("0055"))
    query = text("SELECT game_id FROM duels WHERE met_often")
    assert [row.game_id for row in await oldest.run(lambda connection: connection.execute(query).all())] == ["cnl3"]


SET_IDLE = """
    INSERT INTO room_settings SELECT 'chat', 'club', '', 'idle', '5', max(starter_id), max(started_at) FROM games
"""
IDLE_HOURS = """
    SELECT games.ended_at, games.idle_hours FROM games JOIN rooms ON rooms.id = games.room_id
    WHERE rooms.platform = 'chat' AND rooms.workspace = 'club'
"""


@pytest.mark.slow
async def test_running_games_expire_when_the_settings_say_after_an_upgrade(oldest: Database) -> None:
    await oldest.run(lambda connection: connection.execute(text(SET_IDLE)))
    await oldest.upgrade()
    found = await oldest.run(lambda connection: connection.execute(text(IDLE_HOURS)).all())
    assert {(bool(row.ended_at), row.idle_hours) for row in found} == {(True, 168), (False, 5)}


def rows_of_tables(rows: Iterable[tuple[Any, ...]]) -> Counter[str]:
    return Counter(str(row[0]) for row in rows)


@pytest.mark.slow
async def test_every_migration_can_be_downgraded_and_upgraded_again(oldest: Database) -> None:
    await oldest.upgrade()
    before = await oldest.run(every_row)
    await oldest.run(downgrade(REVISIONS[0]))
    await oldest.upgrade()
    assert await oldest.run(every_row) == before
    await oldest.run(check)


async def test_a_database_before_the_oldest_revision_is_refused(url: str) -> None:
    database = Database(url)
    await database.run(lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '0042'")))
    with pytest.raises(StorageTooOldToMigrate) as refused:
        await database.upgrade()
    assert refused.value.commit == UPGRADING_COMMIT
    await database.close()


def test_the_commit_that_upgrades_older_databases_is_documented() -> None:
    assert re.fullmatch(r"[0-9a-f]{12}", UPGRADING_COMMIT)
    for page in ("docs/operating/upgrades.md", "CHANGELOG.md", ".github/workflows/release.yml"):
        assert UPGRADING_COMMIT in (SCRIPTS.parents[1] / page).read_text("utf-8")


async def test_a_new_database_is_created(empty_url: str) -> None:
    database = Database(empty_url)
    assert await database.upgrade() == UpgradeResult(None, REVISIONS[-1])
    assert await database.upgrade() == UpgradeResult(REVISIONS[-1], REVISIONS[-1])
    assert await database.run(current_revision) == REVISIONS[-1]
    await database.close()


@pytest.mark.slow
def test_alembic_checks_the_database_of_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "checked.db"
    file.touch()
    environment = {**os.environ, "HITBLOW_DATABASE_URL": f"sqlite:///{file}"}
    check = subprocess.run([program("alembic"), "check"], env=environment, capture_output=True, text=True, check=False)
    assert "Target database is not up to date" in check.stderr + check.stdout


async def test_preparing_a_migrated_database_changes_nothing(database: Database) -> None:
    before = await database.run(tables)
    await database.upgrade()
    assert await database.run(tables) == before


@pytest.mark.slow
@pytest.mark.parametrize("processes", [4])
def test_several_processes_can_prepare_the_same_new_database_at_once(empty_url: str, processes: int) -> None:
    command_line = [sys.executable, "-W", "error", "-c", PREPARE, empty_url]
    started = [
        subprocess.Popen(command_line, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(processes)
    ]
    for process in started:
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None  # communicate() would close it again
    assert [(process.communicate()[1], process.returncode) for process in started] == [("", 0)] * processes
