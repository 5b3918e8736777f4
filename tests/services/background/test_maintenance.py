from datetime import timedelta

from bot.services.background.maintenance import EVENTS_KEPT, STEP, Maintenance
from tests.fakes.clock import FakeClock
from tests.fakes.memory import Memory

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
    assert not await maintenance.step()
    assert await claim(memory, clock, "event") == [False]
    clock.advance(MOMENT)
    assert not await maintenance.step()
    assert await claim(memory, clock, "event") == [True]


async def test_old_events_are_removed_in_small_steps() -> None:
    memory, clock = Memory(), FakeClock()
    maintenance = Maintenance(memory.unit, clock)
    await claim(memory, clock, *(f"event{number}" for number in range(STEP + 1)))
    clock.advance(EVENTS_KEPT + MOMENT)
    assert [await maintenance.step(), len(memory.stored.events)] == [True, 1]
    assert [await maintenance.step(), len(memory.stored.events)] == [False, 0]
