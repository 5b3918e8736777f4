"""Streaks of days, and summaries of the daily in rooms."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from typing_extensions import override

from bot.model.daily import DailyGame, closing_of
from bot.model.messages import NewsKey, NewsKind, PendingNews
from bot.model.room_settings import RoomSettings, Summary
from bot.model.rooms import RoomKey
from bot.persistence.unit_of_work import Access, UnitOfWork, UnitOfWorkFactory
from bot.services.background import DueItems
from core.game.daily import Streak, streak_of


@dataclass(frozen=True, slots=True)
class Streaks:
    """Streaks up to one day.

    Args:
        own: the streak of a player.
        room: the streak of a room, in which each day counts whose daily somebody solved in time and started or shared
            there.
    """

    own: Streak
    room: Streak


async def streaks_of(unit: UnitOfWork, game: DailyGame, room: str, now: datetime) -> Streaks:
    """The streaks of the player of a game and of a room, up to the day of the game."""
    void, played = await unit.streak_days.void(), await unit.streak_days.of_room(room)
    before = game.day - timedelta(days=1)
    may_be_finished = now < closing_of(before)
    exempt = {before} if may_be_finished and await unit.daily_games.any_open(room, before) else set()
    return Streaks(await own_streak(unit, game.player, game.day, now), _up_to(game.day, played, void | exempt))


async def own_streak(unit: UnitOfWork, player: str, day: date, now: datetime) -> Streak:
    """The streak of a player up to a day.

    The day before is not missed while the player's game of it still runs and can be finished in time.
    """
    played, void = await unit.streak_days.of_player(player), await unit.streak_days.void()
    before = day - timedelta(days=1)
    games = await unit.daily_games.of_player(player, before, before) if now < closing_of(before) else ()
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


CHECK_EVERY = timedelta(hours=1)
"""How often a room where a daily was played is checked, so that changed settings take effect."""

_DAY = timedelta(days=1)
_MONDAY = 0


@dataclass(frozen=True, slots=True)
class RoomSummary:
    """The dailies of a room in some days.

    Args:
        first: the first day with a game.
        last: the last day of the summary.
        games: the finished games that were started on their day and started or shared in the room, without those of
            hidden players.
        names: the names of the players, by id.
        streak: the streak of the room; hidden players count.
        room: the room of the games, None if the summary is posted there.
        unreachable: the channel for announcements, if the bot cannot write there and the summary is posted in its room
            instead; else None.
        has_todays_code: whether people are also invited to play the code of the day after `last`.
    """

    first: date
    last: date
    games: Sequence[DailyGame]
    names: Mapping[str, str]
    streak: Streak
    room: RoomKey | None = None
    unreachable: RoomKey | None = None
    has_todays_code: bool = False


class Summaries(DueItems[str]):
    """Stores news when the summary of a room is due, and reads the content of summaries.

    A summary covers whole days of the daily, in UTC: all that have ended since the last day of the summary before. So
    every day is in exactly one summary, whatever happens to the hour, the time zone and the clock there. A result that
    is shared after the summary of its day was due brings no other one. Where today's code is posted too, it is in the
    same message, and news that is told only after that day is left without it.
    """

    name = "summaries"
    pause = 20.0

    @override
    async def _due(self, unit: UnitOfWork, now: datetime, most: int) -> Sequence[str]:
        return await unit.summary_plans.due(now, now + 2 * CHECK_EVERY, most)

    @override
    async def _put_off(self, unit: UnitOfWork, item: str) -> None:
        plan = await unit.summary_plans.get(item)
        if plan is not None:
            await unit.summary_plans.save(replace(plan, check_at=self._clock() + CHECK_EVERY))

    async def summary(self, news: PendingNews) -> RoomSummary | None:
        """The summary that the news is about; None if a newer one is due, or it would show nobody and no code.

        Raises:
            StorageError: the storage fails.
        """
        async with self._units(Access.READ) as unit:
            plan = await unit.summary_plans.get(news.key.subject)
            if plan is None or plan.first is None or plan.told is None or plan.told.toordinal() != news.key.revision:
                return None
            games = await _played(unit, plan.room, plan.first, plan.told)
            key = await unit.summary_plans.key(plan.room)
            players = await unit.players.by_id({game.player for game in games}, key.workspace)
            names = {player.id: player.name for player in players.values() if not player.hidden}
            shown = [game for game in games if game.player in names and game.is_counted]
            streak = await room_streak(unit, plan.room, plan.told, self._clock())
            settings = await unit.room_settings.get(key)
            place = await _place(unit, key, settings)
        is_today = self._clock().date() == plan.told + _DAY
        invites = settings.summary is Summary.TODAY and place == key and is_today
        if not (shown or invites):
            return None
        room, unreachable = (None, None if place == key else place) if key == news.room else (key, None)
        first = min((game.day for game in shown), default=plan.told)
        return RoomSummary(first, plan.told, shown, names, streak, room, unreachable, invites)

    async def redirect(self, news: PendingNews) -> None:
        """Move a summary to the room that it is about, because the bot cannot write in the channel for announcements.

        Raises:
            StorageError: the storage fails.
        """
        if news.key.kind is not NewsKind.SUMMARY:
            return
        async with self._units() as unit:
            if news.room != await unit.summary_plans.key(news.key.subject):
                await unit.news.add(news.key, news.key.subject, None, self._clock())
                await unit.commit()

    @override
    async def _process(self, item: str) -> None:
        room, now = item, self._clock()
        async with self._units() as unit:
            plan = await unit.summary_plans.get(room)
            if plan is None or plan.check_at is None or now < plan.check_at <= now + 2 * CHECK_EVERY:
                return  # another process was faster
            key = await unit.summary_plans.key(room)
            settings = await unit.room_settings.get(key)
            place = await _place(unit, key, settings)
            invites = settings.summary is Summary.TODAY and place == key
            days = days_due(plan.told, settings, now)
            if days is not None:
                plan = replace(plan, first=days[0], told=days[1])
                due_at = previous_summary_time(now, settings)
                is_wanted = settings.summary is not Summary.OFF
                if invites or (is_wanted and await _played(unit, room, *days, shared_before=due_at)):
                    posted_in = await unit.rooms.ensure(place)
                    await unit.news.add(NewsKey(room, NewsKind.SUMMARY, days[1].toordinal()), posted_in.id, None, now)
            is_expected = invites or bool(await _played(unit, room, _day_after(plan.told), date.max))
            check_at = min(now + CHECK_EVERY, next_summary_time(now, settings)) if is_expected else None
            await unit.summary_plans.save(replace(plan, check_at=check_at))
            await unit.commit()


async def expect_todays_code(unit: UnitOfWork, place: RoomKey, settings: RoomSettings, now: datetime) -> None:
    """Let today's code be posted in a room from the next hour of summaries on, not for the hour that has passed."""
    room = (await unit.rooms.ensure(place)).id
    await unit.summary_plans.schedule(room, min(now + CHECK_EVERY, next_summary_time(now, settings)))
    plan = await unit.summary_plans.get(room)
    if plan is None or (days := days_due(plan.told, settings, now)) is None:
        return
    if not await _played(unit, room, *days):
        await unit.summary_plans.save(replace(plan, first=days[1], told=days[1]))


async def _place(unit: UnitOfWork, key: RoomKey, settings: RoomSettings) -> RoomKey:
    """Where the summary of a room is posted.

    This is the room if summaries are switched on for it in particular, else the channel for announcements if there is
    one.
    """
    changes = await unit.room_settings.changes(key)
    is_own = any(change.name == "summary" and change.channel for change in changes)
    return key if is_own or not settings.announcements else replace(key, channel=settings.announcements)


def days_due(told: date | None, settings: RoomSettings, now: datetime) -> tuple[date, date] | None:
    """The first and last day of the summary that is due, None if none is.

    Args:
        told: the last day of the summary before, None before the first summary.
        settings: those of the room.
        now: the present time.
    """
    last = previous_summary_time(now, settings).date() - _DAY
    first = _day_after(told)
    return (first, last) if first <= last else None


def _day_after(told: date | None) -> date:
    return date.min if told is None else told + _DAY


async def _played(
    unit: UnitOfWork, room: str, first: date, last: date, shared_before: datetime | None = None
) -> list[DailyGame]:
    games = await unit.daily_games.of_room(room, first, last, shared_before=shared_before)
    return [game for game in games if game.is_on_day and game.board.turns]


def previous_summary_time(now: datetime, settings: RoomSettings) -> datetime:
    """The last time at which a summary was due, in UTC; the daily time if summaries are switched off."""
    return max(at for at in _summary_times(now, settings) if at <= now)


def next_summary_time(now: datetime, settings: RoomSettings) -> datetime:
    """The next time at which a summary is due, in UTC; the daily time if summaries are switched off."""
    return min(at for at in _summary_times(now, settings) if at > now)


def _summary_times(now: datetime, settings: RoomSettings) -> Iterator[datetime]:
    """The times around now at which summaries are due, in UTC.

    When the clock is put forward past the hour, the hour is taken as if the clock had not changed. When the hour occurs
    twice, the first occurrence counts.
    """
    today = now.astimezone(settings.zone).date()
    for back in range(-8, 10):
        day = today - back * _DAY
        if settings.summary is not Summary.WEEKLY or day.weekday() == _MONDAY:
            yield datetime.combine(day, time(settings.hour), settings.zone).astimezone(UTC)
