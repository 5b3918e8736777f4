"""Opening a database: its address, its engine and its tables."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from sqlalchemy import URL, event, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.persistence.errors import as_storage_error, location_of, without_password
from bot.persistence.schema import REVISIONS, current_revision, is_foreign, is_newer, upgrade
from bot.persistence.sqlite import configure, open_sqlite
from bot.persistence.unit_of_work import SqlUnitOfWork
from bot.services.errors import StorageBroken, StorageNewer, StorageUnreachable

BUSY_SECONDS = 5.0
"""How long to wait for a lock of another process. Slack is acknowledged, and Discord told to wait, long before."""

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}

# At DEBUG, aiosqlite logs every statement with its parameters, which include secrets.
logging.getLogger("aiosqlite").setLevel(logging.INFO)


def default_url() -> str:
    """The address of an SQLite file in the user's data folder."""
    return f"sqlite:///{user_data_path('hitblow', appauthor=False)}/hitblow.db"


class Database:
    """A database. `prepare` must be called before the first unit of work.

    Args:
        url: `sqlite:///FILE`, just `FILE`, or `postgresql://...`; a driver in it is ignored.

    Raises:
        StorageUnreachable: the address is not valid.
    """

    def __init__(self, url: str) -> None:
        try:
            parsed = make_url(url if "://" in url else f"sqlite:///{url}")
            self._url = parsed.set(drivername=_DRIVERS[parsed.get_backend_name()])
            self._engine = _make_engine(self._url)
        except (SQLAlchemyError, KeyError, TypeError, ValueError, ImportError) as error:
            raise StorageUnreachable(without_password(url)) from error

    @property
    def engine(self) -> AsyncEngine:
        """The engine, for libraries with repositories of their own."""
        return self._engine

    def unit(self) -> SqlUnitOfWork:
        """A new unit of work."""
        return SqlUnitOfWork(self._engine)

    async def prepare(self) -> None:
        """Create or migrate the tables; several processes may do so at once.

        Raises:
            StorageError: the database cannot be used.
        """
        await self.run(upgrade)

    async def upgrade(self) -> tuple[str | None, str]:
        """Migrate the tables; the revisions before (None for an empty database) and after.

        Raises:
            StorageError: the database cannot be used.
        """
        before = await self.run(current_revision)
        await self.prepare()
        return before, REVISIONS[-1]

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()

    async def run(self, work: Callable[[Any], Any]) -> Any:  # noqa: ANN401  # run_sync's own type
        """Run a function with a connection, in one transaction.

        Raises:
            StorageError: the database cannot be used.
        """
        try:
            _make_folder(self._url)
            async with self._engine.begin() as connection:
                if await connection.run_sync(is_newer):
                    raise StorageNewer(location_of(self._url))
                if await connection.run_sync(is_foreign):
                    raise StorageBroken(location_of(self._url))
                return await connection.run_sync(work)
        except (SQLAlchemyError, OSError) as error:
            raise as_storage_error(error, self._url) from error


def _make_engine(url: URL) -> AsyncEngine:
    # Parameters are left out of errors, and so of logs, because they include secrets.
    if url.get_backend_name() != "sqlite":
        engine = create_async_engine(url, pool_pre_ping=True, hide_parameters=True)
        event.listen(engine.sync_engine, "handle_error", _hide_row)
        return engine
    # SQLite has one writer at a time. With one connection, units of work queue in the pool, in order; only other
    # processes are waited for by SQLite's polling.
    arguments: dict[str, Any] = {} if "timeout" in url.query else {"timeout": BUSY_SECONDS}
    arguments["async_creator_fn"] = open_sqlite
    engine = create_async_engine(url, connect_args=arguments, pool_size=1, max_overflow=0, hide_parameters=True)
    configure(engine)
    return engine


def _hide_row(context: Any) -> None:  # noqa: ANN401  # SQLAlchemy's signature
    """Remove the detail of a PostgreSQL error: it quotes the row, which may hold a secret."""
    driver_error = context.original_exception.__cause__
    if getattr(driver_error, "detail", None):
        driver_error.detail = None


def _make_folder(url: URL) -> None:
    if url.get_backend_name() == "sqlite" and url.database and _is_path(url):
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)


def _is_path(url: URL) -> bool:
    """Whether an SQLite database is named by the path of its file."""
    return url.database != ":memory:" and "uri" not in url.query
