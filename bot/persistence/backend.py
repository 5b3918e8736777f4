"""The interface of a kind of database, which `Database` uses."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import sqlalchemy as sa

from bot.model.operations import Clock
from bot.model.rooms import RoomKey
from bot.persistence.connection import Connection as ReadConnection, TransactionContext
from bot.persistence.unit_of_work import Access

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine  # slow to load


class Backend(Protocol):
    """The connections of this process to a database of one kind.

    By default it has no file, finds no damage and writes no copies.
    """

    url: sa.URL

    @property
    def engine(self) -> "AsyncEngine":
        """An engine for libraries with repositories of their own."""

    @property
    def file(self) -> Path | None:
        """The file of a SQLite database, else None."""
        return None

    def snapshot(self) -> AbstractAsyncContextManager[ReadConnection]:
        """A connection on which every statement reads the same state of the database, without a time limit."""

    def clock(self) -> AbstractAsyncContextManager[Clock]:
        """A clock that all processes on the database share: by default that of this machine."""
        return nullcontext(_machine_time)

    async def find_damage(self) -> Sequence[str]:
        """The database's own messages about damage, empty if it finds none."""
        return ()

    async def write_copy(self, file: Path) -> bool:  # noqa: ARG002  # for backends that override it
        """Write a copy of the present state to an empty file.

        Returns:
            False, without writing anything, if this kind of database cannot write copies.
        """
        return False

    def copy_before_migration(self, revision: str) -> Path | None:  # noqa: ARG002  # for backends that override it
        """Write a copy beside the database before a migration from a revision, unless there is one.

        Returns:
            The file; None if this kind of database cannot write copies.
        """
        return None

    def transaction(self, access: Access, room: RoomKey | None = None) -> TransactionContext:
        """A transaction for one unit of work, which takes turns with the others of a room if it is of one."""

    async def run(self, work: Callable[[sa.Connection], Any]) -> Any:  # noqa: ANN401  # whatever the function returns
        """Run a function with a SQLAlchemy connection in one transaction, and return its result."""

    async def is_writable(self) -> bool:
        """Whether a transaction can change something now. If the database does not respond, its error is raised."""

    async def scrub_deleted(self) -> None:
        """Remove deleted rows from the files too, as far as this kind of database can."""

    async def close(self) -> None:
        """Close every connection."""


def _machine_time() -> datetime:
    return datetime.now(UTC)
