"""Backups, checks of databases, and the doctor's."""

import random
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.cli.database import fault_sentence
from bot.locales import LANGUAGES
from bot.model.errors import CopyNotEmpty, StorageBusy, StorageDamaged, StorageTooNew
from bot.model.operations import Severity
from bot.persistence.database import REVISIONS, Database
from bot.persistence.maintenance import checks
from bot.persistence.maintenance.checks import Fault, FaultKind, check_database, diagnose_database
from bot.persistence.maintenance.copying import back_up
from tests.persistence.repositories.test_results import PLAYERS, happen, ranked, start
from tests.persistence.sqlite.test_file import mode
from tests.persistence.store import enter
from tests.support.storage import committed, contents


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def populated_url(request: pytest.FixtureRequest) -> str:
    """The address of a database of each kind with the rows of others in it."""
    url: str = request.getfixturevalue(f"populated_{request.param}_url")
    return url


@pytest.fixture
async def database(populated_url: str) -> AsyncIterator[Database]:
    opened = Database(populated_url)
    if opened.file:
        opened.file.chmod(0o600)
    await execute(opened, COUNT_RATED)
    yield opened
    await opened.close()


COUNT_RATED = """
UPDATE ratings SET games = (
    SELECT count(*) FROM rated_players JOIN rated_games ON rated_games.game_id = rated_players.game_id
    WHERE rated_players.player_id = ratings.player_id AND rated_games.rules = ratings.rules
)
"""
"""The others' ratings are not those of their games."""


def ignore(*_told: object) -> None:
    pass


async def found(database: Database) -> list[Fault]:
    return [fault async for fault in check_database(database, ignore)]


async def execute(database: Database, statement: str) -> None:
    await database.run(lambda connection: connection.execute(text(statement)))


async def value(database: Database, query: str) -> str:
    return str(await database.run(lambda connection: connection.scalar(text(query))))


async def test_nothing_is_found_where_nothing_is_wrong(database: Database) -> None:
    told: list[tuple[int, int]] = []
    assert [fault async for fault in check_database(database, lambda *done: told.append(done))] == []
    assert told[-1] == (len(told), len(told))


async def test_nothing_is_found_after_games_of_every_kind(database: Database) -> None:
    rng = random.Random(3)
    async with committed(database.unit) as unit:
        model = await start(unit)
        for number in range(40):
            await happen(unit, model, ranked(number % PLAYERS, number % 3, rng))
    assert await found(database) == []


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("UPDATE standings SET games = games - 1", FaultKind.SUMS),
        ("UPDATE standings SET best_streak = best_streak + 1", FaultKind.SUMS),
        ("UPDATE standings SET hidden = NOT hidden", FaultKind.SUMS),
        ("UPDATE unranked_games SET games = games + 1", FaultKind.SUMS),
        ("DELETE FROM standings", FaultKind.SUMS),
        ("UPDATE ratings SET games = games + 1", FaultKind.RATINGS),
    ],
)
async def test_sums_that_are_not_those_of_the_results_are_found(
    database: Database, statement: str, kind: FaultKind
) -> None:
    await execute(database, statement)
    assert {fault.kind for fault in await found(database)} == {kind}


@pytest.mark.parametrize(
    ("table", "kind"),
    [("standings", FaultKind.SUMS), ("unranked_games", FaultKind.SUMS), ("ratings", FaultKind.RATINGS)],
)
async def test_a_finding_names_the_player_whose_numbers_are_wrong(
    database: Database, table: str, kind: FaultKind
) -> None:
    player = await value(database, f"SELECT min(player_id) FROM {table}")
    await execute(database, f"UPDATE {table} SET games = games + 1 WHERE player_id = '{player}'")
    assert Fault(kind, player) in await found(database)
    assert {fault.subject for fault in await found(database) if fault.kind is kind} == {player}


async def test_tables_of_another_revision_are_found(database: Database) -> None:
    await execute(database, "UPDATE alembic_version SET version_num = '0026'")
    assert await found(database) == [Fault(FaultKind.REVISION, "0026", REVISIONS[-1])]


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
async def test_files_that_others_can_read_are_found(populated_sqlite_url: str, suffix: str) -> None:
    database = Database(populated_sqlite_url)
    assert database.file
    database.file.chmod(0o600)
    await execute(database, COUNT_RATED)
    async with database.unit() as unit:
        await enter(unit)
        file = database.file.with_name(f"{database.file.name}{suffix}")
        file.chmod(0o644)
        assert await found(database) == [Fault(FaultKind.PERMISSIONS, str(file), "644")]
    await database.close()


async def test_damage_and_missing_rows_are_found(populated_sqlite_url: str) -> None:
    database = Database(populated_sqlite_url)
    assert database.file
    database.file.chmod(0o600)
    await execute(database, COUNT_RATED)
    with closing(sqlite3.connect(database.file)) as connection:  # which does not check references
        connection.execute("DELETE FROM games WHERE id = (SELECT game_id FROM boards)")
        connection.commit()
    findings = await found(database)
    assert {fault.kind for fault in findings} == {FaultKind.DAMAGE}
    assert any("boards refers to a missing row of games" in fault.subject for fault in findings)


def test_every_finding_has_a_sentence_in_every_language() -> None:
    for words in LANGUAGES.values():
        sentences = {fault_sentence(Fault(kind, "subject", "found"), words) for kind in FaultKind}
        assert len(sentences) == len(FaultKind)


async def test_a_backup_has_every_row_and_only_the_user_can_read_it(database: Database, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    async with database.unit() as unit:  # somebody is playing
        await enter(unit)
        await back_up(database, file, ignore)
    copy = Database(f"sqlite:///{file}")
    assert await contents(copy) == await contents(database)
    assert await found(copy) == []
    await copy.close()
    assert mode(file) == 0o600
    assert {path.name for path in tmp_path.iterdir()} <= {
        "backup.db",
        "populated.db",
        "populated.db-wal",
        "populated.db-shm",
    }


async def test_a_backup_does_not_replace_a_file(database: Database, tmp_path: Path) -> None:
    (tmp_path / "backup.db").write_text("important")
    with pytest.raises(CopyNotEmpty):
        await back_up(database, tmp_path / "backup.db", ignore)
    assert (tmp_path / "backup.db").read_text() == "important"


async def test_a_backup_that_fails_leaves_no_file(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise OSError(28, "the disk is full")

    monkeypatch.setattr("bot.persistence.sqlite.file._publish", fail)
    with pytest.raises(OSError, match="full"):
        await back_up(database, tmp_path / "backup.db", ignore)
    assert not list(tmp_path.glob("backup*"))


async def execute_at(url: str, statement: str) -> None:
    database = Database(url)
    await execute(database, statement)
    await database.close()


async def test_a_sound_database_is_up_to_date(url: str) -> None:
    [finding, *_] = await diagnose_database(url)
    assert (finding.name, finding.health, finding.details["revision"]) == ("database_ok", Severity.OK, REVISIONS[-1])


async def test_an_older_revision_is_told(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "REVISIONS", (*REVISIONS, "9998"))
    [finding, *_] = await diagnose_database(url)
    assert (finding.name, finding.health) == ("database_old", Severity.NOTE)
    assert (finding.details["subject"], finding.details["found"]) == (REVISIONS[-1], "9998")


async def test_a_newer_revision_is_an_error(url: str) -> None:
    await execute_at(url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StorageTooNew):
        await diagnose_database(url)


async def test_a_file_that_is_locked_is_an_error(sqlite_url: str) -> None:
    holder = Database(sqlite_url)
    async with holder.unit() as unit:
        assert await unit.players.find_by_name_or_id("chat", "club", "ANN") is None
        with pytest.raises(StorageBusy):
            await diagnose_database(f"{sqlite_url}?timeout=0.05")
    await holder.close()


async def test_a_row_that_breaks_a_constraint_is_damage(sqlite_url: str) -> None:
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)) as connection:
        connection.execute("CREATE TABLE damaged (number INTEGER)")
        connection.execute("INSERT INTO damaged VALUES (NULL)")
        connection.execute("PRAGMA writable_schema = ON")
        stricter = "CREATE TABLE damaged (number INTEGER NOT NULL)"
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'damaged'", (stricter,))
    with pytest.raises(StorageDamaged):
        await diagnose_database(sqlite_url)
