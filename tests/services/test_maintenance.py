import asyncio
from datetime import timedelta

import pytest

from bot.services.errors import StorageBusy
from bot.services.maintenance import EVENTS_KEPT, STEP, Maintenance
from tests.fakes.clock import FakeClock
from tests.fakes.memory import Memory, MemoryUnit

MOMENT = timedelta(microseconds=1)


async def claim(memory: Memory, clock: FakeClock, *events: str) -> list[bool]:
    """Handle events; whether each is new."""
    async with memory.unit() as unit:
        claimed = [await unit.events.claim(event, clock()) for event in events]
        await unit.commit()
    return claimed


async def test_an_event_is_remembered_until_no_platform_can_deliver_it_again() -> None:
    memory, clock = Memory(), FakeClock()
    maintenance = Maintenance(memory.unit, clock)
    await claim(memory, clock, "event")
    clock.advance(EVENTS_KEPT)
    assert not await maintenance.prune()
    assert await claim(memory, clock, "event") == [False]
    clock.advance(MOMENT)
    assert not await maintenance.prune()
    assert await claim(memory, clock, "event") == [True]


async def test_old_events_are_removed_in_small_steps() -> None:
    memory, clock = Memory(), FakeClock()
    maintenance = Maintenance(memory.unit, clock)
    await claim(memory, clock, *(f"event{number}" for number in range(STEP + 1)))
    clock.advance(EVENTS_KEPT + MOMENT)
    assert [await maintenance.prune(), len(memory.stored.events)] == [True, 1]
    assert [await maintenance.prune(), len(memory.stored.events)] == [False, 0]


async def test_pruning_goes_on_after_a_failure_and_pauses_between_steps(caplog: pytest.LogCaptureFixture) -> None:
    memory, clock, pauses = Memory(), FakeClock(), list[float]()
    await claim(memory, clock, *(f"event{number}" for number in range(STEP + 1)))
    clock.advance(EVENTS_KEPT + MOMENT)
    failures = [StorageBusy("the database")]

    def unit() -> MemoryUnit:
        if failures:
            raise failures.pop()
        return memory.unit()

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) > 3:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await Maintenance(lambda *_: unit(), clock, sleep).run()
    failed, step, done, _ = pauses
    assert step < failed == done
    assert memory.stored.events == {}
    assert "old rows could not be removed" in caplog.text
