"""The interfaces by which repositories execute statements, and units of work begin and end, on any database."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias

from sqlalchemy import Executable

Dialect: TypeAlias = Literal["sqlite", "postgresql"]

Parameters: TypeAlias = Mapping[str, Any]
"""The values of a statement's bound parameters, by name."""

Row: TypeAlias = Any
"""One row of a result: a named tuple of its columns."""


class Connection(Protocol):
    """A connection within a transaction.

    Build statements once, at module level, with `bindparam`, because each is compiled at its first execution. An
    `INSERT` or `UPDATE` sets the columns that the parameters name.
    """

    dialect: Dialect

    async def execute(self, statement: Executable, parameters: Parameters | None = None) -> int:
        """Execute a statement that returns no rows; returns the number of rows that it changed."""

    async def execute_all(self, statements: Sequence[Executable], parameters: Parameters) -> None:
        """Execute statements that return no rows, in this order and with the same parameters."""
        for statement in statements:
            await self.execute(statement, parameters)

    async def execute_many(self, statement: Executable, parameters: Sequence[Parameters]) -> None:
        """Execute a statement once for each set of parameters. There must be at least one."""
        for one in parameters:
            await self.execute(statement, one)

    async def fetch_one(self, statement: Executable, parameters: Parameters | None = None) -> Row | None:
        """The first row that a statement returns, None if it returns none."""
        rows = await self.fetch_all(statement, parameters)
        return rows[0] if rows else None

    async def fetch_all(self, statement: Executable, parameters: Parameters | None = None) -> Sequence[Row]:
        """Every row that a statement returns."""


class Transaction(Protocol):
    """The transaction of a unit of work."""

    async def begin(self) -> Connection:
        """Begin the transaction. If this fails, `end` must not be called."""

    async def commit(self) -> None:
        """Commit. Once this returns, the changes survive the end of the process."""

    async def end(self, error: BaseException | None) -> None:
        """Roll back unless the transaction was committed. `error` is the error that ended the unit of work, if any."""
