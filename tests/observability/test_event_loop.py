import asyncio

import pytest

from bot.observability.monitoring import INTERVAL, measure_delays
from tests.fakes.observer import RecordingObserver


async def test_the_delay_is_how_long_after_its_time_the_timer_fired() -> None:
    observer, now, late = RecordingObserver(), [100.0], iter([0.0, 0.75, 0.0])

    async def sleep(seconds: float) -> None:
        try:
            now[0] += seconds + next(late)
        except StopIteration:
            raise asyncio.CancelledError from None

    with pytest.raises(asyncio.CancelledError):
        await measure_delays(observer, lambda: now[0], sleep)
    assert observer.delays == [0.0, 0.75, 0.0]
    assert INTERVAL <= 0.5
