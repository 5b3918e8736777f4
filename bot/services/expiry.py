"""Ending games that nobody has moved in for long, and races whose time is up."""

import logging
from datetime import datetime, timedelta

from typing_extensions import override

from bot.services.context import store_move
from bot.services.due_games import DueGame
from bot.services.errors import StorageError
from bot.services.limits import CHECK_EVERY, can_expire, check_at, expires_at, is_time_up
from bot.services.ports import Access, Clock, UnitOfWorkFactory
from bot.services.scheduler import DueWork
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.hosting import HostedGame
from core.game.races import Race

log = logging.getLogger(__name__)

STEP = 20
"""Games that are looked at in one step, each in a unit of work of its own, so that nobody waits for long."""

_AFTER_FAULT = timedelta(hours=1)
"""When a game is looked at again that could not be ended because of a fault."""


class Expiry(DueWork):
    """Looks at the games whose time may have run out, and ends those that have expired or are out of time."""

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
            if (
                isinstance(stored.game, Challenge | Duel | HostedGame)
                and can_expire(stored)
                and expires_at(stored) <= now
            ):
                await store_move(unit, stored, stored.game.expire(), now)
            elif isinstance(stored.game, Race) and is_time_up(stored, now):
                await store_move(unit, stored, stored.game.end_time(), now)
            else:
                await unit.due_games.check_later(stored.id, check_at(stored, now))
            await unit.commit()


def _is_due(at: datetime | None, now: datetime) -> bool:
    return at is not None and not now < at <= now + 2 * CHECK_EVERY
