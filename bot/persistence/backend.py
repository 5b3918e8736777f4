"""What a `Database` needs of each kind of database."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy import URL, Connection

from bot.persistence.connection import Connection as ReadConnection
from bot.persistence.connection import Transaction
from bot.services.ports import Access

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine  # see bot.persistence.postgresql.engine


class Backend(Protocol):
    """The connections of this process to a database."""

    url: URL

    @property
    def engine(self) -> "AsyncEngine":
        """An engine for libraries with repositories of their own."""
        ...

    @property
    def file(self) -> Path | None:
        """The file of a SQLite database, else None."""
        ...

    def snapshot(self) -> AbstractAsyncContextManager[ReadConnection]:
        """A connection on which every statement reads the same state, for as long as it takes."""
        ...

    async def find_damage(self) -> Sequence[str]:
        """What the database itself finds damaged, in its words."""
        ...

    async def write_copy(self, file: Path) -> bool:
        """Write a copy of the present state to an empty file, if this kind of database can; whether it can."""
        ...

    def transaction(self, access: Access) -> Transaction:
        """A transaction for one unit of work."""
        ...

    async def run(self, work: Callable[[Connection], Any]) -> Any:  # noqa: ANN401  # whatever the function returns
        """Run a function with a connection of SQLAlchemy, in one transaction that nobody else can write in."""
        ...

    async def is_writable(self) -> bool:
        """Whether a transaction can change something now. If the database does not respond, its error is raised."""
        ...

    async def erase_deleted(self) -> None:
        """Remove what was deleted from the files, too, as far as this kind of database can."""
        ...

    async def close(self) -> None:
        """Close every connection."""
        ...
