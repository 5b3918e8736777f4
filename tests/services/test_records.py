from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.services.errors import NoSuchPlayer
from bot.services.leaderboards import MIN_GAMES, Order, Period, Scope, Tally, cost
from bot.services.model import Caller
from bot.services.player_records import Count, PlayerRecord, RulesRecord
from bot.services.ratings import RANKED_GAMES
from bot.services.records import PAGE, LeaderboardEntry, LeaderboardQuestion, Statistics
from bot.services.results import Result
from core.game.boards import Outcome
from core.game.games import Who
from core.game.rules import Rules
from core.game.sides import Level
from tests.fakes.clock import NOON
from tests.fakes.plain_leaderboards import record_of, tally_of
from tests.services.harness import ANN, BOB, CAT, CLASSIC, WRONG, Harness, again, caller

SHORT = Rules.parse("3x10")


def result(guesses: int, outcome: Outcome = Outcome.SOLVED, *, tries: int = 12, solo: bool = True) -> Result:
    return Result("game", "room", "ann", "4x10", outcome, guesses, tries, solo, NOON)


async def finish(harness: Harness, who: Caller, *games: int) -> None:
    """Solve games, each in the given number of guesses."""
    for guesses in games:
        await harness.finish(who, guesses)


def ranks_and_names(entries: Sequence[LeaderboardEntry]) -> list[tuple[int | None, str | None]]:
    return [(entry.rank, entry.name) for entry in entries]


# The cost of a game


@pytest.mark.parametrize(
    ("ended", "guesses"),
    [
        (result(5), 5),
        (result(12, Outcome.OUT_OF_TRIES), 13),
        (result(3, Outcome.GAVE_UP), 13),
        (result(3, Outcome.GAVE_UP, tries=0), 13),
        (result(20, Outcome.GAVE_UP, tries=0), 21),
        (result(20, tries=0), 20),
    ],
    ids=["solved", "out of tries", "given up", "given up without a limit", "given up late", "solved late"],
)
def test_a_game_not_solved_costs_one_more_than_its_tries(ended: Result, guesses: int) -> None:
    assert cost(ended) == guesses


# Tallies


def test_a_tally_counts_solved_games_by_their_guesses() -> None:
    counted = tally_of([result(5), result(7), result(5), result(9, Outcome.GAVE_UP)])
    assert (counted.games, counted.solved, counted.distribution) == (4, 3, {5: 2, 7: 1})
    assert counted.cost == 5 + 7 + 5 + 13
    assert counted.average == (5 + 7 + 5 + 13) / 4


def test_no_games_have_an_average_of_zero() -> None:
    assert Tally().average == 0


def test_the_distribution_begins_with_the_fewest_guesses() -> None:
    assert list(tally_of([result(9), result(2), result(5)]).distribution) == [2, 5, 9]


@pytest.mark.parametrize(
    ("won", "streak", "best"),
    [("+", 1, 1), ("-", 0, 0), ("++-", 0, 2), ("++-+", 1, 2), ("-+++", 3, 3), ("+-++-+-", 0, 2)],
)
def test_streaks_are_solved_games_in_a_row(won: str, streak: int, best: int) -> None:
    counted = tally_of([result(4, Outcome.SOLVED if game == "+" else Outcome.GAVE_UP) for game in won])
    assert (counted.streak, counted.best_streak) == (streak, best)


def test_games_with_others_are_counted_but_not_in_the_tallies() -> None:
    kept = record_of([result(3), result(4, solo=False), result(12, Outcome.OUT_OF_TRIES, solo=False)])
    assert kept == PlayerRecord({"4x10": RulesRecord(tally_of([result(3)]), together=Count(2, 1))})


def test_a_player_without_results_has_an_empty_record() -> None:
    assert record_of([]) == PlayerRecord()


# Stats


async def test_stats_are_kept_by_rules(harness: Harness) -> None:
    await finish(harness, ANN, 3, 5)
    await harness.finish(ANN, 2, SHORT)
    kept = (await harness.records.stats(ANN)).record
    assert {rules: counted.distribution for rules, counted in kept.alone.items()} == {
        "4x10": {3: 1, 5: 1},
        "3x10": {2: 1},
    }


async def test_a_shared_game_guessed_by_one_alone_is_theirs(harness: Harness) -> None:
    await harness.play(ANN)
    await harness.guess(BOB, "0123")
    assert (await harness.records.stats(BOB)).record.alone["4x10"].solved == 1
    assert (await harness.records.stats(ANN)).record.alone == {}


async def test_a_game_of_several_counts_for_each_as_played_together(harness: Harness) -> None:
    await harness.play(ANN)
    await harness.guess(ANN, WRONG)
    await harness.guess(BOB, "0123")
    for who in (ANN, BOB):
        kept = (await harness.records.stats(who)).record
        assert (kept.alone, kept.together.games, kept.together.solved) == ({}, 1, 1)


async def test_a_player_who_lost_a_race_did_not_solve_the_game(harness: Harness) -> None:
    await harness.play(ANN, Who.RACE)
    await harness.guess(ANN, WRONG)
    await harness.guess(BOB, "0123")
    assert (await harness.records.stats(ANN)).record.alone["4x10"].solved == 0
    assert (await harness.records.stats(BOB)).record.alone["4x10"].solved == 1


async def test_another_players_stats_are_found_by_name_or_user_id(harness: Harness) -> None:
    await finish(harness, ANN, 4)
    for name in ("ann", "ANN"):
        assert (await harness.records.stats(BOB, name)).record.alone["4x10"].games == 1


async def test_a_new_player_has_an_empty_record(harness: Harness) -> None:
    assert await harness.records.stats(ANN) == Statistics("ann", PlayerRecord())


async def test_a_new_player_is_not_confused_with_one_whose_name_is_their_user_id(harness: Harness) -> None:
    await finish(harness, Caller(BOB.room, BOB.player, ANN.player.user, "event"), 3)
    assert (await harness.records.stats(ANN)).record.alone == {}


@pytest.mark.parametrize("name", ["nobody", "", "ann\x00", "\udcff", "x" * 10_000])
async def test_an_unknown_name_finds_no_player(harness: Harness, name: str) -> None:
    await finish(harness, ANN, 4)
    with pytest.raises(NoSuchPlayer) as refused:
        await harness.records.stats(ANN, name)
    assert refused.value.name == name


async def test_players_of_another_workspace_or_platform_are_not_found(harness: Harness) -> None:
    await finish(harness, ANN, 4)
    for stranger in (caller("bob", workspace="other club"), caller("bob", platform="other chat")):
        with pytest.raises(NoSuchPlayer):
            await harness.records.stats(stranger, "ann")


async def test_statistics_change_nothing(harness: Harness) -> None:
    await finish(harness, ANN, 4)
    before = harness.memory.stored.copy()
    await harness.records.stats(BOB, "ann")
    await harness.records.leaderboard(caller("dan", channel="garden"), LeaderboardQuestion(CLASSIC))
    assert harness.memory.stored == before


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
    assert period.end(first) == end


def test_all_time_begins_always_on_the_same_day_and_does_not_end() -> None:
    first = Period.ALL.first_day(WEDNESDAY)
    assert first == Period.ALL.first_day(date(2030, 1, 1))
    assert Period.ALL.end(first) is None


@pytest.mark.parametrize("period", [Period.TODAY, Period.WEEK, Period.MONTH, Period.SEASON])
async def test_a_game_ended_at_the_first_instant_of_a_period_counts(harness: Harness, period: Period) -> None:
    monday_the_first = datetime(2029, 1, 1, tzinfo=UTC)
    harness.clock.now = monday_the_first - timedelta(microseconds=1)
    await finish(harness, ANN, 9)
    harness.clock.now = monday_the_first
    await finish(harness, ANN, 4)
    board = await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC, period))
    assert [entry.tally.distribution for entry in board.entries] == [{4: 1}]


# Leaderboards


async def test_a_leaderboard_names_its_rules_period_scope_and_order(harness: Harness) -> None:
    board = await harness.records.leaderboard(ANN, LeaderboardQuestion(SHORT, Period.WEEK, Scope.CHANNEL, Order.STREAK))
    assert board.question == LeaderboardQuestion(SHORT, Period.WEEK, Scope.CHANNEL, Order.STREAK)
    assert list(board.entries) == []


async def test_five_games_are_needed_to_be_ranked(harness: Harness) -> None:
    await finish(harness, ANN, *[4] * MIN_GAMES)
    await finish(harness, BOB, *[4] * (MIN_GAMES - 1))
    assert ranks_and_names((await harness.records.leaderboard(CAT, LeaderboardQuestion(CLASSIC))).entries) == [
        (1, "ann")
    ]


async def test_a_caller_with_fewer_games_comes_last_without_a_rank(harness: Harness) -> None:
    await finish(harness, ANN, *[9] * MIN_GAMES)
    await finish(harness, BOB, 2)
    entries = (await harness.records.leaderboard(BOB, LeaderboardQuestion(CLASSIC))).entries
    assert ranks_and_names(entries) == [(1, "ann"), (None, "bob")]
    assert [entry.you for entry in entries] == [False, True]


async def test_averages_include_games_at_the_overall_mean(harness: Harness) -> None:
    # 15 games: five of 4, five of 6 and five of 8 guesses, so the mean is 6; each average has five more games at 6.
    for who, guesses in ((ANN, 4), (BOB, 6), (CAT, 8)):
        await finish(harness, who, *[guesses] * 5)
    entries = (await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC))).entries
    assert [(entry.name, entry.average, entry.tally.average) for entry in entries] == [
        ("ann", (5 * 4 + 5 * 6) / 10, 4),
        ("bob", 6, 6),
        ("cat", (5 * 8 + 5 * 6) / 10, 8),
    ]


async def test_many_good_games_outrank_a_few_slightly_better_ones(harness: Harness) -> None:
    # 25 games, mean (5 * 3 + 20 * 4) / 25 = 3.8: ann 5 * 3 + 5 * 3.8 = 34 in 10, cat 20 * 4 + 5 * 3.8 = 99 in 25.
    await finish(harness, ANN, *[3] * 5)
    await finish(harness, CAT, *[4] * 20)
    averages = [
        entry.average for entry in (await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC))).entries
    ]
    assert averages == pytest.approx([3.4, 3.96])


async def test_equal_players_share_a_rank_and_the_next_rank_is_skipped(harness: Harness) -> None:
    for who, guesses in ((ANN, 4), (BOB, 4), (CAT, 6)):
        await finish(harness, who, *[guesses] * 5)
    ranks = ranks_and_names((await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC))).entries)
    assert sorted(ranks[:2]) == [(1, "ann"), (1, "bob")]
    assert ranks[2:] == [(3, "cat")]


async def test_by_solved_games_the_better_average_comes_first_among_equals(harness: Harness) -> None:
    await finish(harness, ANN, *[7] * 5)
    await finish(harness, BOB, *[4] * 5)
    await finish(harness, CAT, *[9] * 6)
    board = await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC, order=Order.SOLVED))
    assert ranks_and_names(board.entries) == [(1, "cat"), (2, "bob"), (2, "ann")]


async def test_by_streak_the_longest_streak_comes_first(harness: Harness) -> None:
    await finish(harness, ANN, *[3] * 4)
    await harness.finish(ANN, 1, solved=False)
    await finish(harness, BOB, *[9] * 5)
    board = await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC, order=Order.STREAK))
    assert [(entry.name, entry.tally.best_streak) for entry in board.entries] == [("bob", 5), ("ann", 4)]


async def test_only_games_under_the_same_rules_are_compared(harness: Harness) -> None:
    for _ in range(MIN_GAMES):
        await harness.finish(ANN, 2, SHORT)
    board = await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC))
    assert [(entry.rank, entry.tally.games) for entry in board.entries] == [(None, 0)]


async def test_games_with_others_are_not_ranked(harness: Harness) -> None:
    for _ in range(MIN_GAMES):
        await harness.play(ANN)
        await harness.guess(ANN, WRONG)
        await harness.guess(BOB, "0123")
    board = await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC))
    assert [(entry.rank, entry.tally.games) for entry in board.entries] == [(None, 0)]


async def test_a_channel_counts_the_games_played_in_it(harness: Harness) -> None:
    await finish(harness, ANN, *[4] * 5)
    await finish(harness, caller("ann", channel="garden"), *[8] * 5)
    games = {
        scope: (await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC, scope=scope)))
        .entries[0]
        .tally.games
        for scope in Scope
    }
    assert games == {Scope.CHANNEL: 5, Scope.SERVER: 10, Scope.EVERYWHERE: 10}


async def test_a_server_sees_nothing_of_another(harness: Harness) -> None:
    await finish(harness, caller("eve", workspace="other club"), *[2] * 5)
    await finish(harness, ANN, *[4] * 5)
    for scope in (Scope.CHANNEL, Scope.SERVER):
        assert ranks_and_names(
            (await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC, scope=scope))).entries
        ) == [(1, "ann")]


async def test_everywhere_players_of_other_workspaces_have_a_rank_but_no_name(harness: Harness) -> None:
    await finish(harness, caller("eve", workspace="other club"), *[2] * 5)
    await finish(harness, ANN, *[4] * 5)
    board = await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC, scope=Scope.EVERYWHERE))
    assert ranks_and_names(board.entries) == [(1, None), (2, "ann")]


async def test_everywhere_means_on_the_same_platform(harness: Harness) -> None:
    await finish(harness, caller("eve", platform="other chat"), *[2] * 5)
    board = await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC, scope=Scope.EVERYWHERE))
    assert list(board.entries) == []


async def test_a_caller_without_games_is_not_on_the_leaderboard(harness: Harness) -> None:
    await finish(harness, Caller(BOB.room, BOB.player, ANN.player.user, "event"), *[4] * 5)
    board = await harness.records.leaderboard(ANN, LeaderboardQuestion(CLASSIC))
    assert [entry.you for entry in board.entries] == [False]


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


async def test_a_channel_where_nobody_has_played_has_an_empty_leaderboard(harness: Harness) -> None:
    await finish(harness, ANN, *[4] * MIN_GAMES)
    garden = caller("ann", channel="garden")
    assert (
        list((await harness.records.leaderboard(garden, LeaderboardQuestion(CLASSIC, scope=Scope.CHANNEL))).entries)
        == []
    )
    assert len((await harness.records.leaderboard(garden, LeaderboardQuestion(CLASSIC))).entries) == 1


# Ratings


async def lose(harness: Harness, who: Caller) -> None:
    """Lose a game against the bot, which guesses well."""
    view = await harness.opponent.begin(again(who), CLASSIC, Level.EXPERT, "9876")
    while view.game.outcome is None:
        view = (await harness.referee.guess(again(who), "6549", view.id, is_confirmed=True)).view


async def test_a_player_without_rated_games_has_no_ratings(harness: Harness) -> None:
    await finish(harness, ANN, 3)
    assert (await harness.records.stats(ANN)).ratings == {}


async def test_games_against_the_bot_are_rated_by_rules(harness: Harness) -> None:
    await lose(harness, ANN)
    rating = (await harness.records.stats(ANN)).ratings["4x10"]
    assert (rating.games, rating.points < 1500, rating.is_provisional) == (1, True, True)


async def test_a_rating_is_shown_as_uncertain_as_it_is_now(harness: Harness) -> None:
    await lose(harness, ANN)
    before = (await harness.records.stats(ANN)).ratings["4x10"]
    harness.clock.now += timedelta(days=365)
    after = (await harness.records.stats(ANN)).ratings["4x10"]
    assert (after.points, after.uncertainty > before.uncertainty) == (before.points, True)


async def test_statistics_have_the_rating_at_the_end_of_each_month(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lose(harness, ANN)
    first = (await harness.records.stats(ANN)).ratings["4x10"]
    harness.clock.now += timedelta(days=40)
    await lose(harness, ANN)
    statistics = await harness.records.stats(ANN)
    before, now = (month.rating for month in statistics.rated["4x10"])
    assert (before.points, now) == (first.points, statistics.ratings["4x10"])
    monkeypatch.setattr("bot.services.records.MOST_RATED_GAMES", 1)
    assert (await harness.records.stats(ANN)).rated == {}


async def test_a_leaderboard_by_rating_ranks_who_has_enough_rated_games(harness: Harness) -> None:
    for _ in range(RANKED_GAMES):
        await lose(harness, ANN)
    await lose(harness, BOB)
    board = await harness.records.leaderboard(BOB, LeaderboardQuestion(CLASSIC, order=Order.RATING))
    assert ranks_and_names(board.entries) == [(1, "ann"), (None, "bob")]
    assert [entry.rating and entry.rating.games for entry in board.entries] == [RANKED_GAMES, 1]
    assert not (await harness.records.leaderboard(CAT, LeaderboardQuestion(CLASSIC, order=Order.AVERAGE))).entries


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
    async with harness.memory.unit() as unit:
        ann = await unit.players.find("chat", "club", ANN.player.user)
        assert ann is not None
        await unit.players.choose_hidden(ann.id, hidden=True)
        await unit.commit()
    seen = {
        who.name: ranks_and_names((await harness.records.leaderboard(who, LeaderboardQuestion(CLASSIC))).entries)
        for who in (ANN, BOB)
    }
    assert sorted(seen["ann"], key=str) == [(1, "ann"), (1, "bob")]
    assert seen["bob"] == [(1, "bob")]


async def test_a_day_is_that_of_the_rooms_time_zone(harness: Harness) -> None:
    async with harness.memory.unit() as unit:
        room = await unit.rooms.ensure(ANN.room)
        ann = await unit.players.ensure(ANN.player, "ann")
        await unit.room_settings.change(room.key, {"time_zone": "Asia/Tokyo"}, ann.id, NOON)
        await unit.commit()
    harness.clock.now = datetime(2026, 11, 18, 14, 30, tzinfo=UTC)  # 23:30 in Tokyo
    await finish(harness, ANN, *[3] * MIN_GAMES)
    today = LeaderboardQuestion(CLASSIC, Period.TODAY)
    assert [entry.rank for entry in (await harness.records.leaderboard(ANN, today)).entries] == [1]
    harness.clock.now += timedelta(hours=1)
    assert [entry.rank for entry in (await harness.records.leaderboard(ANN, today)).entries] == [None]
