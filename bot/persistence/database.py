"""Opening a database: its address, its engine, and bringing its tables up to date."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from sqlalchemy import URL, event, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.persistence.faults import as_storage_error, where_of, without_password
from bot.persistence.schema import REVISIONS, current_revision, is_foreign, is_newer, is_up_to_date
from bot.persistence.sqlite import configure, open_sqlite
from bot.persistence.unit_of_work import SqlUnitOfWork
from bot.services.errors import StorageBroken, StorageNewer, StorageUnreachable

BUSY_SECONDS = 2.0
"""How long to wait for another process; chat platforms want an answer within three."""

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


# aiosqlite tells the log of every statement and its parameters, secrets among them, when that listens to DEBUG.
logging.getLogger("aiosqlite").setLevel(logging.INFO)


def default_url() -> str:
    """The per-user SQLite file."""
    return f"sqlite:///{user_data_path('hitblow', appauthor=False)}/hitblow.db"


class Database:
    """A database that units of work can be had from, once it is prepared.

    Args:
        url: `sqlite:///FILE`, just `FILE`, or `postgresql://...`; the drivers are ours to choose.

    Raises:
        StorageUnreachable: the address is no such address.
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
        """For libraries that bring repositories of their own."""
        return self._engine

    def unit(self) -> SqlUnitOfWork:
        """A new unit of work."""
        return SqlUnitOfWork(self._engine)

    async def prepare(self) -> None:
        """Make or migrate the tables; safe when several processes do so at once.

        Raises:
            StorageError: the database cannot be used.
        """
        await self.run(_bring_up_to_date)

    async def upgrade(self) -> tuple[str | None, str]:
        """Migrate, and say from which revision to which (None for an empty database).

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
        """Do something with a connection, in one transaction.

        Raises:
            StorageError: the database cannot be used.
        """
        try:
            _make_folder(self._url)
            async with self._engine.begin() as connection:
                if await connection.run_sync(is_newer):
                    raise StorageNewer(where_of(self._url))
                if await connection.run_sync(is_foreign):
                    raise StorageBroken(where_of(self._url))
                return await connection.run_sync(work)
        except (SQLAlchemyError, OSError) as error:
            raise as_storage_error(error, self._url) from error


def _bring_up_to_date(connection: Any) -> None:  # noqa: ANN401  # run_sync's own type
    if not is_up_to_date(connection):
        from bot.persistence.migrate import upgrade  # noqa: PLC0415  # Alembic takes longer to import than the rest of a start

        upgrade(connection)


def _make_engine(url: URL) -> AsyncEngine:
    # Parameters are hidden from errors, and so from logs: secrets are among them.
    if url.get_backend_name() != "sqlite":
        engine = create_async_engine(url, pool_pre_ping=True, hide_parameters=True)
        event.listen(engine.sync_engine, "handle_error", _hide_row)
        return engine
    # SQLite has one writer at a time. One connection makes units of work wait their turn in the pool, in order,
    # rather than in SQLite's own polling; other processes are waited for there.
    arguments: dict[str, Any] = {} if "timeout" in url.query else {"timeout": BUSY_SECONDS}
    arguments["async_creator_fn"] = open_sqlite
    engine = create_async_engine(url, connect_args=arguments, pool_size=1, max_overflow=0, hide_parameters=True)
    configure(engine)
    return engine


def _hide_row(context: Any) -> None:  # noqa: ANN401  # SQLAlchemy's signature
    """Cut what PostgreSQL adds to its complaint: the row that it is about, secret and all."""
    complaint = context.original_exception.__cause__
    if getattr(complaint, "detail", None):
        complaint.detail = None


def _make_folder(url: URL) -> None:
    if url.get_backend_name() == "sqlite" and url.database and not _is_no_path(url):
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)


def _is_no_path(url: URL) -> bool:
    """Whether what names an SQLite database is not the path of its file."""
    return url.database == ":memory:" or "uri" in url.query
