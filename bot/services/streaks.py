"""Streaks of days on which a daily was solved, and void days."""

from collections.abc import Collection
from datetime import date, datetime, timedelta

from bot.model.daily import closing_of
from bot.persistence.unit_of_work import UnitOfWork
from bot.services.base import Service
from core.game.daily import Streak, streak_of


async def own_streak(unit: UnitOfWork, player: str, day: date, now: datetime) -> Streak:
    """The streak of a player up to a day.

    The day before is not missed while the player's game of it still runs and can be finished in time.
    """
    played, void = await unit.streak_days.of_player(player), await unit.streak_days.void()
    before = day - timedelta(days=1)
    games = await unit.daily_games.of_player(player, before, before) if now < closing_of(before) else ()
    return _up_to(day, played, void | {before} if any(game.is_open(now) for game in games) else void)


async def room_streak(unit: UnitOfWork, room: str, day: date, now: datetime) -> Streak:
    """The streak of a room up to a day.

    A day that is over is missed if nobody solved a daily on it, unless a game of it can still be finished.
    """
    played, void = await unit.streak_days.of_room(room), await unit.streak_days.void()
    following = day + timedelta(days=1)
    last = day if day in played or day >= now.date() else following
    before = last - timedelta(days=1)
    is_open = now < closing_of(before) and await unit.daily_games.any_open(room, before)
    return _up_to(last, played - {following}, void | {before} if is_open else void)


def _up_to(day: date, played: Collection[date], exempt: Collection[date]) -> Streak:
    return streak_of({each.toordinal() for each in played}, day.toordinal(), {each.toordinal() for each in exempt})


class VoidDays(Service):
    """The use cases of void days, on which the bot was down for long. Missing a void day ends no streak."""

    async def add(self, day: date) -> bool:
        """Make a day void; returns False if it was void before."""
        async with self._change() as unit:
            return await unit.streak_days.add_void(day)

    async def remove(self, day: date) -> bool:
        """Make a void day ordinary again; returns False if it was not void."""
        async with self._change() as unit:
            return await unit.streak_days.remove_void(day)
