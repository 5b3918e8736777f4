"""No statement goes through a whole table, because every table grows.

The statements are the constants of the modules of `bot.persistence`.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from typing import Any, TypeGuard

import pytest
from sqlalchemy import Connection, Delete, Executable, Select, Update, select
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement
from sqlalchemy.types import NullType, TypeDecorator, TypeEngine

import bot.persistence
from bot.persistence.database import Database
from bot.persistence.repositories.personal_data import _games_with_player, _rows_with_player
from bot.persistence.repositories.removals import removals_of
from bot.persistence.repositories.replacements import (
    personal_removals,
    personal_removals_of_some,
    replacements_in_games,
)
from bot.persistence.tables import metadata
from bot.persistence.tables.games import games
from bot.persistence.tables.records import leaderboards, results
from bot.persistence.upserts import NextNumber

_LITERALS: Mapping[type, str] = {
    str: "'x'",
    int: "1",
    float: "1.0",
    bool: "TRUE",
    datetime: "TIMESTAMPTZ '2026-11-18'",
    date: "DATE '2026-11-18'",
}
_POSTGRESQL_ONLY = {"_LOCK"}
_ONCE = {"_INSTALLATIONS", "_FORGET_INSTALLER", "_OPERATED_GAMES", "_OPERATED_ROOMS", "_OPERATED_PLAYERS"}
"""What looks for who installed the app, among one row for each workspace, when they export or delete their data; and
what is executed only when the operator asks for it."""
_SMALL_TABLES = {"deletions", "room_settings"}
"""Tables that are gone through for a player: people who are being erased, and what managers have changed."""
_OF_RUNNING_GAMES = {"participants", "news"}
"""Small tables that SQLite goes through for rows that still refer to a game, when one that nobody saw is removed."""
_WHOLE_INDEX = {"_COUNT_RUNNING"}
"""What reads an index of running games as a whole, of which there are few."""
_WITH_PLAYER = [statement for statements in _rows_with_player().values() for statement in statements]
_FEW_ROWS = re.compile("USING INDEX ix_(boards_with_players_in_texts|games_outdated)$")
"""Indexes that may be read as a whole, because they hold few rows."""
_WHOLE_TABLES = {"_ADMISSION_ENTRIES", "_ADMISSION_SWITCHES", "_EXHAUSTED", "_LIVE_LEASES", "_PRUNE_ANNOUNCEMENTS"}
"""What reads small tables as a whole, every few seconds, every hour or when a process starts."""
_PARAMETER = re.compile(r"(?<!:):(\w+)")


def constants() -> Iterator[tuple[str, Executable]]:
    """The statements that are built once, with their names."""
    for module in pkgutil.walk_packages(bot.persistence.__path__, "bot.persistence."):
        for name, value in vars(importlib.import_module(module.name)).items():
            for key, statement in value.items() if isinstance(value, dict) else [("", value)]:
                if (
                    isinstance(statement, Select | Update | Delete)
                    and name not in _ONCE | _POSTGRESQL_ONLY | _WHOLE_INDEX | _WHOLE_TABLES
                ):
                    yield f"{module.name.rpartition('.')[2]}.{name}{key and f'.{key}'}", statement


STATEMENTS = dict(constants())
STATEMENTS |= {
    f"{name} {place}": statement
    for name, statements in (
        ("replacement", replacements_in_games()),
        ("removal", personal_removals()),
        ("removal of some", personal_removals_of_some()),
        ("removal of games", removals_of(games.c.id)),
        ("removal of leaderboards", removals_of(leaderboards.c.id)),
        ("rows with a player", _WITH_PLAYER),
        ("games with a player", _games_with_player()),
    )
    for place, statement in enumerate(statements)
}
STATEMENTS |= {f"next number of {table.name}": select(NextNumber(table)) for table in (games, results)}


def sqlite_plan(connection: Connection, statement: Executable) -> Iterable[str]:
    """The steps of a statement in SQLite."""
    compiled = compiled_for(SQLiteDialect_pysqlite(paramstyle="named"), statement)
    plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {compiled}", dict.fromkeys(compiled.binds))
    return [row.detail for row in plan]


def sqlite_scans(connection: Connection, statement: Executable) -> Iterable[str]:
    """The tables that SQLite goes through as a whole, whatever the parameters."""
    for step in sqlite_plan(connection, statement):
        scanned = re.match(r"SCAN (\w+)", step)
        if scanned and scanned[1] in metadata.tables and not _FEW_ROWS.search(step):
            yield scanned[1]


def postgresql_plan(connection: Connection, statement: Executable) -> Iterable[str]:
    """The steps of a statement in PostgreSQL, where it can avoid going through a table."""
    compiled = compiled_for(
        PGDialect_asyncpg(  # type: ignore[no-untyped-call]  # SQLAlchemy's
            paramstyle="named"
        ),
        statement,
    )
    literals = {name: literal(parameter.type) for name, parameter in compiled.binds.items()}
    query = _PARAMETER.sub(lambda match: literals[match[1]], str(compiled))
    connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
    return [line for (line,) in connection.exec_driver_sql(f"EXPLAIN {query}")]


def postgresql_scans(connection: Connection, statement: Executable) -> Iterable[str]:
    """The tables that PostgreSQL cannot read but as a whole."""
    for line in postgresql_plan(connection, statement):
        yield from re.findall(r"Seq Scan on (\w+)", line)


def compiled_for(dialect: Dialect, statement: Executable) -> SQLCompiler:
    assert isinstance(statement, ClauseElement)
    changed = [column.name for column in statement.table.c if not column.primary_key] if is_update(statement) else None
    compiled = statement.compile(dialect=dialect, column_keys=changed)
    assert isinstance(compiled, SQLCompiler)
    return compiled


def is_update(statement: object) -> TypeGuard[Update]:
    return isinstance(statement, Update)


def literal(kind: TypeEngine[Any]) -> str:
    """Some value of a type."""
    if isinstance(kind, NullType):
        return "NULL"
    return _LITERALS[(kind.impl_instance if isinstance(kind, TypeDecorator) else kind).python_type]


PLANS = {"sqlite": sqlite_plan, "postgresql": postgresql_plan}
SCANS = {"sqlite": sqlite_scans, "postgresql": postgresql_scans}


def test_statements_are_found() -> None:
    assert {"games._GET", "leaderboards._BEST.average", "results._OF"} <= set(STATEMENTS)


@pytest.mark.parametrize("name", STATEMENTS)
async def test_a_statement_reads_only_what_it_needs(database: Database, name: str) -> None:
    def scans(connection: Connection) -> list[str]:
        return list(SCANS[connection.dialect.name](connection, STATEMENTS[name]))

    allowed = _SMALL_TABLES if name.startswith(("personal_data._REMOVE_PLAYER", "rows with a player")) else set()
    allowed = _OF_RUNNING_GAMES if name.startswith(("games._REMOVE", "removal of games")) else allowed
    assert set(await database.run(scans)) <= allowed


@pytest.mark.parametrize(
    "name",
    [
        "messages._OUTDATED",
        "games._DUELS_OF",
        "games._NEWEST",
        "games._ENDED",
        "games._FOR_PLAYER",
        "room_settings._OF_ROOM",
    ],
)
async def test_a_statement_does_not_read_a_whole_room_or_platform(sqlite_url: str, name: str) -> None:
    database = Database(sqlite_url)
    steps = "\n".join(await database.run(lambda connection: sqlite_plan(connection, STATEMENTS[name])))
    assert not re.findall(r"\S+ \((?:platform|room_id)=\?\)", steps)
    await database.close()


async def test_going_through_a_table_is_noticed(database: Database) -> None:
    def scans(connection: Connection) -> Any:
        by_secret = select(games).where(games.c.secret == "0123")
        return list(SCANS[connection.dialect.name](connection, by_secret))

    assert await database.run(scans) == ["games"]


@pytest.mark.parametrize(
    ("order", "index"), [("solved", "ix_standings_solved"), ("streak", "ix_standings_best_streak")]
)
async def test_the_best_players_are_read_in_the_order_of_an_index(database: Database, order: str, index: str) -> None:
    def plan(connection: Connection) -> str:
        return "\n".join(PLANS[connection.dialect.name](connection, STATEMENTS[f"leaderboards._BEST.{order}"]))

    found = await database.run(plan)
    assert index in found
    assert not re.search("sort|temp", found, re.IGNORECASE)
