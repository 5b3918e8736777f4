"""A database: its address, its tables and its units of work."""

import logging
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Connection
from sqlalchemy.exc import SQLAlchemyError

from bot.model.errors import (
    StorageAddressInvalid,
    StorageDriverMissing,
    StorageForeign,
    StorageNewer,
    StorageOlder,
    StorageUnfinished,
)
from bot.model.observer import SILENT, Observer
from bot.model.operations import Clock
from bot.model.rooms import RoomKey
from bot.persistence.address import location_of, parse_address
from bot.persistence.backend import Backend
from bot.persistence.connection import Connection as ReadConnection
from bot.persistence.errors import FAULTS, as_storage_error
from bot.persistence.schema import (
    COPYING,
    UPGRADING_COMMIT,
    Upgrade,
    current_revision,
    is_foreign,
    is_newer,
    is_older,
    upgrade,
)
from bot.persistence.unit_of_work import Access, Shared, UnitOfWork

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine  # see bot.persistence.postgresql.backend

log = logging.getLogger(__name__)


class Database:
    """A database. `prepare` must be called before the first unit of work.

    Every method raises `StorageError` if the database cannot be used.

    Args:
        url: `sqlite:///FILE`, just `FILE`, or `postgresql://...`; a driver in it is ignored.
        observer: receives reports of how long units of work take.

    Raises:
        StorageAddressInvalid: the address is not valid.
        StorageDriverMissing: the driver is not installed.
    """

    def __init__(self, url: str, observer: Observer = SILENT) -> None:
        self._backend = _backend(parse_address(url), observer)
        self._shared = Shared(self._backend.url, secrets.token_hex(8), observer)

    @property
    def engine(self) -> "AsyncEngine":
        """An engine for libraries with repositories of their own."""
        return self._backend.engine

    def clock(self) -> AbstractAsyncContextManager[Clock]:
        """A clock that all processes on the database share: that of the server or, for a file, of this machine."""
        return self._backend.clock()

    def unit(self, access: Access = Access.CHANGE, room: RoomKey | None = None) -> UnitOfWork:
        """A new unit of work, not entered yet.

        Args:
            access: what it does with the storage.
            room: the room in which it makes a move, if it does. Units of work of one room are entered a few at a time
                or one after the other, in their order; so none may be entered within another.
        """
        transaction = self._backend.transaction(access, room)
        return UnitOfWork(transaction, access, self._shared)

    async def is_writable(self) -> bool:
        """Whether a unit of work could change something now."""
        try:
            return await self._backend.is_writable()
        except FAULTS as error:
            raise as_storage_error(error, self._backend.url) from error

    async def prepare(self) -> None:
        """Create or migrate the tables; several processes may do so at once."""
        await self.upgrade()

    async def upgrade(self) -> Upgrade:
        """Migrate the tables."""
        done: Upgrade = await self.run(partial(upgrade, keep_copy=self._backend.keep_copy))
        where = self.file.absolute() if self.file else self.location
        if done.before is None:
            log.info("created a new database: %s", where)
        elif done.before != done.after:
            log.info("migrated the database from revision %s to %s: %s", done.before, done.after, where)
        if done.copy:
            log.info("the database as it was before is in %s", done.copy.absolute())
        if done.players:
            log.info("joined %s players of the same users into %s people", done.players, done.people)
        return done

    async def scrub_deleted(self) -> None:
        """Remove deleted rows from the files too, as far as this kind of database can."""
        try:
            await self._backend.scrub_deleted()
        except FAULTS as error:
            raise as_storage_error(error, self._backend.url) from error

    async def close(self) -> None:
        """Close every connection."""
        await self._backend.close()

    @property
    def location(self) -> str:
        """The file of a SQLite database, or the address of any other database without its password."""
        return location_of(self._backend.url)

    @property
    def file(self) -> Path | None:
        """The file of a SQLite database, else None."""
        return self._backend.file

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[ReadConnection]:
        """A connection on which every statement reads the same state of the database, without a time limit."""
        try:
            async with self._backend.snapshot() as connection:
                yield connection
        except FAULTS as error:
            raise as_storage_error(error, self._backend.url) from error

    async def find_damage(self) -> Sequence[str]:
        """The database's own messages about damage, empty if it finds none."""
        try:
            return await self._backend.find_damage()
        except FAULTS as error:
            raise as_storage_error(error, self._backend.url) from error

    async def write_copy(self, file: Path) -> bool:
        """Write a copy of the present state to an empty file.

        Returns:
            False, without writing anything, if this kind of database cannot write copies.
        """
        try:
            return await self._backend.write_copy(file)
        except FAULTS as error:
            raise as_storage_error(error, self._backend.url) from error

    async def run(self, work: Callable[[Connection], Any], *, is_copy: bool = False) -> Any:  # noqa: ANN401  # whatever `work` returns
        """Run a function with a SQLAlchemy connection in one transaction, and return its result.

        Args:
            work: the function.
            is_copy: whether the database may be an unfinished copy.
        """
        where = location_of(self._backend.url)

        def checked(connection: Connection) -> Any:  # noqa: ANN401  # whatever `work` returns
            _check_tables(connection, where, is_copy=is_copy)
            return work(connection)

        try:
            return await self._backend.run(checked)
        except FAULTS as error:
            raise as_storage_error(error, self._backend.url) from error


def _check_tables(connection: Connection, where: str, *, is_copy: bool) -> None:
    """Check that the tables belong to this program, and that this version made them or can migrate them.

    Raises:
        StorageError: they are not.
    """
    if current_revision(connection) == COPYING:
        if not is_copy:
            raise StorageUnfinished(where)
        return
    if is_foreign(connection):
        raise StorageForeign(where)
    if is_newer(connection):
        raise StorageNewer(where)
    if is_older(connection):
        raise StorageOlder(where, UPGRADING_COMMIT)


def _backend(url: URL, observer: Observer) -> Backend:
    """The backend for an address; only its own driver is imported.

    Raises:
        StorageAddressInvalid: the query of the address is not valid.
        StorageDriverMissing: the driver is not installed.
    """
    where = location_of(url)
    try:
        if url.get_backend_name() == "sqlite":
            from bot.persistence.sqlite.backend import SqliteBackend  # noqa: PLC0415  # loads this driver only

            return SqliteBackend(url, observer)
        from bot.persistence.postgresql.backend import PostgresqlBackend  # noqa: PLC0415  # loads this driver only

        return PostgresqlBackend(url)
    except ImportError as error:
        raise StorageDriverMissing(where) from error
    except (SQLAlchemyError, TypeError, ValueError) as error:
        raise StorageAddressInvalid(where) from error
