import asyncio

import pytest

from bot.platforms.slack.rate_limiter import Pace


class Hasty(Pace):
    """Notes how long it would have waited."""

    def __init__(self) -> None:
        super().__init__(lambda: 100.0, seconds=1.0)
        self.waited: list[float] = []

    async def pause(self, seconds: float) -> None:
        self.waited.append(seconds)


async def test_a_channel_is_written_to_once_a_second() -> None:
    pace = Hasty()
    for _ in range(3):
        await pace.wait("C1")
    assert pace.waited == [0.0, 1.0, 2.0]


async def test_channels_do_not_wait_for_one_another() -> None:
    pace = Hasty()
    await pace.wait("C1")
    await pace.wait("C2")
    assert pace.waited == [0.0, 0.0]


@pytest.mark.parametrize("before", [True, False])
async def test_in_a_hurry_nobody_waits(*, before: bool) -> None:
    pace = Pace(lambda: 100.0, seconds=3_600.0)
    await pace.wait("C1")
    if before:
        pace.hurry()
    waiting = asyncio.create_task(pace.wait("C1"))
    await asyncio.sleep(0)
    pace.hurry()
    async with asyncio.timeout(10):
        await waiting
