"""Inserts that know about conflicts, which each database spells for itself."""

from sqlalchemy import Insert, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


def insert_new(connection: AsyncConnection, table: Table) -> Insert:
    """An insert that does nothing where a unique index has the row already."""
    return dialect_insert(connection, table).on_conflict_do_nothing()


def dialect_insert(connection: AsyncConnection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insert whose conflicts can be dealt with."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)
