"""Backups: a copy of the whole database in a new SQLite file."""

import os
from pathlib import Path

from bot.model.errors import CopyNotEmpty
from bot.persistence.database import Database
from bot.persistence.maintenance.copying import Progress, copy_database
from bot.persistence.sqlite.file import private_file


async def back_up(database: Database, file: Path, progress: Progress) -> None:
    """Write the present state of a database to a SQLite file that only this user can read.

    Others can use the database meanwhile. The file gets its name when it is complete and written to the disk.

    Args:
        database: the database, of any kind.
        file: the file, which must not exist.
        progress: see `Progress`. It is not called if the database is a SQLite file.

    Raises:
        StorageError: the database or the file cannot be used.
        CopyError: the file exists, or a copy differs.
        OSError: the folder cannot be written.
    """
    _require_new(file)
    with private_file(file) as part:
        if not await database.write_copy(part):
            await _copy(database, part, progress)


def _require_new(file: Path) -> None:
    if os.path.lexists(file):
        raise CopyNotEmpty(str(file))


async def _copy(database: Database, file: Path, progress: Progress) -> None:
    target = Database(f"sqlite:///{file}")
    try:
        await copy_database(database, target, progress)
    finally:
        await target.close()
