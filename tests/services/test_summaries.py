"""When cards are due, and the weeks of rooms: that each is told once, and what it tells."""

import random
from collections.abc import Iterable
from datetime import date, datetime, timedelta

import pytest
from msgspec.structs import replace

from bot.handlers.request import news_view
from bot.locales import LANGUAGES
from bot.model.room_settings import RoomSettings
from bot.model.rooms import NewsKind, PendingNews
from bot.persistence.tables.games import rooms
from bot.presenters.daily_card import week_view
from bot.services.cards import RoomWeek, read_week
from bot.services.summaries import Summaries, next_summary_time, previous_summary_time
from core.game.rules import Rules
from tests.services.harness import ANN, BOB, CLASSIC, Harness, again, caller
from tests.support.cards import at, change, play
from tests.support.present import present
from tests.support.storage import committed

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
CAT = caller("cat")


def settings(hour: int = 9, zone: str = "UTC") -> RoomSettings:
    return RoomSettings(hour=hour, timezone=zone)


@pytest.mark.parametrize(
    ("chosen", "now", "last", "following"),
    [
        (settings(), "2026-11-18 12:00", "2026-11-18 09:00", "2026-11-19 09:00"),
        (settings(), "2026-11-18 09:00", "2026-11-18 09:00", "2026-11-19 09:00"),
        (settings(), "2026-11-18 08:59", "2026-11-17 09:00", "2026-11-18 09:00"),
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
def test_a_card_is_due_at_its_hour_in_the_time_zone(chosen: RoomSettings, now: str, last: str, following: str) -> None:
    assert (previous_summary_time(at(now), chosen), next_summary_time(at(now), chosen)) == (at(last), at(following))


async def told(harness: Harness, until: datetime, step: timedelta = HOUR) -> list[tuple[datetime, str, RoomWeek]]:
    """The weeks that are told until some time by two processes: when, where, and what."""
    processes, found = [Summaries(harness.database.unit, harness.clock) for _ in range(2)], []
    while harness.clock.now < until:
        harness.clock.advance(min(step, until - harness.clock.now))
        for process in processes:
            await process.run_step()
            for news in await pending(harness):
                is_card = news.key.kind is not NewsKind.WEEK
                card = await process.card_for(news) if is_card else None
                week = card.week if card else await process.week_for(news)
                claim = await harness.services.news.claim(news.key)
                await harness.services.news.record_told(news.key, day=claim.card.day if claim.card else None)
                if week is not None:
                    found.append((harness.clock.now, news.room.channel, week))
    return found


async def pending(harness: Harness) -> list[PendingNews]:
    return list(await harness.services.news.pending(ANN.room.platform))


def totals(week: RoomWeek) -> list[tuple[int, str, int]]:
    """The places, names and totals of a week."""
    return [(place, week.names[player], total) for place, player, total in week.ranked_players]


async def test_a_week_is_told_on_monday_at_the_hour(harness: Harness) -> None:
    await change(harness, {"summary": "weekly"})
    for guesses in (3, 5):
        await play(harness, ANN, guesses)
        await play(harness, BOB, 2, solved=False)
        harness.clock.advance(DAY)
    ((when, where, week),) = await told(harness, at("2026-12-01 00:00"))
    assert (when, where, week.first, len(week.days)) == (at("2026-11-23 09:00"), "lobby", date(2026, 11, 16), 7)
    assert totals(week) == [(1, "ann", 3 + 5 + 5 * 13), (2, "bob", 7 * 13)]
    assert not week.is_final
    assert not week.winner_ids  # nobody has played on three days


async def test_a_week_of_void_days_is_not_told(harness: Harness) -> None:
    await change(harness, {"summary": "weekly"})
    await play(harness, ANN)
    for number in range(7):
        await harness.services.operations.add_void_day(date(2026, 11, 16 + number))
    assert await told(harness, at("2026-12-01 00:00")) == []


@pytest.mark.parametrize(("zone", "hour", "when"), [("Asia/Tokyo", 0, "15:00"), ("Pacific/Kiritimati", 9, "19:00")])
async def test_a_week_is_told_when_it_is_over_everywhere(harness: Harness, zone: str, hour: int, when: str) -> None:
    await change(harness, {"summary": "weekly", "hour": str(hour), "timezone": zone})
    await play(harness, ANN)
    ((found, _, week),) = await told(harness, at("2026-11-30 00:00"))
    assert found == at(f"2026-11-23 {when}")
    assert week.is_final


async def test_a_week_is_told_once_after_downtime_and_heads_the_card_where_there_is_one(harness: Harness) -> None:
    await change(harness, {"summary": "today"})
    await play(harness, ANN)
    harness.clock.now = at("2026-11-24 10:00")
    found = await told(harness, at("2026-11-27 00:00"))
    assert [(when.date(), week.first) for when, _, week in found] == [(date(2026, 11, 24), date(2026, 11, 16))]


@pytest.mark.parametrize("summary", ["weekly", "today"])
async def test_a_change_of_another_setting_loses_no_week(harness: Harness, summary: str) -> None:
    await change(harness, {"summary": summary})
    await play(harness, ANN)
    await told(harness, at("2026-11-20 00:00"))
    harness.clock.now = at("2026-11-23 10:00")
    await change(harness, {"idle": "48"})
    ((_, where, week),) = await told(harness, at("2026-11-24 00:00"))
    assert (where, week.first) == ("lobby", date(2026, 11, 16))


async def test_cards_for_a_server_without_a_channel_for_announcements_are_due_nowhere_at_once(harness: Harness) -> None:
    await change(harness, {"summary": "today"}, in_channel=False)
    assert {row.channel for row in await harness.rows(rooms)} == {ANN.room.channel}


@pytest.mark.parametrize("summary", ["weekly", "today"])
async def test_a_week_that_is_told_elsewhere_waits_until_it_is_final(harness: Harness, summary: str) -> None:
    await change(harness, {"summary": summary, "announcements": "news"}, in_channel=False)
    await change(harness, {"idle": "48"})
    await play(harness, ANN)
    await play(harness, caller("ann", "garden"), rules=Rules.parse("3x10"))
    found = await told(harness, at("2026-11-24 00:00"))
    assert [(when, where) for when, where, _ in found] == [(at("2026-11-23 12:00"), "news")] * 2
    assert {week.room and week.room.channel for _, _, week in found} == {"lobby", "garden"}
    assert all(week.is_final for _, _, week in found)


async def test_a_week_that_cannot_be_told_elsewhere_is_told_in_its_room(harness: Harness) -> None:
    await change(harness, {"summary": "weekly", "announcements": "gone"}, in_channel=False)
    await play(harness, ANN)
    assert await told(harness, at("2026-11-23 11:00"), DAY) == []
    harness.clock.now = at("2026-11-23 12:00")
    summaries = harness.services.summaries
    await summaries.run_step()
    (news,) = await pending(harness)
    await harness.services.news.record_told(news.key)
    await summaries.redirect_week_to_own_room(news)
    (redirected,) = await pending(harness)
    assert (news.room.channel, redirected.room) == ("gone", ANN.room)
    week = present(await summaries.week_for(redirected))
    assert (week.room, week.unreachable) == (None, replace(ANN.room, channel="gone"))
    assert await summaries.week_for(replace(redirected, key=replace(redirected.key, revision=1))) is None
    assert await news_view(harness.services, redirected, LANGUAGES["ja"]) == week_view(week, LANGUAGES["ja"])
    await harness.services.news.record_told(redirected.key)
    await summaries.redirect_week_to_own_room(redirected)  # nowhere else to tell it
    assert await pending(harness) == []


async def test_nothing_is_told_where_nobody_played_or_it_is_switched_off(harness: Harness) -> None:
    await play(harness, ANN)
    assert await told(harness, at("2026-11-24 12:00")) == []
    await change(harness, {"summary": "weekly"})
    assert await told(harness, at("2026-12-08 12:00"), 6 * HOUR) == []


async def test_a_clock_that_was_far_ahead_puts_no_week_off(harness: Harness) -> None:
    await change(harness, {"summary": "weekly"})
    harness.clock.advance(40 * DAY)
    await harness.daily.open_game(again(ANN), CLASSIC)
    async with committed(harness.database.unit) as unit:
        room = await unit.rooms.get_or_add(ANN.room)
        await unit.summary_plans.check_no_later_than(room.id, harness.clock.now)
    harness.clock.advance(-40 * DAY)
    await play(harness, ANN)
    assert len(await told(harness, at("2026-11-24 12:00"))) == 1


async def test_the_running_week_ends_yesterday_and_on_monday_equals_the_result(harness: Harness) -> None:
    await change(harness, {"summary": "weekly"})
    summaries = harness.services.summaries
    assert await summaries.running_week(again(ANN)) is None
    await play(harness, ANN, 3)
    await play(harness, BOB, 2, solved=False)
    harness.clock.advance(DAY)
    await play(harness, BOB, 4)
    thursday = present(await summaries.running_week(again(CAT)))
    assert totals(thursday) == [(1, "ann", 13 + 13 + 3), (2, "bob", 3 * 13)]
    ((_, _, result),) = await told(harness, at("2026-11-23 10:00"))
    assert await summaries.running_week(again(CAT)) == result


async def week_of(harness: Harness, first: date) -> RoomWeek | None:
    async with harness.database.unit() as unit:
        room = await unit.rooms.get_or_add(ANN.room)
        return await read_week(unit, room.id, ANN.room, first, harness.clock.now)


def plain_totals(
    costs: dict[tuple[str, date], int], days: Iterable[date], names: Iterable[str]
) -> list[tuple[int, str, int]]:
    """Places, names and totals, by a plain model: 13 for each day without a cost, equal totals by name."""
    of = {name: sum(costs.get((name, day), 13) for day in days) for name in names}
    return sorted((1 + sum(other < of[name] for other in of.values()), name, of[name]) for name in names)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 4))])
async def test_totals_equal_a_plain_model_over_random_weeks(harness: Harness, seed: int) -> None:
    chance = random.Random(seed)
    harness.clock.now = at("2026-12-28 12:00")  # a week over the end of the year
    people = [caller(name) for name in ("ann", "bob", "cat", "dan", "eve")]
    costs: dict[tuple[str, date], int] = {}
    played, days = set[str](), [date(2026, 12, 28) + number * DAY for number in range(7)]
    for day in days:
        for person in people:
            fate = chance.choice(("solve", "leave", "miss", "solve"))
            if fate != "miss":
                guesses = chance.randrange(1, 5)
                await play(harness, person, guesses, solved=fate == "solve")
                played.add(person.name)
                if fate == "solve":
                    costs[person.name, day] = guesses
        harness.clock.advance(DAY)
    void = chance.choice(days)
    await harness.services.operations.add_void_day(void)
    hidden, deleted = (next(person for person in people if person.name == name) for name in ("dan", "eve"))
    if "dan" in played:
        await harness.services.privacy.set_hidden(again(hidden), hidden=True)
    if "eve" in played:
        await harness.services.privacy.delete(again(deleted))
    week = present(await week_of(harness, days[0]))
    expected = plain_totals(costs, set(days) - {void}, played - {"dan", "eve"})
    assert [row for row in expected if row[1] in week.names.values()] == totals(week)


async def test_equal_totals_share_a_place_and_the_lowest_one_wins(harness: Harness) -> None:
    harness.clock.now = at("2026-11-16 12:00")
    for _ in range(3):
        for person, guesses in ((ANN, 4), (BOB, 4), (CAT, 4), (caller("dan"), 5)):
            await play(harness, person, guesses)
        harness.clock.advance(DAY)
    harness.clock.now = at("2026-11-23 12:00")
    week = present(await week_of(harness, date(2026, 11, 16)))
    assert [place for place, *_ in week.ranked_players] == [1, 1, 1, 4]
    assert {week.names[player] for player in week.winner_ids} == {"ann", "bob", "cat"}
    few = [replace(week, played=dict(list(week.played.items())[:number])) for number in (1, 2)]
    assert [bool(each.winner_ids) for each in few] == [False, True]


async def test_a_week_is_that_of_the_rules_that_were_played_most(harness: Harness) -> None:
    other = Rules.parse("3x10")
    await play(harness, ANN, 2, rules=other)
    await play(harness, BOB, 3, rules=other)
    await play(harness, BOB, 1)
    harness.clock.now = at("2026-11-25 12:00")
    for day in ("2026-11-18", "2026-11-19", "2026-11-20"):  # too late to count
        await harness.daily.guess(again(CAT), "0123", CLASSIC, day)
    week = present(await week_of(harness, date(2026, 11, 16)))
    assert week.rules == other
    assert totals(week) == [(1, "ann", 2 + 6 * 13), (2, "bob", 3 + 6 * 13)]


async def test_a_result_that_is_shared_late_counts_in_the_week_of_its_room(harness: Harness) -> None:
    garden = caller("eve", "garden")
    await play(harness, garden, 2)
    harness.clock.now = at("2026-11-19 11:00")
    await harness.daily.share_result(replace(again(garden), room=ANN.room), CLASSIC, "yesterday")
    harness.clock.now = at("2026-11-23 12:00")
    assert totals(present(await week_of(harness, date(2026, 11, 16)))) == [(1, "eve", 2 + 6 * 13)]
