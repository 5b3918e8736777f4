"""Each event is taken once, everything taken is finished, and channels are not written to too often."""

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext

import pytest

from bot.model.errors import StorageBusy
from bot.platforms.common.intake import DeduplicatingIntake, SendRateLimiter, logged_storage_errors


def test_an_event_is_accepted_once_beside_others() -> None:
    intake = DeduplicatingIntake()
    assert [intake.accept(event) for event in ("a", "b", "a", "c", "b")] == [True, True, False, True, False]


def test_an_event_that_was_discarded_is_accepted_again_and_no_other() -> None:
    intake = DeduplicatingIntake()
    intake.accept("a")
    intake.accept("b")
    intake.accept_again("a")
    intake.accept_again("never seen")
    assert [intake.accept("a"), intake.accept("b")] == [True, False]


def test_the_last_events_are_remembered() -> None:
    intake = DeduplicatingIntake()
    assert all(intake.accept(f"{number}") for number in range(2_501))
    assert [intake.accept(event) for event in ("2500", "1", "0")] == [False, False, True]


async def test_draining_waits_for_all_work_and_what_it_starts() -> None:
    intake, done = DeduplicatingIntake(), []

    async def work(name: str, seconds: float, then: str = "") -> None:
        await asyncio.sleep(seconds)
        if then:
            intake.start_task(work(then, seconds))
        done.append(name)

    intake.start_task(work("a", 0.0))
    intake.start_task(work("b", 0.02, then="c"))
    await intake.drain(10)
    assert done == ["a", "b", "c"]


async def test_draining_waits_for_the_task_of_an_event_that_was_accepted() -> None:
    intake = DeduplicatingIntake()
    first, again = (asyncio.create_task(asyncio.sleep(seconds)) for seconds in (0.01, 60))
    assert [intake.accept("a", first), intake.accept("a", again)] == [True, False]
    await intake.drain(10)
    assert [first.done(), again.done()] == [True, False]
    again.cancel()


async def test_while_draining_nothing_is_accepted() -> None:
    intake = DeduplicatingIntake()
    work, draining = intake.start_task(asyncio.sleep(0.01)), asyncio.create_task(intake.drain(10))
    await asyncio.sleep(0)
    assert not intake.accept("a")
    assert not intake.is_open
    await draining
    assert work.done()


async def test_what_is_more_than_can_wait_is_not_accepted() -> None:
    intake = DeduplicatingIntake()
    for _ in range(2_000):
        assert intake.is_open
        assert intake.accept("a")
        intake.accept_again("a")
        intake.start_task(asyncio.sleep(0))
    assert not intake.accept("b")
    assert not intake.is_open
    await intake.drain(10)


@pytest.mark.logs_errors
async def test_work_that_fails_is_logged_and_does_not_end_the_draining(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise ZeroDivisionError

    intake = DeduplicatingIntake()
    intake.start_task(fail())
    intake.start_task(asyncio.sleep(60)).cancel()
    await intake.drain(10)
    assert [record.exc_info and record.exc_info[0] for record in caplog.records] == [ZeroDivisionError]


@pytest.mark.parametrize("count", [1, 3])
async def test_work_that_takes_longer_than_the_limit_is_cancelled(count: int, caplog: pytest.LogCaptureFixture) -> None:
    intake = DeduplicatingIntake()
    work = [intake.start_task(asyncio.sleep(60)) for _ in range(count)]
    await intake.drain(0.01)
    assert all(task.cancelled() for task in work)
    assert f"stopped before {count} replies were shown" in caplog.text


async def test_a_pause_ends_when_draining_begins() -> None:
    intake = DeduplicatingIntake()
    pause = intake.start_task(intake.wait_unless_draining(60))
    await intake.drain(10)
    assert pause.done()
    assert not pause.cancelled()


@pytest.mark.parametrize("error", [StorageBusy("games.db"), ZeroDivisionError(), None], ids=str)
def test_only_an_error_of_the_storage_is_logged_and_suppressed(
    error: Exception | None, caplog: pytest.LogCaptureFixture
) -> None:
    is_expected = isinstance(error, StorageBusy)
    with pytest.raises(ZeroDivisionError) if error and not is_expected else nullcontext(), logged_storage_errors:
        if error is not None:
            raise error
    assert caplog.messages == [f"storage: {error}"] * is_expected


class RecordingLimiter(SendRateLimiter):
    """Records how long it would have waited."""

    def __init__(self) -> None:
        super().__init__(1.0, lambda: self.now)
        self.now = 100.0
        self.waited: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waited.append(seconds)


@pytest.mark.logs_errors
async def test_an_event_is_worked_on_again_until_it_is_settled() -> None:
    intake = DeduplicatingIntake()
    results: list[bool | BaseException] = [True, asyncio.CancelledError(), ZeroDivisionError(), False]

    async def work() -> bool:
        result = results.pop()
        if isinstance(result, BaseException):
            raise result
        return result

    assert [await intake.settle_once("a", work) for _ in range(5)] == [False, False, False, True, True]


@pytest.mark.parametrize(
    ("sends", "waited"),
    [
        (((100.0, "C1"), (100.0, "C1"), (100.0, "C1")), [1.0, 2.0]),
        (((100.0, "C1"), (100.0, "C2"), (100.0, "C1"), (101.5, "C2"), (101.75, "C1")), [1.0, 0.25]),
    ],
)
async def test_a_channel_is_written_to_once_a_second_whatever_happens_in_others(
    sends: Sequence[tuple[float, str]], waited: list[float]
) -> None:
    limiter = RecordingLimiter()
    for limiter.now, channel in sends:
        await limiter.wait(channel)
    assert limiter.waited == waited


@pytest.mark.parametrize("before", [True, False])
async def test_nobody_waits_after_release(*, before: bool) -> None:
    limiter = SendRateLimiter(3_600.0, lambda: 100.0)
    await limiter.wait("C1")
    if before:
        limiter.end_waits()
    waiting = asyncio.create_task(limiter.wait("C1"))
    await asyncio.sleep(0)
    limiter.end_waits()
    async with asyncio.timeout(10):
        await waiting
