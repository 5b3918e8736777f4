"""What all tables share: their metadata, times in UTC, and indexes with a condition."""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import DDLCompiler
from typing_extensions import override

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class UtcDateTime(sa.TypeDecorator[datetime]):
    """A time, stored and read in UTC. SQLite does not store time zones."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    @override
    def process_bind_param(
        self, value: datetime | None, dialect: sa.Dialect
    ) -> datetime | None:  # SQLAlchemy's signature
        return value.astimezone(UTC) if value else None

    @override
    def process_result_value(self, value: Any | None, dialect: sa.Dialect) -> datetime | None:  # SQLAlchemy's signature
        if not isinstance(value, datetime):
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def partial_index(
    name: str, *columns: sa.ColumnElement[Any], where: sa.ColumnElement[Any] | sa.TextClause, unique: bool = False
) -> sa.Index:
    """An index of the rows that meet a condition.

    The condition is in the index's `info`. The options that SQLAlchemy has for it would import PostgreSQL's dialect for
    an SQLite file, too.
    """
    return sa.Index(name, *columns, unique=unique, info={"where": where})


@compiles(sa.schema.CreateIndex)
def _create_index(create: sa.schema.CreateIndex, compiler: DDLCompiler, **options: Any) -> str:  # noqa: ANN401  # SQLAlchemy's own
    """The statement that creates an index, with the condition of `partial_index`."""
    statement: str = compiler.visit_create_index(create, **options)  # type: ignore[no-untyped-call]
    if (where := create.element.info.get("where")) is None:
        return statement
    condition = compiler.sql_compiler.process(sa.and_(where), include_table=False, literal_binds=True)
    return f"{statement} WHERE {condition}"
