"""What both loopback platforms share."""

import asyncio
from functools import partial

import pytest

from tests.fakes.loopback import Activity, Clock, Direction, Exchange, Network, RateLimit, RateLimits
from tests.support.present import present


def check_route(name: str) -> None:
    if name != "edit":
        raise ValueError(name)


@pytest.fixture
def network() -> Network[Exchange]:
    return Network(check_route)


@pytest.fixture
def clock() -> Clock:
    return Clock(frozen=True)


def test_delays_are_the_same_in_every_run_with_the_same_seed(network: Network[Exchange]) -> None:
    network.delay(0.05, 0.3, seed=7)
    again: Network[Exchange] = Network(check_route)
    again.delay(0.05, 0.3, seed=7)
    delays = [network.seconds("edit", number, "request") for number in range(1, 101)]
    assert delays == [again.seconds("edit", number, "request") for number in range(1, 101)]
    assert len(set(delays)) == 100
    assert 0.05 <= min(delays) < 0.1
    assert 0.25 < max(delays) <= 0.3


def test_another_seed_route_or_direction_has_other_delays(network: Network[Exchange]) -> None:
    network.delay(0.05, 0.3, seed=7)
    other: Network[Exchange] = Network(check_route)
    other.delay(0.05, 0.3, seed=8)
    assert (
        len(
            {
                network.seconds("edit", 1, "request"),
                network.seconds("edit", 1, "response"),
                network.seconds("post", 1, "request"),
                other.seconds("edit", 1, "request"),
            }
        )
        == 4
    )


def test_the_last_delay_that_concerns_a_passage_counts(network: Network[Exchange]) -> None:
    network.delay(1)
    network.delay(2, route="edit")
    network.delay(3, route="edit", direction="response")
    assert [network.seconds(route, 1, direction) for route, direction in _PASSAGES] == [2, 3, 1]


_PASSAGES: list[tuple[str, Direction]] = [("edit", "request"), ("edit", "response"), ("post", "request")]


async def test_held_requests_are_released_in_any_order(network: Network[Exchange]) -> None:
    hold = network.hold("edit")
    exchanges = [Exchange(route="edit", number=number) for number in (1, 2, 3)]
    passed: list[int] = []

    async def travel(exchange: Exchange) -> None:
        await network.travel(exchange, "request")
        passed.append(exchange.number)

    tasks = [asyncio.create_task(travel(exchange)) for exchange in exchanges]
    first, second, third = await hold.reached(3)
    hold.release(third)
    await tasks[2]
    hold.release(first, second)
    await asyncio.gather(*tasks)
    assert passed == [3, 1, 2]
    assert hold.held == []


async def test_clearing_the_network_releases_what_is_held(network: Network[Exchange]) -> None:
    hold, task = network.hold(), asyncio.create_task(network.travel(Exchange(route="edit"), "request"))
    await hold.reached()
    network.clear()
    await task


def test_a_window_begins_with_its_first_call(clock: Clock) -> None:
    limits = RateLimits(clock.now, {})
    limits.set("edit", RateLimit(2, 5.0, per="channel"))
    clock.advance(100)
    quotas = [limits.count("edit", {"channel": "a"}) for _ in range(3)]
    assert [quota and (quota.remaining, quota.exceeded) for quota in quotas] == [(1, False), (0, False), (-1, True)]
    clock.advance(4)
    assert present(limits.count("edit", {"channel": "a"})).reset_after == pytest.approx(1)
    clock.advance(1)
    assert present(limits.count("edit", {"channel": "a"})).remaining == 1


def test_what_is_counted_separately_has_buckets_of_its_own(clock: Clock) -> None:
    limits = RateLimits(clock.now, {"edit": RateLimit(1, 5.0, per="channel")})
    assert limits.count("edit", {"channel": "a"}) is None
    limits.enable()
    quotas = [limits.count("edit", {"channel": channel}) for channel in ("a", "b")]
    assert [quota and quota.exceeded for quota in quotas] == [False, False]
    assert len({quota and quota.bucket for quota in quotas}) == 2
    limits.disable()
    assert limits.count("edit", {"channel": "a"}) is None


async def test_a_wait_that_fails_shows_the_state() -> None:
    activity = Activity(lambda: "a board")
    with pytest.raises(AssertionError, match=r"not true within 0\.01 s; the state is:\na board"):
        await activity.until(lambda: False, within=0.01)


async def test_every_waiting_test_sees_a_change() -> None:
    activity = Activity()
    changes: list[int] = []

    def at_least(count: int) -> bool:
        return len(changes) >= count

    waiting = [asyncio.create_task(activity.until(partial(at_least, count))) for count in (1, 1, 2)]
    for number in range(2):
        await asyncio.sleep(0)
        changes.append(number)
        activity.changed()
    await asyncio.gather(*waiting)
