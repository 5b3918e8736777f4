"""Leases and limits of several processes on one storage."""

import os
import subprocess
import sys
from datetime import timedelta

import pytest

from bot.model.operations import LONGEST_LEASE
from bot.persistence.database import Database
from bot.services.processes import Leases, ProcessIdentity, ProfileVersions, SharedLimits
from tests.fakes.clock import FakeClock
from tests.services.harness import ANN, BOB, Harness

SECONDS = 10.0


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def one(database: Database, clock: FakeClock) -> Leases:
    return Leases(database.unit, clock)


@pytest.fixture
def another(database: Database, clock: FakeClock) -> Leases:
    return Leases(database.unit, clock)


async def test_only_one_process_holds_a_lease(one: Leases, another: Leases) -> None:
    assert await one.claim_or_find_conflicts(["a"], SECONDS) == []
    assert await another.claim_or_find_conflicts(["a"], SECONDS) == ["a"]
    assert await one.claim_or_find_conflicts(["a"], SECONDS) == []
    assert await another.names_held("") == ["a"]


async def test_all_leases_are_claimed_or_none(one: Leases, another: Leases) -> None:
    await one.claim_or_find_conflicts(["b"], SECONDS)
    assert await another.claim_or_find_conflicts(["a", "b", "c"], SECONDS) == ["b"]
    assert await one.names_held("") == ["b"]


async def test_a_lease_that_is_not_renewed_ends(one: Leases, another: Leases, clock: FakeClock) -> None:
    await one.claim_or_find_conflicts(["a"], SECONDS)
    clock.advance(timedelta(seconds=SECONDS - 1))
    await one.claim_or_find_conflicts(["a"], SECONDS)
    clock.advance(timedelta(seconds=SECONDS - 1))
    assert await another.claim_or_find_conflicts(["a"], SECONDS) == ["a"]
    clock.advance(timedelta(seconds=1))
    assert await another.claim_or_find_conflicts(["a"], SECONDS) == []
    assert await one.claim_or_find_conflicts(["a"], SECONDS) == ["a"]


async def test_a_released_lease_is_free_and_that_of_another_process_stays(one: Leases, another: Leases) -> None:
    await one.claim_or_find_conflicts(["a"], SECONDS)
    await another.claim_or_find_conflicts(["b"], SECONDS)
    await one.release(["a", "b"])
    assert await one.names_held("") == ["b"]
    assert await another.claim_or_find_conflicts(["a"], SECONDS) == []


async def test_a_lease_of_a_clock_that_was_ahead_has_ended(one: Leases, another: Leases, clock: FakeClock) -> None:
    await one.claim_or_find_conflicts(["a"], SECONDS)
    clock.advance(-LONGEST_LEASE)
    assert await another.names_held("") == []
    assert await another.claim_or_find_conflicts(["a"], SECONDS) == []


def test_a_process_that_has_ended_is_noticed() -> None:
    command = "from bot.services.processes import ProcessIdentity; print(ProcessIdentity().text)"
    ended = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    identity = ProcessIdentity()
    assert identity.has_ended(ended.stdout.strip())
    assert not identity.has_ended(identity.text)
    assert not identity.has_ended(f"another machine:{os.getpid()}:ab")
    assert not identity.has_ended("")


async def test_the_lease_of_a_process_that_has_ended_is_free(
    one: Leases, another: Leases, monkeypatch: pytest.MonkeyPatch
) -> None:
    await one.claim_or_find_conflicts(["a"], SECONDS)
    assert await another.names_held("a") == ["a"]
    monkeypatch.setattr("bot.services.processes._is_running", lambda _: False)
    assert await another.names_held("a") == []


async def test_requests_are_spread_over_all_processes(database: Database, clock: FakeClock) -> None:
    one, another = SharedLimits(database.unit, clock), SharedLimits(database.unit, clock)
    assert await one.reserve("a", 5.0) == 0
    assert await another.reserve("a", 5.0) == 5
    assert await another.reserve("b", 5.0) == 0
    clock.advance(timedelta(seconds=7))
    assert await one.reserve("a", 5.0) == 3


async def test_a_limit_can_be_postponed(database: Database, clock: FakeClock) -> None:
    limits = SharedLimits(database.unit, clock)
    await limits.block_requests("team", 30.0)
    await limits.block_requests("team", 10.0)
    assert await limits.reserve("team", 1.0) == 30
    assert await limits.reserve("team", 1.0) == 31


async def test_a_limit_of_a_clock_that_was_ahead_is_free(database: Database, clock: FakeClock) -> None:
    limits = SharedLimits(database.unit, clock)
    clock.advance(timedelta(days=3))
    await limits.reserve("a", 5.0)
    clock.advance(timedelta(days=-3))
    assert await limits.exhausted("a") == {}
    assert await limits.reserve("a", 5.0) == 0


async def test_counted_requests_end_with_the_period(database: Database, clock: FakeClock) -> None:
    one, another = SharedLimits(database.unit, clock), SharedLimits(database.unit, clock)
    assert await one.try_to_count_request("starts", 3, 3, 60)
    assert await another.try_to_count_request("starts", 3, 3, 60)
    assert await one.try_to_count_request("starts", 3, 3, 60)
    assert not await another.try_to_count_request("starts", 3, 3, 60)
    clock.advance(timedelta(seconds=61))
    assert not await one.try_to_count_request("starts", 3, 0, 60)
    assert await one.try_to_count_request("starts", 3, 3, 60)


async def test_a_changed_profile_has_another_version(harness: Harness) -> None:
    one, another = (ProfileVersions(harness.database.unit, harness.clock) for _ in range(2))
    await harness.play(ANN)
    await one.record_change(ANN.player, "Ann")
    first = await another.get(ANN.player)
    await one.record_change(ANN.player, "Ann")
    assert await another.get(ANN.player) == first
    await one.record_change(ANN.player, "Anna")
    assert await another.get(ANN.player) not in {first, None}
    await one.record_change(BOB.player, "Bob")
    assert await another.get(BOB.player) is None, "Bob has never played"
