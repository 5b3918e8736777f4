"""Statements that insert a row, or handle its conflict with a stored one. Each is built once.

The databases use the same syntax, but SQLAlchemy has a function for each. Only the dialect in use is imported.
"""

from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import BigInteger, FunctionElement, Table, func, select
from sqlalchemy.ext.compiler import compiles

from bot.persistence.connection import Dialect

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite

_Insert: TypeAlias = "postgresql.Insert | sqlite.Insert"


@cache
def insert_if_new(table: Table, dialect: Dialect) -> "_Insert":
    """Insert a row, or do nothing if it violates a unique index."""
    return _insert(table, dialect).on_conflict_do_nothing()


@cache
def insert_numbered_if_new(table: Table, dialect: Dialect) -> "_Insert":
    """Like `insert_if_new`, for a table with a column `sequence`, which gets the next number."""
    return insert_if_new(table, dialect).values(sequence=NextNumber(table))


@cache
def upsert(table: Table, dialect: Dialect, columns: tuple[str, ...]) -> "_Insert":
    """Insert a row with these columns, or set them in the stored row with the same primary key."""
    statement, keys = _insert(table, dialect), table.primary_key.columns
    changed = {name: statement.excluded[name] for name in columns if name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=changed)


@cache
def upsert_sums(table: Table, dialect: Dialect, columns: tuple[str, ...]) -> "_Insert":
    """Insert a whole row, or add its values in these columns to the stored row with the same primary key."""
    statement = _insert(table, dialect)
    changed = {name: table.c[name] + statement.excluded[name] for name in columns}
    return statement.on_conflict_do_update(index_elements=table.primary_key.columns, set_=changed)


def _insert(table: Table, dialect: Dialect) -> "_Insert":
    if dialect == "postgresql":
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415  # loads this dialect only

        return postgresql.insert(table)
    from sqlalchemy.dialects import sqlite  # noqa: PLC0415  # loads this dialect only

    return sqlite.insert(table)


class NextNumber(FunctionElement[int]):
    """The next number of a table's column `sequence`. It does not depend on a clock."""

    type = BigInteger()
    inherit_cache = True

    def __init__(self, table: Table) -> None:
        self.table = table
        super().__init__(select(func.coalesce(func.max(table.c.sequence), 0) + 1).scalar_subquery())


@compiles(NextNumber)
def _maximum(element: NextNumber, compiler: Any, **options: Any) -> str:  # noqa: ANN401  # SQLAlchemy's signature
    """SQLite has one writer, so no other transaction gets the same number."""
    return str(compiler.process(element.clauses, **options))


@compiles(NextNumber, "postgresql")
def _sequence(element: NextNumber, compiler: Any, **options: Any) -> str:  # noqa: ANN401, ARG001  # SQLAlchemy's signature
    return f"nextval('{element.table.name}_sequence')"
