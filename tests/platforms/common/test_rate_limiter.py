import asyncio

import pytest

from bot.platforms.common.intake import RateLimiter


class RecordingLimiter(RateLimiter):
    """Records how long it would have waited."""

    def __init__(self) -> None:
        super().__init__(1.0, lambda: 100.0)
        self.waited: list[float] = []

    async def pause(self, seconds: float) -> None:
        self.waited.append(seconds)


async def test_a_channel_is_written_to_once_a_second() -> None:
    limiter = RecordingLimiter()
    for _ in range(3):
        await limiter.wait("C1")
    assert limiter.waited == [0.0, 1.0, 2.0]


async def test_channels_do_not_wait_for_one_another() -> None:
    limiter = RecordingLimiter()
    await limiter.wait("C1")
    await limiter.wait("C2")
    assert limiter.waited == [0.0, 0.0]


@pytest.mark.parametrize("before", [True, False])
async def test_nobody_waits_after_release(*, before: bool) -> None:
    limiter = RateLimiter(3_600.0, lambda: 100.0)
    await limiter.wait("C1")
    if before:
        limiter.release()
    waiting = asyncio.create_task(limiter.wait("C1"))
    await asyncio.sleep(0)
    limiter.release()
    async with asyncio.timeout(10):
        await waiting
