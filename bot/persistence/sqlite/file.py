"""The file of a SQLite database: who may read it, how it is opened, and whether it is still the same."""

import logging
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

from bot.persistence.address import check_folder
from bot.persistence.sqlite.connection import MAX_STATEMENTS

BUSY_SECONDS = 5.0
"""How long to wait for a lock of another process. Slack is acknowledged, and Discord told to wait, long before."""

FILE_MODE, FOLDER_MODE = 0o600, 0o700
"""Permissions of new files and folders. SQLite gives its other two files those of the database."""

_SUFFIXES = ("", "-journal", "-wal", "-shm")
"""The suffixes of the names of the files that SQLite writes."""

_MODE_OF_OTHERS = 0o077

_CHECKPOINTS, _PAUSE_SECONDS = 20, 0.05
"""The number of attempts to empty the log, and the pause between two of them."""

_MAX_FAULTS = 20
"""The largest number of faults of each kind that `find_damage` reports."""

log = logging.getLogger(__name__)


class SqliteFile:
    """A SQLite file.

    Args:
        url: its address; `timeout` in its query, in seconds, takes the place of `BUSY_SECONDS`.

    Raises:
        ValueError: it names no file, or its query is not valid.
    """

    def __init__(self, url: sa.URL) -> None:
        if url.database in {None, "", ":memory:"}:
            raise ValueError(url.database)
        if "uri" not in url.query and (unknown := sorted(set(url.query) - {"timeout"})):
            message = f"unknown option {unknown[0]}"
            raise ValueError(message)
        [self._name], self._options = SQLiteDialect_pysqlite().create_connect_args(url)
        self.busy_seconds: float = self._options.pop("timeout", BUSY_SECONDS)
        self._is_uri = bool(self._options.pop("uri", False))
        self.path = Path(unquote(urlsplit(self._name).path) if self._is_uri else self._name)
        self._identity: tuple[int, int] | None = None
        self._is_reported = False

    @property
    def uri(self) -> str:
        """The file as a URI. SQLite does not create it, because a file that was deleted must not be replaced."""
        return self._name if self._is_uri else f"{self.path.absolute().as_uri()}?mode=rw"

    def create(self) -> None:
        """Make the file if it does not exist, and the user's data folder, so that only this user can read them.

        Raises:
            StorageFolderMissing: another folder does not exist.
        """
        if self._is_uri:
            return
        folder = self.path.parent
        if not folder.exists():
            check_folder(self.path)
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(FOLDER_MODE, exist_ok=True)
        create_private(self.path)

    def open(self, busy_seconds: float | None = None) -> sqlite3.Connection:
        """Open a connection in autocommit mode, usable in every thread; transactions begin and end explicitly.

        Args:
            busy_seconds: how long statements wait for locks; by default, as long as the address says.

        Raises:
            sqlite3.OperationalError: the file cannot be opened, or is no longer the same.
        """
        self.check_same_file()
        options: dict[str, Any] = {**self._options, "isolation_level": None, "check_same_thread": False, "uri": True}
        timeout = self.busy_seconds if busy_seconds is None else busy_seconds
        connection: sqlite3.Connection = sqlite3.connect(
            self.uri, timeout=timeout, cached_statements=MAX_STATEMENTS, **options
        )
        return connection

    def find_damage(self) -> list[str]:
        """SQLite's messages about damaged pages, indexes, values and references to rows; empty if there are none."""
        with closing(self.open()) as connection:
            found = [row[0] for row in connection.execute(f"PRAGMA integrity_check({_MAX_FAULTS})")]
            references = connection.execute("PRAGMA foreign_key_check").fetchmany(_MAX_FAULTS)
        missing = [f"row {row} of {table} refers to a missing row of {parent}" for table, row, parent, _ in references]
        return [fault for fault in found if fault != "ok"] + missing

    def write_copy(self, file: Path) -> None:
        """Write the present rows, without deleted ones, to an empty file. Others can read and write meanwhile."""
        with closing(self.open()) as connection:
            connection.execute("VACUUM INTO ?", (str(file),))

    def empty_write_ahead_log(self, busy_seconds: float | None = None) -> bool:
        """Move the write-ahead log into the file and empty it. The log can still contain rows that were deleted.

        Args:
            busy_seconds: see `open`.

        Returns:
            Whether it could be emptied. Others who are reading may prevent that.

        Raises:
            sqlite3.OperationalError: the file is locked for too long.
        """
        with closing(self.open(busy_seconds)) as connection:
            for _ in range(_CHECKPOINTS):
                [is_busy, *_] = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                if not is_busy:
                    return True
                time.sleep(_PAUSE_SECONDS)  # SQLite waits for readers, but not for another checkpoint
        log.warning("The write-ahead log of %s could not be emptied, because others are reading.", self.path)
        return False

    def check_same_file(self) -> None:
        """Check that the file is still the one that the first call found. This takes microseconds.

        A process can still write to a file that was deleted or replaced while it was open, but the changes are lost.

        Raises:
            sqlite3.OperationalError: it was deleted or replaced.
        """
        try:
            status = os.stat(self.path)  # noqa: PTH116  # half the time of Path.stat, for every guess
        except OSError:
            identity = None
        else:
            identity = status.st_dev, status.st_ino
        if self._identity is None:
            self._identity = identity
        elif identity != self._identity:
            if not self._is_reported:
                self._is_reported = True
                log.critical(
                    "The database %s was deleted or replaced while it was open. Nothing can be stored until "
                    "hitblow is restarted.",
                    self.path,
                )
            raise _moved()


def is_open_to_others(path: Path) -> bool:
    """Whether other users of the machine can read, write or execute a file."""
    return path.stat().st_mode & _MODE_OF_OTHERS != 0


def create_private(path: Path) -> None:
    """Make an empty file that only this user can read; one that exists stays as it is."""
    with suppress(FileExistsError, IsADirectoryError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE_MODE))


@contextmanager
def private_file(file: Path) -> Iterator[Path]:
    """Make a file that only this user can read. It gets its name at the end, complete and written to the disk.

    Yields:
        Where to write it: an empty file under a temporary name, which is removed if an exception is raised.
    """
    part = file.with_name(f"{file.name}.partial")
    _remove(part)
    create_private(part)
    try:
        yield part
        _publish(part, file)
    finally:
        _remove(part)


def _publish(part: Path, file: Path) -> None:
    """Write the file to the disk, rename it, and write the folder to the disk."""
    _synchronize(part)
    part.rename(file)
    _synchronize(file.parent)


def _synchronize(path: Path) -> None:
    """Wait until a file or folder is written to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _remove(file: Path) -> None:
    for suffix in _SUFFIXES:
        file.with_name(file.name + suffix).unlink(missing_ok=True)


def _moved() -> sqlite3.OperationalError:
    """The error that SQLite raises for a moved file. In WAL mode it does not detect that itself."""
    error = sqlite3.OperationalError("the database file was deleted or replaced")
    error.sqlite_errorcode = sqlite3.SQLITE_READONLY_DBMOVED
    error.sqlite_errorname = "SQLITE_READONLY_DBMOVED"
    return error
