"""When the cards of rooms and their weeks are due, and which games are on cards."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta

from msgspec.structs import replace
from typing_extensions import override

from bot.model.daily import DailyGame, DailyHashChain, SummaryPlan, day_closing
from bot.model.room_settings import RoomSettings, SummaryFrequency
from bot.model.rooms import Caller, MessageKey, NewsKey, NewsKind, PendingNews, Room, RoomKey, is_direct_message
from bot.persistence.unit_of_work import Access, UnitOfWork
from bot.services.background import DueItems
from bot.services.cards import RoomCard, RoomWeek, daily_rules_in_room, monday_of, person_hash, read_card, read_week
from bot.services.context import CallContext

CHECK_EVERY = timedelta(hours=1)
"""How often a room where a daily was played is checked, so that changed settings take effect."""

QUIET_AFTER = timedelta(days=3)
"""After so many days without a guess a room gets no new card until somebody plays or shares there."""

_DAY = timedelta(days=1)
_SUNDAY = 6


class Summaries(DueItems[str]):
    """Stores news when the card of a room is to be posted or edited, and reads the content of cards and weeks.

    A card is edited at most once a minute. Weeks are those of UTC; the result of one that is told in the room itself
    heads the card of Monday, and is told on its own in the channel for announcements, once its last day has closed.
    """

    name = "summaries"
    pause = 20.0

    @override
    async def _due(self, unit: UnitOfWork, now: datetime, most: int) -> Sequence[str]:
        return await unit.summary_plans.due(now, now + 2 * CHECK_EVERY, most)

    @override
    async def _put_off(self, unit: UnitOfWork, item: str) -> None:
        await unit.summary_plans.set_next_check(item, self._clock() + CHECK_EVERY)

    async def card_for(self, news: PendingNews) -> RoomCard | None:
        """The card that the news is about; None if there is none, or its day was over before it was posted."""
        now = self._clock()
        async with self._units(Access.READ) as unit:
            plan = await unit.summary_plans.get(news.key.subject)
            if plan is None or (plan.posted_at is None and plan.day != now.date()):
                return None
            is_posted, last = plan.posted_at is not None, replace(plan, day=plan.message_day, week=None)
            if plan.day is None:
                return replace(await read_card(unit, last, now), is_over=True)
            card = await read_card(unit, plan, now)
            card = replace(card, is_pictured=not is_posted or news.key.kind is NewsKind.CLOSING)
            if is_posted or plan.message_day in {None, plan.day}:
                return card
            return replace(card, former=await read_card(unit, last, now))

    async def unposted_card(self, key: RoomKey) -> RoomCard | None:
        """Today's card of a room, None if it was posted already."""
        async with self._change() as unit:
            plan = await self._plan_of_today(unit, key)
            return None if plan.posted_at is not None else await read_card(unit, plan, self._clock())

    async def record_posted_card(self, key: RoomKey, card: RoomCard, message: MessageKey) -> None:
        """Record the message that shows today's card of a room, unless another one was recorded meanwhile."""
        async with self._change() as unit:
            plan = await self._plan_of_today(unit, key)
            if plan.posted_at is None:
                await unit.summary_plans.check_no_later_than(plan.room, self._clock() + CHECK_EVERY)
                posted = plan.with_posted_card(plan.day, message, self._clock())
                await unit.summary_plans.update(replace(posted, shown=card.content_fingerprint))

    async def _plan_of_today(self, unit: UnitOfWork, key: RoomKey) -> SummaryPlan:
        room = (await unit.rooms.get_or_add(key)).id
        return (await unit.summary_plans.get(room) or SummaryPlan(room)).with_card(self._clock().date())

    async def week_for(self, news: PendingNews) -> RoomWeek | None:
        """The week that news tells outside the card of its room; None if there is nothing to tell."""
        async with self._units(Access.READ) as unit:
            plan = await unit.summary_plans.get(_room_of(news.key))
            if plan is None or plan.week is None or plan.week.toordinal() != news.key.revision:
                return None
            key = await unit.rooms.key_of(plan.room)
            place = await _place(unit, key, await unit.room_settings.get(key))
            week = await read_week(unit, plan.room, key, plan.week, self._clock())
        room, unreachable = (None, None if place == key else place) if key == news.room else (key, None)
        return week and replace(week, room=room, unreachable=unreachable)

    async def running_week(self, caller: Caller) -> RoomWeek | None:
        """The week of yesterday in the caller's room, as far as its days are over; None if nobody has played."""
        async with self._open(caller) as context:
            first = monday_of(context.now.date() - _DAY)
            return await read_week(context.unit, context.room.id, context.room.key, first, context.now)

    async def redirect_week_to_own_room(self, news: PendingNews) -> None:
        """Move a week to the room that it is about, because the bot cannot write in the channel for announcements."""
        if news.key.kind is not NewsKind.WEEK:
            return
        async with self._change() as unit:
            if news.room != await unit.rooms.key_of(_room_of(news.key)):
                await unit.news.add(news.key, _room_of(news.key), None, self._clock())

    @override
    async def _process(self, item: str) -> None:
        now = self._clock()
        async with self._change() as unit:
            plan = await unit.summary_plans.get(item)
            if plan is None or plan.check_at is None or now < plan.check_at <= now + 2 * CHECK_EVERY:
                return  # another process was faster
            key = await unit.rooms.key_of(item)
            settings = await unit.room_settings.get(key)
            plan = await _after_the_hour(unit, plan, key, settings, now)
            if plan.day is not None and await is_switched_off(unit, key):
                await _add_news(unit, plan, NewsKind.CARD, now)
                plan = replace(plan, day=None)
            plan = await store_card_news(unit, plan, now)
            check_at = await _next_check(unit, plan, key, settings, now)
            await unit.summary_plans.update(replace(plan, check_at=check_at))


def _room_of(key: NewsKey) -> str:
    """The id of the room that news of a week is about."""
    return key.subject.partition("/")[0]


def start_of_next_minute(now: datetime) -> datetime:
    """When cards show what happens now: at the start of the next minute, with all else that happens until then."""
    return now.replace(second=0, microsecond=0) + timedelta(minutes=1)


async def store_card_news(unit: UnitOfWork, plan: SummaryPlan, now: datetime) -> SummaryPlan:
    """The plan after news was stored that posts or edits the card, if it shows anything else than it should."""
    if plan.day is None:
        return plan
    card = await read_card(unit, plan, now, has_streaks=False)
    pending = await unit.news.pending_key(plan.room)
    if pending is not None if plan.posted_at is None else plan.shown == card.content_fingerprint:
        return plan
    is_closing = card.closed_day_count > (plan.shown or 0) % 4 or (
        pending is not None and pending.kind is NewsKind.CLOSING
    )
    kind = NewsKind.CLOSING if is_closing else NewsKind.CARD
    await _add_news(unit, plan, kind, now)
    return replace(plan, shown=card.content_fingerprint)


async def _add_news(unit: UnitOfWork, plan: SummaryPlan, kind: NewsKind, now: datetime) -> None:
    await unit.news.add(NewsKey(plan.room, kind, int(now.timestamp()) // 60), plan.room, None, now)


async def is_switched_off(unit: UnitOfWork, key: RoomKey) -> bool:
    """Whether a manager has switched the card of a room off. Otherwise the first share of a day posts it."""
    changes = [change.text for change in await unit.room_settings.stored_settings(key) if change.name == "summary"]
    return changes[-1:] == [SummaryFrequency.OFF]


async def belongs_on_card(unit: UnitOfWork, room: Room, game: DailyGame) -> bool:
    """Whether everybody who plays a daily in a room is on its card. In a terminal that is below the board."""
    if is_direct_message(room.key):
        return False
    settings = await unit.room_settings.get(room.key)
    if game.rules != daily_rules_in_room(settings):
        return False
    plan = await unit.summary_plans.get(room.id)
    if room.key.platform == "console" or (plan is not None and plan.day == game.day):
        return True
    return settings.summary is SummaryFrequency.TODAY and await _place(unit, room.key, settings) == room.key


async def _after_the_hour(
    unit: UnitOfWork, plan: SummaryPlan, key: RoomKey, settings: RoomSettings, now: datetime
) -> SummaryPlan:
    """The plan with the card and the week that are due since the last hour of the room."""
    last = previous_summary_time(now, settings).date() - _DAY
    if plan.told is None:  # somebody has played here for the first time
        return replace(plan, told=last)
    place = await _place(unit, key, settings)
    is_own, sunday = place == key, last - (last.weekday() - _SUNDAY) % 7 * _DAY
    if last <= plan.told or (not is_own and now < day_closing(last)):
        return plan
    is_week = plan.told < sunday and settings.summary is not SummaryFrequency.OFF
    week = monday_of(sunday) if is_week and await _played(unit, plan.room, monday_of(sunday), sunday) else None
    has_card = is_own and settings.summary is SummaryFrequency.TODAY
    if has_card and week is None and await _is_quiet(unit, plan.room, key, now):
        return plan  # the card is due as soon as somebody plays
    plan = replace(plan, told=last, week=week)
    if week is not None and not is_own:
        key_of_week = NewsKey(f"{plan.room}/week", NewsKind.WEEK, week.toordinal())
        await unit.news.add(key_of_week, (await unit.rooms.get_or_add(place)).id, None, now)
    return plan.with_card(now.date()) if has_card or (week is not None and is_own) else plan


async def _is_quiet(unit: UnitOfWork, room: str, key: RoomKey, now: datetime) -> bool:
    """Whether nobody has guessed in a room lately, and the card was not switched on lately."""
    since = now - QUIET_AFTER
    changes = await unit.room_settings.stored_settings(key)
    is_new = any(change.name == "summary" and change.changed_at > since for change in changes)
    return not is_new and not await _played(unit, room, since.date(), now.date())


async def _next_check(
    unit: UnitOfWork, plan: SummaryPlan, key: RoomKey, settings: RoomSettings, now: datetime
) -> datetime | None:
    """When to check a room next, None if nothing can be due before somebody plays there."""
    closings = [] if plan.day is None else [day_closing(plan.day - _DAY), day_closing(plan.day)]
    if plan.day is not None and plan.posted_at is None:
        closings.append(start_of_next_minute(now))  # what happens until it is posted is shown by an edit
    is_expected = now < max(closings, default=now) or await _played(
        unit, plan.room, monday_of((plan.told or now.date()) + _DAY), date.max
    )
    if not is_expected and settings.summary is SummaryFrequency.TODAY and await _place(unit, key, settings) == key:
        is_expected = not await _is_quiet(unit, plan.room, key, now)
    if not is_expected:
        return None
    return min(at for at in (now + CHECK_EVERY, next_summary_time(now, settings), *closings) if at > now)


async def schedule_todays_card(unit: UnitOfWork, place: RoomKey, settings: RoomSettings, now: datetime) -> None:
    """Let the card be posted in a room from the next hour of summaries on, not for the hour that has passed."""
    room = (await unit.rooms.get_or_add(place)).id
    await unit.summary_plans.check_no_later_than(room, min(now + CHECK_EVERY, next_summary_time(now, settings)))
    plan = await unit.summary_plans.get(room)
    if plan is not None:
        await unit.summary_plans.update(replace(plan, told=previous_summary_time(now, settings).date() - _DAY))


async def _place(unit: UnitOfWork, key: RoomKey, settings: RoomSettings) -> RoomKey:
    """Where the week of a room is told.

    This is the room if summaries are switched on for it in particular, else the channel for announcements if there is
    one.
    """
    changes = await unit.room_settings.stored_settings(key)
    is_own = any(change.name == "summary" and change.channel for change in changes)
    return key if is_own or not settings.announcements else replace(key, channel=settings.announcements)


async def _played(unit: UnitOfWork, room: str, first: date, last: date) -> bool:
    """Whether somebody has guessed in a daily of these days that was started on its day here, or is on a card here."""
    games = await unit.daily_games.of_room(room, first, last)
    return any(game.was_played_on_day for game in games)


def previous_summary_time(now: datetime, settings: RoomSettings) -> datetime:
    """The last time at which a card was due, in UTC."""
    return max(at for at in _summary_times(now, settings) if at <= now)


def next_summary_time(now: datetime, settings: RoomSettings) -> datetime:
    """The next time at which a card is due, in UTC."""
    return min(at for at in _summary_times(now, settings) if at > now)


def _summary_times(now: datetime, settings: RoomSettings) -> Iterator[datetime]:
    """The hours of a room around now, in UTC.

    When the clock is put forward past the hour, the hour is taken as if the clock had not changed. When the hour occurs
    twice, the first occurrence counts.
    """
    today = now.astimezone(settings.zone).date()
    for back in range(-2, 4):
        day = today - back * _DAY
        yield datetime.combine(day, time(settings.hour), settings.zone).astimezone(UTC)


async def record_daily_started(context: CallContext, chain: DailyHashChain, game: DailyGame) -> None:
    """Let the week of the room where a game was started count it, and put it on the card of the caller's room."""
    await context.unit.summary_plans.check_no_later_than(game.room, start_of_next_minute(context.now))
    if await belongs_on_card(context.unit, context.room, game):
        await ensure_on_card(context, chain, game)


async def ensure_on_card(context: CallContext, chain: DailyHashChain, game: DailyGame) -> bool:
    """Put a game on the card of the caller's room, whose streak counts it then.

    Returns:
        Whether it is on it. It is not if the person has another game of the day on it.
    """
    unit, room = context.unit, context.room.id
    if await unit.daily_games.is_on_card(game, room):
        return True
    if not await unit.daily_games.add_person_hash(game.day, await person_hash(context, chain, game, "shared")):
        return False
    await unit.daily_games.add_to_card(game, room, context.now)
    if game.is_solved_in_time:
        await unit.streak_days.add_solved(game.player, room, game.day)
    await unit.summary_plans.check_no_later_than(room, start_of_next_minute(context.now))
    return True


async def posted_card(context: CallContext) -> tuple[PendingNews | None, MessageKey | None]:
    """The news that posts today's card in the caller's room, or the card if it is there already."""
    unit, room, now = context.unit, context.room, context.now
    await unit.summary_plans.check_no_later_than(room.id, start_of_next_minute(now))
    before = await unit.summary_plans.get(room.id) or SummaryPlan(room.id)
    plan = before.with_card(now.date()).with_old_card_reposted(now)
    if plan.posted_at is not None:
        return None, plan.message
    await unit.summary_plans.update(await store_card_news(unit, plan, now))
    key = await unit.news.pending_key(room.id)
    return None if key is None else PendingNews(key, room.key, None, None), None
