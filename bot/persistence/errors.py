"""Converting errors of the databases to the services' StorageErrors, and keeping rows out of errors and logs."""

import errno
import logging
import os
import sqlite3
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from typing_extensions import override

from bot.model import errors
from bot.persistence.address import has_write_access, location_of

FAULTS = (sa.exc.SQLAlchemyError, sqlite3.Error, OSError)
"""The errors that the databases raise."""

_SQLITE: dict[int, type[errors.StorageError]] = {
    sqlite3.SQLITE_BUSY: errors.StorageBusy,
    sqlite3.SQLITE_LOCKED: errors.StorageBusy,
    sqlite3.SQLITE_CANTOPEN: errors.StorageUnreachable,
    sqlite3.SQLITE_PERM: errors.StorageUnreachable,
    sqlite3.SQLITE_AUTH: errors.StorageUnreachable,
    sqlite3.SQLITE_READONLY: errors.StorageReadOnly,
    sqlite3.SQLITE_READONLY_DBMOVED: errors.StorageReplaced,
    sqlite3.SQLITE_NOTADB: errors.StorageDamaged,
    sqlite3.SQLITE_CORRUPT: errors.StorageDamaged,
    sqlite3.SQLITE_FULL: errors.StorageFull,
    sqlite3.SQLITE_IOERR: errors.StorageDiskFault,
}
_POSTGRESQL: dict[str, type[errors.StorageError]] = {
    "08": errors.StorageUnreachable,  # the connection failed
    "28": errors.StorageUnreachable,  # the user or password is wrong
    "3D": errors.StorageUnreachable,  # the database does not exist
    "57P": errors.StorageUnreachable,  # the server is stopping or starting
    "25006": errors.StorageReadOnly,
    "42501": errors.StorageReadOnly,  # insufficient privilege
    "40": errors.StorageBusy,  # a deadlock or a serialization failure
    "533": errors.StorageBusy,  # too many connections
    "55P03": errors.StorageBusy,  # a lock is not available
    "57014": errors.StorageBusy,  # the statement timed out
    "53100": errors.StorageFull,
    "53": errors.StorageBusy,  # memory is short
    "58": errors.StorageDiskFault,  # an input or output error
    "XX": errors.StorageDamaged,
}
"""The errors by the first characters of their SQLSTATE; the longest match counts.

Source: https://www.postgresql.org/docs/current/errcodes-appendix.html
"""

_FAULTS_OF_SYSTEM: dict[int, type[errors.StorageError]] = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), errors.StorageFull),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), errors.StorageReadOnly),
}

_PRIMARY_CODE = 0xFF  # the lowest byte of SQLite's extended result codes is the primary one


def as_storage_error(error: Exception, url: sa.URL) -> Exception:
    """The matching `StorageError`, or the error itself if it is a bug of this program."""
    where = location_of(url)
    if isinstance(error, sa.exc.TimeoutError):
        return errors.StorageBusy(where)
    if isinstance(error, OSError):
        return _FAULTS_OF_SYSTEM.get(error.errno or 0, errors.StorageUnreachable)(where)
    kind = _kind_of(error.orig if isinstance(error, sa.exc.DBAPIError) else error)
    if (
        kind is None
        and isinstance(error, sa.exc.DBAPIError)
        and (error.connection_invalidated or _is_misconfigured(error))
    ):
        kind = errors.StorageUnreachable
    if kind is errors.StorageUnreachable and url.get_backend_name() == "sqlite" and _is_forbidden(Path(where)):
        kind = errors.StorageReadOnly
    return error if kind is None else kind(where)


def _kind_of(driver_error: BaseException | None) -> type[errors.StorageError] | None:
    """The class for a driver's error, None for one that is a bug of this program."""
    code = getattr(driver_error, "sqlite_errorcode", None)
    if code is not None:
        return _SQLITE.get(code) or _SQLITE.get(code & _PRIMARY_CODE)
    state = getattr(driver_error, "sqlstate", None) or ""
    return next((_POSTGRESQL[state[:size]] for size in (5, 3, 2) if state[:size] in _POSTGRESQL), None)


def _is_forbidden(file: Path) -> bool:
    """Whether this user may not write to a file that exists. Of one that may not be read, SQLite does not tell that."""
    return os.path.exists(file) and not has_write_access(file)  # noqa: PTH110  # never raises


def _is_misconfigured(error: sa.exc.DBAPIError) -> bool:
    """Whether asyncpg, which need not be installed, cannot use the address, such as without the certificate of TLS."""
    return type(getattr(error.orig, "__cause__", None)).__name__ == "ClientConfigurationError"


_LOGGERS = ("aiosqlite", "sqlalchemy.engine.Engine")
"""At DEBUG, the first logs statements with their parameters, the second every row of a result."""


class _RowFilter(logging.Filter):
    """Drops entries below INFO, even if the logger is set to DEBUG."""

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno >= logging.INFO


def keep_rows_out_of_logs() -> None:
    """Keep the libraries from logging rows and parameters."""
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(one, _RowFilter) for one in logger.filters):
            logger.addFilter(_RowFilter())


def hide_row(context: Any) -> None:  # noqa: ANN401  # SQLAlchemy's signature
    """Remove the detail of a PostgreSQL error, which quotes the row. A listener for SQLAlchemy's `handle_error`."""
    driver_error = context.original_exception.__cause__
    if getattr(driver_error, "detail", None):
        driver_error.detail = None
