"""Looking at a database without changing it."""

import asyncio
import sqlite3
from pathlib import Path

from sqlalchemy import Connection

from bot.persistence.address import check_folder, location_of, missing_file, parse_address
from bot.persistence.database import Database
from bot.persistence.schema import REVISIONS, current_revision
from bot.services.errors import StorageDamaged
from bot.services.operations.diagnosis import Finding, Health

_OF_OTHERS = 0o077


async def diagnose_database(address: str) -> list[Finding]:
    """Whether a database can be read and written, is undamaged and up to date, and is closed to other users.

    Raises:
        StorageError: it cannot be used.
    """
    url = parse_address(address)
    where = location_of(url)
    if file := missing_file(address):
        check_folder(file)
        return [Finding("database_new", Health.NOTE, {"where": where})]
    database = Database(address)
    try:
        revision = await database.run(_write_nothing)
    finally:
        await database.close()
    findings = [_up_to_date(where, revision)]
    if url.get_backend_name() == "sqlite":
        await asyncio.to_thread(_check_pages, where)
        findings += closed_to_others(Path(where))
    return findings


def closed_to_others(file: Path) -> list[Finding]:
    """A problem if other users of this machine can read a file."""
    if not file.stat().st_mode & _OF_OTHERS:
        return []
    return [Finding("file_open", Health.PROBLEM, {"file": str(file)})]


def _write_nothing(connection: Connection) -> str | None:
    """Write something that is gone when the transaction ends; returns the revision."""
    connection.exec_driver_sql("CREATE TABLE hitblow_doctor (id INTEGER)")
    connection.exec_driver_sql("DROP TABLE hitblow_doctor")
    return current_revision(connection)


def _up_to_date(where: str, revision: str | None) -> Finding:
    details = {"where": where, "revision": str(revision), "newest": REVISIONS[-1]}
    if revision == REVISIONS[-1]:
        return Finding("database_ok", Health.OK, details)
    return Finding("database_new" if revision is None else "database_old", Health.NOTE, details)


def _check_pages(file: str) -> None:
    """Read every page.

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
