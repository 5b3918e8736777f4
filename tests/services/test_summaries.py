"""Summaries of rooms: when they are due, that each is told once, and what it tells."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest

from bot.model.messages import NewsKind, PendingNews
from bot.model.room_settings import RoomSettings, Summary
from bot.model.rooms import Caller
from bot.services.summaries import (
    RoomSummary,
    Summaries,
    days_due,
    next_summary_time,
    previous_summary_time,
)
from core.game.daily import Streak
from core.game.rules import Rules
from tests.services.harness import ANN, BOB, CLASSIC, Harness, again, caller
from tests.support.daily import code_of, wrong_for

FIRST = date(2026, 11, 18)  # a Wednesday
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
CAT = caller("cat")


def settings(summary: Summary = Summary.DAILY, hour: int = 9, zone: str = "UTC") -> RoomSettings:
    return RoomSettings(summary=summary, hour=hour, timezone=zone)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("chosen", "now", "last", "following"),
    [
        (settings(), "2026-11-18 12:00", "2026-11-18 09:00", "2026-11-19 09:00"),
        (settings(), "2026-11-18 09:00", "2026-11-18 09:00", "2026-11-19 09:00"),
        (settings(), "2026-11-18 08:59", "2026-11-17 09:00", "2026-11-18 09:00"),
        (settings(Summary.WEEKLY), "2026-11-18 12:00", "2026-11-16 09:00", "2026-11-23 09:00"),
        (settings(zone="Asia/Tokyo"), "2026-11-18 12:00", "2026-11-18 00:00", "2026-11-19 00:00"),
        (settings(zone="Pacific/Kiritimati"), "2026-11-18 12:00", "2026-11-17 19:00", "2026-11-18 19:00"),
        (settings(zone="Asia/Kathmandu"), "2026-11-18 12:00", "2026-11-18 03:15", "2026-11-19 03:15"),
        # summer time starts: 2:00 does not exist; it ends: 2:00 comes twice
        (settings(hour=2, zone="Europe/Berlin"), "2026-03-29 12:00", "2026-03-29 01:00", "2026-03-30 00:00"),
        (settings(hour=2, zone="Europe/Berlin"), "2026-10-25 12:00", "2026-10-25 00:00", "2026-10-26 01:00"),
        # Samoa left out 30 December
        (settings(zone="Pacific/Apia"), "2011-12-30 12:00", "2011-12-29 19:00", "2011-12-30 19:00"),
    ],
)
def test_a_summary_is_due_at_its_hour_in_the_time_zone(
    chosen: RoomSettings, now: str, last: str, following: str
) -> None:
    assert (previous_summary_time(at(now), chosen), next_summary_time(at(now), chosen)) == (at(last), at(following))


Change = Callable[[datetime, RoomSettings], RoomSettings]
"""The settings of a room at a time, from those before."""


def summaries_of_two_years(chosen: RoomSettings, change: Change) -> Iterator[tuple[datetime, date, date]]:
    """When summaries are due in two years, and their first and last day."""
    now, end, told = at("2026-01-01 00:00"), at("2028-01-01 00:00"), date(2025, 12, 31)
    while now < end:
        chosen = change(now, chosen)
        if days := days_due(told, chosen, now):
            yield now, *days
            told = days[1]
        now = next_summary_time(now, chosen)


def unchanged(_now: datetime, chosen: RoomSettings) -> RoomSettings:
    return chosen


def changed_at_random(chance: random.Random) -> Change:
    """Chooses another hour, time zone or rhythm now and then."""

    def change(_now: datetime, chosen: RoomSettings) -> RoomSettings:
        draw = chance.randrange(60)
        if draw == 0:
            return replace(chosen, hour=chance.randrange(24))
        if draw == 1:
            return replace(chosen, timezone=chance.choice(TIME_ZONES))
        if draw == 2:
            return replace(chosen, summary=chance.choice((Summary.DAILY, Summary.WEEKLY, Summary.OFF)))
        return chosen

    return change


def check_days(chosen: RoomSettings, change: Change) -> None:
    """Every day that has a summary has one, and no day waits for longer than its week and a day of the clock."""
    told = list(summaries_of_two_years(chosen, change))
    assert told[0][1] == date(2026, 1, 1), chosen
    for (_, _, last), (_, first, _) in pairwise(told):
        assert first == last + DAY, chosen
    for now, first, last in told:
        assert first <= last < now.date(), chosen
        assert (now.date() - first).days <= 9, chosen
    assert told[-1][2] >= date(2027, 12, 23), chosen


TIME_ZONES = sorted(available_timezones())


def distinct_zones() -> Iterable[str]:
    """One of the time zones whose clocks agree on each day of the two years."""
    days = [at("2026-01-01 00:00") + number * DAY for number in range(730)]
    return {tuple(day.astimezone(ZoneInfo(zone)).utcoffset() for day in days): zone for zone in TIME_ZONES}.values()


def test_every_day_is_in_exactly_one_summary() -> None:
    chance = random.Random(5)
    for zone in chance.sample(TIME_ZONES, 12):
        check_days(settings(Summary.WEEKLY, chance.randrange(24), zone), unchanged)
        check_days(settings(Summary.WEEKLY, chance.randrange(24), zone), changed_at_random(chance))


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("hour", range(24))
def test_every_day_is_in_exactly_one_summary_in_every_zone(hour: int) -> None:
    chance = random.Random(hour)
    for zone in distinct_zones():
        check_days(settings(Summary.WEEKLY, hour, zone), unchanged)
        check_days(settings(chance.choice((Summary.DAILY, Summary.WEEKLY)), hour, zone), changed_at_random(chance))


@pytest.mark.parametrize(("zone", "hour"), [("America/New_York", 19), ("Europe/London", 0), ("Australia/Sydney", 10)])
async def test_the_week_in_which_summer_time_ends_loses_no_day(harness: Harness, zone: str, hour: int) -> None:
    begin = harness.clock.now = at("2027-03-20 12:00" if zone.startswith("Australia") else "2027-10-20 12:00")
    await switch_on(harness, summary="weekly", hour=str(hour), timezone=zone)
    days = []
    for number in range(1, 29):
        await harness.daily.guess(again(ANN), code_of(harness.clock.now.date(), number=number), CLASSIC)
        for _, summary in await told(harness, begin + number * DAY, DAY):
            days += [game.day for game in summary.games]
    assert days == [begin.date() + number * DAY for number in range(len(days))]
    assert len(days) > 14


async def switch_on(harness: Harness, **texts: str) -> None:
    async with harness.database.unit() as unit:
        player = await unit.players.ensure(ANN.player, ANN.room.workspace, ANN.name)
        await unit.room_settings.change(ANN.room, {"summary": "daily", **texts}, player.id, harness.clock.now)
        await unit.commit()


async def play(harness: Harness, who: Caller, guesses: int = 1, *, solved: bool = True, rules: Rules = CLASSIC) -> None:
    """Play today's daily in so many guesses; one that is not solved is left."""
    today = harness.clock.now.date()
    code = code_of(today, str(rules), (today - FIRST).days + 1)
    wrong = wrong_for(code)[: rules.positions]
    for number in range(1, guesses + 1):
        text = code if solved and number == guesses else wrong
        await harness.daily.guess(again(who), text, rules, is_confirmed=True)


async def told(harness: Harness, until: datetime, step: timedelta = HOUR) -> list[tuple[datetime, RoomSummary]]:
    """What is told until some time by two processes that look now and then, and when."""
    processes = [Summaries(harness.database.unit, harness.clock) for _ in range(2)]
    found = []
    while harness.clock.now < until:
        harness.clock.advance(min(step, until - harness.clock.now))
        for process in processes:
            await process.step()
            for news in await pending(harness):
                summary = await process.summary(news)
                await harness.services.news.complete(news.key)
                assert summary is not None
                found.append((harness.clock.now, summary))
    return found


async def pending(harness: Harness) -> list[PendingNews]:
    found = await harness.services.news.pending(ANN.room.platform)
    return [news for news in found if news.key.kind is NewsKind.SUMMARY]


async def test_a_day_is_summarized_once_at_the_hour(harness: Harness) -> None:
    await switch_on(harness)
    await harness.daily.open(again(CAT), CLASSIC)
    await play(harness, ANN, 3)
    await play(harness, BOB, 2, solved=False)
    ((when, summary),) = await told(harness, at("2026-11-22 00:00"))
    assert when == at("2026-11-19 09:00")
    assert (summary.first, summary.last) == (FIRST, FIRST)
    assert [summary.names[game.player] for game in summary.games] == ["ann"]  # the others have not finished
    assert summary.streak.days == 1
    assert summary.room is None


async def test_a_day_that_nobody_has_solved_ends_the_streak_of_a_room(harness: Harness) -> None:
    await switch_on(harness)
    await play(harness, ANN)
    await told(harness, at("2026-11-19 10:00"))
    await harness.daily.guess(again(ANN), wrong_for(code_of(FIRST + DAY, number=2)), CLASSIC)
    await harness.daily.give_up(again(ANN), CLASSIC, is_confirmed=True)
    ((_, summary),) = await told(harness, at("2026-11-20 10:00"))
    assert [game.day for game in summary.games] == [FIRST + DAY]
    assert summary.streak == Streak(0, 1)


async def test_results_that_were_shared_in_a_room_are_in_its_summary(harness: Harness) -> None:
    await switch_on(harness)
    dan, garden = replace(caller("dan"), room=ANN.room), caller("dan", "garden")
    await play(harness, garden, 2)
    await harness.daily.share(again(dan), CLASSIC)
    await play(harness, BOB)
    await harness.daily.share(again(BOB), CLASSIC)
    ((_, summary),) = await told(harness, at("2026-11-19 12:00"))
    assert sorted(summary.names[game.player] for game in summary.games) == ["bob", "dan"]
    assert summary.streak.days == 1


@pytest.mark.parametrize(("when", "summaries"), [("2026-11-19 08:00", 1), ("2026-11-19 10:00", 0)])
async def test_a_share_after_the_hour_brings_no_summary(harness: Harness, when: str, summaries: int) -> None:
    await switch_on(harness)
    await play(harness, caller("ann", "garden"))
    harness.clock.now = at(when)
    await harness.daily.share(again(ANN), CLASSIC, str(FIRST))
    found = await told(harness, at("2026-11-22 12:00"), HOUR / 2)
    assert [when for when, _ in found] == [at("2026-11-19 09:00")] * summaries


async def test_nothing_is_told_where_nobody_played_or_it_is_switched_off(harness: Harness) -> None:
    await play(harness, ANN)
    assert await told(harness, at("2026-11-20 12:00")) == []
    await switch_on(harness)
    assert await told(harness, at("2026-11-22 12:00")) == []
    await play(harness, caller("dan", "garden"))
    assert await told(harness, at("2026-11-24 12:00")) == []


async def test_a_summary_that_is_switched_on_before_its_hour_is_told(harness: Harness) -> None:
    await play(harness, ANN)
    assert await told(harness, at("2026-11-19 07:30")) == []
    await switch_on(harness, hour="8")
    assert [when for when, _ in await told(harness, at("2026-11-20 12:00"), HOUR / 2)] == [at("2026-11-19 08:00")]


async def test_a_week_is_told_on_monday(harness: Harness) -> None:
    await switch_on(harness, summary="weekly")
    for _ in range(8):
        await play(harness, ANN)
        harness.clock.advance(DAY)
        assert await told(harness, harness.clock.now) == []
    harness.clock.now = at("2026-11-18 12:00")
    first, second = await told(harness, at("2026-12-05 12:00"), 6 * HOUR)
    assert (first[1].first, first[1].last) == (FIRST, date(2026, 11, 22))
    assert len(second[1].games) == 3
    assert (second[1].first, second[1].last) == (date(2026, 11, 23), date(2026, 11, 29))


async def test_after_downtime_one_summary_is_about_the_days_that_were_not_told(harness: Harness) -> None:
    await switch_on(harness)
    await play(harness, ANN)
    harness.clock.advance(DAY)
    await play(harness, ANN)
    ((_, summary),) = await told(harness, at("2026-11-23 10:00"), 4 * DAY)
    assert (summary.first, summary.last) == (FIRST, date(2026, 11, 22))
    assert len(summary.games) == 2


async def test_a_clock_that_was_far_ahead_puts_no_summary_off(harness: Harness) -> None:
    await switch_on(harness)
    harness.clock.advance(40 * DAY)
    await harness.daily.open(again(ANN), CLASSIC)
    async with harness.database.unit() as unit:
        room = await unit.rooms.ensure(ANN.room)
        await unit.summary_plans.schedule(room.id, harness.clock.now)
        await unit.commit()
    harness.clock.advance(-40 * DAY)
    await play(harness, ANN)
    assert len(await told(harness, at("2026-11-19 12:00"))) == 1


async def test_hidden_players_are_left_out(harness: Harness) -> None:
    await switch_on(harness)
    await play(harness, ANN)
    await play(harness, BOB)
    async with harness.database.unit() as unit:
        bob = await unit.players.ensure(BOB.player, BOB.room.workspace, BOB.name)
        await unit.players.choose_hidden(bob.id, hidden=True)
        await unit.commit()
    ((_, summary),) = await told(harness, at("2026-11-19 12:00"))
    assert list(summary.names.values()) == ["ann"]


async def test_games_of_the_archive_are_no_part_of_a_summary(harness: Harness) -> None:
    await switch_on(harness)
    await play(harness, ANN)
    harness.clock.advance(DAY)
    await harness.daily.guess(again(BOB), code_of(FIRST), CLASSIC, "yesterday")
    ((_, summary),) = await told(harness, at("2026-11-21 12:00"))
    assert list(summary.names.values()) == ["ann"]


async def test_a_summary_that_is_on_everywhere_goes_to_the_channel_for_announcements(harness: Harness) -> None:
    async with harness.database.unit() as unit:
        player = await unit.players.ensure(ANN.player, ANN.room.workspace, ANN.name)
        texts = {"summary": "daily", "announcements": "news"}
        await unit.room_settings.change(replace(ANN.room, channel=""), texts, player.id, harness.clock.now)
        await unit.commit()
    await play(harness, ANN)
    garden = caller("ann", "garden")
    await play(harness, garden, rules=Rules.parse("3x10"))
    harness.clock.advance(DAY)
    for _ in range(2):
        await harness.services.summaries.step()
    both = await pending(harness)
    assert [news.room.channel for news in both] == ["news", "news"]
    told_of = [await harness.services.summaries.summary(news) for news in both]
    assert [summary and summary.room for summary in told_of] == [ANN.room, garden.room]
    await switch_on(harness)
    await play(harness, ANN)
    harness.clock.advance(DAY)
    await harness.services.summaries.step()
    assert "lobby" in [news.room.channel for news in await pending(harness)]


async def post_todays_code(harness: Harness, *, in_channel: bool = True, **texts: str) -> None:
    """Let today's code be posted, by a manager in Ann's room."""
    manager, chosen = replace(again(ANN), is_manager=True), {"summary": "today", **texts}
    await harness.services.administration.change(manager, chosen, in_channel=in_channel)


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "Pacific/Auckland"])
async def test_todays_code_is_posted_once_a_day_even_where_nobody_plays(harness: Harness, zone: str) -> None:
    await post_todays_code(harness, timezone=zone)
    found = await told(harness, harness.clock.now + 4 * DAY)
    assert [now.astimezone(ZoneInfo(zone)).hour for now, _ in found] == [9] * 4
    assert all(later - earlier == DAY for (earlier, _), (later, _) in pairwise(found))
    assert all(summary.has_todays_code and not summary.games for _, summary in found)
    assert [summary.last + DAY for _, summary in found] == [now.date() for now, _ in found]


async def test_todays_code_comes_with_the_summary_of_the_day_before(harness: Harness) -> None:
    await post_todays_code(harness)
    await play(harness, ANN, 3)
    found = await told(harness, at("2026-11-20 12:00"))
    assert [(summary.last, len(summary.games), summary.has_todays_code) for _, summary in found] == [
        (FIRST, 1, True),
        (FIRST + DAY, 0, True),
    ]


async def test_after_downtime_only_the_code_of_the_present_day_is_posted(harness: Harness) -> None:
    await post_todays_code(harness)
    ((_, summary),) = await told(harness, at("2026-11-24 11:00"), 6 * DAY)
    assert summary.last == at("2026-11-23 00:00").date()


async def test_todays_code_that_could_not_be_posted_on_its_day_is_dropped(harness: Harness) -> None:
    await post_todays_code(harness)
    summaries = Summaries(harness.database.unit, harness.clock)
    harness.clock.now = at("2026-11-19 09:00")
    await summaries.step()
    (news,) = await pending(harness)
    harness.clock.now = at("2026-11-20 00:10")
    assert await summaries.summary(news) is None


async def test_todays_code_is_posted_in_the_channel_for_announcements_if_it_is_for_the_server(
    harness: Harness,
) -> None:
    await post_todays_code(harness, in_channel=False, announcements="news")
    await play(harness, ANN)
    found = await told(harness, at("2026-11-19 12:00"))
    assert sorted((len(summary.games), summary.has_todays_code) for _, summary in found) == [(0, True), (1, False)]


async def test_todays_code_is_no_longer_posted_once_it_is_switched_off(harness: Harness) -> None:
    await post_todays_code(harness)
    await harness.services.administration.change(
        replace(again(ANN), is_manager=True), {"summary": "off"}, in_channel=True
    )
    assert await told(harness, at("2026-11-20 12:00")) == []


async def test_a_summary_that_cannot_be_told_elsewhere_is_told_in_its_room(harness: Harness) -> None:
    async with harness.database.unit() as unit:
        player = await unit.players.ensure(ANN.player, ANN.room.workspace, ANN.name)
        texts = {"summary": "daily", "announcements": "gone"}
        await unit.room_settings.change(replace(ANN.room, channel=""), texts, player.id, harness.clock.now)
        await unit.commit()
    await play(harness, ANN)
    harness.clock.advance(DAY)
    summaries = harness.services.summaries
    await summaries.step()
    (news,) = await pending(harness)
    await harness.services.news.complete(news.key)
    await summaries.redirect(news)
    (redirected,) = await pending(harness)
    assert (news.room.channel, redirected.room) == ("gone", ANN.room)
    summary = await summaries.summary(redirected)
    assert summary is not None
    assert (summary.room, summary.unreachable) == (None, replace(ANN.room, channel="gone"))
    await harness.services.news.complete(redirected.key)
    await summaries.redirect(redirected)  # nowhere else to tell it
    assert await pending(harness) == []
