"""Storing moves, and ending games whose time is up."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256

from typing_extensions import override

from bot.model.games import SHARED_SLOT, DueGame, StoredGame, UntimedGame
from bot.model.messages import NewsKey, NewsKind
from bot.model.rooms import PlayerKey, Room
from bot.persistence.unit_of_work import Access, UnitOfWork
from bot.services.background import DueItems, StorageWork
from bot.services.games.time_limits import (
    CHECK_EVERY,
    LONGEST_ALONE,
    check_at,
    end_of_time,
    expires_at,
    is_time_up,
    is_timed,
    last_move,
    reminder_at,
    turn_limit,
)
from bot.services.ratings import add_results
from core.game.any_game import AnyGame

MOST_NOTIFICATIONS = 3
NOTIFICATIONS_COUNTED = timedelta(hours=1)
"""How often one player's challenges may notify another within some time."""


async def started(unit: UnitOfWork, room: Room, stored: StoredGame, now: datetime) -> StoredGame:
    """A new game with its time limits, which later settings do not change, and the time of its next check."""
    settings, idle = await unit.room_settings.get(room.key), stored.idle
    if stored.slot == SHARED_SLOT:
        idle = settings.idle
    stored = replace(stored, turn=settings.turn, idle=idle, time_ends_at=end_of_time(stored.game, now))
    return _in_turn(stored, settings.challenge, now)


def _in_turn(stored: StoredGame, limit: timedelta, now: datetime) -> StoredGame:
    """A game with the end of the turn that begins `now`, if there is one, and the time of its next check."""
    stored = replace(stored, turn_ends_at=now + limit if is_timed(stored) else None)
    return replace(stored, check_at=check_at(stored, now))


async def store_move(
    unit: UnitOfWork, before: StoredGame, game: AnyGame, now: datetime, *, is_vote: bool = False
) -> StoredGame:
    """Store a game after a move, a vote or its expiry, with news about it and, if it has ended, its results."""
    after = before.after(game, now, is_vote=is_vote)
    if game.is_between_people and after.waits_for is not None and after.turn_ends_at is None:
        to_accept = None if game.has_begun else turn_limit(before)
        after = _in_turn(after, to_accept or after.turn, now)
    await unit.games.save(after)
    if after.ended_at is not None:
        await add_results(unit, after)
    if after.ended_at is not None or game.is_between_people:
        await _store_news(unit, before, after, now)
    return after


async def may_notify(unit: UnitOfWork, sender: PlayerKey, recipient: PlayerKey, now: datetime) -> bool:
    """Count a notification from one player to another, and return whether there are not too many of them.

    They are counted by the players' keys, which outlive the deletion of a player, in a form that does not name them.
    """
    pair = sha256(repr((sender, recipient)).encode()).hexdigest()
    for number in range(MOST_NOTIFICATIONS):
        limit = await unit.shared_limits.lock(f"notify:{pair}:{number}", now)
        if limit.free_at <= now:
            await unit.shared_limits.save(replace(limit, free_at=now + NOTIFICATIONS_COUNTED))
            return True
    return False


async def _store_news(unit: UnitOfWork, before: StoredGame, after: StoredGame, now: datetime) -> None:
    """Store news about the end of a game, about the player whose turn it is or, at least, that they need not be told.

    It replaces older news. They need not be told if their turn has passed, or if they have acted and go on.
    """
    is_same_turn = after.is_same_turn_as(before)
    if after.has_news and await unit.messages.was_posted(after.id):
        await unit.news.add(_key(after, NewsKind.END), after.room, after.id, now)
    elif after.waits_for and not is_same_turn and not _is_move_of_host(before.game, after.game):
        await unit.news.add(_key(after, NewsKind.TURN), after.room, after.id, now)
    elif before.waits_for is not None and (not is_same_turn or _has_acted(before.game, after.game)):
        await unit.news.add(_key(after, NewsKind.PASSED), after.room, after.id, now)


def _has_acted(before: AnyGame, after: AnyGame) -> bool:
    """Whether the player whose turn it is has used an item, or made the first of two guesses."""
    return before.is_claimable and (
        before.uses != after.uses or [board.turns for board in before.boards] != [board.turns for board in after.boards]
    )


def _is_move_of_host(before: AnyGame, after: AnyGame) -> bool:
    """Whether the move was a host's: they gave or took back feedback, and so know of the pending guess."""
    if not after.awaited_feedback:
        return False
    return before.awaited_feedback != after.awaited_feedback or before.waits_for is not None


def _key(stored: StoredGame, kind: NewsKind) -> NewsKey:
    return NewsKey(stored.id, kind, stored.revision)


_AFTER_FAULT = timedelta(hours=1)
"""How long after a fault a game is checked again."""

_TOLERANCE = timedelta(minutes=1)
"""Moves later than now by more than this were stored by a wrong clock, and count as made now."""


class Expiry(DueItems[DueGame]):
    """Checks the games whose time may have run out: ends them, or reminds the player whom the others wait for."""

    name = "expiry"
    pause = 5.0

    @override
    async def _due(self, unit: UnitOfWork, now: datetime, most: int) -> Sequence[DueGame]:
        return await unit.due_games.due(now, now + 2 * CHECK_EVERY, most)

    @override
    async def _put_off(self, unit: UnitOfWork, item: DueGame) -> None:
        await unit.due_games.check_later(item.game, self._clock() + _AFTER_FAULT)

    @override
    async def _process(self, item: DueGame) -> None:
        now = self._clock()
        async with self._units() as unit:
            stored = await unit.games.get(item.room.id, item.game)
            if stored is None or not _is_due(stored.check_at, now):
                return  # another process was faster
            if last_move(stored) > now + _TOLERANCE:
                limit = turn_limit(stored)
                stored = replace(stored, moved_at=now, turn_ends_at=now + limit if limit else None)
                await unit.games.save(stored)
            await self._act(unit, item.room, stored, now)
            await unit.commit()

    async def _act(self, unit: UnitOfWork, room: Room, stored: StoredGame, now: datetime) -> None:
        """Do what is due in a game."""
        if (ended := _ended(stored, now)) is not None:
            await store_move(unit, stored, ended, now)
            return
        if stored.check_at == stored.turn_ends_at:  # the board says that somebody is late
            await unit.messages.outdate(stored.id)
        is_silent = stored.waits_for is not None and await unit.messages.has_silent_notice(stored.id)
        reminder = reminder_at(stored, is_silent=is_silent)
        if reminder is not None and reminder <= now:
            if is_silent or (await unit.room_settings.get(room.key)).reminders:
                await unit.news.add(_key(stored, NewsKind.REMINDER), stored.room, stored.id, now)
            await unit.due_games.set_reminded(stored.id)
            stored = replace(stored, reminded=True)
        await unit.due_games.check_later(stored.id, check_at(stored, now, is_silent=is_silent))


_AHEAD = timedelta(minutes=10)
_PUT_OFF = 100
"""Checks that are put off in one step, so that nobody waits for long."""


class Postponement(StorageWork):
    """Puts off the checks of the next minutes that would find nothing to do, many in one transaction.

    These are most of the checks: of games in which somebody has moved since the last one. `Expiry` takes as long for
    each as for a move.
    """

    name = "putting off checks"
    pause = _AHEAD.total_seconds()

    @override
    async def step(self) -> bool:
        """Put off at most `_PUT_OFF` checks."""
        now = self._clock()
        async with self._change(Access.LONG_CHANGE) as unit:
            found = await unit.due_games.untimed(now + _AHEAD, _PUT_OFF)
            later = {game: at for game in found if (at := _next_check(game, now)) > game.check_at}
            await unit.due_games.put_off(later)
        return len(later) >= _PUT_OFF


def _next_check(game: UntimedGame, now: datetime) -> datetime:
    """As `check_at`, for games in which nobody's time runs."""
    last = game.moved_at or game.started_at
    if last > now:
        return game.check_at  # a wrong clock has stored it, which `Expiry` corrects
    return min(last + game.idle, game.started_at + LONGEST_ALONE, now + CHECK_EVERY)


def _ended(stored: StoredGame, now: datetime) -> AnyGame | None:
    """The game after its time has run out, None if it has not."""
    if is_time_up(stored, now):
        return stored.game.time_out()
    return stored.game.expire() if expires_at(stored) <= now else None


def _is_due(at: datetime | None, now: datetime) -> bool:
    return at is not None and not now < at <= now + 2 * CHECK_EVERY
