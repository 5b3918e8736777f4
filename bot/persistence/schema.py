"""The revision of a database's tables, creating them in a new database, and migrating those of an older one.

Alembic and the definitions of the tables are imported only where they are used, because importing them takes long.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    PrimaryKeyConstraint,
    Sequence,
    String,
    Table,
    inspect,
    select,
    text,
)
from sqlalchemy.schema import CreateSequence

if TYPE_CHECKING:
    from alembic.config import Config

REVISIONS: tuple[str, ...] = (
    "0043",
    "0044",
    "0045",
    "0046",
    "0047",
    "0048",
    "0049",
    "0050",
    "0051",
    "0052",
    "0053",
    "0054",
    "0055",
    "0056",
    "0057",
    "0058",
    "0059",
    "0060",
    "0061",
    "0062",
    "0063",
)
"""Every revision in `migrations/versions`, oldest first; a test compares the two."""

UPGRADING_COMMIT = "657d8978964c"
"""The commit of this program that migrates older databases to the first of these revisions."""

COPYING = "copying"
"""Stored in place of a revision while the database is an unfinished copy."""

_KNOWN_TABLE = "games"
"""A table that every revision has."""

_VERSION = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Alembic's table with the revision."""

_CACHE_KILOBYTES = 131_072
"""The size of SQLite's page cache during a migration, which may change most pages in any order."""

_MIGRATION_LOCK = 7_474_001
"""The key of PostgreSQL's advisory lock: an arbitrary number, the same in every process."""


class Upgrade(NamedTuple):
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


def current_revision(connection: Connection) -> str | None:
    """The revision of the database, None if this program has not created its tables yet."""
    if not inspect(connection).has_table(_VERSION.name):
        return None
    return connection.scalar(select(_VERSION.c.version_num))


def is_newer(connection: Connection) -> bool:
    """Whether a newer version of this program has migrated the database."""
    revision = current_revision(connection)
    return revision is not None and revision > REVISIONS[-1]


def is_older(connection: Connection) -> bool:
    """Whether the database is too old to be migrated by this version."""
    revision = current_revision(connection)
    return revision is not None and revision < REVISIONS[0]


def is_foreign(connection: Connection) -> bool:
    """Whether the database has tables that this program has not made.

    The names are read before the revision, because another process may be migrating and commits both together.
    """
    names = set(inspect(connection).get_table_names()) - {"alembic_version"}  # a downgrade to nothing leaves this one
    revision = current_revision(connection)
    return bool(names or revision) and (revision is None or _KNOWN_TABLE not in names)


def _keep_nothing(_revision: str) -> None:
    pass


def upgrade(connection: Connection, keep_copy: Callable[[str], Path | None] = _keep_nothing) -> Upgrade:
    """Create the tables, or migrate them to the newest revision, within the connection's transaction.

    Args:
        connection: to the database, in a transaction.
        keep_copy: is called with the revision before a migration; copies the rows if it can, and returns the file.
    """
    newest = REVISIONS[-1]
    if current_revision(connection) == newest:
        return Upgrade(newest, newest)
    _lock(connection)
    before = current_revision(connection)
    if before == newest:  # another process has migrated meanwhile
        return Upgrade(newest, newest)
    if before is None:
        _create(connection)
        return Upgrade(None, newest)
    copy = keep_copy(before)
    from alembic import command  # noqa: PLC0415  # Alembic is slow to load

    if connection.dialect.name == "sqlite":
        connection.execute(text(f"PRAGMA cache_size = -{_CACHE_KILOBYTES}"))
    config = alembic_config(connection)
    command.upgrade(config, "head")
    players, people = config.attributes.get("joined", (0, 0))
    return Upgrade(before, newest, players, people, copy)


def _create(connection: Connection) -> None:
    """Create all tables as they are in the newest revision."""
    from bot.persistence.tables.every import metadata  # noqa: PLC0415  # defining all tables takes long

    metadata.create_all(connection, checkfirst=False)
    if connection.dialect.name == "postgresql":
        for numbered in (table for table in metadata.sorted_tables if "sequence" in table.columns):
            connection.execute(CreateSequence(Sequence(f"{numbered.name}_sequence")))
    _VERSION.create(connection, checkfirst=True)
    connection.execute(_VERSION.insert().values(version_num=REVISIONS[-1]))


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
