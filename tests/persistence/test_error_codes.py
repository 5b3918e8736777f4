"""The error for each code of the drivers."""

import errno
import sqlite3

import pytest
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError, TimeoutError as PoolTimeoutError

from bot.model.errors import (
    StorageBusy,
    StorageDamaged,
    StorageDiskFault,
    StorageError,
    StorageFull,
    StorageReadOnly,
    StorageUnreachable,
)
from bot.persistence.errors import as_storage_error


class DriverError(Exception):
    """An error of a database driver with one of its codes."""

    def __init__(self, **codes: object) -> None:
        super().__init__("hunter2")
        vars(self).update(codes)


URL = make_url("postgresql://hitblow:hunter2@localhost/hitblow?password=hunter2")


def translate(error: Exception, *, connection_invalidated: bool = False) -> Exception:
    return as_storage_error(DBAPIError("SELECT 1", {}, error, connection_invalidated=connection_invalidated), URL)


@pytest.mark.parametrize(
    ("state", "kind"),
    [
        ("08006", StorageUnreachable),
        ("28P01", StorageUnreachable),
        ("3D000", StorageUnreachable),
        ("57P01", StorageUnreachable),
        ("25006", StorageReadOnly),
        ("42501", StorageReadOnly),
        ("40001", StorageBusy),
        ("40P01", StorageBusy),
        ("53300", StorageBusy),
        ("55P03", StorageBusy),
        ("57014", StorageBusy),
        ("53100", StorageFull),
        ("53200", StorageBusy),
        ("58030", StorageDiskFault),
        ("XX001", StorageDamaged),
    ],
)
def test_an_sqlstate_has_the_error_of_its_longest_known_beginning(state: str, kind: type[StorageError]) -> None:
    assert type(translate(DriverError(sqlstate=state))) is kind


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_BUSY, StorageBusy),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, StorageBusy),
        (sqlite3.SQLITE_LOCKED_SHAREDCACHE, StorageBusy),
        (sqlite3.SQLITE_CANTOPEN_ISDIR, StorageUnreachable),
        (sqlite3.SQLITE_PERM, StorageUnreachable),
        (sqlite3.SQLITE_AUTH, StorageUnreachable),
        (sqlite3.SQLITE_READONLY_DIRECTORY, StorageReadOnly),
        (sqlite3.SQLITE_NOTADB, StorageDamaged),
        (sqlite3.SQLITE_CORRUPT_INDEX, StorageDamaged),
        (sqlite3.SQLITE_FULL, StorageFull),
        (sqlite3.SQLITE_IOERR_FSYNC, StorageDiskFault),
    ],
)
def test_an_sqlite_code_has_the_error_of_its_primary_code(code: int, kind: type[StorageError]) -> None:
    assert type(translate(DriverError(sqlite_errorcode=code))) is kind


def test_an_error_without_a_known_code_is_returned_as_it_is() -> None:
    for driver_error in (
        DriverError(),
        DriverError(sqlstate=None),
        DriverError(sqlstate="23505"),
        DriverError(sqlite_errorcode=sqlite3.SQLITE_CONSTRAINT_UNIQUE),
    ):
        error = translate(driver_error)
        assert isinstance(error, DBAPIError)
        assert error.orig is driver_error
    bug = ValueError("a bug")
    assert as_storage_error(bug, URL) is bug


def test_a_lost_connection_without_a_known_code_is_unreachable() -> None:
    assert type(translate(DriverError(), connection_invalidated=True)) is StorageUnreachable
    assert type(translate(DriverError(sqlstate="40001"), connection_invalidated=True)) is StorageBusy


def test_errors_of_the_pool_and_of_the_network_are_storage_errors() -> None:
    assert type(as_storage_error(PoolTimeoutError(), URL)) is StorageBusy
    assert type(as_storage_error(ConnectionRefusedError(), URL)) is StorageUnreachable
    assert type(as_storage_error(OSError(errno.ENOSPC, "No space left on device"), URL)) is StorageFull


def test_the_database_is_named_without_its_password() -> None:
    error = translate(DriverError(sqlstate="08006"))
    assert isinstance(error, StorageError)
    assert error.where == "postgresql://hitblow:***@localhost/hitblow"
