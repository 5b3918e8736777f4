"""Examining a database of each kind without changing it."""

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import text

from bot.model.errors import StorageBusy, StorageDamaged, StorageNewer
from bot.model.operations import Health
from bot.persistence.database import REVISIONS, Database
from bot.persistence.maintenance import checks
from bot.persistence.maintenance.checks import diagnose_database


async def execute(url: str, statement: str) -> None:
    database = Database(url)
    await database.run(lambda connection: connection.execute(text(statement)))
    await database.close()


async def test_a_sound_database_is_up_to_date(url: str) -> None:
    [finding, *_] = await diagnose_database(url)
    assert (finding.name, finding.health, finding.details["revision"]) == ("database_ok", Health.OK, REVISIONS[-1])


async def test_an_older_revision_is_told(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "REVISIONS", (*REVISIONS, "9998"))
    [finding, *_] = await diagnose_database(url)
    assert (finding.name, finding.health) == ("database_old", Health.NOTE)
    assert (finding.details["subject"], finding.details["found"]) == (REVISIONS[-1], "9998")


async def test_a_newer_revision_is_an_error(url: str) -> None:
    await execute(url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StorageNewer):
        await diagnose_database(url)


async def test_a_file_that_is_locked_is_an_error(sqlite_url: str) -> None:
    holder = Database(sqlite_url)
    async with holder.unit() as unit:
        assert await unit.players.find("chat", "club", "ANN") is None
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
