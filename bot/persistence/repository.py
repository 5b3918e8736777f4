"""What all repositories share: the connection, and statements that the databases write differently."""

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Boolean, Column, FunctionElement, Select, Table, bindparam
from sqlalchemy.exc import NoResultFound
from sqlalchemy.ext.compiler import compiles

from bot.persistence.connection import Connection, Parameters, Row
from bot.persistence.upserts import add_if_new, replace


class Repository:
    """Base of the repositories. Every statement runs in the transaction of one unit of work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def _row(self, query: Select[Any], parameters: Parameters) -> Row:
        """The row of a query that finds one."""
        row = await self._connection.fetch_one(query, parameters)
        if row is None:
            raise NoResultFound
        return row

    async def _insert_if_new(self, table: Table, **values: object) -> bool:
        """Insert a row unless a unique index refuses it; whether it was inserted."""
        return await self._connection.execute(add_if_new(table, self._connection.dialect), values) == 1

    async def _upsert(self, table: Table, **values: object) -> None:
        """Insert a row, or replace the one with the same primary key."""
        await self._connection.execute(replace(table, self._connection.dialect, tuple(values)), values)


class IsOneOf(FunctionElement[bool]):
    """Whether a text column has one of the values in a parameter that `texts` made.

    `IN` would need one parameter for each value, whose number is limited, and a statement for each number of them.

    Args:
        column: to compare.
        parameter: the name of the parameter.
    """

    type = Boolean()
    inherit_cache = True

    def __init__(self, column: Column[Any], parameter: str) -> None:
        super().__init__(column, bindparam(parameter))


def texts(values: Iterable[str]) -> str:
    """The value of a parameter of `IsOneOf`."""
    return json.dumps(list(values))


@compiles(IsOneOf, "sqlite")
def _in_sqlite(element: IsOneOf, compiler: Any, **options: Any) -> str:  # noqa: ANN401  # SQLAlchemy's signature
    column, values = (compiler.process(clause, **options) for clause in element.clauses)
    return f"{column} IN (SELECT value FROM json_each({values}))"  # noqa: S608  # both are compiled


@compiles(IsOneOf, "postgresql")
def _in_postgresql(element: IsOneOf, compiler: Any, **options: Any) -> str:  # noqa: ANN401  # SQLAlchemy's signature
    column, values = (compiler.process(clause, **options) for clause in element.clauses)
    return f"{column} = ANY (ARRAY(SELECT json_array_elements_text(CAST({values} AS json))))"
