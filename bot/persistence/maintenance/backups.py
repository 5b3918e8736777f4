"""Backups: a copy of the whole database in a new SQLite file."""

import os
from pathlib import Path

from bot.model.errors import CopyNotEmpty
from bot.persistence.database import Database
from bot.persistence.maintenance.copying import Progress, copy_database
from bot.persistence.sqlite.file import create_private

_SUFFIXES = ("", "-journal", "-wal", "-shm")
"""The suffixes of the names of the files that SQLite writes."""


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
    partial = _create_part(file)
    try:
        if not await database.write_copy(partial):
            await _copy(database, partial, progress)
        _publish(partial, file)
    finally:
        _remove(partial)


def _create_part(file: Path) -> Path:
    """Create an empty file under a temporary name.

    Raises:
        CopyNotEmpty: the backup exists already.
    """
    if os.path.lexists(file):
        raise CopyNotEmpty(str(file))
    partial = file.with_name(f"{file.name}.partial")
    _remove(partial)
    create_private(partial)
    return partial


async def _copy(database: Database, file: Path, progress: Progress) -> None:
    target = Database(f"sqlite:///{file}")
    try:
        await copy_database(database, target, progress)
    finally:
        await target.close()


def _publish(partial: Path, file: Path) -> None:
    """Write the file to the disk, rename it, and write the folder to the disk."""
    _synchronize(partial)
    partial.rename(file)
    _synchronize(file.parent)


def _synchronize(path: Path) -> None:
    """Wait until a file or folder is written to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _remove(partial: Path) -> None:
    for suffix in _SUFFIXES:
        partial.with_name(partial.name + suffix).unlink(missing_ok=True)
