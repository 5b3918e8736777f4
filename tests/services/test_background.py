"""The scheduler, removing old rows, counting games."""

import asyncio
import logging
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from bot.model.errors import StorageBusy
from bot.persistence.database import Database
from bot.persistence.tables.games import announcements, events, leases
from bot.persistence.tables.records import leaderboards
from bot.services.background import PRUNED_ROWS, STEP_PAUSE, OldRowRemoval, RunningGameCount, ScheduledWork, Scheduler
from bot.services.processes import Leases
from core.game.any_game import Who
from core.game.rules import Rules
from tests.fakes.clock import NOON, FakeClock
from tests.fakes.observer import RecordingObserver
from tests.fakes.services import services_over
from tests.support.people import Person
from tests.support.storage import committed, rows


class Work(ScheduledWork):
    """Work whose steps give these results, or raise them."""

    def __init__(self, name: str, pause: float, results: list[bool | Exception]) -> None:
        self.name, self.pause, self.results, self.steps = name, pause, results, 0

    async def run_step(self) -> bool:
        self.steps += 1
        result = self.results.pop(0) if self.results else False
        if isinstance(result, Exception):
            raise result
        return result


@dataclass
class Sleeper:
    """Notes how long was slept, without sleeping, and tells when there have been so many pauses."""

    most: int
    pauses: list[float] = field(default_factory=list)
    are_over: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, seconds: float) -> None:
        self.pauses.append(seconds)
        if len(self.pauses) == self.most:
            self.are_over.set()
        await asyncio.sleep(0)


async def run(*work: Work, pauses: int) -> list[float]:
    """Run until there have been so many pauses; returns them."""
    sleep = Sleeper(pauses)
    running = asyncio.create_task(Scheduler(work, sleep).run())
    await sleep.are_over.wait()
    running.cancel()
    await asyncio.wait({running})
    return sleep.pauses[:pauses]


async def test_work_is_done_in_steps_until_nothing_more_is_due() -> None:
    assert await run(Work("pruning", 60.0, [True, True, False]), pauses=4) == [STEP_PAUSE, STEP_PAUSE, 60.0, 60.0]


@pytest.mark.logs_errors
async def test_work_goes_on_after_a_failure(caplog: pytest.LogCaptureFixture) -> None:
    work = Work("pruning", 60.0, [StorageBusy("the database"), ZeroDivisionError(), True])
    assert await run(work, pauses=3) == [60.0, 60.0, STEP_PAUSE]
    assert [record.levelno for record in caplog.records] == [logging.WARNING, logging.ERROR]


async def test_work_that_takes_many_steps_does_not_keep_other_work_waiting() -> None:
    long, short = Work("expiry", 5.0, [True] * 100), Work("pruning", 60.0, [])
    await run(long, short, pauses=6)
    assert abs(long.steps - short.steps) <= 1


async def test_nothing_is_done_while_it_is_paused() -> None:
    work, sleep, paused = Work("pruning", 60.0, [True]), Sleeper(3), [True, True]

    async def is_paused() -> bool:
        return bool(paused) and paused.pop()

    running = asyncio.create_task(Scheduler([work], sleep, is_paused).run())
    await sleep.are_over.wait()
    running.cancel()
    await asyncio.wait({running})
    assert sleep.pauses[:3] == [60.0, 60.0, STEP_PAUSE]


MOMENT = timedelta(microseconds=1)
CLASSIC = Rules.parse("4x10")


async def claim(database: Database, clock: FakeClock, *names: str) -> list[bool]:
    """Handle events; whether each is new."""
    async with committed(database.unit) as unit:
        return [await unit.events.claim(event, clock()) for event in names]


async def test_rows_are_kept_as_long_as_the_documentation_says(database: Database) -> None:
    clock = FakeClock()
    services, maintenance = services_over(database.unit, "3102", clock=clock), OldRowRemoval(database.unit, clock)
    await services.referee.start_game(Person("Ann")(), CLASSIC, who=Who.ME)
    await services.referee.guess(Person("Ann")(), "3102")
    await Leases(database.unit, clock).claim_or_find_conflicts(["a"], 0.0)
    await services.operations.announce("Hello", None, [])
    await claim(database, clock, "event")

    async def kept() -> set[str]:
        assert not await maintenance.run_step()
        tables = (announcements, events, leases, leaderboards)
        return {
            table.name
            for table in tables
            for row in await rows(database, table)
            if getattr(row, "period", "today") == "today"
        }

    left = [{"announcements", "events", "leaderboards"}, {"leaderboards"}, set()]
    ages = (timedelta(hours=6), timedelta(days=2), timedelta(days=15, hours=12))  # two weeks after the day
    for age, expected in zip(ages, left, strict=True):
        clock.now = NOON + age - MOMENT
        assert await kept() > expected
        clock.advance(2 * MOMENT)
        assert await kept() == expected


async def test_old_events_are_removed_in_small_steps(database: Database) -> None:
    clock = FakeClock()
    maintenance = OldRowRemoval(database.unit, clock)
    await claim(database, clock, *(f"event{number}" for number in range(PRUNED_ROWS + 1)))
    clock.advance(timedelta(days=2) + MOMENT)
    await Leases(database.unit, clock).claim_or_find_conflicts(["a"], 60.0)
    assert [await maintenance.run_step(), len(await rows(database, events))] == [True, 1]
    assert [await maintenance.run_step(), len(await rows(database, events))] == [False, 0]
    assert await Leases(database.unit, clock).names_held("a") == ["a"]


async def test_running_games_are_counted_and_ended_ones_are_not(database: Database) -> None:
    observer, services = RecordingObserver(), services_over(database.unit, "3102", "3102")
    ann, counts = Person("Ann"), RunningGameCount(database.unit, observer)
    assert await counts.run_step() is False
    started = await services.referee.start_game(ann(), CLASSIC)
    await counts.run_step()
    await services.referee.give_up(ann(), started.id)
    await counts.run_step()
    assert observer.games == [0, 1, 0]
