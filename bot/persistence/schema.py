"""Which revision of the tables a database has, told without loading Alembic."""

from sqlalchemy import Connection, column, inspect, select, table, text

from bot.persistence.slack_tables import metadata

REVISIONS = ("0001", "0002", "0003", "0004", "0005")
"""Every revision in `migrations/versions`, oldest first; a test compares the two."""

_TABLES = frozenset(metadata.tables)

_MIGRATION_LOCK = 7_474_001
"""Any number, but the same in every process."""


def current_revision(connection: Connection) -> str | None:
    """The revision the database is at, None if it has none of our tables."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.scalar(select(column("version_num")).select_from(table("alembic_version")))


def is_newer(connection: Connection) -> bool:
    """Whether a version of this program that we do not know has migrated it."""
    revision = current_revision(connection)
    return revision is not None and revision not in REVISIONS


def is_foreign(connection: Connection) -> bool:
    """Whether it has tables called like ours that no migration of ours made.

    The tables are looked at first: another process may be migrating, and commits them together with their revision.
    """
    return not _TABLES.isdisjoint(inspect(connection).get_table_names()) and current_revision(connection) is None


def is_up_to_date(connection: Connection) -> bool:
    """Whether there is nothing to migrate; where there is, others are kept from migrating until the transaction ends.

    SQLite's transaction holds the whole file already.
    """
    if current_revision(connection) == REVISIONS[-1]:
        return True
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATION_LOCK})
    return current_revision(connection) == REVISIONS[-1]
