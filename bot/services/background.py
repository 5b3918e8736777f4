"""Scheduled work: the scheduler, items that are due, removing old rows, and counting, ending and reviewing games."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, Protocol, TypeVar

from msgspec.structs import replace
from typing_extensions import override

from bot.model.daily import CLOSING_TIME
from bot.model.errors import SolverUnavailable, StorageError
from bot.model.games import DueGame, StoredGame, UntimedGameCheck
from bot.model.observer import Observer
from bot.model.results import MarkSum, ResultToReview
from bot.model.rooms import NEWS_LIFETIME, NewsKind, Room
from bot.persistence.unit_of_work import Access, UnitOfWork, UnitOfWorkFactory
from bot.services.context import Service
from bot.services.games import moves
from bot.services.solver import Solver, SolverRequesterKey
from core.game.any_game import AnyGame
from core.game.errors import Contradiction

log = logging.getLogger(__name__)

STEP_PAUSE = 0.2
"""Seconds between two steps of the same work, during which others can use the storage."""


class ScheduledWork(Protocol):
    """One kind of scheduled work. All processes run it, so another process may have done a step already.

    Attributes:
        name: what it does, for the log.
        pause: seconds to wait when nothing more is due.
    """

    name: str
    pause: float

    async def run_step(self) -> bool:
        """Do some of what is due.

        Returns:
            Whether more may be due.

        Raises:
            StorageError: the storage fails. What is due will be tried again.
        """

    async def may_be_due(self) -> bool:
        """Whether a step may find something to do, if that takes less time to find out than the step.

        Raises:
            StorageError: the storage fails.
        """
        return True


class ScheduledStorageWork(Service, ScheduledWork, ABC):
    """Scheduled work on what is stored, which is due at some time."""


async def _never() -> bool:
    return False


class Scheduler:
    """Runs every kind of work, at the same time, until it is cancelled.

    Args:
        work: the kinds of work.
        sleep: waits for a number of seconds.
        is_paused: tells whether all work is suspended; raises `StorageError` if it is not known.
    """

    def __init__(
        self,
        work: Sequence[ScheduledWork],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        is_paused: Callable[[], Awaitable[bool]] = _never,
    ) -> None:
        self._work = work
        self._sleep = sleep
        self._is_paused = is_paused

    async def run(self) -> None:
        """Run until cancelled. Work that fails is tried again after its pause."""
        async with asyncio.TaskGroup() as tasks:
            for work in self._work:
                tasks.create_task(self._repeat(work), name=work.name)

    async def _repeat(self, work: ScheduledWork) -> None:
        while True:
            is_more = False
            try:
                is_more = await work.may_be_due() and not await self._is_paused() and await work.run_step()
            except StorageError as error:
                log.warning("%s: %s", work.name, error)
            except Exception:
                log.exception("%s failed", work.name)
            await self._sleep(STEP_PAUSE if is_more else work.pause)


Item = TypeVar("Item")


STEP = 20
"""Items that are processed in one step, each in a unit of work of its own, so that nobody waits for long."""


class DueItems(ScheduledStorageWork, Generic[Item]):
    """Processes items that are due. An item that fails is postponed, so that others are not held up."""

    @override
    async def may_be_due(self) -> bool:
        return bool(await self._found(1))

    @override
    async def run_step(self) -> bool:
        """Process about `STEP` items."""
        due = await self._found(STEP)
        for item in due:
            try:
                await self._process(item)
            except StorageError:
                raise
            except Exception:
                log.exception("%s: %s failed", self.name, item)
                async with self._change() as unit:
                    await self._put_off(unit, item)
        return len(due) >= STEP

    async def _found(self, most: int) -> Sequence[Item]:
        async with self._units(Access.READ) as unit:
            return await self._due(unit, self._clock(), most)

    @abstractmethod
    async def _due(self, unit: UnitOfWork, now: datetime, most: int) -> Sequence[Item]:
        """At most about `most` items that are due, those that have waited longest first."""

    @abstractmethod
    async def _process(self, item: Item) -> None:
        """Do what is due for an item, unless another process has done it meanwhile."""

    @abstractmethod
    async def _put_off(self, unit: UnitOfWork, item: Item) -> None:
        """Store that an item is due later."""


EVENTS_KEPT = timedelta(days=2)
"""How long to remember that an event was handled. Slack redelivers events for up to a day, Discord within a session."""

LEADERBOARDS_KEPT = timedelta(days=14)
"""How long to keep the sums of a day, week, month or season after its end."""

COORDINATION_KEPT = timedelta(hours=6)
"""How long to keep expired leases, free limits, and versions of profiles, which all caches have dropped by then."""

ANNOUNCEMENTS_KEPT = 2 * NEWS_LIFETIME
"""How long to keep the text of an announcement. It is needed as long as the news about it is told."""

PRUNED_ROWS = 500
"""Rows of each kind that are removed in one step, so that nobody waits for long."""


class OldRowRemoval(ScheduledStorageWork):
    """Removes old events, news, conversations, leases, hashes of dailies, and other rows that nobody needs."""

    name = "removing old rows"
    pause = 3600.0

    @override
    async def run_step(self) -> bool:
        """Remove at most `PRUNED_ROWS` old rows of each kind."""
        now = self._clock()
        old = {
            "announcements": now - ANNOUNCEMENTS_KEPT,
            "conversations": now,
            "daily_hashes": (now - CLOSING_TIME).date(),
            "events": now - EVENTS_KEPT,
            "leases": now - COORDINATION_KEPT,
            "news": now - NEWS_LIFETIME,
            "profile_versions": now - COORDINATION_KEPT,
            "shared_limits": now - COORDINATION_KEPT,
        }
        async with self._change() as unit:
            removed = [await unit.old_rows.remove(table, before, PRUNED_ROWS) for table, before in old.items()]
            removed.append(await unit.leaderboards.remove_ended((now - LEADERBOARDS_KEPT).date(), PRUNED_ROWS))
        return max(removed) >= PRUNED_ROWS


@dataclass(eq=False)
class RunningGameCount(ScheduledWork):
    """Reports how many games run."""

    name = "counting games"
    pause = 30.0

    _units: UnitOfWorkFactory
    _observer: Observer

    @override
    async def run_step(self) -> bool:
        """Count once."""
        async with self._units(Access.LONG_READ) as unit:
            running = await unit.due_games.count_running()
        self._observer.games_counted(running)
        return False


_AFTER_FAULT = timedelta(hours=1)
"""How long after a fault a game is checked again."""


_TOLERANCE = timedelta(minutes=1)
"""Moves later than now by more than this were stored by a wrong clock, and count as made now."""


class GameExpiry(DueItems[DueGame]):
    """Checks the games whose time may have run out: ends them, or reminds the player whom the others wait for."""

    name = "expiry"
    pause = 5.0

    @override
    async def _due(self, unit: UnitOfWork, now: datetime, most: int) -> Sequence[DueGame]:
        return await unit.due_games.due(now, now + 2 * moves.CHECK_EVERY, most)

    @override
    async def _put_off(self, unit: UnitOfWork, item: DueGame) -> None:
        await unit.due_games.set_next_check(item.game, self._clock() + _AFTER_FAULT)

    @override
    async def _process(self, item: DueGame) -> None:
        now = self._clock()
        async with self._change() as unit:
            stored = await unit.games.get(item.room.id, item.game)
            if stored is None or not _is_due(stored.check_at, now):
                return  # another process was faster
            if moves.last_move_at(stored) > now + _TOLERANCE:
                limit = moves.turn_time_limit(stored)
                stored = replace(stored, moved_at=now, turn_ends_at=now + limit if limit else None)
                await unit.games.update(stored)
            await self._act(unit, item.room, stored, now)

    async def _act(self, unit: UnitOfWork, room: Room, stored: StoredGame, now: datetime) -> None:
        """Do what is due in a game."""
        if (ended := _ended(stored, now)) is not None:
            await moves.store_move(unit, stored, ended, now)
            return
        if stored.check_at == stored.turn_ends_at:  # the board says that somebody is late
            await unit.messages.mark_outdated(stored.id)
        is_silent = stored.waits_for is not None and await unit.messages.has_silent_turn_notice(stored.id)
        reminder = moves.reminder_at(stored, is_notice_silent=is_silent)
        if reminder is not None and reminder <= now:
            if is_silent or (await unit.room_settings.get(room.key)).reminders:
                await unit.news.add(moves.news_key(stored, NewsKind.REMINDER), stored.room, stored.id, now)
            await unit.due_games.set_reminded(stored.id)
            stored = replace(stored, reminded=True)
        await unit.due_games.set_next_check(stored.id, moves.next_check_at(stored, now, is_notice_silent=is_silent))


_AHEAD = timedelta(minutes=10)


_PUT_OFF = 100
"""Checks that are put off in one step, so that nobody waits for long."""


class UnneededCheckPostponer(ScheduledStorageWork):
    """Puts off the checks of the next minutes that would find nothing to do, many in one transaction.

    These are most of the checks: of games in which somebody has moved since the last one. `GameExpiry` takes as long
    for each as for a move.
    """

    name = "putting off checks"
    pause = _AHEAD.total_seconds()

    @override
    async def run_step(self) -> bool:
        """Put off at most `_PUT_OFF` checks."""
        now = self._clock()
        async with self._change(Access.LONG_CHANGE) as unit:
            found = await unit.due_games.checks_of_untimed_games(now + _AHEAD, _PUT_OFF)
            later = {game: at for game in found if (at := _next_check(game, now)) > game.check_at}
            await unit.due_games.postpone_checks(later)
        return len(later) >= _PUT_OFF


def _next_check(game: UntimedGameCheck, now: datetime) -> datetime:
    """As `next_check_at`, for games in which nobody's time runs."""
    last = game.moved_at or game.started_at
    if last > now:
        return game.check_at  # a wrong clock has stored it, which `GameExpiry` corrects
    return min(last + game.idle, game.started_at + moves.LONGEST_ALONE, now + moves.CHECK_EVERY)


def _ended(stored: StoredGame, now: datetime) -> AnyGame | None:
    """The game after its time has run out, None if it has not."""
    if moves.is_race_time_up(stored, now):
        return stored.game.time_out()
    return stored.game.expire() if moves.expires_at(stored) <= now else None


def _is_due(at: datetime | None, now: datetime) -> bool:
    return at is not None and not now < at <= now + 2 * moves.CHECK_EVERY


_REVIEW_AGAIN_AFTER = timedelta(hours=1)
"""How long after a review that failed, or whose process ended, the game is reviewed again."""


_REVIEWER = SolverRequesterKey.background("reviewing games")


@dataclass(eq=False)
class BackgroundGameReview(DueItems[ResultToReview]):
    """Reviews games one at a time, so that each process has at most one of them in the solver's queue."""

    name = "reviewing games"
    pause = 10.0

    _solver: Solver

    @override
    async def _due(self, unit: UnitOfWork, now: datetime, most: int) -> Sequence[ResultToReview]:
        return await unit.marks.due(now, now + 2 * _REVIEW_AGAIN_AFTER, most)

    @override
    async def _put_off(self, unit: UnitOfWork, item: ResultToReview) -> None:
        await unit.marks.postpone(item, self._clock() + _REVIEW_AGAIN_AFTER)

    @override
    async def _process(self, item: ResultToReview) -> None:
        async with self._change() as unit:
            if not await unit.marks.postpone(item, self._clock() + _REVIEW_AGAIN_AFTER):
                return  # another process was faster
            stored = await unit.games.by_id(item.game)
        try:
            marks = await self._marks(stored, item.player) if stored else None
        except SolverUnavailable:
            return
        async with self._change() as unit:
            await unit.marks.record_marks(item, marks)

    async def _marks(self, stored: StoredGame, player: str) -> MarkSum | None:
        """The marks of a player's board; None if its feedback contradicts itself."""
        board = stored.game.board(player)
        try:
            review = await self._solver.review(_REVIEWER, board.rules, stored.game.history(player))
        except Contradiction:
            return None
        is_exact = all(turn.check is None or turn.check.is_exact for turn in review.turns)
        return MarkSum.of_game(review.skill, review.luck, is_exact=is_exact)
