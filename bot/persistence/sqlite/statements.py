"""SQLAlchemy Core statements for sqlite3, each compiled once.

Executing a statement through SQLAlchemy's own connection costs about 20 microseconds even if it was compiled before,
through its asynchronous engine 350; with this module it costs about 5. A guess executes about ten.
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from sqlalchemy import ClauseElement, Executable
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.sql.compiler import SQLCompiler

from bot.persistence.connection import Parameters, Row

Converter: TypeAlias = Callable[[Any], Any]

MAX_STATEMENTS = 500
"""How many compiled statements are kept: many more than this program has."""

_DIALECT = SQLiteDialect_pysqlite(paramstyle="named")


@dataclass(frozen=True, slots=True)
class CompiledStatement:
    """A statement as sqlite3 executes it.

    Args:
        sql: its text, with named parameters.
        constants: the parameters that are part of the statement, as sqlite3 stores them.
        binders: convert the values of parameters to what sqlite3 stores, by the parameter's name.
        readers: convert stored values of the result, by the column's position.
        make_row: makes a named tuple of a row's values.
    """

    sql: str
    constants: Parameters
    binders: tuple[tuple[str, Converter], ...]
    readers: tuple[tuple[int, Converter], ...]
    make_row: Callable[[Iterable[Any]], Row]

    def bind(self, parameters: Parameters) -> dict[str, Any]:
        """The parameters as sqlite3 stores them."""
        bound = {**self.constants, **parameters}
        for name, convert in self.binders:
            if name in parameters:
                bound[name] = convert(parameters[name])
        return bound

    def row(self, stored: Sequence[Any]) -> Row:
        """A row of the result, from the values that sqlite3 read."""
        if not self.readers:
            return self.make_row(stored)
        values = list(stored)
        for position, convert in self.readers:
            values[position] = convert(values[position])
        return self.make_row(values)


def compiled(statement: Executable, parameters: Parameters | None) -> CompiledStatement:
    """A statement, compiled for the columns and parameters that are named; the first call for each compiles it."""
    return _compile(statement, tuple(parameters) if parameters else ())


@lru_cache(MAX_STATEMENTS)
def _compile(statement: Executable, names: tuple[str, ...]) -> CompiledStatement:
    if not isinstance(statement, ClauseElement):
        raise TypeError(statement)
    text = statement.compile(dialect=_DIALECT, column_keys=list(names) or None)
    if not isinstance(text, SQLCompiler) or text.post_compile_params:
        raise TypeError(statement)  # its text would depend on the parameters
    binders = {
        name: binder
        for name, parameter in text.binds.items()
        if (binder := parameter.type.dialect_impl(_DIALECT).bind_processor(_DIALECT))
    }
    columns = list(getattr(statement, "exported_columns", ()))  # as all that return rows have
    return CompiledStatement(
        sql=str(text),
        constants={
            name: binders[name](value) if name in binders else value
            for name, value in text.params.items()
            if name not in names
        },
        binders=tuple((name, binder) for name, binder in binders.items() if name in names),
        readers=tuple(
            (position, reader)
            for position, column in enumerate(columns)
            if (reader := column.type.dialect_impl(_DIALECT).result_processor(_DIALECT, None))
        ),
        make_row=_row_type([column.key for column in columns]),
    )


def _row_type(names: Sequence[str]) -> Callable[[Iterable[Any]], Row]:
    make: Callable[[Iterable[Any]], Row] = namedtuple("Row", names)._make  # type: ignore[attr-defined]  # noqa: PYI024  # made at run time
    return make
