"""What repositories are built on: connections and transactions of any database, and statements for all of them."""

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.compiler import compiles
from typing_extensions import override

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite

Dialect: TypeAlias = Literal["sqlite", "postgresql"]

Parameters: TypeAlias = Mapping[str, Any]
"""The values of a statement's bound parameters, by name."""

Row: TypeAlias = Any
"""One row of a result: a named tuple of its columns."""

Values: TypeAlias = dict[str, Any]
"""The values of a row by column."""


class Connection(Protocol):
    """A connection within a transaction.

    Build statements once, at module level, with `bindparam`, because each is compiled at its first execution. An
    `INSERT` or `UPDATE` sets the columns that the parameters name.
    """

    dialect: Dialect

    async def execute(self, statement: sa.Executable, parameters: Parameters | None = None) -> int:
        """Execute a statement that returns no rows; returns the number of rows that it changed."""

    async def execute_all(self, statements: Sequence[sa.Executable], parameters: Parameters) -> None:
        """Execute statements that return no rows, in this order and with the same parameters."""
        for statement in statements:
            await self.execute(statement, parameters)

    async def execute_many(self, statement: sa.Executable, parameters: Sequence[Parameters]) -> None:
        """Execute a statement once for each set of parameters. There must be at least one."""
        for one in parameters:
            await self.execute(statement, one)

    async def fetch_one(self, statement: sa.Executable, parameters: Parameters | None = None) -> Row | None:
        """The first row that a statement returns, None if it returns none."""
        rows = await self.fetch_all(statement, parameters)
        return rows[0] if rows else None

    async def fetch_all(self, statement: sa.Executable, parameters: Parameters | None = None) -> Sequence[Row]:
        """Every row that a statement returns."""


class Transaction(Protocol):
    """The transaction of a unit of work, which has begun.

    Attributes:
        connection: executes its statements.
    """

    connection: Connection

    async def commit(self) -> None:
        """Commit. Once this returns, the changes survive the end of the process."""


TransactionContext: TypeAlias = AbstractAsyncContextManager[Transaction]
"""Begins a transaction, and rolls it back at the end of the block unless it was committed."""


@dataclass(slots=True)
class ReadTransaction(Transaction):
    """A transaction that changes nothing."""

    connection: Connection

    @override
    async def commit(self) -> None:
        """There is nothing to commit."""


@dataclass(eq=False)
class Repository:
    """Base of the repositories. Every statement runs in the transaction of one unit of work."""

    _connection: Connection

    async def _row(self, query: sa.Select[Any], parameters: Parameters) -> Row:
        """The first row of a query.

        Raises:
            NoResultFound: there is none.
        """
        row = await self._connection.fetch_one(query, parameters)
        if row is None:
            raise sa.exc.NoResultFound
        return row

    async def _insert_if_new(self, table: sa.Table, **values: object) -> bool:
        """Insert a row unless that violates a unique index; returns whether it was inserted."""
        return await self._connection.execute(insert_if_new(table, self._connection.dialect), values) == 1

    async def _upsert(self, table: sa.Table, **values: object) -> None:
        """Insert a row, or replace the one with the same primary key."""
        await self._connection.execute(upsert(table, self._connection.dialect, tuple(values)), values)

    async def _due(
        self, queries: Mapping[str, sa.Select[Any]], now: datetime, latest_plausible: datetime, most: int
    ) -> Sequence[Row]:
        """At most about `most` rows that `queries_for_due_rows` find, those that have waited longest first."""
        limits = {"now": now, "latest": latest_plausible, "most": most}
        return [row for query in queries.values() for row in await self._connection.fetch_all(query, limits)]


_Insert: TypeAlias = "postgresql.Insert | sqlite.Insert"


@cache
def insert_if_new(table: sa.Table, dialect: Dialect) -> "_Insert":
    """Insert a row, or do nothing if it violates a unique index. A column `sequence` gets the next number."""
    statement = _insert(table, dialect).on_conflict_do_nothing()
    return statement.values(sequence=NextNumberExpression(table)) if "sequence" in table.c else statement


@cache
def upsert(table: sa.Table, dialect: Dialect, columns: tuple[str, ...]) -> "_Insert":
    """Insert a row with these columns, or set them in the stored row with the same primary key."""
    statement, keys = _insert(table, dialect), table.primary_key.columns
    changed = {name: statement.excluded[name] for name in columns if name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=changed)


@cache
def upsert_sums(table: sa.Table, dialect: Dialect, columns: tuple[str, ...]) -> "_Insert":
    """Insert a whole row, or add its values in these columns to the stored row with the same primary key."""
    statement = _insert(table, dialect)
    changed = {name: table.c[name] + statement.excluded[name] for name in columns}
    return statement.on_conflict_do_update(index_elements=table.primary_key.columns, set_=changed)


def _insert(table: sa.Table, dialect: Dialect) -> "_Insert":
    if dialect == "postgresql":
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415  # loads this dialect only

        return postgresql.insert(table)
    from sqlalchemy.dialects import sqlite  # noqa: PLC0415  # loads this dialect only

    return sqlite.insert(table)


class NextNumberExpression(sa.FunctionElement[int]):
    """The next number of a table's column `sequence`. It does not depend on a clock."""

    type = sa.BigInteger()
    inherit_cache = True

    def __init__(self, table: sa.Table) -> None:
        self.table = table
        super().__init__(sa.select(sa.func.coalesce(sa.func.max(table.c.sequence), 0) + 1).scalar_subquery())


@compiles(NextNumberExpression)
def _maximum(element: NextNumberExpression, compiler: Any, **options: Any) -> str:  # noqa: ANN401  # SQLAlchemy's signature
    """The next number on SQLite, where no other transaction gets the same number because there is one writer."""
    return str(compiler.process(element.clauses, **options))


@compiles(NextNumberExpression, "postgresql")
def _sequence(element: NextNumberExpression, compiler: Any, **options: Any) -> str:  # noqa: ANN401, ARG001  # SQLAlchemy's signature
    return f"nextval('{element.table.name}_sequence')"


def queries_for_due_rows(rows: sa.Select[Any], time: sa.ColumnElement[Any]) -> Mapping[str, sa.Select[Any]]:
    """The queries for rows that are due, at most `most` each: those due before `now`, and those due after `latest`.

    The latter are included because their time was stored by a wrong clock.
    """
    some = rows.limit(sa.bindparam("most"))
    return {
        "now": some.where(time <= sa.bindparam("now")).order_by(time.asc()),
        "latest": some.where(time > sa.bindparam("latest")).order_by(time.desc()),
    }


def without_index(column: sa.ColumnElement[Any]) -> sa.ColumnElement[str]:
    """The value of a column, in a form that no index has.

    A condition on it cannot use an index. This makes planners use the index of another condition, which leaves fewer
    rows.
    """
    return sa.func.coalesce(column, sa.literal_column("''"))


def new_id() -> str:
    """A new random id of a room or player."""
    return secrets.token_hex(8)


class _JsonArray(sa.FunctionElement[str]):
    """The texts of a JSON array as rows."""

    name = "json_texts"
    inherit_cache = True


def texts_in_parameter(parameter: str) -> sa.Select[str]:
    """A query for the texts in a parameter, for `column.in_`. Make its value with `json_array`.

    A parameter for each text would need another statement for each number of texts, and that number is limited.
    """
    return sa.select(_JsonArray(sa.bindparam(parameter)).table_valued(sa.column("value", sa.String)).c.value)


def json_array(values: Iterable[str]) -> str:
    """Texts as a JSON array, the value of the parameter of `texts_in_parameter`."""
    return json.dumps(list(values))


@compiles(_JsonArray, "sqlite")
def _in_sqlite(element: _JsonArray, compiler: Any, **options: Any) -> str:  # noqa: ANN401  # SQLAlchemy's signature
    return f"json_each({compiler.process(element.clauses, **options)})"


@compiles(_JsonArray, "postgresql")
def _in_postgresql(element: _JsonArray, compiler: Any, **options: Any) -> str:  # noqa: ANN401  # SQLAlchemy's signature
    return f"json_array_elements_text(CAST({compiler.process(element.clauses, **options)} AS json))"
