"""The benchmarks run; nobody checks what they measure."""

import asyncio
import time
from itertools import permutations
from pathlib import Path

import pytest

from core.game.rules import Rules
from core.game.sides import Level
from core.solver.strategies import Strategy
from tests.benchmarks.advice import report as report_advice
from tests.benchmarks.advice import timed_games, timed_positions
from tests.benchmarks.bot_memory import measure as measure_bot_memory
from tests.benchmarks.day import Day
from tests.benchmarks.day import measure as measure_day
from tests.benchmarks.day import table as table_of_day
from tests.benchmarks.evaluations import report as report_evaluation
from tests.benchmarks.growth import LagMeter, Samples
from tests.benchmarks.growth import report as report_growth
from tests.benchmarks.growth_on_discord import Load
from tests.benchmarks.growth_on_discord import report as report_growth_on_discord
from tests.benchmarks.guess_rates import compare
from tests.benchmarks.idle import measure as measure_idle
from tests.benchmarks.large_rules import report as report_large_rules
from tests.benchmarks.leaving import measure as measure_leaving
from tests.benchmarks.level_strengths import BASE, distribution, fit, score
from tests.benchmarks.memory import measure as measure_memory
from tests.benchmarks.one_board import measure as measure_one_board
from tests.benchmarks.own_cpu import measure as measure_own_cpu
from tests.benchmarks.process_cpu import PLATFORMS
from tests.benchmarks.process_cpu import measure as measure_process_cpu
from tests.benchmarks.rating_farming import Rules as Limits
from tests.benchmarks.rating_farming import gains
from tests.benchmarks.rating_recovery import recovery
from tests.benchmarks.ready import measure as measure_ready
from tests.benchmarks.responses import measure as measure_responses
from tests.benchmarks.slack_load import report as report_slack
from tests.benchmarks.solver_load import memory as measure_solver_memory
from tests.benchmarks.solver_load import shares as measure_solver_shares
from tests.benchmarks.starts import CASES
from tests.benchmarks.starts import measure as measure_commands
from tests.benchmarks.suggestions import report as report_suggestions


def test_suggestions_are_compared_with_a_naive_implementation() -> None:
    lines = report_suggestions(Rules.parse("2x4"), 1)
    assert len(lines) == 2
    assert all(line.endswith("times as long") for line in lines)


def test_an_evaluation_is_timed() -> None:
    assert report_evaluation(Rules.parse("3x4r"), Strategy("entropy"), 1).startswith("3x4r entropy: ")


def test_advice_is_timed_in_whole_games() -> None:
    rules = Rules.parse("2x4")
    assert report_advice(rules, "2 games", timed_games(rules, 2, 1)).startswith("2x4: 2 games, ")


def test_advice_is_timed_at_every_position_of_a_book() -> None:
    rules = Rules.parse("2x10")
    assert report_advice(rules, "book", timed_positions(rules)).startswith("2x10: book, 16 times advice, ")


def test_the_coach_plays_beside_random_consistent_play(tmp_path: Path) -> None:
    rules, kept = Rules.parse("2x4"), tmp_path / "games"
    assert report_large_rules(rules, 2, 1, kept).startswith("2x4: 2 games, coach ")
    assert report_large_rules(rules, 3, 1, kept) == report_large_rules(rules, 3, 1)


@pytest.mark.slow
async def test_first_responses_on_discord_are_measured_beside_the_coach(tmp_path: Path) -> None:
    figures = await measure_responses(tmp_path, games=3, seconds=0.5, rate=20)
    assert len(figures.latencies) == 10
    assert min(figures.memory) > 10


@pytest.mark.slow
async def test_starts_are_measured() -> None:
    assert [line.split()[:2] for line in await measure_ready(rounds=1)] == [
        [platform, figure] for platform in ("discord:", "slack:") for figure in ("hitblow", "floor", "CPU")
    ]


@pytest.mark.slow
async def test_slack_is_compared_with_an_app_that_only_answers() -> None:
    lines: list[str] = []
    await report_slack(number=3, seconds=0.1, per_second=20, channels=2, write=lines.append)
    assert [line.split()[1] for line in lines[2:]] == ["http", "socket"]


@pytest.mark.slow
async def test_every_command_is_measured_on_results_that_have_accumulated(tmp_path: Path) -> None:
    lines: list[str] = []
    await report_growth(f"sqlite:///{tmp_path}/growth.db", 50, 200, Samples(1, deletions=1), lines.append)
    assert "50 games of 200 players" in lines[0]
    assert {line.split()[0] for line in lines[1:]} == {
        "stats",
        "home",
        "last",
        "guess",
        "daily",
        "leaderboard",
        "the",
        "export",
        "delete",
    }


@pytest.mark.slow
@pytest.mark.slow
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_the_bot_is_compared_with_one_that_only_moves_its_traffic(platform: str) -> None:
    _, *lines, _ = await measure_process_cpu(platform, rounds=1, games=2, turns=3)
    assert [(line.split()[0], line.split("  ")[-1].split()[0]) for line in lines] == [
        ("floor", "2.00"),
        ("hitblow", "2.00"),
    ]


async def test_the_services_are_compared_with_plain_inserts() -> None:
    assert [line.split()[0] for line in await compare(rounds=1, guesses=54)] == [
        "1",
        "sqlite3",
        "services",
        "ratio",
        "of",
    ]


async def test_dispatching_and_rendering_a_guess_is_measured() -> None:
    assert await measure_own_cpu(rounds=1) > 0


@pytest.mark.slow
async def test_the_memory_is_measured_after_some_guesses() -> None:
    assert (await measure_memory(guesses=500, marks=[500]))[500] > 0


@pytest.mark.slow
async def test_the_memory_of_the_bot_is_measured() -> None:
    lines: list[str] = []
    await measure_bot_memory(boards=4, guesses=8, write=lines.append)
    expected = [[bot, figure] for bot in ("hitblow", "floor") for figure in ("idle:", "4", "8")]
    assert [line.split()[:2] for line in lines] == expected


@pytest.mark.slow
async def test_guesses_at_one_board_are_measured(tmp_path: Path) -> None:
    [figures] = await measure_one_board(tmp_path, people=5, rounds=1)
    assert len(figures.replied) == 5


def test_the_strength_of_levels_is_measured_and_recovered() -> None:
    rules = Rules.parse("2x10")
    levels = {level: distribution(rules, level, 40, 1, None) for level in Level}
    scores = {pair: score(*(levels[[*Level][place]] for place in pair)) for pair in permutations(range(4), 2)}
    assert fit(scores)[1] == BASE
    found = recovery(rules, levels[Level.EXPERT], levels, 5, 3)
    assert found.stated > 0


@pytest.mark.slow
async def test_others_are_answered_while_one_person_asks_thirty_hard_questions_at_once() -> None:
    waits = await measure_solver_shares(seconds=5, others=4)
    assert waits.p99 < 2
    assert waits.refused >= 27


@pytest.mark.slow
async def test_the_memory_of_the_solver_stays_flat() -> None:
    early, *_, late = await measure_solver_memory(questions=120, marks=3)
    assert late < early + 100


@pytest.mark.slow
async def test_the_bot_is_measured_over_a_large_database_beside_an_empty_one(tmp_path: Path) -> None:
    lines = await report_growth_on_discord(tmp_path, ("sqlite",), 1000, Load(seconds=1.0, settle=0.5))
    assert [line.split()[:2] for line in lines] == [["sqlite", "0"], ["sqlite", "1000"]]
    assert all("(10 guesses)" in line for line in lines)


@pytest.mark.slow
def test_commands_of_the_shell_are_measured_beside_sqlalchemy() -> None:
    assert [line.split(" median")[0].strip() for line in measure_commands(rounds=1)] == list(CASES)


@pytest.mark.slow
async def test_a_day_is_computed_from_what_is_measured() -> None:
    costs = await measure_day(games=2, rounds=1, servers=3)
    assert len(table_of_day(Day(), costs)) == 11
    assert costs.memory > 10


@pytest.mark.slow
async def test_bots_are_measured_while_nobody_plays() -> None:
    lines = await measure_idle(number=20, rounds=1, seconds=0.2, settle=0.1)
    assert [line.split()[0] for line in lines] == ["floor", "0", "20"]


@pytest.mark.slow
async def test_exporting_and_deleting_a_person_is_measured_beside_sql(tmp_path: Path) -> None:
    lines = await measure_leaving(tmp_path / "leaving.db", games=3, rounds=1)
    assert [line.split(" median")[0].strip() for line in lines] == [
        command + figure
        for command in ("delete", "export")
        for figure in ("", " floor", ", CPU", ", loop blocked", ", loop's CPU")
    ]


async def test_a_body_that_never_yields_blocks_the_event_loop() -> None:
    meter = LagMeter()
    async with meter.watching():
        time.sleep(0.1)  # noqa: ASYNC251  # what is to be noticed
    assert meter.longest >= 0.1


async def test_a_body_that_blocks_after_it_has_yielded_is_noticed() -> None:
    meter = LagMeter()
    async with meter.watching():
        await asyncio.sleep(0.02)
        time.sleep(0.1)  # noqa: ASYNC251  # what is to be noticed
        await asyncio.sleep(0.02)
    assert meter.longest >= 0.09


def test_accounts_of_ones_own_gain_few_points() -> None:
    found = {limits: max(points for _, points in gains(1, limits, 1, days=30)) for limits in Limits}
    assert found[Limits.ALL] <= 30.001
    assert found[Limits.ALL] < found[Limits.MEETINGS] < found[Limits.NONE]
