"""Units of work: database transactions with their repositories."""

from __future__ import annotations

import time
from contextlib import asynccontextmanager
from enum import Enum, auto
from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct, field

from bot.persistence.errors import FAULTS, as_storage_error

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from contextlib import AbstractAsyncContextManager

    import sqlalchemy as sa

    from bot.model.observer import Observer
    from bot.model.rooms import RoomKey
    from bot.persistence import repositories
    from bot.persistence.connection import Repository, Transaction, TransactionContext


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

    Each repository is made when it is first used. A unit of work that ends without `commit`, or by an error, has
    changed nothing. Two units of work that change the same game run one after the other. One that only reads sees the
    storage as it was at its start.

    Until it ends, nothing but the storage may be awaited, because other units of work may have to wait for it.

    Args:
        transaction: its transaction.
        shared: what it shares with others.
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

    def __init__(self, transaction: Transaction, shared: SharedState) -> None:
        self._transaction = transaction
        self._shared = shared

    def __getattr__(self, name: str) -> Repository:
        """A repository."""
        if name not in UnitOfWork.__annotations__:
            raise AttributeError(name)
        process, known = self._shared.process, self._shared.games
        more = (process, known) if name == "games" else (process,) if name == "messages" else ()
        made: Repository = _repository(name)(self._transaction.connection, *more)
        setattr(self, name, made)
        return made

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


@asynccontextmanager
async def unit_of_work(
    make_transaction: Callable[[Access, RoomKey | None], TransactionContext],
    shared: SharedState,
    access: Access = Access.CHANGE,
    room: RoomKey | None = None,
) -> AsyncIterator[UnitOfWork]:
    """A unit of work for the duration of a block. What was not committed is rolled back at its end.

    Args:
        make_transaction: makes its transaction from `access` and `room`.
        shared: what it shares with others.
        access: what it does with the storage.
        room: the room in which it makes a move, if it does. Units of work of one room start a few at a time or one
            after the other, in their order; so none may start within another.

    Raises:
        StorageError: the storage fails, also within the block.
    """
    started_at, has_failed = time.perf_counter(), False
    try:
        async with make_transaction(access, room) as transaction:
            yield UnitOfWork(transaction, shared)
    except FAULTS as error:
        has_failed = True
        raise as_storage_error(error, shared.url) from error
    finally:
        shared.observer.unit_of_work_ended(access.name.lower(), time.perf_counter() - started_at, failed=has_failed)


UnitOfWorkFactory: TypeAlias = "Callable[..., AbstractAsyncContextManager[UnitOfWork]]"
"""Starts units of work with some `access`, in a `room`, each for the duration of a block."""
