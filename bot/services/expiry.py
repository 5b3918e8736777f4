"""Reminding players of their turn, and ending games that nobody has moved in for long and races whose time is up."""

import logging
from dataclasses import replace
from datetime import datetime, timedelta

from typing_extensions import override

from bot.services.due_games import DueGame
from bot.services.errors import StorageError
from bot.services.limits import CHECK_EVERY, check_at, expires_at, is_time_up, last_move, reminder_at
from bot.services.model import AnyGame, Room, StoredGame
from bot.services.moves import store_move, store_reminder
from bot.services.ports import Access, Clock, UnitOfWork, UnitOfWorkFactory
from bot.services.room_settings import RoomSettings
from bot.services.scheduler import DueWork
from core.game.races import Race

log = logging.getLogger(__name__)

STEP = 20
"""Games that are looked at in one step, each in a unit of work of its own, so that nobody waits for long."""

_AFTER_FAULT = timedelta(hours=1)
"""When a game is looked at again that could not be ended because of a fault."""

_TOLERANCE = timedelta(minutes=1)
"""A move that is later than this by the clock was made by a wrong clock, and counts as made now."""


class Expiry(DueWork):
    """Looks at the games whose time may have run out: ends them, or reminds the player whom the others wait for."""

    name = "expiry"
    pause = 5.0

    def __init__(self, units: UnitOfWorkFactory, clock: Clock) -> None:
        self._units = units
        self._clock = clock

    @override
    async def step(self) -> bool:
        """Look at about `STEP` games."""
        now = self._clock()
        async with self._units(Access.READ) as unit:
            due = await unit.due_games.due(now, now + 2 * CHECK_EVERY, STEP)
        for each in due:
            await self._look_safely(each)
        return len(due) >= STEP

    async def _look_safely(self, due: DueGame) -> None:
        """A game that cannot be ended must not keep the others from being looked at."""
        try:
            await self._look(due)
        except StorageError:
            raise
        except Exception:
            log.exception("game %s could not be looked at", due.game)
            async with self._units() as unit:
                await unit.due_games.check_later(due.game, self._clock() + _AFTER_FAULT)
                await unit.commit()

    async def _look(self, due: DueGame) -> None:
        now = self._clock()
        async with self._units() as unit:
            stored = await unit.games.get(due.room.id, due.game)
            if stored is None or not _is_due(stored.check_at, now):
                return  # another process was faster
            if last_move(stored) > now + _TOLERANCE:
                stored = replace(stored, moved_at=now)
                await unit.games.save(stored)
            await self._act(unit, due.room, stored, now)
            await unit.commit()

    async def _act(self, unit: UnitOfWork, room: Room, stored: StoredGame, now: datetime) -> None:
        """Do what is due in a game."""
        settings = await unit.room_settings.of(room.key)
        if (ended := _ended(stored, settings, now)) is not None:
            await store_move(unit, room, stored, ended, now)
            return
        reminder = reminder_at(stored, settings)
        if reminder is not None and reminder <= now:
            await store_reminder(unit, stored, now)
            stored = replace(stored, reminded=True)
        await unit.due_games.check_later(stored.id, check_at(stored, settings, now))


def _ended(stored: StoredGame, settings: RoomSettings, now: datetime) -> AnyGame | None:
    """The game as it ends because its time has run out; None if it goes on."""
    if isinstance(stored.game, Race) and is_time_up(stored, now):
        return stored.game.end_time()
    return stored.game.expire() if expires_at(stored, settings) <= now else None


def _is_due(at: datetime | None, now: datetime) -> bool:
    return at is not None and not now < at <= now + 2 * CHECK_EVERY
