"""Checking a database: whether it can be used, its bytes, its tables, and its sums against the results behind them."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

import sqlalchemy as sa
from msgspec import Struct

from bot.model.errors import StorageDamaged
from bot.model.operations import Finding, Severity
from bot.model.records import Period, Scope, Tally, scope_place
from bot.model.results import Result
from bot.model.rooms import LEFT, RoomKey
from bot.persistence.address import check_folder, default_address, location_of, missing_file, parse_address
from bot.persistence.connection import Connection, Row
from bot.persistence.database import REVISIONS, Database, current_revision
from bot.persistence.maintenance.copying import count_rows, read_pages, revision_of
from bot.persistence.repositories.results import ResultRepository
from bot.persistence.repositories.rooms import room_from_row
from bot.persistence.repositories.sums import leaderboard_average, tally_from_row, unranked_values
from bot.persistence.sqlite.file import is_open_to_others
from bot.persistence.tables.games import players, rooms
from bot.persistence.tables.records import leaderboards, rated_games, rated_players, ratings, standings, unranked_games


class FaultKind(StrEnum):
    """The kinds of faults."""

    DAMAGE = "damage"
    REVISION = "revision"
    PERMISSIONS = "permissions"
    SUMS = "sums"
    RATINGS = "ratings"


class Fault(Struct, frozen=True):
    """A fault of a database.

    Args:
        kind: the kind of fault.
        subject: where it is: a player's id or a file. For `DAMAGE`, the database's message.
        found: what was found there, empty if the kind says it all.
    """

    kind: FaultKind
    subject: str
    found: str = ""


_STANDINGS = (
    sa.select(leaderboards.c.scope, leaderboards.c.place, leaderboards.c.rules, standings)
    .join_from(standings, leaderboards, leaderboards.c.id == standings.c.leaderboard_id)
    .where(standings.c.player_id == sa.bindparam("player"), leaderboards.c.period == Period.ALL.value)
)
_UNRANKED = sa.select(unranked_games).where(unranked_games.c.player_id == sa.bindparam("player"))
_RATINGS = sa.select(ratings.c.rules, ratings.c.games).where(ratings.c.player_id == sa.bindparam("player"))
_RATED = (
    sa.select(rated_games.c.rules, sa.func.count().label("games"))
    .join_from(rated_players, rated_games, rated_games.c.game_id == rated_players.c.game_id)
    .where(rated_players.c.player_id == sa.bindparam("player"))
    .group_by(rated_games.c.rules)
)


_COUNTED = ("games", "guesses", "places")


async def check_database(database: Database, progress: Callable[[int, int], None]) -> AsyncIterator[Fault]:
    """Check a database in one snapshot, while others use it.

    Of the sums, only those over all time are checked. The others depend on the time zone that each room had when its
    games ended, which is not stored.

    Args:
        database: the database, of any kind.
        progress: called with the number of players checked and the number of all players.

    Raises:
        StorageError: the database cannot be used.
    """
    if database.file is not None:
        for fault in _open_to_others(database.file):
            yield fault
    for message in await database.find_damage():
        yield Fault(FaultKind.DAMAGE, message)
    async with database.snapshot() as connection:
        revision = await revision_of(connection, database.location)
        if revision != REVISIONS[-1]:
            yield Fault(FaultKind.REVISION, str(revision), REVISIONS[-1])
            return
        async for fault in _check_players(connection, progress):
            yield fault


def _open_to_others(file: Path) -> list[Fault]:
    paths = [file.with_name(file.name + suffix) for suffix in ("", "-wal", "-shm")]
    return [
        Fault(FaultKind.PERMISSIONS, str(path), f"{path.stat().st_mode & 0o777:o}")
        for path in paths
        if path.exists() and is_open_to_others(path)
    ]


async def _check_players(connection: Connection, progress: Callable[[int, int], None]) -> AsyncIterator[Fault]:
    places = {row.id: room_from_row(row).key async for page in read_pages(connection, rooms) for row in page}
    total, done = await count_rows(connection, players), 0
    async for page in read_pages(connection, players):
        for player in page:
            for kind in await _wrong_for(connection, player, places):
                yield Fault(kind, player.id)
            done += 1
            progress(done, total)


async def _wrong_for(connection: Connection, player: Row, places: Mapping[str, RoomKey]) -> list[FaultKind]:
    """The faults of a player."""
    results, of_player = await ResultRepository(connection).of_player(player.id), {"player": player.id}
    stored = await connection.fetch_all(_STANDINGS, of_player)
    unranked = await connection.fetch_all(_UNRANKED, of_player)
    wrong = []
    sums = {(row.scope, row.place, row.rules): (tally_from_row(row), row.ranked_average, row.hidden) for row in stored}
    expected = {
        key: (tally, leaderboard_average(tally, key[-1]), player.hidden)
        for key, tally in _tallies(results, places).items()
    }
    counts = {(row.rules, row.kind, row.level, row.outcome): (row.games, row.guesses, row.places) for row in unranked}
    if sums != expected or counts != _unranked(results):
        wrong.append(FaultKind.SUMS)
    rated = {row.rules: row.games for row in await connection.fetch_all(_RATED, of_player)}
    if rated != {row.rules: row.games for row in await connection.fetch_all(_RATINGS, of_player)}:
        wrong.append(FaultKind.RATINGS)
    return wrong


def _tallies(results: Sequence[Result], places: Mapping[str, RoomKey]) -> dict[tuple[str, str, str], Tally]:
    """What a player's standings over all time should be, by scope, place and rules."""
    tallies: dict[tuple[str, str, str], Tally] = {}
    for result in results:
        if result.ranked:
            scopes = (Scope.EVERYWHERE,) if places[result.room].workspace == LEFT else Scope
            for scope in scopes:
                key = (scope.value, scope_place(scope, places[result.room], result.room), result.rules)
                tallies[key] = tallies.get(key, Tally()).plus(result)
    return tallies


def _unranked(results: Sequence[Result]) -> dict[tuple[str, ...], tuple[int, ...]]:
    """What a player's counts of unranked games should be, by rules, kind, level and outcome."""
    counts: dict[tuple[str, ...], tuple[int, ...]] = {}
    for result in results:
        if not result.ranked:
            row = unranked_values(result)
            key = tuple(str(row[name]) for name in ("rules", "kind", "level", "outcome"))
            before = counts.get(key, (0, 0, 0))
            counts[key] = tuple(old + row[name] for old, name in zip(before, _COUNTED, strict=True))
    return counts


async def diagnose_database(address: str) -> list[Finding]:
    """Check that a database can be read and written, is undamaged and up to date, and is closed to other users.

    Raises:
        StorageError: the database cannot be used.
    """
    url = parse_address(address)
    where = location_of(url)
    if file := missing_file(address):
        check_folder(file)
        if address == default_address():
            return [Finding("database_new", Severity.NOTE, {"where": where})]
        return [Finding("database_missing", Severity.PROBLEM, {"file": f"`{where}`", "argument": where})]
    database = Database(address)
    try:
        revision = await database.run(_try_to_write)
    finally:
        await database.close()
    findings = [_up_to_date(where, revision)]
    if url.get_backend_name() == "sqlite":
        await asyncio.to_thread(_check_pages, where)
        findings += check_file_permissions(Path(where))
    return findings


def check_file_permissions(file: Path) -> list[Finding]:
    """A finding if other users of this machine can use a file, else none."""
    return [Finding("file_open", Severity.PROBLEM, {"subject": f"`{file}`"})] if is_open_to_others(file) else []


def _try_to_write(connection: sa.Connection) -> str | None:
    """Create and drop a table, to find out whether the database can be written; returns the revision."""
    connection.exec_driver_sql("CREATE TABLE hitblow_doctor (id INTEGER)")
    connection.exec_driver_sql("DROP TABLE hitblow_doctor")
    return current_revision(connection)


def _up_to_date(where: str, revision: str | None) -> Finding:
    if revision == REVISIONS[-1]:
        return Finding("database_ok", Severity.OK, {"where": where, "revision": revision})
    if revision is None:
        return Finding("database_new", Severity.NOTE, {"where": where})
    return Finding("database_old", Severity.NOTE, {"subject": revision, "found": REVISIONS[-1]})


def _check_pages(file: str) -> None:
    """Let SQLite check every page.

    Raises:
        StorageDamaged: SQLite finds damage.
    """
    connection = sqlite3.connect(f"{Path(file).absolute().as_uri()}?mode=ro", uri=True)
    try:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        raise StorageDamaged(file) from error
    finally:
        connection.close()
    if found != "ok":
        raise StorageDamaged(file)
