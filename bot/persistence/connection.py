"""How repositories execute statements and how units of work begin and end, whatever the database."""

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

    Statements are built once, at module level, with `bindparam`; an `INSERT` or `UPDATE` sets the columns that the
    parameters name. A statement is compiled at its first execution, so one that is built for each execution costs
    far more.
    """

    dialect: Dialect

    async def execute(self, statement: Executable, parameters: Parameters | None = None) -> int:
        """Execute a statement that returns no rows; the number of rows it changed."""
        ...

    async def execute_many(self, statement: Executable, parameters: Sequence[Parameters]) -> None:
        """Execute a statement once for each set of parameters, of which there is at least one."""
        for one in parameters:
            await self.execute(statement, one)

    async def fetch_one(self, statement: Executable, parameters: Parameters | None = None) -> Row | None:
        """The first row that a statement returns, None if it returns none."""
        rows = await self.fetch_all(statement, parameters)
        return rows[0] if rows else None

    async def fetch_all(self, statement: Executable, parameters: Parameters | None = None) -> Sequence[Row]:
        """Every row that a statement returns."""
        ...


class Transaction(Protocol):
    """What a unit of work runs in."""

    async def begin(self) -> Connection:
        """Begin; if this fails, there is nothing to end."""
        ...

    async def commit(self) -> None:
        """Commit; once this returns, the changes survive the end of the process."""
        ...

    async def end(self, error: BaseException | None) -> None:
        """Roll back unless it was committed. `error` is why the unit of work ends early, None if it does not."""
        ...
