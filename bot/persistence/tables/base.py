"""What all tables share: their metadata, times in UTC, and indexes with a condition."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, DateTime, Dialect, Index, MetaData, TextClause, TypeDecorator, and_
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.schema import CreateIndex
from sqlalchemy.sql.compiler import DDLCompiler
from typing_extensions import override

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class UtcDateTime(TypeDecorator[datetime]):
    """A time, stored and read in UTC. SQLite does not store time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    @override
    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # SQLAlchemy's signature
        return value.astimezone(UTC) if value else None

    @override
    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:  # SQLAlchemy's signature
        if not isinstance(value, datetime):
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def partial_index(
    name: str, *columns: ColumnElement[Any], where: ColumnElement[Any] | TextClause, unique: bool = False
) -> Index:
    """An index of the rows that meet a condition.

    The condition is in the index's `info`. The options that SQLAlchemy has for it would import PostgreSQL's dialect for
    an SQLite file, too.
    """
    return Index(name, *columns, unique=unique, info={"where": where})


@compiles(CreateIndex)
def _create_index(create: CreateIndex, compiler: DDLCompiler, **options: Any) -> str:  # noqa: ANN401  # SQLAlchemy's own
    """The statement that creates an index, with the condition of `partial_index`."""
    statement: str = compiler.visit_create_index(create, **options)  # type: ignore[no-untyped-call]
    if (where := create.element.info.get("where")) is None:
        return statement
    condition = compiler.sql_compiler.process(and_(where), include_table=False, literal_binds=True)
    return f"{statement} WHERE {condition}"
