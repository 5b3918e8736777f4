"""The revision of a database's tables, creating and migrating them.

Alembic is imported only where it is used, because importing it takes longer than everything else at the start.
"""

from typing import TYPE_CHECKING

from sqlalchemy import Column, Connection, MetaData, PrimaryKeyConstraint, String, Table, insert, inspect, select, text

from bot.persistence.tables import metadata

if TYPE_CHECKING:
    from alembic.config import Config

REVISIONS = tuple(f"{number:04}" for number in range(1, 44))
"""Every revision in `migrations/versions`, oldest first; a test compares the two."""

COPYING = "copying"
"""Stored in place of a revision while the database is an unfinished copy."""

_TABLES = frozenset(metadata.tables)

_VERSIONS = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Alembic's own table, which has one row."""

_CACHE_KILOBYTES = 131_072
"""The size of SQLite's page cache during a migration, which may change most pages in any order."""

_MIGRATION_LOCK = 7_474_001
"""The key of PostgreSQL's advisory lock: an arbitrary number, the same in every process."""


def current_revision(connection: Connection) -> str | None:
    """The revision of the database, None if this program has not migrated it yet."""
    if not inspect(connection).has_table(_VERSIONS.name):
        return None
    return connection.scalar(select(_VERSIONS.c.version_num))


def is_newer(connection: Connection) -> bool:
    """Whether a newer version of this program has migrated the database."""
    revision = current_revision(connection)
    return revision is not None and revision not in REVISIONS


def is_foreign(connection: Connection) -> bool:
    """Whether the database has tables that no migration of this program has made.

    The names are read before the revision, because another process may be migrating and commits both together.
    """
    names = set(inspect(connection).get_table_names()) - {_VERSIONS.name}  # a downgrade to nothing leaves this one
    revision = current_revision(connection)
    return bool(names or revision) and (revision is None or _TABLES.isdisjoint(names))


def upgrade(connection: Connection) -> str | None:
    """Create the tables, or migrate them to the newest revision, within the connection's transaction.

    Returns:
        The revision before, None if there were no tables.
    """
    if current_revision(connection) == REVISIONS[-1]:
        return REVISIONS[-1]
    _lock(connection)
    before = current_revision(connection)
    if before == REVISIONS[-1]:  # another process has migrated meanwhile
        return before
    is_file = connection.dialect.name == "sqlite"
    if before is None and is_file:
        _create(connection)
        return None
    from alembic import command  # noqa: PLC0415  # Alembic is slow to load

    if is_file:
        connection.execute(text(f"PRAGMA cache_size = -{_CACHE_KILOBYTES}"))
    command.upgrade(alembic_config(connection), "head")
    return before


def _create(connection: Connection) -> None:
    """Create the tables of a file as the newest revision has them, without loading Alembic.

    PostgreSQL also needs the sequences that migrations create.
    """
    metadata.create_all(connection)
    _VERSIONS.create(connection, checkfirst=True)  # it exists after a downgrade of everything
    connection.execute(insert(_VERSIONS).values(version_num=REVISIONS[-1]))


def alembic_config(connection: Connection) -> "Config":
    """Alembic's configuration for commands over an open connection."""
    from alembic.config import Config  # noqa: PLC0415  # Alembic is slow to load

    config = Config()
    config.set_main_option("script_location", "migrations:")
    config.attributes["connection"] = connection
    return config


def _lock(connection: Connection) -> None:
    """Keep other processes from migrating until the transaction ends. SQLite locks the whole file anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATION_LOCK})
