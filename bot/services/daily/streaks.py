"""Streaks of the daily: of a person, and of everybody in a room together."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from bot.model.daily_games import DailyGame, closing_of
from bot.persistence.unit_of_work import UnitOfWork, UnitOfWorkFactory
from core.game.streaks import Streak, streak_of


@dataclass(frozen=True, slots=True)
class Streaks:
    """Streaks up to one day.

    Args:
        own: the streak of a player.
        room: the streak of a room, in which each day counts on which somebody solved a daily that was begun there.
    """

    own: Streak
    room: Streak


async def streaks_of(unit: UnitOfWork, game: DailyGame, now: datetime) -> Streaks:
    """The streaks of the player and of the room of a game, up to its day."""
    void, room = await unit.streak_days.void(), await unit.streak_days.of_room(game.room)
    before = game.day - timedelta(days=1)
    may_be_finished = now < closing_of(before)
    exempt = {before} if may_be_finished and await unit.daily_games.any_open(game.room, before) else set()
    return Streaks(await own_streak(unit, game.player, game.day, now), _up_to(game.day, room, void | exempt))


async def own_streak(unit: UnitOfWork, player: str, day: date, now: datetime) -> Streak:
    """The streak of a player up to a day.

    The day before is not missed while the player's game of it still runs and can be finished in time.
    """
    played, void = await unit.streak_days.of_player(player), await unit.streak_days.void()
    before = day - timedelta(days=1)
    games = await unit.daily_games.of(player, before, before) if now < closing_of(before) else ()
    return _up_to(day, played, void | {before} if any(game.is_open(now) for game in games) else void)


async def room_streak(unit: UnitOfWork, room: str, day: date, now: datetime) -> Streak:
    """The streak of a room up to a day that is over.

    The day is missed if nobody solved a daily on it, unless a game of it can still be finished.
    """
    played, void = await unit.streak_days.of_room(room), await unit.streak_days.void()
    if day in played:
        return _up_to(day, played, void)
    is_open = now < closing_of(day) and await unit.daily_games.any_open(room, day)
    return _up_to(day + timedelta(days=1), played - {day + timedelta(days=1)}, void | {day} if is_open else void)


def _up_to(day: date, played: Collection[date], exempt: Collection[date]) -> Streak:
    return streak_of({each.toordinal() for each in played}, day.toordinal(), {each.toordinal() for each in exempt})


class VoidDays:
    """The use cases of void days, on which the bot was down for long. Missing a void day ends no streak.

    Every method raises `StorageError` when the storage fails.
    """

    def __init__(self, units: UnitOfWorkFactory) -> None:
        self._units = units

    async def add(self, day: date) -> bool:
        """Make a day void; returns False if it was void before."""
        async with self._units() as unit:
            is_new = await unit.streak_days.add_void(day)
            await unit.commit()
        return is_new

    async def remove(self, day: date) -> bool:
        """Make a void day ordinary again; returns False if it was not void."""
        async with self._units() as unit:
            was_void = await unit.streak_days.remove_void(day)
            await unit.commit()
        return was_void
