"""How the databases find the rows of a statement, as data."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, Executable, Update
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import NullType, TypeDecorator, TypeEngine

from bot.persistence.tables.every import metadata

AUTOMATIC = "automatic"
"""The index that SQLite makes for one execution of a statement, which reads the whole table for it."""

END = "first or last"
"""Stands for the columns if only one end of an index is read."""

SORTED = "rows are sorted"
"""Stands for the table where rows are not read in the order of an index."""

VALUES: Mapping[str, str] = {
    "platform": "discord",
    "workspace": "W0",
    "room": "r0",
    "player_platform": "discord",
    "player_workspace": "W0",
    "user": "U0",
    "player": "p0",
    "old_player": "p0",
}
"""Values of parameters that are in the database; the statistics of a column depend on its value."""

_LITERALS: Mapping[type, str] = {
    str: "'x'",
    int: "1",
    float: "1.0",
    bool: "TRUE",
    datetime: "TIMESTAMPTZ '2026-11-18'",
    date: "DATE '2026-11-18'",
}
_PARAMETER = re.compile(r"(?<!:):(\w+)")
_STEP = re.compile(
    r"(?P<how>SEARCH|SCAN) (?P<name>\w+)"
    r"(?: USING (?:AUTOMATIC )?(?:PARTIAL )?(?:COVERING )?(?P<kind>INDEX|INTEGER PRIMARY KEY) ?(?P<index>\w*))?"
    r"(?: ?\((?P<compared>[^)]*)\))?"
)
_COMPARED = re.compile(r"(\w+) ?(?:=|>|<|IN\b)")
_CONDITION = re.compile(r'\b(\w+)"?\)?(?:::\w+)? (?:=|<|>|<=|>=|IS)(?= )')


@dataclass(frozen=True, order=True)
class Search:
    """How rows of one table are found.

    Args:
        table: the table.
        index: the index; "rowid" for SQLite's own key, empty if the whole table is read.
        columns: the columns of the index that are compared with something; none if the whole index is read.
    """

    table: str
    index: str
    columns: tuple[str, ...]

    def __str__(self) -> str:
        if self.table == SORTED:
            return SORTED
        return f"{self.table}: {self.index or 'everything'} ({', '.join(self.columns)})"


def searches(connection: Connection, statement: Executable) -> list[Search]:
    """How the connection's database finds the rows of a statement, each way once, in alphabetical order."""
    found = _in_sqlite if connection.dialect.name == "sqlite" else _in_postgresql
    return sorted(set(found(connection, statement)))


def _in_sqlite(connection: Connection, statement: Executable) -> Iterator[Search]:
    compiled = compiled_for(SQLiteDialect_pysqlite(paramstyle="named"), statement)
    values = {name: VALUES.get(name) for name in compiled.binds}
    tables = {alias: table for table, alias in re.findall(r"\b(\w+) AS (\w+)", str(compiled))}
    for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {compiled}", values):
        if row.detail.startswith("USE TEMP B-TREE") and row.detail.endswith("ORDER BY"):
            yield Search(SORTED, "", ())
        if step := _STEP.match(row.detail):
            name = str(step["name"])
            table = tables.get(name, name)
            if table in metadata.tables:
                yield Search(table, _index_in(step), _columns_in(step))


def _index_in(step: re.Match[str]) -> str:
    if step["kind"] is None:
        return ""
    return "rowid" if step["kind"] == "INTEGER PRIMARY KEY" else step["index"] or AUTOMATIC


def _columns_in(step: re.Match[str]) -> tuple[str, ...]:
    compared = tuple(_COMPARED.findall(step["compared"] or ""))
    return compared or ((END,) if step["how"] == "SEARCH" else ())


def _in_postgresql(connection: Connection, statement: Executable) -> Iterator[Search]:
    dialect = PGDialect_asyncpg(paramstyle="named")  # type: ignore[no-untyped-call]  # SQLAlchemy's
    compiled = compiled_for(dialect, statement)
    literals = {name: _literal(name, parameter.type) for name, parameter in compiled.binds.items()}
    query = _PARAMETER.sub(lambda match: literals[match[1]], str(compiled))
    ((plan,),) = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {query}")
    yield from _of_node((json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"], "")


def _of_node(node: Mapping[str, Any], table: str) -> Iterator[Search]:
    table = node.get("Relation Name", table)
    if node["Node Type"] in {"Index Scan", "Index Only Scan", "Bitmap Index Scan", "Seq Scan"}:
        compared = _CONDITION.findall(node.get("Index Cond", ""))
        yield Search(table, node.get("Index Name", ""), tuple(dict.fromkeys(compared)))
    if node["Node Type"] in {"Sort", "Incremental Sort"}:
        yield Search(SORTED, "", ())
    for child in node.get("Plans", ()):
        yield from _of_node(child, table)


def compiled_for(dialect: Dialect, statement: Any) -> SQLCompiler:
    """A statement in a dialect; an update sets all columns but the key."""
    is_update = isinstance(statement, Update)
    changed = [column.name for column in statement.table.c if not column.primary_key] if is_update else None
    compiled = statement.compile(dialect=dialect, column_keys=changed)
    assert isinstance(compiled, SQLCompiler)
    return compiled


def _literal(name: str, kind: TypeEngine[Any]) -> str:
    """A value of a parameter."""
    if name in VALUES:
        return f"'{VALUES[name]}'"
    if isinstance(kind, NullType):
        return "NULL"
    return _LITERALS[(kind.impl_instance if isinstance(kind, TypeDecorator) else kind).python_type]
