"""Admission of servers and people, the cooldown, and read-only mode."""

import pytest

from bot.model.errors import StorageBusy
from bot.model.operations import (
    AdmissionKey,
    Decision,
    PersonNotServed,
    ReadOnlyMode,
    ServerNotServed,
    Subject,
    TooFast,
)
from bot.model.rooms import RoomKey
from bot.persistence.database import Database
from bot.persistence.unit_of_work import Access, UnitOfWork
from bot.services.admission import CACHE_SECONDS, Admission
from core.game.sides import Level
from tests.fakes.clock import FakeClock
from tests.services.harness import ANN, BOB, CLASSIC, Harness, again, caller

CLUB = AdmissionKey("chat", Subject.SERVER, "club")
ANN_HERSELF = AdmissionKey("chat", Subject.PERSON, "ANN")
NEXT_DOOR = caller("ann", workspace="next door")


class Processes:
    """Two processes on one storage; `now` is their monotonic clock."""

    def __init__(self, database: Database) -> None:
        self.now = 0.0
        self.database = database
        self.fails = False
        self.reads = 0
        self.operator, self.process = (Admission(self.unit, FakeClock(), lambda: self.now) for _ in range(2))

    def unit(self, access: Access = Access.CHANGE, room: RoomKey | None = None) -> UnitOfWork:
        self.reads += access is Access.READ
        if self.fails:
            raise StorageBusy("test.db")
        return self.database.unit(access, room)

    def wait(self, seconds: float = CACHE_SECONDS) -> None:
        self.now += seconds


@pytest.fixture
def processes(database: Database) -> Processes:
    return Processes(database)


async def test_everybody_is_served_until_the_operator_decides_otherwise(processes: Processes) -> None:
    for _ in range(100):
        await processes.process.require_served(ANN)
        await processes.process.require_cooldown(again(ANN))
        await processes.process.require_writable()


async def test_a_blocked_server_is_refused_and_others_are_not(processes: Processes) -> None:
    await processes.operator.decide(CLUB, Decision.BLOCK)
    with pytest.raises(ServerNotServed):
        await processes.process.require_served(ANN)
    await processes.process.require_served(NEXT_DOOR)
    await processes.process.require_served(caller("ann", platform="mail"))


async def test_a_blocked_person_is_refused_on_every_server(processes: Processes) -> None:
    await processes.operator.decide(ANN_HERSELF, Decision.BLOCK)
    for each in (ANN, NEXT_DOOR):
        with pytest.raises(PersonNotServed):
            await processes.process.require_served(each)
    await processes.process.require_served(BOB)


async def test_only_those_on_an_allow_list_are_served(processes: Processes) -> None:
    await processes.operator.decide(CLUB, Decision.ALLOW)
    await processes.process.require_served(ANN)
    with pytest.raises(ServerNotServed):
        await processes.process.require_served(NEXT_DOOR)
    await processes.process.require_served(caller("ann", platform="mail"))
    await processes.operator.decide(AdmissionKey("chat", Subject.PERSON, "BOB"), Decision.ALLOW)
    processes.wait()
    await processes.process.require_served(BOB)
    with pytest.raises(PersonNotServed):
        await processes.process.require_served(ANN)


async def test_another_process_knows_a_decision_within_seconds(processes: Processes) -> None:
    await processes.process.require_served(ANN)
    await processes.operator.decide(CLUB, Decision.BLOCK)
    await processes.process.require_served(ANN)
    processes.wait()
    with pytest.raises(ServerNotServed):
        await processes.process.require_served(ANN)
    assert await processes.operator.withdraw(CLUB)
    assert not await processes.operator.withdraw(CLUB)
    processes.wait()
    await processes.process.require_served(ANN)


async def test_the_storage_is_read_once_in_a_few_seconds(processes: Processes) -> None:
    for _ in range(50):
        await processes.process.require_served(ANN)
        await processes.process.require_cooldown(again(ANN))
        await processes.process.require_writable()
    assert processes.reads == 1
    processes.wait()
    await processes.process.require_served(ANN)
    assert processes.reads == 2


async def test_decisions_are_remembered_while_the_storage_fails(processes: Processes) -> None:
    await processes.operator.decide(CLUB, Decision.BLOCK)
    processes.fails = True
    with pytest.raises(StorageBusy):
        await processes.process.require_served(ANN)
    processes.fails = False
    with pytest.raises(ServerNotServed):
        await processes.process.require_served(ANN)
    processes.fails = True
    processes.wait()
    with pytest.raises(ServerNotServed):
        await processes.process.require_served(ANN)


async def test_a_cooldown_applies_after_five_commands_at_once(processes: Processes) -> None:
    here, there = (caller("ann", workspace=server, platform="discord") for server in ("1", "2"))
    await processes.operator.set_cooldown(2)
    for _ in range(5):
        await processes.process.require_cooldown(again(here))
    with pytest.raises(TooFast) as refused:
        await processes.process.require_cooldown(again(here))
    assert refused.value.seconds == 2
    await processes.process.require_cooldown(again(BOB))
    with pytest.raises(TooFast):
        await processes.process.require_cooldown(again(there))
    for _ in range(3):
        processes.wait(2)
        await processes.process.require_cooldown(again(here))
        with pytest.raises(TooFast):
            await processes.process.require_cooldown(again(here))
    processes.wait(60)
    for _ in range(5):
        await processes.process.require_cooldown(again(here))
    await processes.operator.set_cooldown(0)
    processes.wait()
    for _ in range(20):
        await processes.process.require_cooldown(again(here))


async def test_the_commands_of_one_event_are_counted_once(processes: Processes) -> None:
    await processes.operator.set_cooldown(2)
    for _ in range(5):
        press = again(ANN)
        await processes.process.require_cooldown(press)
        await processes.process.require_cooldown(press)
    with pytest.raises(TooFast):
        await processes.process.require_cooldown(again(ANN))


async def test_read_only_mode_is_switched_on_and_off(processes: Processes) -> None:
    await processes.operator.set_read_only(read_only=True)
    with pytest.raises(ReadOnlyMode):
        await processes.process.require_writable()
    assert (await processes.operator.rules()).read_only
    await processes.operator.set_read_only(read_only=False)
    processes.wait()
    await processes.process.require_writable()


async def test_the_opponent_does_not_move_in_read_only_mode(harness: Harness) -> None:
    harness.random_source.coin_shows = True
    await harness.services.admission.set_read_only(read_only=True)
    assert await harness.services.admission.is_read_only()
    await harness.opponent.start(ANN, CLASSIC, Level.EASY, "0123")
    assert not harness.solver.moves
