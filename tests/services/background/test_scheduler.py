import asyncio
import logging
from dataclasses import dataclass, field

import pytest

from bot.model.errors import StorageBusy
from bot.services.background import STEP_PAUSE, DueWork, Scheduler


class Work(DueWork):
    """Work whose steps give these results, or raise them."""

    def __init__(self, name: str, pause: float, results: list[bool | Exception]) -> None:
        self.name, self.pause, self.results, self.steps = name, pause, results, 0

    async def step(self) -> bool:
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
