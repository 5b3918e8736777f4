"""Metrics for Prometheus, health checks, and the delay of the event loop."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.model.observer import Observer
from bot.observability.monitoring import INTERVAL, HealthServer, Metrics, measure_delays
from bot.platforms.common.errors import PortUnavailable
from bot.platforms.common.intake import ReadinessChecks
from tests.fakes.observer import RecordingObserver


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


def samples(metrics: Metrics) -> dict[str, float]:
    """Every sample by its name and labels, as PromQL writes them."""
    found = {}
    for family in text_string_to_metric_families(metrics.render().decode()):
        for sample in family.samples:
            labels = ",".join(f'{name}="{value}"' for name, value in sorted(sample.labels.items()))
            found[sample.name + (labels and f"{{{labels}}}")] = sample.value
    return found


def test_commands_are_counted_by_name_platform_and_outcome(metrics: Metrics) -> None:
    metrics.command_handled("guess", "discord", "done", 0.02)
    metrics.command_handled("guess", "discord", "done", 0.02)
    metrics.command_handled("guess", "discord", "refused", 0.02)
    found = samples(metrics)
    expected = {
        'hitblow_commands_total{command="guess",outcome="done",platform="discord"}': 2,
        'hitblow_commands_total{command="guess",outcome="refused",platform="discord"}': 1,
        'hitblow_command_seconds_bucket{command="guess",le="0.01",platform="discord"}': 0,
        'hitblow_command_seconds_bucket{command="guess",le="0.025",platform="discord"}': 3,
    }
    assert found | expected == found


def test_a_unit_of_work_counts_as_a_failure_only_if_the_storage_failed(metrics: Metrics) -> None:
    metrics.unit_of_work_ended("read", 0.001, failed=False)
    metrics.unit_of_work_ended("change", 0.002, failed=True)
    found = samples(metrics)
    assert found['hitblow_storage_failures_total{access="change"}'] == 1
    assert 'hitblow_storage_failures_total{access="read"}' not in found
    assert found['hitblow_unit_of_work_seconds_count{access="read"}'] == 1


def test_the_queue_of_the_solver_is_what_it_was_last(metrics: Metrics) -> None:
    metrics.solver_queue_changed(3, 2)
    metrics.solver_queue_changed(0, 1)
    metrics.solver_question_ended("advise", "timeout", 1.5, 0.8)
    found = samples(metrics)
    assert (found["hitblow_solver_waiting"], found["hitblow_solver_running"]) == (0, 1)
    assert found['hitblow_solver_questions_total{outcome="timeout",task="advise"}'] == 1
    assert found["hitblow_solver_wait_seconds_sum"] == 1.5


def test_sizes_of_groups_games_boards_and_delays_are_there(metrics: Metrics) -> None:
    metrics.group_committed(5, 0.003)
    metrics.games_counted(12)
    metrics.outdated_boards_counted("slack", 4)
    metrics.board_delivered("slack", "failed", 15.0)
    metrics.event_loop_delayed(0.07)
    metrics.set_ready("database", ready=False)
    found = samples(metrics)
    expected = {
        "hitblow_commit_units_sum": 5,
        "hitblow_open_games": 12,
        'hitblow_boards_behind{platform="slack"}': 4,
        'hitblow_board_seconds_count{delivery="failed",platform="slack"}': 1,
        'hitblow_event_loop_delay_seconds_bucket{le="0.05"}': 0,
        'hitblow_ready{part="database"}': 0,
    }
    assert found | expected == found


def test_nothing_that_is_reported_is_ignored(metrics: Metrics) -> None:
    assert {name for name in vars(Observer) if not name.startswith("_")} <= set(vars(type(metrics)))


def test_every_name_says_what_it_measures_and_in_which_unit(metrics: Metrics) -> None:
    families = list(text_string_to_metric_families(metrics.render().decode()))
    own = [family for family in families if family.name.startswith("hitblow")]
    assert all(family.documentation for family in own)
    timed = {family.name for family in own if re.match("Time|How late", family.documentation)}
    assert timed == {family.name for family in own if family.name.endswith("_seconds")}


HOST = "127.0.0.1"


async def yes() -> bool:
    return True


async def no() -> bool:
    return False


@pytest.fixture
def readiness() -> ReadinessChecks:
    return ReadinessChecks("database", "Discord")


@pytest.fixture
async def client(readiness: ReadinessChecks) -> AsyncIterator[aiohttp.ClientSession]:
    async with (
        HealthServer(Metrics(), readiness).listening(HOST, 0) as port,
        aiohttp.ClientSession(f"http://{HOST}:{port}") as session,
    ):
        yield session


async def get(client: aiohttp.ClientSession, path: str) -> tuple[int, str]:
    async with client.get(path) as response:
        return response.status, await response.text()


async def test_it_is_alive_before_it_is_ready(client: aiohttp.ClientSession) -> None:
    assert await get(client, "/healthz") == (200, "ok\n")
    assert await get(client, "/readyz") == (503, '{"database": false, "Discord": false}')


async def test_it_is_ready_once_every_part_is(client: aiohttp.ClientSession, readiness: ReadinessChecks) -> None:
    readiness.register("database", yes)
    readiness.register("Discord", no)
    assert await get(client, "/readyz") == (503, '{"database": true, "Discord": false}')
    readiness.register("Discord", yes)
    assert await get(client, "/readyz") == (200, '{"database": true, "Discord": true}')


async def test_it_is_alive_but_not_ready_while_it_stops(
    client: aiohttp.ClientSession, readiness: ReadinessChecks
) -> None:
    readiness.register("database", yes)
    readiness.register("Discord", yes)
    readiness.report_stopping()
    assert await get(client, "/readyz") == (503, '{"database": false, "Discord": false}')
    assert await get(client, "/healthz") == (200, "ok\n")


async def test_metrics_tell_which_part_is_ready(client: aiohttp.ClientSession, readiness: ReadinessChecks) -> None:
    readiness.register("database", yes)
    status, text = await get(client, "/metrics")
    assert status == 200
    assert 'hitblow_ready{part="database"} 1.0' in text
    assert 'hitblow_ready{part="Discord"} 0.0' in text


async def test_nothing_else_is_served(client: aiohttp.ClientSession) -> None:
    assert (await get(client, "/"))[0] == 404
    async with client.post("/metrics") as response:
        assert response.status == 405


async def test_a_port_that_is_taken_is_named(readiness: ReadinessChecks) -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PortUnavailable) as refused:
            async with HealthServer(Metrics(), readiness).listening(HOST, port):
                pass
    assert refused.value.port == port


async def test_a_part_that_raises_or_hangs_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.platforms.common.intake._CHECK_SECONDS", 0.01)

    async def fail() -> bool:
        raise OSError

    async def hang() -> bool:
        await asyncio.Event().wait()
        return True

    readiness = ReadinessChecks("one", "two", "three")
    for part, check in (("one", fail), ("two", hang), ("three", yes)):
        readiness.register(part, check)
    assert await readiness.states() == {"one": False, "two": False, "three": True}


async def test_a_check_under_way_ends_and_has_not_passed_when_the_program_stops(readiness: ReadinessChecks) -> None:
    started = asyncio.Event()

    async def hang() -> bool:
        started.set()
        return await asyncio.Event().wait()

    readiness.register("database", hang)
    asked = asyncio.create_task(readiness.states())
    await started.wait()
    readiness.report_stopping()
    assert await asked == {"database": False, "Discord": False}


async def test_a_check_that_hangs_even_when_cancelled_is_not_waited_for_nor_made_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.platforms.common.intake._CHECK_SECONDS", 0.01)
    responds, ended, checks = asyncio.Event(), asyncio.Event(), 0

    async def check() -> bool:
        nonlocal checks
        checks += 1
        await asyncio.shield(asyncio.create_task(responds.wait()))
        ended.set()
        return True

    readiness = ReadinessChecks("database")
    readiness.register("database", check)
    assert [await readiness.states() for _ in range(3)] == [{"database": False}] * 3
    assert checks == 1
    responds.set()
    await ended.wait()
    assert await readiness.states() == {"database": True}
    assert checks == 2


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
