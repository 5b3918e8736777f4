"""What a database complains of, in the services' words."""

import re
import sqlite3

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from bot.services.errors import StorageBroken, StorageBusy, StorageError, StorageReadOnly, StorageUnreachable

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
_POSTGRESQL: dict[str, type[StorageError]] = {
    "08": StorageUnreachable,  # the connection failed
    "28": StorageUnreachable,  # wrong user or password
    "3D": StorageUnreachable,  # no such database
    "57P": StorageUnreachable,  # the server is stopping or starting
    "25006": StorageReadOnly,
    "42501": StorageReadOnly,  # the user may not do this
    "40": StorageBusy,  # a deadlock, or changed by another
    "533": StorageBusy,  # too many connections
    "55P03": StorageBusy,  # a lock not to be had
    "57014": StorageBusy,  # took too long
    "53": StorageBroken,  # a full disk, no memory
    "58": StorageBroken,  # the disk fails
    "XX": StorageBroken,  # damaged
}
"""By the beginning of the SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html; longest first."""

_PRIMARY_CODE = 0xFF  # SQLite's extended codes carry the primary one in their lowest byte


def as_storage_error(error: Exception, url: URL) -> Exception:
    """The `StorageError` that says the same; an error that is a bug of ours comes back as it is."""
    where = where_of(url)
    if isinstance(error, PoolTimeoutError):
        return StorageBusy(where)
    if isinstance(error, OSError):
        return StorageUnreachable(where)
    kind = _kind_of(error.orig) if isinstance(error, DBAPIError) else None
    if kind is not None:
        return kind(where)
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return StorageUnreachable(where)
    return error


def where_of(url: URL) -> str:
    """What people know the database by: its file, or its address without the password."""
    if url.get_backend_name() == "sqlite":
        return url.database or ":memory:"
    return url.set(query={}).render_as_string(hide_password=True)  # a password may stand in the query, too


def without_password(address: str) -> str:
    """An address that could not be read, without what looks like its password or may hold one."""
    return re.sub(r"(//[^:]*:).*@", r"\1***@", address.partition("?")[0])


def _kind_of(complaint: BaseException | None) -> type[StorageError] | None:
    """What sort of error a driver's complaint is, None for one that is a bug of ours."""
    code = getattr(complaint, "sqlite_errorcode", None)
    if code is not None:
        return _SQLITE.get(code & _PRIMARY_CODE)
    state = getattr(complaint, "sqlstate", None) or ""
    return next((_POSTGRESQL[state[:size]] for size in (5, 3, 2) if state[:size] in _POSTGRESQL), None)
