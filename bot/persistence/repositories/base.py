"""What all repositories share: the connection, and statements that the databases write differently."""

import json
import secrets
from collections.abc import Iterable
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FunctionElement,
    Select,
    String,
    Table,
    bindparam,
    column,
    func,
    literal_column,
    select,
)
from sqlalchemy.exc import NoResultFound
from sqlalchemy.ext.compiler import compiles

from bot.persistence.connection import Connection, Parameters, Row
from bot.persistence.upserts import insert_if_new, upsert


class Repository:
    """Base of the repositories. Every statement runs in the transaction of one unit of work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def _row(self, query: Select[Any], parameters: Parameters) -> Row:
        """The first row of a query.

        Raises:
            NoResultFound: there is none.
        """
        row = await self._connection.fetch_one(query, parameters)
        if row is None:
            raise NoResultFound
        return row

    async def _insert_if_new(self, table: Table, **values: object) -> bool:
        """Insert a row unless that violates a unique index; returns whether it was inserted."""
        return await self._connection.execute(insert_if_new(table, self._connection.dialect), values) == 1

    async def _upsert(self, table: Table, **values: object) -> None:
        """Insert a row, or replace the one with the same primary key."""
        await self._connection.execute(upsert(table, self._connection.dialect, tuple(values)), values)


def unindexed(column: ColumnElement[Any]) -> ColumnElement[str]:
    """The value of a column, in a form that no index has.

    A condition on it does not decide how rows are found. Where another condition leaves fewer rows, this keeps planners
    from guessing otherwise.
    """
    return func.coalesce(column, literal_column("''"))


def new_id() -> str:
    """A new random id of a room or player."""
    return secrets.token_hex(8)


class _JsonTexts(FunctionElement[str]):
    """The texts of an array in JSON, as rows."""

    name = "json_texts"
    inherit_cache = True


def any_of(parameter: str) -> Select[str]:
    """A query for the texts in a parameter, for `column.in_`. The value of the parameter is made by `texts`.

    A parameter for each text would need another statement for each number of texts, and that number is limited.
    """
    return select(_JsonTexts(bindparam(parameter)).table_valued(column("value", String)).c.value)


def texts(values: Iterable[str]) -> str:
    """The value of the parameter of `any_of`."""
    return json.dumps(list(values))


@compiles(_JsonTexts, "sqlite")
def _in_sqlite(element: _JsonTexts, compiler: Any, **options: Any) -> str:  # noqa: ANN401  # SQLAlchemy's signature
    return f"json_each({compiler.process(element.clauses, **options)})"


@compiles(_JsonTexts, "postgresql")
def _in_postgresql(element: _JsonTexts, compiler: Any, **options: Any) -> str:  # noqa: ANN401  # SQLAlchemy's signature
    return f"json_array_elements_text(CAST({compiler.process(element.clauses, **options)} AS json))"
