"""One database transaction as a unit of work."""

import time
from types import TracebackType
from typing import Self

from sqlalchemy import URL
from typing_extensions import override

from bot.persistence.connection import Transaction
from bot.persistence.errors import FAULTS, as_storage_error
from bot.persistence.repositories.admission import SqlAdmission
from bot.persistence.repositories.conversations import SqlConversations
from bot.persistence.repositories.daily import SqlDailyChains, SqlDailyGames, SqlStreakDays
from bot.persistence.repositories.departures import SqlDepartures
from bot.persistence.repositories.due_games import SqlDueGames
from bot.persistence.repositories.events import SqlEvents
from bot.persistence.repositories.games import SqlGames
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
from bot.services.observer import SILENT, Observer
from bot.services.ports import Access, UnitOfWork


class SqlUnitOfWork(UnitOfWork):
    """A transaction that is rolled back unless it is committed.

    Args:
        transaction: the transaction, not begun yet.
        url: the address of the database, for errors.
        process: a text that identifies this process among those on the same database.
        access: what the unit of work does with the storage.
        observer: receives a report of how long it took.
    """

    def __init__(
        self,
        transaction: Transaction,
        url: URL,
        process: str,
        access: Access = Access.CHANGE,
        observer: Observer = SILENT,
    ) -> None:
        self._transaction = transaction
        self._url = url
        self._process = process
        self._access = access
        self._observer = observer
        self._entered_at = 0.0

    @override
    async def __aenter__(self) -> Self:
        self._entered_at = time.perf_counter()
        try:
            connection = await self._transaction.begin()
        except FAULTS as error:
            self._report(failed=True)
            raise as_storage_error(error, self._url) from error
        self.rooms = SqlRooms(connection)
        self.workspaces = SqlWorkspaces(connection)
        self.room_settings = SqlRoomSettings(connection)
        self.players = SqlPlayers(connection)
        self.personal_data = SqlPersonalData(connection)
        self.departures = SqlDepartures(connection)
        self.games = SqlGames(connection, self._process)
        self.due_games = SqlDueGames(connection)
        self.results = SqlResults(connection)
        self.ratings = SqlRatings(connection)
        self.leaderboards = SqlLeaderboards(connection)
        self.marks = SqlMarks(connection)
        self.messages = SqlMessages(connection, self._process)
        self.news = SqlNews(connection)
        self.published_commands = SqlPublishedCommands(connection)
        self.conversations = SqlConversations(connection)
        self.daily_chains = SqlDailyChains(connection)
        self.daily_games = SqlDailyGames(connection)
        self.streak_days = SqlStreakDays(connection)
        self.summary_plans = SqlSummaryPlans(connection)
        self.events = SqlEvents(connection)
        self.admission = SqlAdmission(connection)
        self.operations = SqlOperations(connection)
        self.leases = SqlLeases(connection)
        self.shared_limits = SqlLimits(connection)
        self.profile_versions = SqlProfileVersions(connection)
        return self

    @override
    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Roll back what was not committed, and raise a database error as a `StorageError`."""
        try:
            await self._transaction.end(error)
        except FAULTS as another:
            self._report(failed=True)
            raise as_storage_error(another, self._url) from another
        self._report(failed=isinstance(error, FAULTS))
        if isinstance(error, FAULTS):
            raise as_storage_error(error, self._url) from error

    @override
    async def commit(self) -> None:
        await self._transaction.commit()

    def _report(self, *, failed: bool) -> None:
        self._observer.unit_ended(self._access.name.lower(), time.perf_counter() - self._entered_at, failed=failed)
