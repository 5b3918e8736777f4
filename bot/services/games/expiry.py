"""Ending games without a move for too long and races whose time is up, and reminding players of their turn."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from typing_extensions import override

from bot.model.games import AnyGame, DueGame, StoredGame
from bot.model.room_settings import RoomSettings
from bot.model.rooms import Room
from bot.persistence.unit_of_work import UnitOfWork
from bot.services.background.due_items import DueItems
from bot.services.games.moves import store_move, store_reminder
from bot.services.games.time_limits import CHECK_EVERY, check_at, expires_at, is_time_up, last_move, reminder_at
from core.game.races import Race

_AFTER_FAULT = timedelta(hours=1)
"""How long after a fault a game is checked again."""

_TOLERANCE = timedelta(minutes=1)
"""A move that is further in the future than this was stored by a wrong clock, and counts as made now."""


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
                stored = replace(stored, moved_at=now)
                await unit.games.save(stored)
            await self._act(unit, item.room, stored, now)
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
    """The game after its time has run out, None if it has not."""
    if isinstance(stored.game, Race) and is_time_up(stored, now):
        return stored.game.time_out()
    return stored.game.expire() if expires_at(stored, settings) <= now else None


def _is_due(at: datetime | None, now: datetime) -> bool:
    return at is not None and not now < at <= now + 2 * CHECK_EVERY
