"""What a room shows of its dailies: the card of a day, which is edited, and when it and the week are due."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from zlib import crc32

from typing_extensions import override

from bot.model.daily import DailyChain, DailyGame, SummaryPlan, closing_of, daily_opening
from bot.model.messages import MessageKey, NewsKey, NewsKind, PendingNews
from bot.model.room_settings import RoomSettings, Summary
from bot.model.rooms import Caller, Room, RoomKey, is_direct_message
from bot.persistence.unit_of_work import Access, UnitOfWork
from bot.services.background import DueItems
from bot.services.context import open_context
from bot.services.streaks import own_streak, room_streak
from bot.services.weeks import RoomWeek, monday_of, read_week
from core.game.boards import Board
from core.game.codes import Code
from core.game.daily import Streak, daily_code, earlier_link, has_daily
from core.game.hidden import HiddenCode, HiddenText, reveal
from core.game.rules import Rules

CHECK_EVERY = timedelta(hours=1)
"""How often a room where a daily was played is checked, so that changed settings take effect."""

QUIET_AFTER = timedelta(days=3)
"""After so many days without a guess a room gets no new card until somebody plays or shares there."""

_DAY = timedelta(days=1)
_SUNDAY = 6


@dataclass(frozen=True, slots=True)
class DayResults:
    """The games of one day that are on the card of a room.

    Args:
        day: the day.
        games: the games in which somebody has guessed, without those of hidden players.
        proof: the code and what proves it, as `daily_opening` and the anchor; None until the day closes.
    """

    day: date
    games: Sequence[DailyGame]
    proof: tuple[Sequence[int], str, str] | None = None


@dataclass(frozen=True, slots=True)
class RoomCard:
    """What the card of a room shows.

    Args:
        rules: the rules of the room's daily; games under other rules are marked.
        today: the results of the day of the card.
        before: those of the day before, None if there are none.
        names: the names of the players, by id.
        streaks: the days in a row of those who have solved it, by id.
        streak: the streak of the room; hidden players count.
        week: the week whose result heads the card, None for none.
        is_pictured: whether the message shows pictures of what has closed from now on.
        is_over: whether the message is a former one from now on.
        former: what the message that this one replaces becomes, if it is of an earlier day.
    """

    rules: Rules
    today: DayResults
    before: DayResults | None
    names: Mapping[str, str]
    streaks: Mapping[str, int]
    streak: Streak
    week: RoomWeek | None = None
    is_pictured: bool = False
    is_over: bool = False
    former: "RoomCard | None" = None

    @property
    def closed(self) -> int:
        """The number of days on it that have closed."""
        return sum(results is not None and results.proof is not None for results in (self.today, self.before))

    @property
    def fingerprint(self) -> int:
        """A number that changes with what is shown; its last two bits are `closed`."""
        shown = [
            (game.day, game.player, self.names[game.player], str(game.rules), len(game.board.turns), is_solved)
            for results in filter(None, (self.today, self.before))
            for game in results.games
            for is_solved in [game.is_solved_in_time]
        ]
        week = None if self.week is None else (self.week.first, self.week.ranked)
        return crc32(repr((shown, week)).encode()) >> 3 << 2 | self.closed


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
        await unit.summary_plans.check_later(item, self._clock() + CHECK_EVERY)

    async def card(self, news: PendingNews) -> RoomCard | None:
        """The card that the news is about; None if there is none, or its day was over before it was posted.

        Raises:
            StorageError: the storage fails.
        """
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

    async def first_card(self, key: RoomKey, message: MessageKey | None = None) -> RoomCard | None:
        """Today's card of a room, None if it was posted already; `message` is recorded as the one that shows it.

        Raises:
            StorageError: the storage fails.
        """
        now = self._clock()
        async with self._units() as unit:
            room = (await unit.rooms.ensure(key)).id
            plan = (await unit.summary_plans.get(room) or SummaryPlan(room)).with_card(now.date())
            if plan.posted_at is not None:
                return None
            card = await read_card(unit, plan, now)
            if message is not None:
                await unit.summary_plans.save(replace(plan.posted(plan.day, message, now), shown=card.fingerprint))
            await unit.commit()
        return card

    async def week(self, news: PendingNews) -> RoomWeek | None:
        """The week that news tells outside the card of its room; None if there is nothing to tell.

        Raises:
            StorageError: the storage fails.
        """
        async with self._units(Access.READ) as unit:
            plan = await unit.summary_plans.get(_room_of(news.key))
            if plan is None or plan.week is None or plan.week.toordinal() != news.key.revision:
                return None
            key = await unit.summary_plans.key(plan.room)
            place = await _place(unit, key, await unit.room_settings.get(key))
            week = await read_week(unit, plan.room, key, plan.week, self._clock())
        room, unreachable = (None, None if place == key else place) if key == news.room else (key, None)
        return week and replace(week, room=room, unreachable=unreachable)

    async def running_week(self, caller: Caller) -> RoomWeek | None:
        """The week of yesterday in the caller's room, as far as its days are over; None if nobody has played.

        Raises:
            StorageError: the storage fails.
        """
        async with open_context(self._units, self._clock, caller) as context:
            first = monday_of(context.now.date() - _DAY)
            return await read_week(context.unit, context.room.id, context.room.key, first, context.now)

    async def redirect(self, news: PendingNews) -> None:
        """Move a week to the room that it is about, because the bot cannot write in the channel for announcements.

        Raises:
            StorageError: the storage fails.
        """
        if news.key.kind is not NewsKind.WEEK:
            return
        async with self._units() as unit:
            if news.room != await unit.summary_plans.key(_room_of(news.key)):
                await unit.news.add(news.key, _room_of(news.key), None, self._clock())
                await unit.commit()

    @override
    async def _process(self, item: str) -> None:
        now = self._clock()
        async with self._units() as unit:
            plan = await unit.summary_plans.get(item)
            if plan is None or plan.check_at is None or now < plan.check_at <= now + 2 * CHECK_EVERY:
                return  # another process was faster
            key = await unit.summary_plans.key(item)
            settings = await unit.room_settings.get(key)
            plan = await _after_the_hour(unit, plan, key, settings, now)
            if plan.day is not None and await is_switched_off(unit, key):
                await _add_news(unit, plan, NewsKind.CARD, now)
                plan = replace(plan, day=None)
            plan = await with_card_shown(unit, plan, now)
            check_at = await _next_check(unit, plan, key, settings, now)
            await unit.summary_plans.save(replace(plan, check_at=check_at))
            await unit.commit()


def _room_of(key: NewsKey) -> str:
    """The id of the room that news of a week is about."""
    return key.subject.partition("/")[0]


def next_minute(now: datetime) -> datetime:
    """When cards show what happens now: at the start of the next minute, with all else that happens until then."""
    return now.replace(second=0, microsecond=0) + timedelta(minutes=1)


async def with_card_shown(unit: UnitOfWork, plan: SummaryPlan, now: datetime) -> SummaryPlan:
    """The plan after news was stored that posts or edits the card, if it shows anything else than it should."""
    if plan.day is None:
        return plan
    card = await read_card(unit, plan, now, has_streaks=False)
    pending = await unit.news.pending_key(plan.room)
    if pending is not None if plan.posted_at is None else plan.shown == card.fingerprint:
        return plan
    is_closing = card.closed > (plan.shown or 0) % 4 or (pending is not None and pending.kind is NewsKind.CLOSING)
    kind = NewsKind.CLOSING if is_closing else NewsKind.CARD
    await _add_news(unit, plan, kind, now)
    return replace(plan, shown=card.fingerprint)


async def _add_news(unit: UnitOfWork, plan: SummaryPlan, kind: NewsKind, now: datetime) -> None:
    await unit.news.add(NewsKey(plan.room, kind, int(now.timestamp()) // 60), plan.room, None, now)


async def is_switched_off(unit: UnitOfWork, key: RoomKey) -> bool:
    """Whether a manager has switched the card of a room off. Otherwise the first share of a day posts it."""
    changes = [change.text for change in await unit.room_settings.changes(key) if change.name == "summary"]
    return changes[-1:] == [Summary.OFF]


async def read_card(unit: UnitOfWork, plan: SummaryPlan, now: datetime, *, has_streaks: bool = True) -> RoomCard:
    """The card of a room's plan, which has a day."""
    key, day = await unit.summary_plans.key(plan.room), plan.day or now.date()
    settings = await unit.room_settings.get(key)
    games = await unit.daily_games.on_cards(plan.room, day - _DAY, day)
    players = await unit.players.by_id({game.player for game in games}, key.workspace)
    names = {player.id: player.name for player in players.values() if not player.hidden}
    rules = daily_rules_of(settings)
    today, before = [
        await _results(unit, on, [game for game in games if game.player in names and game.day == on], rules, now)
        for on in (day, day - _DAY)
    ]
    solved = [game for game in today.games if has_streaks and game.is_solved_in_time]
    return RoomCard(
        rules,
        today,
        before if before.games else None,
        names,
        {game.player: (await own_streak(unit, game.player, day, now)).days for game in solved},
        await room_streak(unit, plan.room, day, now),
        None if plan.week is None else await read_week(unit, plan.room, key, plan.week, now),
    )


async def _results(unit: UnitOfWork, day: date, games: Sequence[DailyGame], rules: Rules, now: datetime) -> DayResults:
    played = [game for game in games if game.is_on_day and game.board.turns]
    chain = await unit.daily_chains.covering(day)
    if now < closing_of(day) or chain is None or not played:
        return DayResults(day, played)
    code = await code_of(unit, chain, day, rules)
    proven = DailyGame("", day, Board(rules, code), now)
    opening = daily_opening(chain, proven, reveal(await key_of(unit, chain, day)))
    return DayResults(day, played, (code, opening, chain.anchor))


async def key_of(unit: UnitOfWork, chain: DailyChain, day: date) -> HiddenText:
    """The key of a day."""
    number = chain.number(day)
    stored, link = await unit.daily_chains.next_link(chain, number)
    return HiddenText(earlier_link(link, stored - number))


async def code_of(unit: UnitOfWork, chain: DailyChain, day: date, rules: Rules) -> Code:
    """The code of a day under these rules."""
    return HiddenCode(daily_code(await key_of(unit, chain, day), day.isoformat(), rules))


def daily_rules_of(settings: RoomSettings) -> Rules:
    """The rules of the daily in a room: its default rules or, if they have no daily, those of most rooms."""
    return settings.rules if has_daily(settings.rules) else RoomSettings().rules


async def is_on_card(unit: UnitOfWork, room: Room, game: DailyGame) -> bool:
    """Whether everybody who plays a daily in a room is on its card. In a terminal that is below the board."""
    if is_direct_message(room.key):
        return False
    settings = await unit.room_settings.get(room.key)
    if game.rules != daily_rules_of(settings):
        return False
    plan = await unit.summary_plans.get(room.id)
    if room.key.platform == "console" or (plan is not None and plan.day == game.day):
        return True
    return settings.summary is Summary.TODAY and await _place(unit, room.key, settings) == room.key


async def _after_the_hour(
    unit: UnitOfWork, plan: SummaryPlan, key: RoomKey, settings: RoomSettings, now: datetime
) -> SummaryPlan:
    """The plan with the card and the week that are due since the last hour of the room."""
    last = previous_summary_time(now, settings).date() - _DAY
    if plan.told is None:  # somebody has played here for the first time
        return replace(plan, told=last)
    place = await _place(unit, key, settings)
    is_own, sunday = place == key, last - (last.weekday() - _SUNDAY) % 7 * _DAY
    if last <= plan.told or (not is_own and now < closing_of(last)):
        return plan
    is_week = plan.told < sunday and settings.summary is not Summary.OFF
    week = monday_of(sunday) if is_week and await _played(unit, plan.room, monday_of(sunday), sunday) else None
    has_card = is_own and settings.summary is Summary.TODAY
    if has_card and week is None and await _is_quiet(unit, plan.room, key, now):
        return plan  # the card is due as soon as somebody plays
    plan = replace(plan, told=last, week=week)
    if week is not None and not is_own:
        key_of_week = NewsKey(f"{plan.room}/week", NewsKind.WEEK, week.toordinal())
        await unit.news.add(key_of_week, (await unit.rooms.ensure(place)).id, None, now)
    return plan.with_card(now.date()) if has_card or (week is not None and is_own) else plan


async def _is_quiet(unit: UnitOfWork, room: str, key: RoomKey, now: datetime) -> bool:
    """Whether nobody has guessed in a room lately, and the card was not switched on lately."""
    since = now - QUIET_AFTER
    changes = await unit.room_settings.changes(key)
    is_new = any(change.name == "summary" and change.changed_at > since for change in changes)
    return not is_new and not await _played(unit, room, since.date(), now.date())


async def _next_check(
    unit: UnitOfWork, plan: SummaryPlan, key: RoomKey, settings: RoomSettings, now: datetime
) -> datetime | None:
    """When to check a room next, None if nothing can be due before somebody plays there."""
    closings = [] if plan.day is None else [closing_of(plan.day - _DAY), closing_of(plan.day)]
    if plan.day is not None and plan.posted_at is None:
        closings.append(next_minute(now))  # what happens until it is posted is shown by an edit
    is_expected = now < max(closings, default=now) or await _played(
        unit, plan.room, monday_of((plan.told or now.date()) + _DAY), date.max
    )
    if not is_expected and settings.summary is Summary.TODAY and await _place(unit, key, settings) == key:
        is_expected = not await _is_quiet(unit, plan.room, key, now)
    if not is_expected:
        return None
    return min(at for at in (now + CHECK_EVERY, next_summary_time(now, settings), *closings) if at > now)


async def expect_todays_code(unit: UnitOfWork, place: RoomKey, settings: RoomSettings, now: datetime) -> None:
    """Let the card be posted in a room from the next hour of summaries on, not for the hour that has passed."""
    room = (await unit.rooms.ensure(place)).id
    await unit.summary_plans.schedule(room, min(now + CHECK_EVERY, next_summary_time(now, settings)))
    plan = await unit.summary_plans.get(room)
    if plan is not None:
        await unit.summary_plans.save(replace(plan, told=previous_summary_time(now, settings).date() - _DAY))


async def _place(unit: UnitOfWork, key: RoomKey, settings: RoomSettings) -> RoomKey:
    """Where the week of a room is told.

    This is the room if summaries are switched on for it in particular, else the channel for announcements if there is
    one.
    """
    changes = await unit.room_settings.changes(key)
    is_own = any(change.name == "summary" and change.channel for change in changes)
    return key if is_own or not settings.announcements else replace(key, channel=settings.announcements)


async def _played(unit: UnitOfWork, room: str, first: date, last: date) -> bool:
    """Whether somebody has guessed in a daily of these days that was started on its day here, or is on a card here."""
    games = await unit.daily_games.of_room(room, first, last)
    return any(game.is_on_day and game.board.turns for game in games)


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
