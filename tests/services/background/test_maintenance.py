from datetime import timedelta

from bot.persistence.database import Database
from bot.persistence.tables.games import events
from bot.services.background import EVENTS_KEPT, PRUNED_ROWS, Maintenance
from tests.fakes.clock import FakeClock
from tests.support.storage import rows

MOMENT = timedelta(microseconds=1)


async def claim(database: Database, clock: FakeClock, *names: str) -> list[bool]:
    """Handle events; whether each is new."""
    async with database.unit() as unit:
        claimed = [await unit.events.claim(event, clock()) for event in names]
        await unit.commit()
    return claimed


async def test_an_event_is_remembered_until_no_platform_can_deliver_it_again(database: Database) -> None:
    clock = FakeClock()
    maintenance = Maintenance(database.unit, clock)
    await claim(database, clock, "event")
    clock.advance(EVENTS_KEPT)
    assert not await maintenance.step()
    assert await claim(database, clock, "event") == [False]
    clock.advance(MOMENT)
    assert not await maintenance.step()
    assert await claim(database, clock, "event") == [True]


async def test_old_events_are_removed_in_small_steps(database: Database) -> None:
    clock = FakeClock()
    maintenance = Maintenance(database.unit, clock)
    await claim(database, clock, *(f"event{number}" for number in range(PRUNED_ROWS + 1)))
    clock.advance(EVENTS_KEPT + MOMENT)
    assert [await maintenance.step(), len(await rows(database, events))] == [True, 1]
    assert [await maintenance.step(), len(await rows(database, events))] == [False, 0]
