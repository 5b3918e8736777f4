"""The queues in which the units of work of a room wait for each other."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy.exc import TimeoutError as WaitedTooLong

from bot.persistence.postgresql.room_queues import LocalRoomQueues, QueuedTransaction
from tests.persistence.store import room_key

LOBBY, CELLAR = room_key("lobby"), room_key("cellar")


@asynccontextmanager
async def attempt(name: str, noted: list[str], *, begins: bool = True, ends: bool = True) -> AsyncIterator[Any]:
    """A transaction without a database, which notes when it begins and ends."""
    if not begins:
        raise OSError
    noted.append(f"{name} begins")
    yield None
    noted.append(f"{name} ends")
    if not ends:
        raise OSError


@pytest.fixture
def queues() -> LocalRoomQueues:
    return LocalRoomQueues(1, 60.0)


async def run(transaction: QueuedTransaction) -> None:
    async with transaction:
        await asyncio.sleep(0)


async def test_units_of_work_of_a_room_run_one_after_the_other_in_their_order(queues: LocalRoomQueues) -> None:
    noted: list[str] = []
    await asyncio.gather(*(run(QueuedTransaction(attempt(name, noted), queues, LOBBY)) for name in "abc"))
    assert noted == ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]


async def test_a_few_units_of_work_of_a_room_have_their_turn_at_once() -> None:
    queues = LocalRoomQueues(2, 60.0)
    await queues.take_turn(LOBBY)
    await queues.take_turn(LOBBY)
    third = asyncio.create_task(queues.take_turn(LOBBY))
    await asyncio.sleep(0)
    assert not third.done()
    queues.pass_turn(LOBBY)
    await third
    queues.pass_turn(LOBBY)
    assert queues.room_count == 1
    queues.pass_turn(LOBBY)
    assert queues.room_count == 0


async def test_rooms_do_not_wait_for_each_other(queues: LocalRoomQueues) -> None:
    await queues.take_turn(LOBBY)
    await queues.take_turn(CELLAR)
    assert queues.room_count == 2
    queues.pass_turn(LOBBY)
    queues.pass_turn(CELLAR)
    assert queues.room_count == 0


async def test_whoever_is_cancelled_while_they_wait_does_not_hold_up_others(queues: LocalRoomQueues) -> None:
    await queues.take_turn(LOBBY)
    cancelled, next_one = (asyncio.create_task(queues.take_turn(LOBBY)) for _ in range(2))
    await asyncio.sleep(0)
    cancelled.cancel()
    await asyncio.sleep(0)
    queues.pass_turn(LOBBY)
    await next_one
    assert cancelled.cancelled()


async def test_whoever_is_cancelled_as_their_turn_comes_passes_it_on(queues: LocalRoomQueues) -> None:
    await queues.take_turn(LOBBY)
    cancelled, next_one = (asyncio.create_task(queues.take_turn(LOBBY)) for _ in range(2))
    await asyncio.sleep(0)
    queues.pass_turn(LOBBY)
    cancelled.cancel()
    await next_one
    queues.pass_turn(LOBBY)
    assert cancelled.cancelled()
    assert queues.room_count == 0


async def test_everybody_who_waits_for_a_turn_that_does_not_end_is_refused() -> None:
    queues = LocalRoomQueues(1, 0.01)
    await queues.take_turn(LOBBY)
    for _ in range(2):
        refused = await asyncio.gather(*(queues.take_turn(LOBBY) for _ in range(3)), return_exceptions=True)
        assert [type(error) for error in refused] == [WaitedTooLong] * 3
    queues.pass_turn(LOBBY)
    assert queues.room_count == 0


@pytest.mark.parametrize("has_failed", [False, True])
async def test_only_turns_that_succeed_prolong_the_wait_of_others(queues: LocalRoomQueues, *, has_failed: bool) -> None:
    await queues.take_turn(LOBBY)
    waiting = [asyncio.create_task(queues.take_turn(LOBBY)) for _ in range(2)]
    await asyncio.sleep(0)
    due = queues._queues[LOBBY].timer.when()
    await asyncio.sleep(0.001)
    queues.pass_turn(LOBBY, has_failed=has_failed)
    await waiting[0]
    assert (queues._queues[LOBBY].timer.when() > due) == (not has_failed)
    queues.pass_turn(LOBBY)
    await waiting[1]


async def test_a_transaction_that_cannot_begin_or_end_passes_its_turn_on(queues: LocalRoomQueues) -> None:
    noted: list[str] = []
    for failing in (attempt("a", noted, begins=False), attempt("b", noted, ends=False)):
        with pytest.raises(OSError):  # noqa: PT011  # the error of the fake
            await run(QueuedTransaction(failing, queues, LOBBY))
        assert queues.room_count == 0
    assert noted == ["b begins", "b ends"]
