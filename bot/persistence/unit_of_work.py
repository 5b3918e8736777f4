"""One database transaction as a unit of work."""

import time
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from sqlalchemy import URL
from typing_extensions import override

from bot.model.observer import Observer
from bot.persistence.connection import Transaction
from bot.persistence.errors import FAULTS, as_storage_error
from bot.persistence.repositories.admission import SqlAdmission
from bot.persistence.repositories.base import Repository
from bot.persistence.repositories.conversations import SqlConversations
from bot.persistence.repositories.daily import SqlDailyChains, SqlDailyGames, SqlStreakDays
from bot.persistence.repositories.departures import SqlDepartures
from bot.persistence.repositories.due_games import SqlDueGames
from bot.persistence.repositories.events import SqlEvents
from bot.persistence.repositories.games import RunningGames, SqlGames
from bot.persistence.repositories.leaderboards import SqlLeaderboards
from bot.persistence.repositories.marks import SqlMarks
from bot.persistence.repositories.messages import SqlMessages
from bot.persistence.repositories.news import SqlNews
from bot.persistence.repositories.operations import SqlOperations
from bot.persistence.repositories.personal_data import SqlPersonalData
from bot.persistence.repositories.players import SqlPlayers
from bot.persistence.repositories.processes import SqlLeases, SqlLimits, SqlProfileVersions, SqlPublishedCommands
from bot.persistence.repositories.ratings import SqlRatings
from bot.persistence.repositories.results import SqlResults
from bot.persistence.repositories.room_settings import SqlRoomSettings
from bot.persistence.repositories.rooms import SqlRooms, SqlWorkspaces
from bot.persistence.repositories.summary_plans import SqlSummaryPlans
from bot.services.ports import Access, UnitOfWork


@dataclass(frozen=True, slots=True)
class Shared:
    """What the units of work of this process on one database share.

    Args:
        url: the address of the database, for errors.
        process: a text that identifies this process among those on the same database.
        observer: receives a report of how long each unit of work took.
        games: the running games that this process has stored and committed.
    """

    url: URL
    process: str
    observer: Observer
    games: RunningGames = field(default_factory=dict)


class SqlUnitOfWork(UnitOfWork):
    """A transaction that is rolled back unless it is committed. Each repository is made when it is first used.

    Args:
        transaction: the transaction, not begun yet.
        access: what the unit of work does with the storage.
        shared: what it shares with others.
    """

    rooms: SqlRooms
    workspaces: SqlWorkspaces
    room_settings: SqlRoomSettings
    players: SqlPlayers
    personal_data: SqlPersonalData
    departures: SqlDepartures
    due_games: SqlDueGames
    results: SqlResults
    ratings: SqlRatings
    leaderboards: SqlLeaderboards
    marks: SqlMarks
    news: SqlNews
    published_commands: SqlPublishedCommands
    conversations: SqlConversations
    daily_chains: SqlDailyChains
    daily_games: SqlDailyGames
    streak_days: SqlStreakDays
    summary_plans: SqlSummaryPlans
    events: SqlEvents
    admission: SqlAdmission
    operations: SqlOperations
    leases: SqlLeases
    shared_limits: SqlLimits
    profile_versions: SqlProfileVersions
    games: SqlGames
    messages: SqlMessages

    def __init__(self, transaction: Transaction, access: Access, shared: Shared) -> None:
        self._transaction = transaction
        self._access = access
        self._shared = shared
        self._entered_at = 0.0
        self._games: SqlGames | None = None

    def __getattr__(self, name: str) -> Repository:
        """A repository."""
        kind = SqlUnitOfWork.__annotations__.get(name)
        if kind is None:
            raise AttributeError(name)
        made: Repository
        if kind is SqlGames:
            made = self._games = SqlGames(self._connection, self._shared.process, self._shared.games)
        elif kind is SqlMessages:
            made = SqlMessages(self._connection, self._shared.process)
        else:
            made = kind(self._connection)
        setattr(self, name, made)
        return made

    @override
    async def __aenter__(self) -> Self:
        self._entered_at = time.perf_counter()
        try:
            connection = await self._transaction.begin()
        except FAULTS as error:
            seconds = time.perf_counter() - self._entered_at
            self._shared.observer.unit_ended(self._access.name.lower(), seconds, failed=True)
            raise as_storage_error(error, self._shared.url) from error
        self._connection = connection
        return self

    @override
    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Roll back what was not committed, and raise a database error as a `StorageError`."""
        try:
            await self._transaction.end(error)
        except FAULTS as another:
            error = another
        seconds, is_fault = time.perf_counter() - self._entered_at, isinstance(error, FAULTS)
        self._shared.observer.unit_ended(self._access.name.lower(), seconds, failed=is_fault)
        if isinstance(error, FAULTS):
            raise as_storage_error(error, self._shared.url) from error

    @override
    async def commit(self) -> None:
        await self._transaction.commit()
        if self._games is not None:
            self._games.committed(self._shared.games)
