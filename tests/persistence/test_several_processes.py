"""Several processes on one database: workers, events in any order, and clocks that differ."""

import asyncio
import random
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, closing
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

import pytest

from benchmarks.workers import Plan, check, play_round
from bot.model.rooms import PostClaimOutcome
from bot.persistence.database import Database
from bot.persistence.postgresql import backend
from bot.services.services import Services
from bot.services.solver import RandomSource
from bot.solving.executor import ExecutorSolver
from core.game.boards import NO_LIMIT
from core.game.rules import Rules
from tests.persistence.guessing import caller, until_accepted
from tests.processes.database_faults import endure
from tests.processes.databases import PostgresqlRows, SqliteRows
from tests.processes.kills import kill_often
from tests.processes.stops import stop_under_load
from tests.support.postgresql import Server

RULES = Rules.parse("7x10r")
EVENTS = 40
SKEWS = (timedelta(0), timedelta(hours=1), -timedelta(hours=1))
"""By how much the clocks of three machines are ahead."""


class Machine:
    """The time of a machine, in place of `datetime`."""

    skew = timedelta(0)

    @classmethod
    def now(cls, zone: tzinfo) -> datetime:
        """The time that the machine believes in."""
        return datetime.now(zone) + cls.skew


@pytest.fixture
async def processes(url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[Services]]:
    """The services of three processes, on PostgreSQL on machines whose clocks are an hour apart."""
    monkeypatch.setattr(backend, "datetime", Machine)
    async with AsyncExitStack() as stack:
        found = []
        for skew in SKEWS:
            Machine.skew = skew
            database = Database(url)
            stack.push_async_callback(database.close)
            shared = await stack.enter_async_context(database.clock())
            solver = ExecutorSolver(ThreadPoolExecutor(1))
            found.append(Services(database.unit, shared, RandomSource(), solver))
        yield found


async def test_events_in_any_order_count_once(processes: list[Services]) -> None:
    await processes[0].referee.start_game(caller(0, "play"), RULES, NO_LIMIT)
    codes = [f"{code:07}" for code in range(EVENTS)]

    async def deliver(services: Services, order: list[str]) -> None:
        for code in order:
            await until_accepted(lambda: services.referee.guess(caller(0, code), code))  # noqa: B023  # called at once

    generator = random.Random(20261121)
    orders = [generator.sample(codes, EVENTS) for _ in processes for _ in range(2)]
    await asyncio.gather(*(deliver(services, order) for services, order in zip(processes * 2, orders, strict=True)))
    (board,) = (await processes[0].referee.show_board(caller(0, "board"))).game.boards
    assert sorted("".join(map(str, turn.guess)) for turn in board.turns) == codes


async def test_one_process_posts_a_board_and_holds_a_lease_whatever_the_clocks_say(processes: list[Services]) -> None:
    game = (await processes[0].referee.start_game(caller(0, "play"), RULES, NO_LIMIT)).id
    for offset in range(3):
        claims = [await each.messages.claim(game, None) for each in processes[offset:] + processes[:offset]]
        assert claims.count(PostClaimOutcome.NEW) == (offset == 0)
        assert PostClaimOutcome.RENEWED not in claims
    assert [await each.leases.claim_or_find_conflicts(["a"], 10.0) for each in processes] == [[], ["a"], ["a"]]


@pytest.mark.postgresql
async def test_a_clock_that_is_set_back_changes_nothing(postgresql_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "datetime", Machine)
    Machine.skew = timedelta(hours=1)
    database = Database(postgresql_url)
    async with database.clock() as shared:
        before = shared()
        Machine.skew = -timedelta(hours=1)
        assert abs(shared() - before) < timedelta(minutes=1)
        assert abs(shared() - datetime.now(UTC)) < timedelta(minutes=1)
    await database.close()


@pytest.mark.slow
@pytest.mark.postgresql
@pytest.mark.parametrize("is_separate", [False, True])
def test_workers_lose_and_double_no_guess(postgresql: Server, postgresql_url: str, is_separate: bool) -> None:  # noqa: FBT001  # a parameter
    played, answered = play_round(postgresql, postgresql_url, 4, 0, Plan(0.5, guessers=4, is_separate=is_separate))
    assert answered
    assert played.server_milliseconds > 0
    asyncio.run(check(postgresql_url, 0, answered))


@pytest.mark.slow
@pytest.mark.postgresql
async def test_guesses_on_a_platform_survive_a_kill_on_postgresql(postgresql_url: str, tmp_path: Path) -> None:
    with closing(PostgresqlRows(tmp_path, postgresql_url)) as rows:
        await kill_often(rows, "slack", 2, 1)


@pytest.mark.slow
@pytest.mark.postgresql
async def test_nothing_answered_is_lost_while_the_server_is_down(postgresql: Server, tmp_path: Path) -> None:
    outcome = await endure(postgresql, tmp_path, "discord", "stopped", 2.0)
    assert outcome.refused
    assert outcome.stored


@pytest.mark.slow
async def test_what_was_taken_is_finished_when_the_bot_is_stopped_under_load(tmp_path: Path) -> None:
    assert len(await stop_under_load(SqliteRows(tmp_path), "discord", 1)) == 1
