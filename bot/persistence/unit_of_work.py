"""Units of work: database transactions with their repositories."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum, auto
from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from msgspec import Struct, field

from bot.persistence.errors import FAULTS, as_storage_error

if TYPE_CHECKING:
    from types import TracebackType

    import sqlalchemy as sa

    from bot.model.observer import Observer
    from bot.model.rooms import RoomKey
    from bot.persistence import repositories
    from bot.persistence.connection import Repository, Transaction


class Access(Enum):
    """What a unit of work does with the storage."""

    CHANGE = auto()
    """It changes a few rows."""

    READ = auto()
    """It reads a few rows by their keys. It never waits for other units of work."""

    LONG_READ = auto()
    """It may read many rows. Other units of work do not wait for it."""

    LONG_CHANGE = auto()
    """It may change many rows. Other changes may have to wait for it, but the event loop does not."""

    LEASE = auto()
    """It changes leases, and does not wait for a connection that other units of work use."""


class SharedState(Struct, frozen=True):
    """What the units of work of this process on one database share.

    Args:
        url: the address of the database, for errors.
        process: a text that identifies this process among those on the same database.
        observer: receives a report of how long each unit of work took.
        games: the running games that this process has stored.
    """

    url: sa.URL
    process: str
    observer: Observer
    games: repositories.games.RunningGames = field(default_factory=dict)


class UnitOfWork:
    """A database transaction: a set of changes that are stored together or not at all.

    The repositories are available once it is entered; each is made when it is first used. If it is left without
    `commit`, or by an error, it has changed nothing. Two units of work that change the same game run one after the
    other. One that only reads sees the storage as it was when it was entered.

    While it is entered, nothing but the storage may be awaited, because other units of work may have to wait for it.

    Args:
        make_transaction: makes its transaction, not begun yet, from `access` and `room`.
        shared: what it shares with others.
        access: what it does with the storage.
        room: the room in which it makes a move, if it does. Units of work of one room are entered a few at a time or
            one after the other, in their order; so none may be entered within another.

    Raises:
        StorageError: from any method, when the storage fails.
    """

    rooms: repositories.rooms.RoomRepository
    workspace_languages: repositories.rooms.WorkspaceLanguageRepository
    room_settings: repositories.rooms.RoomSettingsRepository
    players: repositories.rooms.PlayerRepository
    personal_data: repositories.personal_data.PersonalDataRepository
    bot_workspaces: repositories.left_workspaces.BotWorkspaceRepository
    due_games: repositories.operations.DueGameRepository
    results: repositories.results.ResultRepository
    ratings: repositories.ratings.RatingRepository
    leaderboards: repositories.results.LeaderboardRepository
    marks: repositories.results.MarkRepository
    news: repositories.messages.PendingNewsRepository
    published_commands: repositories.operations.PublishedCommandRepository
    conversations: repositories.conversations.CoachConversationRepository
    daily_chains: repositories.daily.DailyHashChainRepository
    daily_games: repositories.daily.DailyGameRepository
    streak_days: repositories.daily.StreakDayRepository
    summary_plans: repositories.daily.SummaryPlanRepository
    events: repositories.operations.EventRepository
    admission: repositories.operations.AdmissionListRepository
    old_rows: repositories.operations.OldRowRepository
    operations: repositories.operations.OperatorQueryRepository
    leases: repositories.operations.LeaseRepository
    shared_limits: repositories.operations.SharedLimitRepository
    profile_versions: repositories.operations.CacheVersionRepository
    games: repositories.games.GameRepository
    messages: repositories.messages.MessageRepository

    def __init__(
        self,
        make_transaction: Callable[[Access, RoomKey | None], Transaction],
        shared: SharedState,
        access: Access = Access.CHANGE,
        room: RoomKey | None = None,
    ) -> None:
        self._transaction = make_transaction(access, room)
        self._access = access
        self._shared = shared
        self._entered_at = 0.0

    def __getattr__(self, name: str) -> Repository:
        """A repository."""
        if name not in UnitOfWork.__annotations__:
            raise AttributeError(name)
        process, known = self._shared.process, self._shared.games
        more = (process, known) if name == "games" else (process,) if name == "messages" else ()
        made: Repository = _repository(name)(self._connection, *more)
        setattr(self, name, made)
        return made

    async def __aenter__(self) -> Self:
        self._entered_at = time.perf_counter()
        try:
            self._connection = await self._transaction.begin()
        except FAULTS as error:
            seconds = time.perf_counter() - self._entered_at
            self._shared.observer.unit_of_work_ended(self._access.name.lower(), seconds, failed=True)
            raise as_storage_error(error, self._shared.url) from error
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Roll back what was not committed, and raise a database error as a `StorageError`."""
        try:
            await self._transaction.roll_back_unless_committed(error)
        except FAULTS as another:
            error = another
        seconds, is_fault = time.perf_counter() - self._entered_at, isinstance(error, FAULTS)
        self._shared.observer.unit_of_work_ended(self._access.name.lower(), seconds, failed=is_fault)
        if isinstance(error, FAULTS):
            raise as_storage_error(error, self._shared.url) from error

    async def commit(self) -> None:
        """Store the changes. Once this returns, they survive the end of the process."""
        games: repositories.games.GameRepository | None = vars(self).get("games")
        if games is not None:  # already now: those that are committed with this one read its changes
            games.apply_saves_to(self._shared.games)
        try:
            await self._transaction.commit()
        except BaseException:
            if games is not None:
                games.discard_saves_from(self._shared.games)
            raise


@cache
def _repository(name: str) -> Callable[..., Any]:
    """The class of a repository."""
    module, _, kind = UnitOfWork.__annotations__[name].rpartition(".")
    found: Callable[..., Any] = resolve_name(f"bot.persistence.{module}:{kind}")
    return found


UnitOfWorkFactory: TypeAlias = Callable[..., UnitOfWork]
"""Makes units of work from their `access` and `room`."""
