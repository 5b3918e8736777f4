"""The tables and their migrations."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, MetaData, inspect, select, text

from bot.model.messages import MessageKey
from bot.model.rooms import PlayerKey, RoomKey
from bot.persistence import schema
from bot.persistence.database import Database
from bot.persistence.schema import REVISIONS, alembic_config, current_revision
from bot.persistence.tables import metadata
from core.game.duels import Duel
from tests.persistence.other_rows import add_other_rows
from tests.support.postgresql import EMPTY
from tests.support.storage import contents

SCRIPTS = Path(schema.__file__).parents[2] / "migrations" / "versions"

PREPARE = """
import asyncio, sys
from bot.persistence.database import Database

async def prepare(url):
    database = Database(url)
    sys.stdin.read()  # all processes start when this is closed
    await database.prepare()
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
    """Raise if the migrated tables differ from those of the program."""
    command.check(alembic_config(connection))


def tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


def structure(connection: Connection) -> tuple[set[Any], set[Any]]:
    """Every column of every table, and every statement that creates an index."""
    inspector = inspect(connection)
    columns = {
        (table, column["name"], str(column["type"]), column["nullable"], column["default"])
        for table in inspector.get_table_names()
        for column in inspector.get_columns(table)
    }
    statements = connection.scalars(text("SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"))
    return columns, {" ".join(sql.replace('"', "").split()) for sql in statements}


async def test_a_new_file_has_the_tables_and_indexes_that_all_migrations_make(tmp_path: Path) -> None:
    new = Database(f"sqlite:///{tmp_path}/new.db")
    await new.prepare()
    created = await new.run(structure)
    await new.run(downgrade("base"))
    await new.run(lambda connection: command.upgrade(alembic_config(connection), "head"))
    assert await new.run(structure) == created
    await new.close()


async def test_the_migrated_tables_are_those_of_the_program(database: Database) -> None:
    await database.run(check)
    assert await database.run(tables) == {*metadata.tables, "alembic_version"}


def test_every_revision_is_known_without_alembic() -> None:
    scripts = [re.match(r"(\d+)_", path.name) for path in sorted(SCRIPTS.glob("*.py"))]
    assert tuple(script[1] for script in scripts if script) == REVISIONS
    assert None not in scripts


async def test_every_migration_can_be_downgraded_and_upgraded_again(database: Database) -> None:
    await database.run(downgrade("base"))
    assert await database.run(tables) == {"alembic_version"}
    assert await database.upgrade() == (None, REVISIONS[-1])
    await database.run(check)


BEFORE_RENAMES = """
INSERT INTO rooms VALUES ('room', 'chat', 'club', 'lobby');
INSERT INTO players VALUES ('ann', 'chat', 'club', 'ANN', 'ann', 'ja');
INSERT INTO games VALUES ('g1', 'room', 'ann', 'ann', '4x10', 'me', 0, '0123', 'ab', NULL, '2026-01-02 03:04:05', NULL);
INSERT INTO games VALUES ('g2', 'room', '', 'ann', '4x10', 'everyone', 12, '0123', 'ab', NULL, '2026-01-02', NULL);
INSERT INTO boards VALUES ('g1', 0, 'ann', FALSE, FALSE);
INSERT INTO boards VALUES ('g1', 1, NULL, FALSE, FALSE);
INSERT INTO versus VALUES ('g1', 'hard', TRUE, '9876', '5432', FALSE);
INSERT INTO posts VALUES ('g1', 'C1', '1.0');
INSERT INTO posts VALUES ('g2', 'C2', '2.0');
INSERT INTO published VALUES ('app', 'digest');
"""
"""Rows of revision 0005 in every table that the next one changes."""


def downgrade(revision: str) -> Callable[[Connection], None]:
    return lambda connection: command.downgrade(alembic_config(connection), revision)


def run(statements: str) -> Callable[[Connection], None]:
    def execute(connection: Connection) -> None:
        for statement in filter(str.strip, statements.split(";")):
            connection.execute(text(statement))

    return execute


def rows(query: str) -> Callable[[Connection], list[tuple[Any, ...]]]:
    return lambda connection: [tuple(row) for row in connection.execute(text(query))]


async def test_renamed_tables_and_columns_keep_their_rows(database: Database) -> None:
    await database.run(downgrade("0005"))
    await database.run(run(BEFORE_RENAMES))

    await database.upgrade()

    async with database.unit() as unit:
        game = await unit.games.get("room", "g1")
        assert game is not None
        assert isinstance(game.game, Duel)
        assert (game.game.side("ann").secret, game.game.pending_guess) == ((9, 8, 7, 6), (5, 4, 3, 2))
        assert await unit.messages.get("g1") == MessageKey("C1", "1.0")
        assert await unit.messages.game_at(MessageKey("C2", "2.0")) == "g2"
        assert await unit.published_commands.get("app") == "digest"

    await database.run(downgrade("0005"))

    assert await database.run(rows("SELECT told, asked FROM versus")) == [("9876", "5432")]
    assert await database.run(rows("SELECT * FROM posts ORDER BY game_id")) == [
        ("g1", "C1", "1.0"),
        ("g2", "C2", "2.0"),
    ]
    assert await database.run(rows("SELECT * FROM published")) == [("app", "digest")]


SETTINGS_OF_ALL = {
    "start": "managers",
    "rules": "3x10",
    "words": "bulls",
    "hour": "8",
    "timezone": "Asia/Tokyo",
    "turn": "12",
    "challenge": "5",
    "idle": "100",
    "hints": "nobody",
}
FORMER_NAMES = {
    "start": "begin",
    "rules": "default_rules",
    "words": "feedback_words",
    "hour": "summary_hour",
    "timezone": "time_zone",
    "turn": "turn_limit",
    "challenge": "challenge_limit",
    "idle": "idle_limit",
}


async def test_settings_are_renamed_to_their_options_and_keep_their_values(database: Database) -> None:
    async with database.unit() as unit:
        ann = await unit.players.ensure(PlayerKey("chat", "club", "ANN"), "Ann")
        await unit.room_settings.change(
            RoomKey("chat", "club", ""), SETTINGS_OF_ALL, ann.id, datetime(2026, 1, 2, tzinfo=UTC)
        )
        await unit.commit()

    await database.run(downgrade("0041"))
    stored = "SELECT name, value FROM room_settings"
    former = {FORMER_NAMES.get(name, name): text for name, text in SETTINGS_OF_ALL.items()}
    assert dict(await database.run(rows(stored))) == former

    await database.upgrade()
    assert dict(await database.run(rows(stored))) == SETTINGS_OF_ALL


def every_row(connection: Connection) -> set[tuple[Any, ...]]:
    """Every row of every table that the database has, whatever its revision."""
    tables = MetaData()
    tables.reflect(connection)
    tables.remove(tables.tables["alembic_version"])
    return {(table.name, *row) for table in tables.sorted_tables for row in connection.execute(select(table))}


NOT_IN_EARLY_REVISIONS = {
    *("leaderboards", "leaderboard_totals", "news", "room_settings", "standings"),
    *("rated_games", "rated_players", "rating_standings", "ratings"),
}
"""Tables that a migration leaves empty, or fills with what can still be seen."""


async def lasting_rows(database: Database) -> int:
    """The number of rows, except of tables that early revisions do not have."""
    return sum(table not in NOT_IN_EARLY_REVISIONS for table, *_ in await contents(database))


async def test_a_downgrade_and_an_upgrade_keep_every_row(database: Database) -> None:
    await add_other_rows(database.unit)
    rows_before = await lasting_rows(database)
    await database.run(downgrade("0005"))
    before = await database.run(every_row)

    await database.upgrade()
    assert await lasting_rows(database) == rows_before
    await database.run(downgrade("0005"))

    assert await database.run(every_row) == before


async def test_an_empty_database_is_migrated(empty_url: str) -> None:
    database = Database(empty_url)
    assert await database.upgrade() == (None, REVISIONS[-1])
    assert await database.upgrade() == (REVISIONS[-1], REVISIONS[-1])
    assert await database.run(current_revision) == REVISIONS[-1]
    await database.close()


async def test_preparing_a_migrated_database_changes_nothing(database: Database) -> None:
    before = await database.run(tables)
    await database.prepare()
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
