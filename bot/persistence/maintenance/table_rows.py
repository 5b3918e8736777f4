"""Reading whole tables in pages, and checksums of their rows that do not depend on the kind of database."""

import hashlib
from collections.abc import AsyncIterator, Sequence
from functools import cache
from typing import NamedTuple

from sqlalchemy import Executable, Integer, Table, bindparam, column, func, make_url, select, tuple_
from sqlalchemy import table as sqlalchemy_table
from sqlalchemy.exc import DBAPIError

from bot.model.errors import StorageError, StorageForeign
from bot.persistence.connection import Connection, Row
from bot.persistence.errors import as_storage_error

PAGE_ROWS = 2000

_CHECKSUM_BYTES = 16

_REVISION: Executable = select(column("version_num")).select_from(sqlalchemy_table("alembic_version"))


class Summary(NamedTuple):
    """The rows of a table.

    Args:
        rows: the number of rows.
        checksum: the sum of the BLAKE2b hashes of all rows, modulo 2^128. It does not depend on their order.
    """

    rows: int = 0
    checksum: int = 0

    def plus(self, rows: Sequence[Row]) -> "Summary":
        """The summary with more rows."""
        hashes = (hashlib.blake2b(repr(tuple(row)).encode(), digest_size=_CHECKSUM_BYTES).digest() for row in rows)
        total = self.checksum + sum(int.from_bytes(digest) for digest in hashes)
        return Summary(self.rows + len(rows), total % 2 ** (8 * _CHECKSUM_BYTES))


async def pages(
    connection: Connection, table: Table, after: Sequence[object] | None = None
) -> AsyncIterator[list[Row]]:
    """The rows of a table in the order of its primary key, `PAGE_ROWS` at a time.

    Args:
        connection: a connection within a transaction.
        table: a table with a primary key.
        after: the key of the row after which to begin, None to begin with the first row.
    """
    while True:
        parameters: dict[str, object] = {"rows": PAGE_ROWS}
        if after is not None:
            parameters |= {f"key{number}": value for number, value in enumerate(after)}
        rows = list(await connection.fetch_all(_page(table, is_first=after is None), parameters))
        if rows:
            yield rows
        if len(rows) < PAGE_ROWS:
            return
        after = key_of(table, rows[-1])


def key_of(table: Table, row: Row) -> list[object]:
    """The primary key of a row."""
    return [getattr(row, column.key) for column in table.primary_key]


async def revision_of(connection: Connection, where: str) -> str | None:
    """The revision of the tables at `where`.

    Raises:
        StorageForeign: the database does not belong to this program.
    """
    try:
        row = await connection.fetch_one(_REVISION)
    except DBAPIError as error:
        if isinstance(as_storage_error(error, make_url("sqlite://")), StorageError):
            raise
        raise StorageForeign(where) from error  # there is no such table
    return row.version_num if row else None


async def count(connection: Connection, table: Table) -> int:
    """The number of rows of a table."""
    row = await connection.fetch_one(_count(table))
    return int(row.rows) if row else 0


@cache
def _count(table: Table) -> Executable:
    return select(func.count().label("rows")).select_from(table)


@cache
def _page(table: Table, *, is_first: bool) -> Executable:
    key = list(table.primary_key)
    statement = select(table).order_by(*key).limit(bindparam("rows", type_=Integer))
    if is_first:
        return statement
    last = tuple_(*(bindparam(f"key{number}", type_=column.type) for number, column in enumerate(key)))
    return statement.where(tuple_(*key) > last)
