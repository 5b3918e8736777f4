"""The daily: one code a day for everybody, one game for each person, an archive, results to share, and streaks."""

import logging
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.model.daily import (
    DailyGameEnded,
    DailyUnfinished,
    NoDailyOn,
    UnreadableDay,
    daily_opening,
    day_closing,
    verify_daily,
)
from bot.model.errors import TurnTaken
from bot.model.records import UnrankedGameCount
from bot.model.rooms import Caller
from bot.persistence.tables.records import daily_games, daily_shares
from bot.services.cards import room_streak
from bot.services.daily import ShownDaily
from core.game.boards import Outcome
from core.game.codes import parse_code
from core.game.daily import Streak
from core.game.errors import RepeatedSymbol, WrongLength
from core.game.rules import Rules
from tests.services.harness import ANN, BOB, CAT, CLASSIC, Harness, again, caller
from tests.support.cards import play
from tests.support.daily import code_of, key_of, wrong_for

TODAY = date(2026, 11, 18)
CODE = code_of(TODAY)
WRONG = wrong_for(CODE)
DAY = timedelta(days=1)
MASTERMIND = Rules.parse("mastermind")


async def solve(harness: Harness, who: Caller = ANN, code: str = CODE, day: str = "today") -> ShownDaily:
    return (await harness.daily.guess(again(who), code, CLASSIC, day)).view


async def test_everybody_has_the_same_code_in_every_room_and_workspace(harness: Harness) -> None:
    for who in (ANN, BOB, caller("cat", "garden", "another", "chat"), caller("dan", platform="phone")):
        assert (await solve(harness, who)).game.board.outcome is Outcome.SOLVED


async def test_a_finished_game_takes_no_second_try(harness: Harness) -> None:
    await solve(harness)
    for text in (WRONG, CODE):
        with pytest.raises(DailyGameEnded):
            await harness.daily.guess(again(ANN), text, CLASSIC)
    with pytest.raises(DailyGameEnded):
        await harness.daily.give_up(again(ANN), CLASSIC, is_confirmed=True)
    assert len((await harness.daily.open_game(again(ANN), CLASSIC)).game.board.turns) == 1


async def test_other_rules_are_another_game(harness: Harness) -> None:
    await harness.daily.guess(again(ANN), WRONG, CLASSIC)
    assert not (await harness.daily.open_game(again(ANN), MASTERMIND)).game.board.turns
    with pytest.raises(WrongLength):
        await harness.daily.guess(again(ANN), "012", CLASSIC)
    assert len((await harness.daily.open_game(again(ANN), CLASSIC)).game.board.turns) == 1
    every = (CLASSIC, MASTERMIND, Rules.parse("3x10"))
    found = [await harness.daily.game_of_today(again(ANN), rules) for rules in every]
    assert [game and game.rules for game in found] == [CLASSIC, MASTERMIND, None]


async def test_a_mistyped_guess_is_not_counted_and_begins_nothing(harness: Harness) -> None:
    with pytest.raises(RepeatedSymbol):
        await harness.daily.guess(again(ANN), "0012", CLASSIC)
    assert not await harness.rows(daily_games)


async def test_a_guess_that_is_delivered_twice_counts_once(harness: Harness) -> None:
    event = again(ANN)
    first = await harness.daily.guess(event, WRONG, CLASSIC)
    second = await harness.daily.guess(event, WRONG, CLASSIC)
    assert first.turn is not None
    assert second.turn is None
    assert first.view == second.view


async def test_a_guess_that_repeats_a_turn_is_asked_about_each_time(harness: Harness) -> None:
    await harness.daily.guess(again(ANN), WRONG, CLASSIC)
    for turns in (1, 2):
        asked = await harness.daily.guess(again(ANN), WRONG, CLASSIC)
        assert (asked.turn, asked.repetition) == (None, (parse_code(WRONG, CLASSIC), 1))
        assert len(asked.view.game.board.turns) == turns
        confirmed = await harness.daily.guess(again(ANN), WRONG, CLASSIC, is_confirmed=True)
        assert len(confirmed.view.game.board.turns) == turns + 1
    await harness.services.preferences.change(again(ANN), {"warnings": "off"})
    assert (await harness.daily.guess(again(ANN), WRONG, CLASSIC)).turn is not None


async def test_a_guess_for_another_turn_than_the_next_is_refused(harness: Harness) -> None:
    await harness.daily.guess(again(ANN), WRONG, CLASSIC, turn=1)
    for turn in (1, 3):
        with pytest.raises(TurnTaken):
            await harness.daily.guess(again(ANN), CODE, CLASSIC, turn=turn)
    assert len((await harness.daily.open_game(again(ANN), CLASSIC)).game.board.turns) == 1


async def test_the_code_is_in_no_view_of_a_running_game(harness: Harness) -> None:
    views = [
        await harness.daily.open_game(again(ANN), CLASSIC),
        (await harness.daily.guess(again(ANN), WRONG, CLASSIC)).view,
        await harness.daily.give_up(again(ANN), CLASSIC, is_confirmed=False),
    ]
    assert all(view.game.board.secret == () and view.key is None for view in views)
    ended = await harness.daily.give_up(again(ANN), CLASSIC, is_confirmed=True)
    assert ended.game.board.secret == tuple(map(int, CODE))


async def test_a_game_belongs_to_the_day_on_which_it_began(harness: Harness) -> None:
    await harness.daily.guess(again(ANN), WRONG, CLASSIC)
    harness.clock.now = datetime(2026, 11, 19, 11, 59, tzinfo=UTC)
    finished = await solve(harness, day="2026-11-18")
    assert finished.game.board.outcome is Outcome.SOLVED
    assert finished.game.is_solved_in_time
    today = await harness.daily.open_game(again(ANN), CLASSIC)
    assert (today.game.day, len(today.game.board.turns)) == (TODAY + DAY, 0)


async def test_a_game_that_is_finished_after_its_day_has_closed_does_not_count(harness: Harness) -> None:
    await harness.daily.guess(again(ANN), WRONG, CLASSIC)
    harness.clock.now = day_closing(TODAY)
    assert (await harness.daily.open_game(again(ANN), CLASSIC, "yesterday")).streak is None
    finished = await solve(harness, day="yesterday")
    assert finished.game.is_on_day
    assert not finished.game.is_counted


async def test_an_earlier_day_can_be_played_and_does_not_count(harness: Harness) -> None:
    await solve(harness, BOB)
    harness.clock.advance(DAY)
    assert (await harness.daily.open_game(again(BOB), CLASSIC, "yesterday")).game.board.outcome is Outcome.SOLVED
    archived = await solve(harness, day="yesterday")
    assert archived.game.board.outcome is Outcome.SOLVED
    assert not archived.game.is_counted


async def test_the_archive_lists_what_one_has_done(harness: Harness) -> None:
    assert await harness.daily.archive(again(ANN), CLASSIC) == []
    await solve(harness)
    await harness.daily.guess(again(ANN), "RGBY", MASTERMIND)
    harness.clock.advance(2 * DAY)
    days = await harness.daily.archive(again(ANN), CLASSIC)
    assert [day for day, _ in days] == [TODAY + DAY, TODAY]
    assert [game and game.board.outcome for _, game in days] == [None, Outcome.SOLVED]
    harness.clock.advance(99 * DAY)
    assert len(await harness.daily.archive(again(ANN), CLASSIC)) == 14


async def test_who_asks_for_the_archive_first_begins_it(harness: Harness) -> None:
    assert await harness.daily.archive(again(ANN), CLASSIC) == []
    harness.clock.advance(DAY)
    assert [day for day, _ in await harness.daily.archive(again(ANN), CLASSIC)] == [TODAY]


@pytest.mark.parametrize("text", ["tomorrow", "", "2026-02-30", "18", "2026-11-18 ", "２０２６－１１－１８", "9" * 99])
async def test_a_day_is_a_date_today_or_yesterday(harness: Harness, text: str) -> None:
    if text.strip().startswith(("2026-11", "２")):
        assert (await harness.daily.open_game(again(ANN), CLASSIC, text)).game.day == TODAY
        return
    with pytest.raises(UnreadableDay):
        await harness.daily.open_game(again(ANN), CLASSIC, text)


@pytest.mark.parametrize(
    ("text", "error"), [("2026-11-19", NoDailyOn), ("9999-12-31", NoDailyOn), ("yesterday", NoDailyOn)]
)
async def test_a_day_without_a_daily_is_refused(harness: Harness, text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        await harness.daily.open_game(again(ANN), CLASSIC, text)
    assert not await harness.rows(daily_games)


async def test_a_clock_that_is_set_back_changes_no_game(harness: Harness) -> None:
    await harness.daily.open_game(again(ANN), CLASSIC)
    harness.clock.advance(DAY)
    later = await harness.daily.open_game(again(ANN), CLASSIC)
    harness.clock.advance(-DAY)
    assert (await solve(harness)).game.is_solved_in_time
    with pytest.raises(NoDailyOn):
        await harness.daily.open_game(again(ANN), CLASSIC, str(later.game.day))
    harness.clock.advance(-DAY)  # to a day before the first
    assert (await harness.daily.open_game(again(BOB), CLASSIC)).game.day == TODAY - DAY


async def test_a_key_is_shown_when_its_day_has_closed_and_proves_the_code(harness: Harness) -> None:
    await solve(harness)
    harness.clock.now = day_closing(TODAY) - timedelta(seconds=1)
    assert (await harness.daily.open_game(again(ANN), CLASSIC, "yesterday")).key is None
    harness.clock.now = day_closing(TODAY)
    view = await harness.daily.open_game(again(ANN), CLASSIC, "yesterday")
    assert view.key is not None
    opening = daily_opening(view.chain, view.game, view.key)
    assert verify_daily(opening, view.chain.anchor)
    assert verify_daily(f"`{opening}`", f" {view.chain.anchor.upper()}")
    for wrong in (
        opening.replace(CODE, WRONG),
        opening.replace(view.key, view.chain.anchor),
        opening.replace("2026-11-18 4x10", "2026-11-19 4x10"),
        opening.replace("4x10", "4x11"),
        opening.replace("4x10", "x"),
        "hitblow daily",
    ):
        assert not verify_daily(wrong, view.chain.anchor)


async def test_a_new_chain_follows_the_last_day_of_the_one_before(harness: Harness) -> None:
    first = (await harness.daily.open_game(again(ANN), CLASSIC)).chain
    harness.clock.now = datetime.combine(first.last_day, harness.clock.now.timetz())
    assert (await harness.daily.open_game(again(ANN), CLASSIC)).chain == first
    harness.clock.advance(DAY)
    assert (await harness.daily.open_game(again(ANN), CLASSIC)).chain.first_day == first.last_day + DAY
    assert (await harness.daily.open_game(again(ANN), CLASSIC, str(TODAY))).chain == first


@pytest.mark.parametrize(("before", "is_best"), [(9, False), (10, True)])
async def test_the_best_daily_of_more_than_ten_is_called_so(harness: Harness, before: int, *, is_best: bool) -> None:
    for number in range(before):
        await play(harness, ANN, 1 if number == 0 else 3, solved=number > 0)
        if number == 0:
            await harness.daily.give_up(again(ANN), CLASSIC, is_confirmed=True)
        harness.clock.advance(DAY)
    await play(harness, ANN, 1, rules=Rules.parse("3x10"))
    harness.clock.advance(DAY)
    await play(harness, ANN, 2)
    assert (await harness.daily.open_game(again(ANN), CLASSIC)).is_best is is_best
    harness.clock.advance(DAY)
    await play(harness, ANN, 2)
    assert not (await harness.daily.open_game(again(ANN), CLASSIC)).is_best
    await harness.daily.guess(again(BOB), WRONG, CLASSIC)
    assert not (await harness.daily.open_game(again(BOB), CLASSIC)).is_best


async def test_a_result_is_shared_in_each_room_as_often_as_its_player_likes(harness: Harness) -> None:
    for asked in (harness.daily.share_result, harness.daily.ended_game):
        with pytest.raises(DailyUnfinished):
            await asked(again(ANN), CLASSIC)
    await solve(harness)
    assert (await harness.daily.ended_game(again(ANN), CLASSIC)).game.board.outcome is Outcome.SOLVED
    for room in (ANN, caller("ann", "garden")):
        event = again(room)
        assert [(await harness.daily.share_result(one, CLASSIC)).is_new for one in (event, event, again(room))] == [
            True,
            False,
            True,
        ]
    assert len(await harness.rows(daily_shares)) == 2


async def test_a_room_in_which_nobody_has_played_has_no_card(harness: Harness) -> None:
    assert await harness.daily.posted_card(again(ANN)) is None


async def test_the_games_on_a_card_are_those_of_the_rules_asked_for_and_of_those_who_guessed(harness: Harness) -> None:
    await harness.daily.guess(again(CAT), WRONG, CLASSIC)
    for who, rules in ((BOB, CLASSIC), (CAT, CLASSIC), (caller("dan"), MASTERMIND)):
        await harness.daily.give_up(again(who), rules, is_confirmed=True)
        await harness.daily.share_result(again(who), rules)
    own = (await solve(harness)).game
    assert [name for name, _ in await harness.daily.games_on_card(again(ANN), CLASSIC)] == ["ann", "bob", "cat"]
    assert [name for name, _ in await harness.daily.others_games_on_card(again(ANN), own)] == ["cat"]


async def test_who_is_hidden_or_plays_an_earlier_day_other_rules_or_where_none_is_is_on_no_card(
    harness: Harness,
) -> None:
    ann, bob = [caller(name, platform="console") for name in ("ann", "bob")]

    async def is_on_card(day: str = "today") -> bool:
        return (await harness.daily.open_game(again(ann), CLASSIC, day)).is_on_card

    assert await is_on_card()
    harness.clock.advance(3 * DAY)
    assert [await is_on_card(), await is_on_card(f"{TODAY}")] == [True, False]
    await harness.services.privacy.set_hidden(again(ann), hidden=True)
    assert not await is_on_card()
    elsewhere = [await harness.daily.open_game(again(who), rules) for who, rules in ((ANN, CLASSIC), (bob, MASTERMIND))]
    assert [view.is_on_card for view in elsewhere] == [False, False]


async def test_nothing_that_is_shown_before_a_day_closes_depends_on_its_key(
    harness: Harness, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    shown: list[str] = []
    for number in range(1, 6):
        today = TODAY + (number - 1) * DAY
        code = code_of(today, number=number)
        for who, text in ((ANN, wrong_for(code)), (BOB, wrong_for(code)), (BOB, code)):
            result = await harness.daily.guess(again(who), text, CLASSIC, is_confirmed=True)
            shown.append(repr(result) if who is ANN else repr(result.view.chain) + repr(result.view.key))
        shown += map(repr, [await harness.daily.archive(again(ANN), CLASSIC), *await harness.rows(daily_games)])
        if number > 1:
            shown.append(repr(await harness.daily.open_game(again(BOB), CLASSIC, "yesterday")))
        public = "".join(shown) + caplog.text
        assert all(key_of(later) not in public for later in range(number, number + 10))
        assert number == 1 or key_of(number - 1) in public  # it is noon, so yesterday has closed
        harness.clock.advance(DAY)


FIRST = date(2026, 11, 18)


@dataclass(frozen=True)
class Streaks:
    """The streaks of a person and of the room where they look."""

    own: Streak
    room: Streak


async def solve_on(harness: Harness, who: Caller = ANN, day: str = "today", rules: Rules = CLASSIC) -> ShownDaily:
    on = harness.clock.now.date() if day == "today" else date.fromisoformat(day)
    code = code_of(on, str(rules), (on - FIRST).days + 1)
    return (await harness.daily.guess(again(who), code, rules, day)).view


async def solve_days(harness: Harness, days: int, who: Caller = ANN) -> None:
    """Solve the daily on so many days in a row; then it is the day after."""
    for _ in range(days):
        await solve_on(harness, who)
        harness.clock.advance(DAY)


async def streaks(harness: Harness, who: Caller = ANN) -> Streaks:
    view = await harness.daily.open_game(again(who), CLASSIC)
    assert view.streak is not None
    async with harness.database.unit() as unit:
        room = await unit.rooms.get_or_add(who.room)
        return Streaks(view.streak, await room_streak(unit, room.id, view.game.day, harness.clock.now))


async def test_a_person_and_a_room_have_streaks_of_their_own(harness: Harness) -> None:
    await solve_on(harness)
    harness.clock.advance(DAY)
    await solve_on(harness, BOB)
    assert await streaks(harness, BOB) == Streaks(own=Streak(1, 1), room=Streak(2, 2))
    assert (await streaks(harness, caller("cat", "garden"))).room == Streak()
    assert (await streaks(harness)).own == Streak(1, 1)


async def test_a_room_has_a_streak_of_the_days_that_were_shared_there(harness: Harness) -> None:
    garden = caller("ann", "garden")
    for days in (1, 2):
        await solve_on(harness)
        assert (await streaks(harness, garden)).room == Streak(days - 1, days - 1)
        await harness.daily.share_result(again(garden), CLASSIC)
        assert await streaks(harness, garden) == Streaks(Streak(days, days), Streak(days, days))
        harness.clock.advance(DAY)


async def test_a_game_that_is_not_solved_or_is_of_the_archive_does_not_count(harness: Harness) -> None:
    assert (await harness.daily.give_up(again(ANN), CLASSIC, is_confirmed=True)).streak == Streak()
    harness.clock.advance(2 * DAY)
    assert (await solve_on(harness, day=str(FIRST + DAY))).streak is None
    assert (await streaks(harness)).own == Streak()


async def test_a_freeze_is_earned_used_by_itself_and_announced(harness: Harness) -> None:
    await solve_days(harness, 7)
    harness.clock.advance(DAY)
    frozen = (FIRST + 7 * DAY).toordinal()
    assert (await streaks(harness)).own == Streak(7, 7, 0, (frozen,))
    assert (await solve_on(harness)).streak == Streak(8, 8, 0, (frozen,))


async def test_a_day_is_not_missed_while_its_game_can_be_finished(harness: Harness) -> None:
    await solve_days(harness, 7)
    await harness.daily.guess(again(ANN), wrong_for(code_of(FIRST + 7 * DAY, number=8)), CLASSIC)
    harness.clock.now = datetime(2026, 11, 26, 11, tzinfo=UTC)
    assert await streaks(harness) == Streaks(Streak(7, 7, 1), Streak(7, 7, 1))
    harness.clock.now = datetime(2026, 11, 26, 12, tzinfo=UTC)
    closed = await streaks(harness)
    assert (closed.own.freezes, closed.room.freezes) == (0, 0)


async def test_a_day_on_which_nobody_has_played_is_missed_as_soon_as_it_is_over(harness: Harness) -> None:
    await solve_days(harness, 7)
    harness.clock.now = datetime(2026, 11, 26, 11, tzinfo=UTC)
    assert (await streaks(harness)).room.freezes == 0


async def room_streak_on(harness: Harness, day: date) -> Streak:
    """The streak of a room up to an earlier day."""
    async with harness.database.unit() as unit:
        return await room_streak(unit, (await unit.rooms.get_or_add(ANN.room)).id, day, harness.clock.now)


async def test_the_streak_of_a_room_up_to_an_earlier_day_ends_if_nobody_solved_it(harness: Harness) -> None:
    await solve_days(harness, 2)
    harness.clock.advance(DAY)
    assert [(await room_streak_on(harness, FIRST + days * DAY)).days for days in (1, 2)] == [2, 0]


async def test_the_streak_of_a_room_up_to_an_earlier_day_names_the_frozen_day_before_it(harness: Harness) -> None:
    await solve_days(harness, 7)
    harness.clock.advance(DAY)
    await solve_days(harness, 1)
    frozen = (FIRST + 7 * DAY).toordinal()
    assert await room_streak_on(harness, FIRST + 8 * DAY) == Streak(8, 8, 0, (frozen,))


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
    await solve_on(harness, rules=Rules.parse("3x10"))
    await harness.daily.give_up(again(ANN), CLASSIC, is_confirmed=True)
    statistics = await harness.records.player_stats(again(ANN))
    assert statistics.dailies == {"4x10": UnrankedGameCount(3, 2, 2), "3x10": UnrankedGameCount(1, 1, 1)}
    assert statistics.streak == Streak(3, 3)


async def test_the_streak_in_statistics_ends_when_a_day_is_missed(harness: Harness) -> None:
    await solve_days(harness, 3)
    assert (await harness.records.player_stats(again(ANN))).streak == Streak(3, 3)
    harness.clock.advance(DAY)
    assert (await harness.records.player_stats(again(ANN))).streak == Streak(0, 3)
