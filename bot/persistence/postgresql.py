"""PostgreSQL: its pool of connections and their limits."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import URL, Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from typing_extensions import override

from bot.persistence.backend import Backend
from bot.persistence.connection import EngineTransaction, Transaction
from bot.services.ports import Access


class PostgresqlBackend(Backend):
    """A PostgreSQL server, reached with asyncpg."""

    def __init__(self, url: URL) -> None:
        self.url = url.set(drivername="postgresql+asyncpg")
        # Parameters are left out of errors, and so of logs, because they include secrets.
        self._engine = create_async_engine(self.url, pool_pre_ping=True, hide_parameters=True)
        event.listen(self._engine.sync_engine, "handle_error", _hide_row)

    @property
    @override
    def engine(self) -> AsyncEngine:
        return self._engine

    @override
    def transaction(self, access: Access) -> Transaction:
        return EngineTransaction(self._engine)

    @override
    async def run(self, work: Callable[[Connection], Any]) -> Any:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    @override
    async def close(self) -> None:
        await self._engine.dispose()


def _hide_row(context: Any) -> None:  # noqa: ANN401  # SQLAlchemy's signature
    """Remove the detail of a PostgreSQL error: it quotes the row, which may hold a secret."""
    driver_error = context.original_exception.__cause__
    if getattr(driver_error, "detail", None):
        driver_error.detail = None
