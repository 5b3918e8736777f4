"""The cost of games, tallies and periods."""

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.model.records import Count, Period, PlayerRecord, RulesRecord, Tally, cost
from bot.model.results import Result
from bot.services.records import LeaderboardQuestion
from core.game.boards import Outcome
from tests.fakes.plain_leaderboards import record_of, tally_of
from tests.services.harness import ANN, CLASSIC, Harness
from tests.services.records.finished_games import finish, result

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
