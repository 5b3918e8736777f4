"""Admission of servers and people, the cooldown, and read-only mode."""

import asyncio
import contextlib
from contextlib import AbstractAsyncContextManager
from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.model.errors import StorageBusy
from bot.model.operations import (
    CHAT_PACE,
    AdmissionListEntryKey,
    AdmissionListKind,
    AdmissionSubjectKind,
    NotServed,
    PaceLimits,
    TooFast,
)
from bot.model.rooms import RoomKey
from bot.persistence.database import Database
from bot.persistence.tables.games import shared_limits
from bot.persistence.unit_of_work import Access, UnitOfWork
from bot.services.admission import CACHE_SECONDS, Admission
from core.game.any_game import Who
from core.game.errors import CodeError
from core.game.sides import Level
from tests.fakes.clock import FakeClock
from tests.services.harness import ANN, BOB, CLASSIC, WRONG, Harness, again, caller
from tests.support.storage import committed, rows

CLUB = AdmissionListEntryKey("chat", AdmissionSubjectKind.SERVER, "club")
ANN_HERSELF = AdmissionListEntryKey("chat", AdmissionSubjectKind.PERSON, "ANN")
NEXT_DOOR = caller("ann", workspace="next door")


class Processes:
    """Two processes on one storage; `now` is their monotonic clock."""

    def __init__(self, database: Database) -> None:
        self.now = 0.0
        self.database = database
        self.fails = False
        self.reads = 0
        self.clock = FakeClock()
        self.operator, self.process = (Admission(self.unit, self.clock, lambda: self.now) for _ in range(2))

    def unit(
        self, access: Access = Access.CHANGE, room: RoomKey | None = None
    ) -> AbstractAsyncContextManager[UnitOfWork]:
        self.reads += access is Access.READ
        if self.fails:
            raise StorageBusy("test.db")
        return self.database.unit(access, room)

    def wait(self, seconds: float = CACHE_SECONDS) -> None:
        self.now += seconds
        self.clock.advance(timedelta(seconds=seconds))


@pytest.fixture
def processes(database: Database) -> Processes:
    return Processes(database)


async def test_a_blocked_server_is_refused_and_others_are_not(processes: Processes) -> None:
    await processes.operator.decide(CLUB, AdmissionListKind.BLOCK)
    with pytest.raises(NotServed):
        await processes.process.require_served(ANN)
    await processes.process.require_served(NEXT_DOOR)
    await processes.process.require_served(caller("ann", platform="mail"))


async def test_a_blocked_person_is_refused_on_every_server(processes: Processes) -> None:
    await processes.operator.decide(ANN_HERSELF, AdmissionListKind.BLOCK)
    for each in (ANN, NEXT_DOOR):
        with pytest.raises(NotServed):
            await processes.process.require_served(each)
    await processes.process.require_served(BOB)


async def test_only_those_on_an_allow_list_are_served(processes: Processes) -> None:
    await processes.operator.decide(CLUB, AdmissionListKind.ALLOW)
    await processes.process.require_served(ANN)
    with pytest.raises(NotServed):
        await processes.process.require_served(NEXT_DOOR)
    await processes.process.require_served(caller("ann", platform="mail"))
    await processes.operator.decide(
        AdmissionListEntryKey("chat", AdmissionSubjectKind.PERSON, "BOB"), AdmissionListKind.ALLOW
    )
    processes.wait()
    await processes.process.require_served(BOB)
    with pytest.raises(NotServed):
        await processes.process.require_served(ANN)


async def test_another_process_knows_a_decision_within_seconds(processes: Processes) -> None:
    await processes.process.require_served(ANN)
    await processes.operator.decide(CLUB, AdmissionListKind.BLOCK)
    await processes.process.require_served(ANN)
    processes.wait()
    with pytest.raises(NotServed):
        await processes.process.require_served(ANN)
    assert await processes.operator.remove_from_lists(CLUB)
    assert not await processes.operator.remove_from_lists(CLUB)
    processes.wait()
    await processes.process.require_served(ANN)


async def test_the_storage_is_read_once_in_a_few_seconds(processes: Processes) -> None:
    await asyncio.gather(*(processes.process.require_served(ANN) for _ in range(2)))
    for _ in range(50):
        await processes.process.require_served(ANN)
        await processes.process.require_cooldown(again(ANN))
        await processes.process.is_read_only()
    assert processes.reads == 1
    processes.wait()
    await processes.process.require_served(ANN)
    assert processes.reads == 2


async def test_decisions_are_remembered_while_the_storage_fails(processes: Processes) -> None:
    await processes.operator.decide(CLUB, AdmissionListKind.BLOCK)
    processes.fails = True
    with pytest.raises(StorageBusy):
        await processes.process.require_served(ANN)
    processes.fails = False
    with pytest.raises(NotServed):
        await processes.process.require_served(ANN)
    processes.fails = True
    processes.wait()
    with pytest.raises(NotServed):
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


async def test_the_default_cooldown_of_a_platform_holds_until_the_operator_sets_one(processes: Processes) -> None:
    process = Admission(processes.unit, processes.clock, lambda: processes.now, CHAT_PACE)

    async def accepted() -> int:
        count = 0
        with contextlib.suppress(TooFast):
            while count < 20:
                await process.require_cooldown(again(ANN))
                count += 1
        return count

    assert await accepted() == 5
    for _ in range(60):
        processes.wait(CHAT_PACE.cooldown)
        assert await accepted() == 1
    await processes.operator.set_cooldown(0)
    processes.wait()
    assert await accepted() == 20
    await processes.operator.set_cooldown(3600)
    processes.wait()
    assert await accepted() == 5
    assert (await processes.operator.stored_rules()).cooldown == 3600


async def test_several_processes_allow_no_more_commands_than_one(database: Database) -> None:
    clock = FakeClock()
    several, accepted = [Admission(database.unit, clock, lambda: 0.0, CHAT_PACE) for _ in range(4)], 0
    for number in range(40):
        with contextlib.suppress(TooFast):
            await several[number % 4].require_cooldown(again(ANN))
            accepted += 1
    assert accepted == 4 + 5  # the first of each process is not counted in the database
    await several[0].require_cooldown(again(BOB))


async def test_guesses_do_not_wait_for_the_database(database: Database) -> None:
    process = Admission(database.unit, FakeClock(), lambda: 0.0, CHAT_PACE)
    for _ in range(5):
        await process.require_cooldown(again(ANN), is_guess=True)
    assert not await database.run(lambda connection: connection.execute(select(shared_limits)).all())


async def test_guesses_in_games_without_a_limit_are_bounded_in_all_processes(database: Database) -> None:
    clock = FakeClock()
    several, accepted = [Admission(database.unit, clock, pace=CHAT_PACE) for _ in range(4)], 0
    for number in range(61):
        async with committed(database.unit) as unit:
            with contextlib.suppress(TooFast):
                await several[number % 4].count_guess(unit, ANN.player)
                accepted += 1
        clock.advance(timedelta(seconds=1))
    assert accepted == 30


async def test_guesses_are_not_bounded_where_the_operator_wants_no_cooldown(processes: Processes) -> None:
    process = Admission(processes.unit, processes.clock, pace=PaceLimits(guesses=1))
    await process.set_cooldown(0)
    await process.require_served(ANN)
    async with committed(processes.database.unit) as unit:
        for _ in range(3):
            await process.count_guess(unit, ANN.player)
    assert not await rows(processes.database, shared_limits)


async def test_only_guesses_without_a_limit_of_tries_are_bounded(database: Database) -> None:
    harness = Harness(database)
    harness.services.admission.pace = PaceLimits(guesses=6)
    bounded, limited = await harness.play(BOB, tries=0), await harness.play(ANN, Who.ME, tries=99)
    for _ in range(5):
        await harness.guess(ANN, WRONG, limited.id)
    for _ in range(2):
        await harness.guess(ANN, WRONG, bounded.id)
    with pytest.raises(CodeError):
        await harness.guess(ANN, "0", bounded.id)
    with pytest.raises(TooFast):
        await harness.guess(ANN, WRONG, bounded.id)
    await harness.guess(BOB, WRONG, bounded.id)
    assert len(await harness.guesses(bounded.id)) == 3


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
    assert await processes.process.is_read_only()
    assert (await processes.operator.stored_rules()).read_only
    await processes.operator.set_read_only(read_only=False)
    processes.wait()
    assert not await processes.process.is_read_only()


async def test_nothing_is_scheduled_in_read_only_mode(harness: Harness) -> None:
    await harness.services.admission.set_read_only(read_only=True)
    assert await harness.services.scheduler._is_paused()


async def test_the_opponent_does_not_move_in_read_only_mode(harness: Harness) -> None:
    harness.random_source.coin_shows = True
    await harness.services.admission.set_read_only(read_only=True)
    assert await harness.services.admission.is_read_only()
    await harness.opponent.start(ANN, CLASSIC, Level.EASY, "0123")
    assert not harness.solver.moves
