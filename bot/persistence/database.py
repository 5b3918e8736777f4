"""A database: its units of work, and the revision of its tables, which are created or migrated.

Alembic and the definitions of the tables are imported only where they are used, because importing them takes long.
"""

import logging
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from bot.model import errors
from bot.model.observer import SILENT, Observer
from bot.model.operations import Clock
from bot.persistence.address import location_of, parse_address
from bot.persistence.backend import Backend
from bot.persistence.connection import Connection as ReadConnection
from bot.persistence.errors import FAULTS, as_storage_error
from bot.persistence.unit_of_work import SharedState, UnitOfWorkFactory, unit_of_work

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine  # slow to load
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from alembic.config import Config

log = logging.getLogger(__name__)

REVISIONS = tuple(f"{number:04}" for number in range(43, 65))
"""Every revision in `migrations/versions`, oldest first; a test compares the two."""

UPGRADING_COMMIT = "657d8978964c"
"""The commit of this program that migrates older databases to the first of these revisions."""

COPYING = "copying"
"""Stored in place of a revision while the database is an unfinished copy."""

_KNOWN_TABLE = "games"
"""A table that every revision has."""

_VERSION = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Alembic's table with the revision."""

_CACHE_KILOBYTES = 131_072
"""The size of SQLite's page cache during a migration, which may change most pages in any order."""

_MIGRATION_LOCK = 7_474_001
"""The key of PostgreSQL's advisory lock: an arbitrary number, the same in every process."""


class UpgradeResult(NamedTuple):
    """What an upgrade has done.

    Args:
        before: the revision before, None for an empty database.
        after: the revision after it.
        players: the number of players who turned out to be the same people as others.
        people: the number of people that they have become.
        copy: the file with the rows as they were before; None if none was made.
    """

    before: str | None
    after: str
    players: int = 0
    people: int = 0
    copy: Path | None = None


class Database:
    """A database. `upgrade` must be called before the first unit of work.

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
        shared = SharedState(self._backend.url, secrets.token_hex(8), observer)
        self.unit: UnitOfWorkFactory = partial(unit_of_work, self._backend.transaction, shared)

    @property
    def engine(self) -> "AsyncEngine":
        """An engine for libraries with repositories of their own."""
        return self._backend.engine

    def clock(self) -> AbstractAsyncContextManager[Clock]:
        """A clock that all processes on the database share: that of the server or, for a file, of this machine."""
        return self._backend.clock()

    async def is_writable(self) -> bool:
        """Whether a unit of work could change something now."""
        try:
            return await self._backend.is_writable()
        except FAULTS as error:
            raise as_storage_error(error, self._backend.url) from error

    async def upgrade(self) -> UpgradeResult:
        """Create or migrate the tables; several processes may do so at once."""
        done: UpgradeResult = await self.run(partial(upgrade, keep_copy=self._backend.copy_before_migration))
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

    async def run(self, work: Callable[[sa.Connection], Any], *, is_copy: bool = False) -> Any:  # noqa: ANN401  # whatever `work` returns
        """Run a function with a SQLAlchemy connection in one transaction, and return its result.

        Args:
            work: the function.
            is_copy: whether the database may be an unfinished copy.
        """
        where = location_of(self._backend.url)

        def checked(connection: sa.Connection) -> Any:  # noqa: ANN401  # whatever `work` returns
            _check_tables(connection, where, is_copy=is_copy)
            return work(connection)

        try:
            return await self._backend.run(checked)
        except FAULTS as error:
            raise as_storage_error(error, self._backend.url) from error


def _backend(url: sa.URL, observer: Observer) -> Backend:
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
        raise errors.StorageDriverMissing(where) from error
    except (sa.exc.SQLAlchemyError, TypeError, ValueError) as error:
        raise errors.StorageAddressInvalid(where) from error


def current_revision(connection: sa.Connection) -> str | None:
    """The revision of the database, None if this program has not created its tables yet."""
    if not sa.inspect(connection).has_table(_VERSION.name):
        return None
    return connection.scalar(sa.select(_VERSION.c.version_num))


def _check_tables(connection: sa.Connection, where: str, *, is_copy: bool) -> None:
    """Check that the tables belong to this program, and that this version made them or can migrate them.

    The names are read before the revision, because another process may be migrating and commits both together.

    Raises:
        StorageError: they are not.
    """
    names = set(sa.inspect(connection).get_table_names()) - {_VERSION.name}  # a downgrade to nothing leaves this one
    revision = current_revision(connection)
    if revision == COPYING:
        if not is_copy:
            raise errors.StorageCopyUnfinished(where)
    elif (names or revision) and (revision is None or _KNOWN_TABLE not in names):
        raise errors.StorageForeign(where)
    elif revision is not None and revision > REVISIONS[-1]:
        raise errors.StorageTooNew(where)
    elif revision is not None and revision < REVISIONS[0]:
        raise errors.StorageTooOldToMigrate(where, UPGRADING_COMMIT)


def upgrade(connection: sa.Connection, keep_copy: Callable[[str], Path | None] | None = None) -> UpgradeResult:
    """Create the tables, or migrate them to the newest revision, within the connection's transaction.

    Args:
        connection: to the database, in a transaction.
        keep_copy: is called with the revision before a migration; copies the rows if it can, and returns the file.
    """
    newest = REVISIONS[-1]
    if current_revision(connection) == newest:
        return UpgradeResult(newest, newest)
    _lock(connection)
    before = current_revision(connection)
    if before == newest:  # another process has migrated meanwhile
        return UpgradeResult(newest, newest)
    if before is None:
        _create(connection)
        return UpgradeResult(None, newest)
    copy = keep_copy(before) if keep_copy else None
    from alembic import command  # noqa: PLC0415  # Alembic is slow to load

    if connection.dialect.name == "sqlite":
        connection.execute(sa.text(f"PRAGMA cache_size = -{_CACHE_KILOBYTES}"))
    config = alembic_config(connection)
    command.upgrade(config, "head")
    players, people = config.attributes.get("joined", (0, 0))
    return UpgradeResult(before, newest, players, people, copy)


def _create(connection: sa.Connection) -> None:
    """Create all tables as they are in the newest revision."""
    from bot.persistence.tables.every import metadata  # noqa: PLC0415  # defining all tables takes long

    metadata.create_all(connection, checkfirst=False)
    if connection.dialect.name == "postgresql":
        for numbered in (table for table in metadata.sorted_tables if "sequence" in table.columns):
            connection.execute(sa.schema.CreateSequence(sa.Sequence(f"{numbered.name}_sequence")))
    _VERSION.create(connection, checkfirst=True)
    connection.execute(_VERSION.insert().values(version_num=REVISIONS[-1]))


def alembic_config(connection: sa.Connection) -> "Config":
    """Alembic's configuration for commands over an open connection."""
    from alembic.config import Config  # noqa: PLC0415  # Alembic is slow to load

    config = Config()
    config.set_main_option("script_location", "migrations:")
    config.attributes["connection"] = connection
    return config


def _lock(connection: sa.Connection) -> None:
    """Keep other processes from migrating until the transaction ends. SQLite locks the whole file anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATION_LOCK})
