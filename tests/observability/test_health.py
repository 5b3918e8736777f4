"""The web server for probes and Prometheus."""

import asyncio
import socket
from collections.abc import AsyncIterator

import aiohttp
import pytest

from bot.observability.monitoring import HealthServer, Metrics
from bot.platforms.common.errors import PortUnavailable
from bot.platforms.common.intake import Readiness

HOST = "127.0.0.1"


async def yes() -> bool:
    return True


async def no() -> bool:
    return False


@pytest.fixture
def readiness() -> Readiness:
    return Readiness("database", "Discord")


@pytest.fixture
async def client(readiness: Readiness) -> AsyncIterator[aiohttp.ClientSession]:
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


async def test_it_is_ready_once_every_part_is(client: aiohttp.ClientSession, readiness: Readiness) -> None:
    readiness.register("database", yes)
    readiness.register("Discord", no)
    assert await get(client, "/readyz") == (503, '{"database": true, "Discord": false}')
    readiness.register("Discord", yes)
    assert await get(client, "/readyz") == (200, '{"database": true, "Discord": true}')


async def test_it_is_alive_but_not_ready_while_it_stops(client: aiohttp.ClientSession, readiness: Readiness) -> None:
    readiness.register("database", yes)
    readiness.register("Discord", yes)
    readiness.stop()
    assert await get(client, "/readyz") == (503, '{"database": false, "Discord": false}')
    assert await get(client, "/healthz") == (200, "ok\n")


async def test_metrics_tell_which_part_is_ready(client: aiohttp.ClientSession, readiness: Readiness) -> None:
    readiness.register("database", yes)
    status, text = await get(client, "/metrics")
    assert status == 200
    assert 'hitblow_ready{part="database"} 1.0' in text
    assert 'hitblow_ready{part="Discord"} 0.0' in text


async def test_nothing_else_is_served(client: aiohttp.ClientSession) -> None:
    assert (await get(client, "/"))[0] == 404
    async with client.post("/metrics") as response:
        assert response.status == 405


async def test_a_port_that_is_taken_is_named(readiness: Readiness) -> None:
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

    readiness = Readiness("one", "two", "three")
    for part, check in (("one", fail), ("two", hang), ("three", yes)):
        readiness.register(part, check)
    assert await readiness.states() == {"one": False, "two": False, "three": True}


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

    readiness = Readiness("database")
    readiness.register("database", check)
    assert [await readiness.states() for _ in range(3)] == [{"database": False}] * 3
    assert checks == 1
    responds.set()
    await ended.wait()
    assert await readiness.states() == {"database": True}
    assert checks == 2
