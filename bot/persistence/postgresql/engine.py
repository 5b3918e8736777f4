"""Connections and transactions of SQLAlchemy's asynchronous engine.

It is imported only where it is used, because it takes long to import and is rarely needed with a SQLite file.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import CursorResult, Executable
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from typing_extensions import override

from bot.persistence.connection import Connection, Dialect, Parameters, Row, Transaction


class EngineConnection(Connection):
    """A connection of SQLAlchemy's asynchronous engine."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._is_new = True
        self.dialect: Dialect = "sqlite" if connection.dialect.name == "sqlite" else "postgresql"

    @override
    async def execute(self, statement: Executable, parameters: Parameters | None = None) -> int:
        return (await self._result(statement, parameters)).rowcount

    @override
    async def execute_many(self, statement: Executable, parameters: Sequence[Parameters]) -> None:
        await self._result(statement, parameters)

    @override
    async def fetch_one(self, statement: Executable, parameters: Parameters | None = None) -> Row | None:
        return (await self._result(statement, parameters)).first()

    @override
    async def fetch_all(self, statement: Executable, parameters: Parameters | None = None) -> Sequence[Row]:
        return (await self._result(statement, parameters)).all()

    async def _result(
        self, statement: Executable, parameters: Parameters | Sequence[Parameters] | None
    ) -> CursorResult[Any]:
        """Execute a statement. If the connection was lost before the first one, execute it on another connection."""
        is_first, self._is_new = self._is_new, False
        try:
            return await self._connection.execute(statement, parameters)
        except DBAPIError as error:
            if not (is_first and error.connection_invalidated):
                raise
        await self._connection.rollback()
        await self._connection.begin()
        return await self._connection.execute(statement, parameters)


class EngineTransaction(Transaction):
    """A transaction on a connection of an engine's pool."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._connection = engine.connect()

    @override
    async def begin(self) -> Connection:
        connection = await self._connection.start()
        try:
            await connection.begin()
        except BaseException:
            await connection.close()
            raise
        return EngineConnection(connection)

    @override
    async def commit(self) -> None:
        await self._connection.commit()

    @override
    async def end(self, error: BaseException | None) -> None:
        if _has_timed_out(error):  # a rollback would wait just as long
            await self._connection.invalidate()
        await self._connection.close()


def _has_timed_out(error: BaseException | None) -> bool:
    """Whether the server did not respond in time."""
    return isinstance(error, TimeoutError) or (isinstance(error, DBAPIError) and isinstance(error.orig, TimeoutError))
