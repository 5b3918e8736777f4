"""Statistics, the sums behind them, and leaderboards."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, date, datetime, timedelta

import pytest
from msgspec.structs import replace

from bot.model.games import ShownGame
from bot.model.ratings import RANKED_GAMES
from bot.model.records import MIN_GAMES, Order, Period, PlayerRecord, RaceCount, RulesRecord, Scope, Tally
from bot.model.results import Result
from bot.model.rooms import Caller, RoomKey
from bot.persistence.database import Database
from bot.persistence.unit_of_work import Access, UnitOfWork
from bot.services.records import PAGE, LeaderboardEntry, LeaderboardRequest, Statistics
from bot.services.services import Services
from core.game.any_game import Who
from core.game.boards import Outcome
from core.game.sides import Level
from tests.fakes.clock import NOON
from tests.fakes.services import services_over
from tests.models.plain_records import tally_of
from tests.services.harness import (
    ANN,
    BOB,
    CAT,
    CLASSIC,
    WRONG,
    Harness,
    again,
    caller,
    finish,
    ranks_and_names,
    result,
)
from tests.support.storage import committed, driver_contents

# Stats


@pytest.mark.parametrize(
    ("before", "who", "tries", "is_best"),
    [
        (9, Who.ME, 0, False),
        (10, Who.ME, 0, True),
        (10, Who.ME, 5, False),
        (10, Who.EVERYONE, 0, False),
        (10, Who.RACE, 0, False),
    ],
)
async def test_the_best_solo_game_of_more_than_ten_is_called_so(
    harness: Harness, before: int, who: Who, tries: int, *, is_best: bool
) -> None:
    await finish(harness, ANN, *[3] * before)
    assert (await solve_in_two(harness, who, tries)).is_best is is_best
    await finish(harness, ANN, 2)
    assert not (await solve_in_two(harness)).is_best


async def test_neither_a_hinted_game_nor_one_of_a_hidden_player_is_called_the_best(harness: Harness) -> None:
    await finish(harness, ANN, *[3] * 10)
    view = await harness.play(ANN, Who.ME, tries=0)
    await harness.analysis.hint(again(ANN), view.id)
    assert not (await harness.guess(ANN, "0123", view.id)).view.is_best
    await harness.services.privacy.set_hidden(again(ANN), hidden=True)
    assert not (await solve_in_two(harness)).is_best


async def solve_in_two(harness: Harness, who: Who = Who.ME, tries: int = 0) -> ShownGame:
    view = await harness.play(ANN, who, tries=tries)
    await harness.guess(ANN, WRONG, view.id)
    return (await harness.guess(ANN, "0123", view.id)).view


async def test_the_best_possible_average_is_told_of_rules_with_ranked_games(harness: Harness) -> None:
    await finish(harness, ANN, 3)
    assert (await harness.records.player_stats(ANN)).optimal == {"4x10": pytest.approx(26_274 / 5_040)}


async def test_races_have_a_record_of_places_and_wins(harness: Harness) -> None:
    await harness.play(ANN, Who.RACE)
    await harness.guess(ANN, WRONG)
    await harness.guess(BOB, "0123")
    for who, counted in ((ANN, RaceCount(1, 0, 2)), (BOB, RaceCount(1, 1, 1))):
        assert (await harness.records.player_stats(who)).record == PlayerRecord({"4x10": RulesRecord(races=counted)})


async def test_a_new_player_has_an_empty_record(harness: Harness) -> None:
    assert await harness.records.player_stats(ANN) == Statistics("ann", PlayerRecord())


async def test_a_new_player_is_not_confused_with_one_whose_name_is_their_user_id(harness: Harness) -> None:
    await finish(harness, Caller(BOB.room, BOB.player, ANN.player.user, "event"), 3)
    assert (await harness.records.player_stats(ANN)).record.ranked_alone == {}


async def test_statistics_change_nothing(harness: Harness) -> None:
    await finish(harness, ANN, 4)
    before = await driver_contents(harness.database)
    await harness.records.player_stats(BOB, "ann")
    await harness.records.leaderboard(caller("dan", channel="garden"), LeaderboardRequest(CLASSIC))
    assert await driver_contents(harness.database) == before


# Ratings


async def lose(harness: Harness, who: Caller) -> None:
    """Lose a game against the bot, which guesses well."""
    view = await harness.opponent.start(again(who), CLASSIC, Level.EXPERT, "9876")
    while view.game.outcome is None:
        view = (await harness.referee.guess(again(who), "6549", view.id, is_confirmed=True)).view


async def test_games_against_the_bot_are_rated_by_rules(harness: Harness) -> None:
    await lose(harness, ANN)
    rating = (await harness.records.player_stats(ANN)).ratings["4x10"]
    assert (rating.games, rating.points < 1500, rating.is_ranked) == (1, True, False)


async def test_a_rating_is_shown_as_uncertain_as_it_is_now(harness: Harness) -> None:
    await lose(harness, ANN)
    before = (await harness.records.player_stats(ANN)).ratings["4x10"]
    harness.clock.now += timedelta(days=365)
    after = (await harness.records.player_stats(ANN)).ratings["4x10"]
    assert (after.points, after.uncertainty > before.uncertainty) == (before.points, True)


async def test_statistics_have_the_rating_at_the_end_of_each_month(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lose(harness, ANN)
    first = (await harness.records.player_stats(ANN)).ratings["4x10"]
    harness.clock.now += timedelta(days=40)
    await lose(harness, ANN)
    statistics = await harness.records.player_stats(ANN)
    before, now = (month.rating for month in statistics.rated["4x10"])
    assert (before.points, now) == (first.points, statistics.ratings["4x10"])
    for most, months in ((2, 2), (1, 0)):
        monkeypatch.setattr("bot.services.records.MOST_RATED_GAMES", most)
        assert len((await harness.records.player_stats(ANN)).rated.get("4x10", ())) == months


async def test_a_leaderboard_by_rating_ranks_who_has_enough_rated_games(harness: Harness) -> None:
    for _ in range(RANKED_GAMES):
        await lose(harness, ANN)
    await lose(harness, BOB)
    board = await harness.records.leaderboard(BOB, LeaderboardRequest(CLASSIC, order=Order.RATING))
    assert ranks_and_names(board.entries) == [(1, "ann"), (None, "bob")]
    assert [entry.rating and entry.rating.games for entry in board.entries] == [RANKED_GAMES, 1]
    by_average = await harness.records.leaderboard(BOB, LeaderboardRequest(CLASSIC, order=Order.AVERAGE))
    assert ranks_and_names(by_average.entries) == [(None, "bob")]


# The cost of a game


@pytest.mark.parametrize(
    ("ended", "guesses"),
    [
        (result(5), 5),
        (result(12, Outcome.OUT_OF_TRIES), 13),
        (result(3, Outcome.GAVE_UP), 13),
        (result(3, Outcome.GAVE_UP, tries=0), 13),
        (result(20, Outcome.GAVE_UP, tries=0), 21),
        (result(3, Outcome.GAVE_UP, tries=99), 13),
        (result(20, tries=0), 20),
        (replace(result(5), assisted=True), 13),
        (replace(result(20, tries=0), assisted=True), 21),
    ],
    ids=repr,
)
def test_a_game_not_solved_costs_thirteen_or_one_more_than_its_guesses(ended: Result, guesses: int) -> None:
    assert ended.cost == guesses


# Tallies


def test_a_tally_counts_solved_games_by_their_guesses() -> None:
    counted = tally_of([result(5), result(7), result(5), result(9, Outcome.GAVE_UP)])
    assert (counted.games, counted.solved, counted.distribution) == (4, 3, {5: 2, 7: 1})
    assert counted.cost == 5 + 7 + 5 + 13
    assert counted.average_cost == (5 + 7 + 5 + 13) / 4


def test_no_games_have_an_average_of_zero() -> None:
    assert Tally().average_cost == 0


# Periods


WEDNESDAY = date(2026, 11, 18)


@pytest.mark.parametrize(
    ("period", "day", "first", "end"),
    [
        (Period.TODAY, WEDNESDAY, WEDNESDAY, date(2026, 11, 19)),
        (Period.WEEK, WEDNESDAY, date(2026, 11, 16), date(2026, 11, 23)),
        (Period.WEEK, date(2026, 11, 16), date(2026, 11, 16), date(2026, 11, 23)),
        (Period.WEEK, date(2026, 11, 15), date(2026, 11, 9), date(2026, 11, 16)),
        (Period.WEEK, date(2027, 1, 1), date(2026, 12, 28), date(2027, 1, 4)),
        (Period.MONTH, WEDNESDAY, date(2026, 11, 1), date(2026, 12, 1)),
        (Period.MONTH, date(2026, 12, 1), date(2026, 12, 1), date(2027, 1, 1)),
        (Period.MONTH, date(2028, 2, 29), date(2028, 2, 1), date(2028, 3, 1)),
        (Period.SEASON, WEDNESDAY, date(2026, 10, 1), date(2027, 1, 1)),
        (Period.SEASON, date(2026, 9, 30), date(2026, 7, 1), date(2026, 10, 1)),
        (Period.SEASON, date(2027, 1, 1), date(2027, 1, 1), date(2027, 4, 1)),
    ],
)
def test_a_period_begins_on_its_first_day_and_ends_before_the_next(
    period: Period, day: date, first: date, end: date
) -> None:
    assert period.first_day(day) == first
    assert period.first_day_after(first) == end


def test_all_time_begins_always_on_the_same_day_and_does_not_end() -> None:
    first = Period.ALL.first_day(WEDNESDAY)
    assert first == Period.ALL.first_day(date(2030, 1, 1))
    assert Period.ALL.first_day_after(first) is None


@pytest.mark.parametrize("period", [Period.TODAY, Period.WEEK, Period.MONTH, Period.SEASON])
async def test_a_game_ended_at_the_first_instant_of_a_period_counts(harness: Harness, period: Period) -> None:
    monday_the_first = datetime(2029, 1, 1, tzinfo=UTC)
    harness.clock.now = monday_the_first - timedelta(microseconds=1)
    await finish(harness, ANN, 9)
    harness.clock.now = monday_the_first
    await finish(harness, ANN, 4)
    board = await harness.records.leaderboard(ANN, LeaderboardRequest(CLASSIC, period))
    assert [entry.tally.distribution for entry in board.entries] == [{4: 1}]


# Leaderboards


async def test_five_games_are_needed_to_be_ranked(harness: Harness) -> None:
    await finish(harness, ANN, *[4] * MIN_GAMES)
    await finish(harness, BOB, *[4] * (MIN_GAMES - 1))
    entries = (await harness.records.leaderboard(CAT, LeaderboardRequest(CLASSIC))).entries
    assert ranks_and_names(entries) == [(1, "ann"), (None, "cat")]


async def test_a_caller_with_fewer_games_comes_last_without_a_rank(harness: Harness) -> None:
    await finish(harness, ANN, *[9] * MIN_GAMES)
    await finish(harness, BOB, 2)
    entries = (await harness.records.leaderboard(BOB, LeaderboardRequest(CLASSIC))).entries
    assert ranks_and_names(entries) == [(1, "ann"), (None, "bob")]
    assert [entry.you for entry in entries] == [False, True]


async def test_many_good_games_outrank_a_few_slightly_better_ones(harness: Harness) -> None:
    await finish(harness, ANN, *[3] * 5)
    await finish(harness, CAT, *[4] * 20)
    entries = (await harness.records.leaderboard(ANN, LeaderboardRequest(CLASSIC))).entries
    assert ranks_and_names(entries) == [(1, "cat"), (2, "ann")]


async def test_everywhere_players_of_other_workspaces_have_a_rank_but_no_name(harness: Harness) -> None:
    await finish(harness, caller("eve", workspace="other club"), *[2] * 5)
    await finish(harness, ANN, *[4] * 5)
    board = await harness.records.leaderboard(ANN, LeaderboardRequest(CLASSIC, scope=Scope.EVERYWHERE))
    assert ranks_and_names(board.entries) == [(1, None), (2, "ann")]


async def test_the_games_of_a_person_in_two_servers_are_one_row_everywhere(harness: Harness) -> None:
    here, there = (caller("ann", platform="discord", workspace=server) for server in ("1", "2"))
    for who in (here, there):
        await finish(harness, who, *[4] * 3)
    games = {
        scope: [
            (entry.name, entry.rank, entry.tally.games)
            for entry in (await harness.records.leaderboard(here, LeaderboardRequest(CLASSIC, scope=scope))).entries
        ]
        for scope in Scope
    }
    assert games == {
        Scope.CHANNEL: [("ann", None, 3)],
        Scope.SERVER: [("ann", None, 3)],
        Scope.EVERYWHERE: [("ann", 1, 6)],
    }


@pytest.mark.parametrize("scope", [Scope.SERVER, Scope.EVERYWHERE])
async def test_a_caller_who_has_played_elsewhere_only_has_a_row_under_the_name_they_have_here(
    harness: Harness, scope: Scope
) -> None:
    there = caller("ann", platform="discord", workspace="1")
    await finish(harness, there, *[4] * MIN_GAMES)
    here = replace(there, room=replace(there.room, workspace="2"), name="Annie")
    (entry,) = (await harness.records.leaderboard(here, LeaderboardRequest(CLASSIC, scope=scope))).entries
    assert (entry.name, entry.you, entry.tally.games) == ("Annie", True, 0 if scope is Scope.SERVER else MIN_GAMES)


async def test_everywhere_means_on_the_same_platform(harness: Harness) -> None:
    await finish(harness, caller("eve", platform="other chat"), *[2] * 5)
    board = await harness.records.leaderboard(ANN, LeaderboardRequest(CLASSIC, scope=Scope.EVERYWHERE))
    assert ranks_and_names(board.entries) == [(None, "ann")]


@pytest.mark.parametrize("order", Order)
async def test_a_caller_who_has_never_played_has_a_row_without_games(harness: Harness, order: Order) -> None:
    await finish(harness, Caller(BOB.room, BOB.player, ANN.player.user, "event"), *[4] * 5)
    board = await harness.records.leaderboard(ANN, LeaderboardRequest(CLASSIC, order=order))
    assert [entry.you for entry in board.entries] == [False] * (not order.is_rating) + [True]
    assert board.entries[-1] == LeaderboardEntry(None, "ann", you=True, tally=Tally())


async def test_an_entry_counts_the_games_of_the_period(harness: Harness) -> None:
    await finish(harness, ANN, *[9] * 5)
    harness.clock.advance(timedelta(days=40))
    await finish(harness, ANN, *[3] * 5)
    (entry,) = (await harness.records.leaderboard(ANN, LeaderboardRequest(CLASSIC, Period.MONTH))).entries
    assert entry.tally == Tally(5, 5, 15, {3: 5}, 5, 5)


async def test_a_leaderboard_shows_the_best_and_the_caller(harness: Harness) -> None:
    for number in range(PAGE + 2):
        await finish(harness, caller(f"player{number:02}"), *[number + 1] * MIN_GAMES)
    entries = (await harness.records.leaderboard(caller(f"player{PAGE + 1:02}"), LeaderboardRequest(CLASSIC))).entries
    assert [entry.rank for entry in entries] == [*range(1, PAGE + 1), PAGE + 2]
    assert [entry.you for entry in entries] == [False] * PAGE + [True]


# Pages, hidden players and time zones


async def test_a_leaderboard_has_pages_and_ones_own_row_on_each(harness: Harness) -> None:
    await finish(harness, ANN, 2)
    for number in range(PAGE + 1):
        await finish(harness, caller(f"player{number:02}"), *[number + 1] * MIN_GAMES)
    first, second = [
        await harness.records.leaderboard(ANN, LeaderboardRequest(CLASSIC, order=Order.SOLVED, page=page))
        for page in (1, 2)
    ]
    assert [len(board.entries) for board in (first, second)] == [PAGE + 1, 2]
    assert [board.has_more for board in (first, second)] == [True, False]
    assert [ranks_and_names(board.entries)[-1] for board in (first, second)] == [(None, "ann")] * 2
    assert {entry.rank for entry in first.entries} == {1, None}


async def test_a_player_who_is_hidden_is_shown_to_nobody_else(harness: Harness) -> None:
    for who in (ANN, BOB):
        await finish(harness, who, *[3] * MIN_GAMES)
    async with committed(harness.database.unit) as unit:
        ann = await unit.players.find_by_name_or_id("chat", "club", ANN.player.user)
        assert ann is not None
        await unit.leaderboards.set_hidden(ann.id, hidden=True)
    seen = {
        who.name: ranks_and_names((await harness.records.leaderboard(who, LeaderboardRequest(CLASSIC))).entries)
        for who in (ANN, BOB)
    }
    assert sorted(seen["ann"], key=str) == [(1, "ann"), (1, "bob")]
    assert seen["bob"] == [(1, "bob")]


async def test_a_day_is_that_of_the_rooms_time_zone(harness: Harness) -> None:
    async with committed(harness.database.unit) as unit:
        room = await unit.rooms.get_or_add(ANN.room)
        ann = await unit.players.get_or_add(ANN.player, ANN.room.workspace, "ann")
        await unit.room_settings.change(room.key, {"timezone": "Asia/Tokyo"}, ann.id, NOON)
    harness.clock.now = datetime(2026, 11, 18, 14, 30, tzinfo=UTC)  # 23:30 in Tokyo
    await finish(harness, ANN, *[3] * MIN_GAMES)
    today = LeaderboardRequest(CLASSIC, Period.TODAY)
    assert [entry.rank for entry in (await harness.records.leaderboard(ANN, today)).entries] == [1]
    harness.clock.now += timedelta(hours=1)
    assert [entry.rank for entry in (await harness.records.leaderboard(ANN, today)).entries] == [None]


class Accesses:
    """A database that records how it was accessed."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.seen: list[Access] = []

    def unit(
        self, access: Access = Access.CHANGE, room: RoomKey | None = None
    ) -> AbstractAsyncContextManager[UnitOfWork]:
        self.seen.append(access)
        return self.database.unit(access, room)


@pytest.mark.parametrize(
    "command",
    [
        lambda services: services.records.player_stats(ANN),
        lambda services: services.analysis.last_games(ANN),
        lambda services: services.records.leaderboard(ANN, LeaderboardRequest(CLASSIC)),
    ],
    ids=["stats", "last games", "leaderboard"],
)
async def test_records_are_read_beside_the_event_loop(
    database: Database, command: Callable[[Services], Awaitable[object]]
) -> None:
    storage = Accesses(database)
    await command(services_over(storage.unit))
    assert storage.seen == [Access.LONG_READ]
