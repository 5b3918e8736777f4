"""Leaderboards."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.model.records import MIN_GAMES, Order, Period, Scope, Tally
from bot.model.rooms import Caller
from bot.services.records import PAGE, LeaderboardEntry, LeaderboardQuestion
from tests.fakes.clock import NOON
from tests.services.finished_games import finish, ranks_and_names
from tests.services.harness import ANN, BOB, CAT, CLASSIC, Harness, caller
from tests.support.storage import committed

# Leaderboards


async def test_five_games_are_needed_to_be_ranked(harness: Harness) -> None:
    await finish(harness, ANN, *[4] * MIN_GAMES)
    await finish(harness, BOB, *[4] * (MIN_GAMES - 1))
    entries = (await harness.records.leaderboard(CAT, LeaderboardQuestion(CLASSIC))).entries
    assert ranks_and_names(entries) == [(1, "ann"), (None, "cat")]


async def test_a_caller_with_fewer_games_comes_last_without_a_rank(harness: Harness) -> None:
    await finish(harness, ANN, *[9] * MIN_GAMES)
    await finish(harness, BOB, 2)
    entries = (await harness.records.leaderboard(BOB, LeaderboardQuestion(CLASSIC))).entries
    assert ranks_and_names(entries) == [(1, "ann"), (None, "bob")]
    assert [entry.you for entry in entries] == [False, True]


async def test_many_good_games_outrank_a_few_slightly_better_ones(harness: Harness) -> None:
    await finish(harness, ANN, *[3] * 5)
    await finish(harness, CAT, *[4] * 20)
    entries = (await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC))).entries
    assert ranks_and_names(entries) == [(1, "cat"), (2, "ann")]


async def test_everywhere_players_of_other_workspaces_have_a_rank_but_no_name(harness: Harness) -> None:
    await finish(harness, caller("eve", workspace="other club"), *[2] * 5)
    await finish(harness, ANN, *[4] * 5)
    board = await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC, scope=Scope.EVERYWHERE))
    assert ranks_and_names(board.entries) == [(1, None), (2, "ann")]


async def test_the_games_of_a_person_in_two_servers_are_one_row_everywhere(harness: Harness) -> None:
    here, there = (caller("ann", platform="discord", workspace=server) for server in ("1", "2"))
    for who in (here, there):
        await finish(harness, who, *[4] * 3)
    games = {
        scope: [
            (entry.name, entry.rank, entry.tally.games)
            for entry in (await harness.records.leaderboard(here, LeaderboardQuestion(CLASSIC, scope=scope))).entries
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
    (entry,) = (await harness.records.leaderboard(here, LeaderboardQuestion(CLASSIC, scope=scope))).entries
    assert (entry.name, entry.you, entry.tally.games) == ("Annie", True, 0 if scope is Scope.SERVER else MIN_GAMES)


async def test_everywhere_means_on_the_same_platform(harness: Harness) -> None:
    await finish(harness, caller("eve", platform="other chat"), *[2] * 5)
    board = await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC, scope=Scope.EVERYWHERE))
    assert ranks_and_names(board.entries) == [(None, "ann")]


@pytest.mark.parametrize("order", Order)
async def test_a_caller_who_has_never_played_has_a_row_without_games(harness: Harness, order: Order) -> None:
    await finish(harness, Caller(BOB.room, BOB.player, ANN.player.user, "event"), *[4] * 5)
    board = await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC, order=order))
    assert [entry.you for entry in board.entries] == [False] * (not order.is_rating) + [True]
    assert board.entries[-1] == LeaderboardEntry(None, "ann", you=True, tally=Tally())


async def test_an_entry_counts_the_games_of_the_period(harness: Harness) -> None:
    await finish(harness, ANN, *[9] * 5)
    harness.clock.advance(timedelta(days=40))
    await finish(harness, ANN, *[3] * 5)
    (entry,) = (await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC, Period.MONTH))).entries
    assert entry.tally == Tally(5, 5, 15, {3: 5}, 5, 5)


async def test_a_leaderboard_shows_the_best_and_the_caller(harness: Harness) -> None:
    for number in range(PAGE + 2):
        await finish(harness, caller(f"player{number:02}"), *[number + 1] * MIN_GAMES)
    entries = (await harness.records.leaderboard(caller(f"player{PAGE + 1:02}"), LeaderboardQuestion(CLASSIC))).entries
    assert [entry.rank for entry in entries] == [*range(1, PAGE + 1), PAGE + 2]
    assert [entry.you for entry in entries] == [False] * PAGE + [True]


# Pages, hidden players and time zones


async def test_a_leaderboard_has_pages_and_ones_own_row_on_each(harness: Harness) -> None:
    await finish(harness, ANN, 2)
    for number in range(PAGE + 1):
        await finish(harness, caller(f"player{number:02}"), *[number + 1] * MIN_GAMES)
    first, second = [
        await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC, order=Order.SOLVED, page=page))
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
        ann = await unit.players.find("chat", "club", ANN.player.user)
        assert ann is not None
        await unit.leaderboards.choose_hidden(ann.id, hidden=True)
    seen = {
        who.name: ranks_and_names((await harness.records.leaderboard(who, LeaderboardQuestion(CLASSIC))).entries)
        for who in (ANN, BOB)
    }
    assert sorted(seen["ann"], key=str) == [(1, "ann"), (1, "bob")]
    assert seen["bob"] == [(1, "bob")]


async def test_a_day_is_that_of_the_rooms_time_zone(harness: Harness) -> None:
    async with committed(harness.database.unit) as unit:
        room = await unit.rooms.ensure(ANN.room)
        ann = await unit.players.ensure(ANN.player, ANN.room.workspace, "ann")
        await unit.room_settings.change(room.key, {"timezone": "Asia/Tokyo"}, ann.id, NOON)
    harness.clock.now = datetime(2026, 11, 18, 14, 30, tzinfo=UTC)  # 23:30 in Tokyo
    await finish(harness, ANN, *[3] * MIN_GAMES)
    today = LeaderboardQuestion(CLASSIC, Period.TODAY)
    assert [entry.rank for entry in (await harness.records.leaderboard(ANN, today)).entries] == [1]
    harness.clock.now += timedelta(hours=1)
    assert [entry.rank for entry in (await harness.records.leaderboard(ANN, today)).entries] == [None]
