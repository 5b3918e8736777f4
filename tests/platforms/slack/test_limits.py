"""Slack's rate limits among several processes."""

from collections.abc import Callable, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from slack_sdk.errors import SlackApiError

from bot.model.errors import StorageBusy
from bot.persistence.database import Database
from bot.persistence.tables.games import shared_limits
from bot.platforms.slack.limits import (
    CHANNELS,
    REFUSALS,
    SlackRateLimiter,
    call_within_limits,
    is_rate_limited,
    retry_after,
)
from bot.services.processes import Leases, SharedLimits
from tests.fakes.clock import FakeClock
from tests.support.storage import rows

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class Process(SlackRateLimiter):
    """The limits of a process, which notes how long it would wait."""

    def __init__(self, database: Database, clock: FakeClock) -> None:
        self.time = clock
        super().__init__(
            SharedLimits(database.unit, clock), Leases(database.unit, clock), 1.0, lambda: clock().timestamp()
        )
        self.waits: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waits.append(round(seconds, 3))


@pytest.fixture
def two(database: Database) -> Sequence[Process]:
    clock = FakeClock()
    return [Process(database, clock) for _ in range(2)]


async def look(processes: Sequence[Process]) -> None:
    """Let every process notice the others."""
    for _ in range(2):
        for process in processes:
            await process.refresh()


async def test_processes_pace_the_messages_of_a_channel_together(two: Sequence[Process]) -> None:
    await look(two)
    for process, channel in ((two[0], "C1"), (two[1], "C1"), (two[1], "C2"), (two[0], "C1")):
        await process.wait(channel)
    assert [process.waits for process in two] == [[0, 2], [1, 0]]


async def test_a_process_that_is_alone_stores_no_times(two: Sequence[Process], database: Database) -> None:
    one, _ = two
    await look([one])
    await one.wait("C1")
    await one.wait("C1")
    await one.record_refusal(f"{REFUSALS}x/chat.update", 5)
    assert one.waits == [1]
    assert not await rows(database, shared_limits)
    await look(two)
    await two[1].release_lease()
    await one.refresh()
    await one.wait("C2")
    assert not [row for row in await rows(database, shared_limits) if row.name.startswith(CHANNELS)]


async def test_a_refusal_of_one_process_is_known_to_the_other(two: Sequence[Process]) -> None:
    await look(two)
    await two[0].record_refusal(f"{REFUSALS}x/chat.update", 30)
    assert two[1].seconds_refused(f"{REFUSALS}x/chat.update") == 0
    await two[1].refresh()
    assert [process.seconds_refused(f"{REFUSALS}x/chat.update") for process in two] == [30, 30]
    assert two[1].seconds_refused(f"{REFUSALS}x/users.info") == 0


async def test_a_storage_that_fails_leaves_each_process_its_own_pace(
    two: Sequence[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    await look(two)

    async def fail(*_: object) -> float:
        raise StorageBusy("x")

    monkeypatch.setattr(SharedLimits, "reserve", fail)
    await two[0].wait("C1")
    await two[0].wait("C1")
    assert two[0].waits == [1]


@asynccontextmanager
async def web_api(process: Process, *statuses: int, retry_after: str = "3") -> "AsyncIterator[Callable[..., Any]]":
    """A Web API that answers with these statuses in turn, and a function that calls a method with a token."""
    left = list(statuses)

    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=left.pop(0), headers={"Retry-After": retry_after})

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    async with TestServer(app) as server:
        api_url = str(server.make_url("/api/"))
        async with aiohttp.ClientSession(middlewares=[partial(call_within_limits, process, api_url)]) as session:

            async def call(method: str, token: str, channel: str = "") -> None:
                headers = {"Authorization": f"Bearer {token}"} if token else {}
                body = {"channel": channel} if channel else None
                async with session.post(f"{api_url}{method}", headers=headers, json=body):
                    pass

            yield call


async def test_calls_of_a_refused_method_wait_in_the_workspace(two: Sequence[Process]) -> None:
    one, _ = two
    async with web_api(one, 429, 200, 200, 200) as call:
        for method, token in (("chat.update", "a"), ("chat.update", "a"), ("chat.update", "b"), ("users.info", "a")):
            await call(method, token)
    assert one.waits == [3, 0, 0]


async def test_a_refused_message_holds_up_no_other_channel(two: Sequence[Process]) -> None:
    one, _ = two
    async with web_api(one, 429, 200, 200) as call:
        await call("chat.postMessage", "a", "C1")
        await call("chat.postMessage", "a", "C2")
        await call("oauth.v2.access", "")
    assert one.waits == [0]


async def test_a_channel_that_refuses_messages_is_sent_none_before_it_takes_them_again(two: Sequence[Process]) -> None:
    one, _ = two
    async with web_api(one, 429, 200, retry_after="31") as call:
        await call("chat.postMessage", "a", "C1")
        with pytest.raises(SlackApiError) as refused:
            await call("chat.postMessage", "a", "C1")
        assert (retry_after(refused.value, 0), is_rate_limited(refused.value)) == (31, True)
        one.time.advance(timedelta(seconds=31))
        await call("chat.postMessage", "a", "C1")
    assert one.waits == [5, 0]


@pytest.mark.parametrize(("method", "token"), [("chat.postMessage", "a"), ("oauth.v2.access", "")])
async def test_a_refusal_without_a_limit_s_name_is_not_noted(
    two: Sequence[Process], database: Database, method: str, token: str
) -> None:
    one, _ = two
    await look(two)
    before = await rows(database, shared_limits)
    async with web_api(one, 429, 200) as call:
        await call(method, token)
        await call("chat.update", "a")
    assert await rows(database, shared_limits) == before
    assert one.waits == []


async def test_a_refusal_that_does_not_say_for_how_long_is_not_noted(two: Sequence[Process]) -> None:
    one, _ = two
    await look(two)
    async with web_api(one, 429, 200, retry_after="soon") as call:
        await call("chat.update", "a")
        await call("chat.update", "a")
    assert one.waits == []


async def test_one_of_several_processes_replies_to_an_event(two: Sequence[Process]) -> None:
    await look(two)
    assert [await process.claim_event("slack:T1:message:C1:1.2") for process in two] == [True, False]
    assert [await process.claim_event("slack:T1:message:C1:1.3") for process in reversed(two)] == [True, False]
