"""Nothing that happens while people play takes longer because more games have been played.

The rules are about how the databases find the rows of each statement, without statistics of the tables and with them.
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

import pytest
from sqlalchemy import ColumnElement, Connection, PrimaryKeyConstraint, Table, UniqueConstraint, func, select, text

from benchmarks.bulk_load import fill
from bot.persistence.database import Database
from bot.persistence.tables.every import metadata
from bot.persistence.tables.games import games
from tests.persistence.plans import AUTOMATIC, END, SORTED, Search, searches
from tests.persistence.statements import STATEMENTS
from tests.support.postgresql import Server
from tests.support.storage import migrated

_GAMES, _PLAYERS = 20_000, 2000

_SMALL = {
    "admission_entries": "the operator's decisions",
    "admission_switches": "the operator's decisions",
    "announcements": "the operator's announcements",
    "bot_workspaces": "a row for each server",
    "deletions": "people who are being deleted",
    "leases": "a row for each process",
    "news": "pruned after a day",
    "participants": "rows of running games only",
    "room_settings": "what managers have changed",
    "shared_limits": "a row for each limit of a platform",
    "slack_installations": "a row for each workspace",
}
"""The tables that do not grow with play and may be read as a whole."""

_SMALL_INDEXES = {"ix_games_outdated", "ix_boards_with_players_in_texts"}
"""Partial indexes with few rows, which may be read as a whole."""

_FEW = 6000
"""PostgreSQL rightly reads tables with fewer rows as a whole, whatever it would do if they were larger."""

_MANY_ROWS = ({"platform"}, {"room_id"}, {"platform", "workspace"})
"""Columns by which a table has ever more rows."""

_ALLOWED = {
    "daily._DAYS_OF_ROOM": "a row for each day",
    "operations._COUNT_RUNNING": "reads an index of running games beside the event loop",
    "deletions._IN_USE.games": "the games of a direct message from which a player is removed",
    "deletions._IN_USE.daily_games": "the same",
    "deletions._IN_USE.daily_shares": "the same",
    "deletions._IN_USE.conversations": "the same",
    "deletions._ROOMS_OF_WORKSPACE": "the room of a direct message",
    "operations._OPERATED_GAMES": "executed when the operator asks for it",
    "operations._OPERATED_ROOMS": "executed when the operator asks for it",
    "operations._PEOPLE": "executed when the operator asks for it",
    "rooms._NAMES": "the names in a terminal's database, to suggest one",
    "organisation: find games": "the games of an organisation without the bot, some at once",
    "organisation: find leaderboards": "the same",
    "organisation: find memberships": "the same",
    "organisation: find daily_games": "the same",
    "organisation: find rooms": "the same",
    "workspace: find games": "the games of a workspace without the bot, some at once",
    "workspace: find leaderboards": "the same",
    "workspace: find memberships": "the same",
    "workspace: find daily_games": "the same",
    "workspace: find rooms": "the same",
}
"""The statements that may read more, and why."""

_REMOVAL = "workspace: remove"
"""The statements that remove everything of some rooms, players and games at once, after the bot was removed."""

Plans: TypeAlias = Mapping[str, tuple[Sequence[Search], Sequence[Search]]]
"""How the rows of each statement are found, without statistics of the tables and with them."""


@pytest.fixture(scope="session")
def sqlite_plans(tmp_path_factory: pytest.TempPathFactory) -> Plans:
    """SQLite's plans."""
    return asyncio.run(_plans_in(f"sqlite:///{migrated(tmp_path_factory.mktemp('plans') / 'filled.db')}"))


@pytest.fixture(scope="session")
def postgresql_plans(postgresql: Server) -> Plans:
    """PostgreSQL's plans."""
    return asyncio.run(_plans_in(asyncio.run(postgresql.new())))


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def planned(request: pytest.FixtureRequest) -> Plans:
    """The plans of each kind of database."""
    found: Plans = request.getfixturevalue(f"{request.param}_plans")
    return found


async def _plans_in(url: str) -> Plans:
    database = Database(url)
    await fill(database, _GAMES, _PLAYERS)
    plans: Plans = await database.run(_plans)
    await database.close()
    return plans


def _plans(connection: Connection) -> Plans:
    if connection.dialect.name == "postgresql":
        _prefer_indexes(connection)
    without = _searches(connection)
    for table in metadata.tables:  # not the tables that databases share, on which two could wait for each other
        connection.execute(text(f"ANALYZE {table}"))
    with_statistics = _searches(connection)
    return {name: (without[name], with_statistics[name]) for name in STATEMENTS}


def _searches(connection: Connection) -> Mapping[str, Sequence[Search]]:
    found = {name: searches(connection, statement) for name, statement in STATEMENTS.items()}
    if connection.dialect.name == "sqlite":
        return found
    counts = {table: select(func.count()).select_from(metadata.tables[table]) for table in metadata.tables}
    small = {table for table, count in counts.items() if (connection.scalar(count) or 0) < _FEW}
    return {
        name: [search for search in every if search.table not in small or _has_first_column(search)]
        for name, every in found.items()
    }


def _prefer_indexes(connection: Connection) -> None:
    """Keep PostgreSQL from reading whole tables, which it rightly does while they are as small as these."""
    for method in ("seqscan", "hashjoin", "mergejoin"):
        connection.execute(text(f"SET LOCAL enable_{method} = off"))
    connection.execute(text("DELETE FROM pg_statistic"))  # the server may have analyzed tables by itself


def _faults(name: str, found: Sequence[Search]) -> Iterator[str]:
    """The searches that read more rows of a table, the more games have been played."""
    for search in found if name not in _ALLOWED and not name.startswith(_REMOVAL) else ():
        if search.table not in metadata.tables or search.table in _SMALL or search.index in _SMALL_INDEXES:
            continue
        columns = set(search.columns)
        is_bounded = search.index != AUTOMATIC and _has_first_column(search)
        if not is_bounded or (columns in _MANY_ROWS and not _is_unique(search)):
            yield str(search)


def _has_first_column(search: Search) -> bool:
    """Whether the first column of the index is compared; otherwise PostgreSQL reads the whole index."""
    table = metadata.tables[search.table]
    found = [each.columns for each in (*table.indexes, *_keys(table)) if each.name == search.index]
    return bool(search.columns) and (not found or END in search.columns or next(iter(found[0])).name in search.columns)


def _keys(table: Table) -> Sequence[PrimaryKeyConstraint | UniqueConstraint]:
    return [each for each in table.constraints if isinstance(each, PrimaryKeyConstraint | UniqueConstraint)]


def _is_unique(search: Search) -> bool:
    """Whether at most one row has some values of the columns."""
    keys = _keys(metadata.tables[search.table])
    return any({column.name for column in key.columns} == set(search.columns) for key in keys)


@pytest.mark.slow
@pytest.mark.parametrize("statistics", [False, True], ids=["without statistics", "with statistics"])
def test_every_statement_bounds_what_it_reads(planned: Plans, statistics: bool) -> None:  # noqa: FBT001  # a parameter of a test
    faults = {name: list(_faults(name, found[statistics])) for name, found in planned.items()}
    assert {name: found for name, found in faults.items() if found} == {}


def test_what_is_allowed_exists() -> None:
    assert set(_ALLOWED) <= set(STATEMENTS)
    assert set(_SMALL) <= set(metadata.tables)


@pytest.mark.parametrize(
    "condition",
    [games.c.secret == "0123", games.c.room_id == "r0"],
    ids=["the whole table", "a whole room"],
)
async def test_reading_more_with_every_game_is_noticed(database: Database, condition: ColumnElement[bool]) -> None:
    found = await database.run(lambda connection: searches(connection, select(games).where(condition)))
    assert list(_faults("a new statement", found))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("results._BEST.average", "ix_standings_ranked_average (leaderboard_id, hidden, ranked_average)"),
        ("results._BETTER.average", "ix_standings_ranked_average (leaderboard_id, hidden, ranked_average)"),
        ("results._BEST.solved", "ix_standings_solved (leaderboard_id, hidden)"),
        ("results._BEST.rating", "ix_rating_standings_points (leaderboard_id, hidden, points)"),
        ("results._DUE.now", "ix_results_mark_at (mark_at)"),
        ("operations._DUE.now", "ix_games_check_at (check_at)"),
        ("operations._DUE.latest", "ix_games_check_at (check_at)"),
    ],
)
def test_what_is_read_in_order_needs_no_sorting(sqlite_plans: Plans, name: str, expected: str) -> None:
    for found in sqlite_plans[name]:
        assert expected in {f"{search.index} ({', '.join(search.columns)})" for search in found}
        assert SORTED not in {search.table for search in found}
