"""Socket Mode of the loopback Slack with the unmodified SDK, interrupted and resumed."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import pytest
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack import Channel, LoopbackSlack, NotAcknowledged, User

Listener: TypeAlias = Callable[[Any, SocketModeRequest], Awaitable[None]]


@pytest.fixture
def slack(slack: LoopbackSlack) -> LoopbackSlack:
    slack.use_socket_mode()
    return slack


async def test_an_envelope_is_sent_again_if_its_connection_closes_before_the_acknowledgement(
    slack: LoopbackSlack, ann: User, games: Channel
) -> None:
    seen: list[str] = []
    first = asyncio.Event()

    async def silent_at_first(client: Any, request: SocketModeRequest) -> None:
        seen.append(request.envelope_id)
        first.set()
        if len(seen) > 1:
            await client.send_socket_mode_response({"envelope_id": request.envelope_id})

    async with listening(slack, silent_at_first):
        command = asyncio.ensure_future(ann.command(games, "/board"))
        await first.wait()
        await slack.socket_mode.disconnect()
        await command
    assert len(seen) == 2
    assert len(set(seen)) == 1


async def test_an_app_without_a_connection_does_not_acknowledge(
    slack: LoopbackSlack, ann: User, games: Channel
) -> None:
    slack.deliveries.ack_within = 0.05
    with pytest.raises(NotAcknowledged, match="operation_timeout"):
        await ann.command(games, "/board")


@asynccontextmanager
async def listening(slack: LoopbackSlack, listener: Listener) -> AsyncIterator[None]:
    """A bare socket client of the SDK's, without bolt."""
    web_client = AsyncWebClient(base_url=slack.api_url)
    client = SocketModeClient(slack.app_token, web_client=web_client, ping_interval=0.1)
    client.socket_mode_request_listeners.append(listener)
    try:
        await client.connect()  # type: ignore[no-untyped-call] # the SDK left it without types
        await slack.connected()
        yield
    finally:
        await client.close()  # type: ignore[no-untyped-call] # the same
