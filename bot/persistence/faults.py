"""What a database complains of, in the services' words."""

import sqlite3

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from bot.services.errors import (
    StorageBroken,
    StorageBusy,
    StorageError,
    StorageReadOnly,
    StorageUnreachable,
)

_SQLITE: dict[int, type[StorageError]] = {
    sqlite3.SQLITE_BUSY: StorageBusy,
    sqlite3.SQLITE_LOCKED: StorageBusy,
    sqlite3.SQLITE_CANTOPEN: StorageUnreachable,
    sqlite3.SQLITE_PERM: StorageUnreachable,
    sqlite3.SQLITE_AUTH: StorageUnreachable,
    sqlite3.SQLITE_READONLY: StorageReadOnly,
    sqlite3.SQLITE_NOTADB: StorageBroken,
    sqlite3.SQLITE_CORRUPT: StorageBroken,
    sqlite3.SQLITE_FULL: StorageBroken,
    sqlite3.SQLITE_IOERR: StorageBroken,
}
_PRIMARY_CODE = 0xFF  # SQLite's extended codes carry the primary one in their lowest byte


def as_storage_error(error: Exception, url: URL) -> Exception:
    """The `StorageError` that says the same; an error that is a bug of ours comes back as it is."""
    where = where_of(url)
    if isinstance(error, PoolTimeoutError):
        return StorageBusy(where)
    if isinstance(error, OSError):
        return StorageUnreachable(where)
    code = getattr(error.orig, "sqlite_errorcode", None) if isinstance(error, DBAPIError) else None
    if code is not None:
        kind = _SQLITE.get(code & _PRIMARY_CODE)
        return kind(where) if kind else error
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return StorageUnreachable(where)
    return error


def where_of(url: URL) -> str:
    """What people know the database by: its file, or its address without the password."""
    if url.get_backend_name() == "sqlite":
        return url.database or ":memory:"
    return url.render_as_string(hide_password=True)
