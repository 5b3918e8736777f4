"""The part of `hitblow doctor` that examines the database, without changing it."""

import asyncio
import sqlite3
from pathlib import Path

from sqlalchemy import Connection

from bot.model.errors import StorageDamaged
from bot.model.operations import Finding, Health
from bot.persistence.address import check_folder, default_address, location_of, missing_file, parse_address
from bot.persistence.database import Database
from bot.persistence.schema import REVISIONS, current_revision
from bot.persistence.sqlite.file import is_open_to_others


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
            return [Finding("database_new", Health.NOTE, {"where": where})]
        return [Finding("database_missing", Health.PROBLEM, {"file": f"`{where}`", "argument": where})]
    database = Database(address)
    try:
        revision = await database.run(_try_to_write)
    finally:
        await database.close()
    findings = [_up_to_date(where, revision)]
    if url.get_backend_name() == "sqlite":
        await asyncio.to_thread(_check_pages, where)
        findings += closed_to_others(Path(where))
    return findings


def closed_to_others(file: Path) -> list[Finding]:
    """A finding if other users of this machine can use a file, else none."""
    return [Finding("file_open", Health.PROBLEM, {"subject": f"`{file}`"})] if is_open_to_others(file) else []


def _try_to_write(connection: Connection) -> str | None:
    """Create and drop a table, to find out whether the database can be written; returns the revision."""
    connection.exec_driver_sql("CREATE TABLE hitblow_doctor (id INTEGER)")
    connection.exec_driver_sql("DROP TABLE hitblow_doctor")
    return current_revision(connection)


def _up_to_date(where: str, revision: str | None) -> Finding:
    if revision == REVISIONS[-1]:
        return Finding("database_ok", Health.OK, {"where": where, "revision": revision})
    if revision is None:
        return Finding("database_new", Health.NOTE, {"where": where})
    return Finding("database_old", Health.NOTE, {"subject": revision, "found": REVISIONS[-1]})


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
