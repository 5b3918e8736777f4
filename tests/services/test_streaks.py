"""Streaks of people and rooms in the daily, and days on which the bot was down."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from bot.model.records import Count
from bot.model.rooms import Caller
from bot.services.cards import room_streak
from bot.services.daily import ShownDaily
from core.game.daily import Streak
from core.game.rules import Rules
from tests.services.harness import ANN, BOB, CLASSIC, Harness, again, caller
from tests.support.daily import code_of, wrong_for

FIRST = date(2026, 11, 18)


@dataclass(frozen=True)
class Streaks:
    """The streaks of a person and of the room where they look."""

    own: Streak
    room: Streak


DAY = timedelta(days=1)


async def solve(harness: Harness, who: Caller = ANN, day: str = "today", rules: Rules = CLASSIC) -> ShownDaily:
    on = harness.clock.now.date() if day == "today" else date.fromisoformat(day)
    code = code_of(on, str(rules), (on - FIRST).days + 1)
    return (await harness.daily.guess(again(who), code, rules, day)).view


async def solve_days(harness: Harness, days: int, who: Caller = ANN) -> None:
    """Solve the daily on so many days in a row; then it is the day after."""
    for _ in range(days):
        await solve(harness, who)
        harness.clock.advance(DAY)


async def streaks(harness: Harness, who: Caller = ANN) -> Streaks:
    view = await harness.daily.open(again(who), CLASSIC)
    assert view.streak is not None
    async with harness.database.unit() as unit:
        room = await unit.rooms.ensure(who.room)
        return Streaks(view.streak, await room_streak(unit, room.id, view.game.day, harness.clock.now))


async def test_a_person_and_a_room_have_streaks_of_their_own(harness: Harness) -> None:
    await solve(harness)
    harness.clock.advance(DAY)
    await solve(harness, BOB)
    assert await streaks(harness, BOB) == Streaks(own=Streak(1, 1), room=Streak(2, 2))
    assert (await streaks(harness, caller("cat", "garden"))).room == Streak()
    assert (await streaks(harness)).own == Streak(1, 1)


async def test_a_room_has_a_streak_of_the_days_that_were_shared_there(harness: Harness) -> None:
    garden = caller("ann", "garden")
    for days in (1, 2):
        await solve(harness)
        assert (await streaks(harness, garden)).room == Streak(days - 1, days - 1)
        await harness.daily.share(again(garden), CLASSIC)
        assert await streaks(harness, garden) == Streaks(Streak(days, days), Streak(days, days))
        harness.clock.advance(DAY)


async def test_a_game_that_is_not_solved_or_is_of_the_archive_does_not_count(harness: Harness) -> None:
    lost = await harness.daily.give_up(again(ANN), CLASSIC, is_confirmed=True)
    assert lost.streak == Streak()
    harness.clock.advance(2 * DAY)
    archived = await solve(harness, day=str(FIRST + DAY))
    assert archived.streak is None
    assert (await streaks(harness)).own == Streak()


async def test_a_freeze_is_earned_used_by_itself_and_announced(harness: Harness) -> None:
    await solve_days(harness, 7)
    harness.clock.advance(DAY)
    frozen = (FIRST + 7 * DAY).toordinal()
    assert (await streaks(harness)).own == Streak(7, 7, 0, (frozen,))
    view = await solve(harness)
    assert view.streak == Streak(8, 8, 0, (frozen,))


async def test_a_day_is_not_missed_while_its_game_can_be_finished(harness: Harness) -> None:
    await solve_days(harness, 7)
    await harness.daily.guess(again(ANN), wrong_for(code_of(FIRST + 7 * DAY, number=8)), CLASSIC)
    harness.clock.now = datetime(2026, 11, 26, 11, tzinfo=UTC)
    assert await streaks(harness) == Streaks(Streak(7, 7, 1), Streak(7, 7, 1))
    harness.clock.now = datetime(2026, 11, 26, 12, tzinfo=UTC)
    assert (await streaks(harness)).own.freezes == 0


async def test_a_void_day_breaks_nothing_and_uses_no_freeze(harness: Harness) -> None:
    await solve_days(harness, 3)
    void = harness.clock.now.date()
    harness.clock.advance(DAY)
    assert (await streaks(harness)).own.days == 0
    assert await harness.services.operations.add_void_day(void)
    assert not await harness.services.operations.add_void_day(void)
    assert (await streaks(harness)) == Streaks(Streak(3, 3), Streak(3, 3))
    assert await harness.services.operations.remove_void_day(void)
    assert not await harness.services.operations.remove_void_day(void)
    assert (await streaks(harness)).own.days == 0


# Statistics


async def test_statistics_count_dailies_by_rules_and_tell_the_streak(harness: Harness) -> None:
    await solve_days(harness, 2)
    await solve(harness, rules=Rules.parse("3x10"))
    await harness.daily.give_up(again(ANN), CLASSIC, is_confirmed=True)
    statistics = await harness.records.stats(again(ANN))
    assert statistics.dailies == {"4x10": Count(3, 2, 2), "3x10": Count(1, 1, 1)}
    assert statistics.streak == Streak(3, 3)


async def test_the_streak_in_statistics_ends_when_a_day_is_missed(harness: Harness) -> None:
    await solve_days(harness, 3)
    assert (await harness.records.stats(again(ANN))).streak == Streak(3, 3)
    harness.clock.advance(DAY)
    assert (await harness.records.stats(again(ANN))).streak == Streak(0, 3)
