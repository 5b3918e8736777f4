"""One database transaction as a unit of work."""

from types import TracebackType
from typing import Self

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from typing_extensions import override

from bot.persistence.errors import as_storage_error
from bot.persistence.games import SqlGames
from bot.persistence.messages import SqlMessages
from bot.persistence.repositories import (
    SqlConversations,
    SqlDoubtfulGuesses,
    SqlEvents,
    SqlPlayers,
    SqlPublishedCommands,
    SqlResults,
    SqlRooms,
    SqlWorkspaces,
)
from bot.services.ports import UnitOfWork


class SqlUnitOfWork(UnitOfWork):
    """A transaction that is rolled back unless it is committed."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection = engine.connect()

    @override
    async def __aenter__(self) -> Self:
        try:
            connection = await self._connection.start()
        except (SQLAlchemyError, OSError) as error:  # there is no connection to close
            raise as_storage_error(error, self._engine.url) from error
        try:
            await connection.begin()
        except (SQLAlchemyError, OSError) as error:
            await connection.close()
            raise as_storage_error(error, self._engine.url) from error
        self.rooms = SqlRooms(connection)
        self.workspaces = SqlWorkspaces(connection)
        self.players = SqlPlayers(connection)
        self.games = SqlGames(connection)
        self.results = SqlResults(connection)
        self.messages = SqlMessages(connection)
        self.published_commands = SqlPublishedCommands(connection)
        self.doubtful_guesses = SqlDoubtfulGuesses(connection)
        self.conversations = SqlConversations(connection)
        self.events = SqlEvents(connection)
        return self

    @override
    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Roll back what was not committed, and raise a database error as a `StorageError`."""
        await self._connection.close()
        if isinstance(error, SQLAlchemyError | OSError):
            raise as_storage_error(error, self._engine.url) from error

    @override
    async def commit(self) -> None:
        await self._connection.commit()
