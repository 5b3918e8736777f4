"""One database transaction as a unit of work."""

from types import TracebackType
from typing import Self

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.persistence.conversations import SqlConversations
from bot.persistence.faults import as_storage_error
from bot.persistence.games import SqlGames, SqlMessages
from bot.persistence.repositories import (
    SqlEvents,
    SqlPlayers,
    SqlPublishedCommands,
    SqlResults,
    SqlRooms,
    SqlWorkspaces,
)


class SqlUnitOfWork:
    """A transaction that is rolled back unless committed; see `bot.services.ports.UnitOfWork`."""

    rooms: SqlRooms
    workspaces: SqlWorkspaces
    players: SqlPlayers
    games: SqlGames
    results: SqlResults
    conversations: SqlConversations
    messages: SqlMessages
    published_commands: SqlPublishedCommands
    events: SqlEvents

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection = engine.connect()

    async def __aenter__(self) -> Self:
        """Begin the transaction."""
        try:
            connection = await self._connection.start()
        except (SQLAlchemyError, OSError) as error:  # none was free in time, so there is none to be closed
            raise as_storage_error(error, self._engine.url) from error
        try:
            await connection.begin()
        except (SQLAlchemyError, OSError) as error:
            await connection.close()
            raise as_storage_error(error, self._engine.url) from error
        self.rooms, self.players, self.games = SqlRooms(connection), SqlPlayers(connection), SqlGames(connection)
        self.results, self.events = SqlResults(connection), SqlEvents(connection)
        self.conversations, self.messages = SqlConversations(connection), SqlMessages(connection)
        self.published_commands, self.workspaces = SqlPublishedCommands(connection), SqlWorkspaces(connection)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Roll back what was not committed; what the database complained of becomes a `StorageError`."""
        await self._connection.close()
        if isinstance(error, SQLAlchemyError | OSError):
            raise as_storage_error(error, self._engine.url) from error

    async def commit(self) -> None:
        """Commit."""
        await self._connection.commit()
