"""The network of the loopback Slack, HTTP and Socket Mode, as the unmodified SDK sees them."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import aiohttp
import pytest
from slack_bolt.async_app import AsyncApp
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackApiError
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.example_slack_app import client_for, example_app, over_http
from tests.fakes.slack import (
    Channel,
    Disconnect,
    LoopbackSlack,
    Message,
    NotAcknowledged,
    RateLimit,
    SignedHttp,
    User,
    Workspace,
)


@pytest.fixture
def client(slack: LoopbackSlack, team: Workspace) -> AsyncWebClient:
    """A client that repeats nothing by itself."""
    return AsyncWebClient(team.bot_token, base_url=slack.api_url, retry_handlers=[])


@pytest.fixture
async def board(games: Channel, client: AsyncWebClient) -> Message:
    """A message of the app's that shows the number 0."""
    await client.chat_postMessage(channel=games.id, text="0")
    return games.messages[0]


async def update(client: AsyncWebClient, board: Message, text: str) -> None:
    await client.chat_update(channel=board.channel.id, ts=board.ts, text=text)


async def test_a_limit_can_be_set_for_a_method(
    slack: LoopbackSlack, games: Channel, client: AsyncWebClient, board: Message
) -> None:
    slack.rate_limits.set("chat.postMessage", RateLimit(1, 1.0, per="channel"))
    await client.chat_postMessage(channel=games.id, text="1")
    with pytest.raises(SlackApiError, match="ratelimited") as caught:
        await client.chat_postMessage(channel=games.id, text="2")
    assert caught.value.response.headers["Retry-After"] == "1"
    slack.clock.advance(1)
    await client.chat_postMessage(channel=games.id, text="3")
    await update(client, board, "not limited")
    assert str(games) == "not limited\n\n1\n\n3"


async def test_a_post_whose_response_was_lost_is_recognised_by_its_metadata(
    slack: LoopbackSlack, games: Channel, client: AsyncWebClient
) -> None:
    metadata = {"event_type": "board", "event_payload": {"game": "k1"}}
    slack.network.fail("chat.postMessage", Disconnect(processed=True))
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await client.chat_postMessage(channel=games.id, text="board", metadata=metadata)
    await client.chat_postMessage(channel=games.id, text="another")
    plain = (await client.conversations_history(channel=games.id))["messages"]
    full = (await client.conversations_history(channel=games.id, include_all_metadata=True))["messages"]
    assert [message["text"] for message in plain] == ["another", "board"]
    assert [message.get("metadata") for message in plain] == [None, None]
    assert [message.get("metadata") for message in full] == [None, metadata]


async def test_a_history_can_be_read_in_pages_and_a_thread_from_its_start(
    client: AsyncWebClient, games: Channel, ann: User
) -> None:
    first, second, third = [games.add({"text": text}, ann.id) for text in ("1", "2", "3")]
    games.add({"text": "reply", "thread_ts": first.ts}, ann.id)
    page = await client.conversations_history(channel=games.id, limit=1)
    assert ([message["text"] for message in page["messages"]], page["has_more"]) == (["3"], True)
    between = await client.conversations_history(channel=games.id, oldest=first.ts, latest=third.ts)
    assert [message["ts"] for message in between["messages"]] == [second.ts]
    thread = await client.conversations_replies(channel=games.id, ts=first.ts)
    assert [message["text"] for message in thread["messages"]] == ["1", "reply"]


async def test_a_delivery_that_is_acknowledged_too_late_still_arrives(
    slack: LoopbackSlack, team: Workspace, games: Channel, ann: User
) -> None:
    slack.deliveries.ack_within = 0.05
    async with over_http(slack, example_app(client_for(slack, team))):
        slack.network.delay(0.1, route="events", direction="request")
        with pytest.raises(NotAcknowledged, match="operation_timeout"):
            await ann.command(games, "/board")
        assert games.messages == []
        await slack.until(lambda: games.messages)
    (delivery,) = slack.deliveries.log
    assert delivery.acknowledgement is not None
    assert delivery.latency is not None
    assert delivery.latency >= 0.1


@pytest.fixture
def app(slack: LoopbackSlack, ann: User) -> AsyncApp:
    return example_app(client_for(slack, ann.team))


@pytest.fixture
async def http(slack: LoopbackSlack, app: AsyncApp) -> AsyncIterator[SignedHttp]:
    async with over_http(slack, app) as http:
        yield http


@pytest.mark.usefixtures("http")
async def test_an_event_that_gets_an_error_is_retried_three_times(ann: User, games: Channel, app: AsyncApp) -> None:
    seen: list[tuple[str, str, str]] = []

    @app.middleware
    async def refuse(req: Any) -> BoltResponse:
        retry = [req.headers.get(f"x-slack-retry-{name}", [""])[0] for name in ("num", "reason")]
        seen.append((req.body["event_id"], retry[0], retry[1]))
        return BoltResponse(status=500)

    with pytest.raises(NotAcknowledged):
        await ann.say(games, "hello")
    assert [retry[1:] for retry in seen] == [("", ""), *((str(n), "http_error") for n in (1, 2, 3))]
    assert len({event_id for event_id, *_ in seen}) == 1


@pytest.mark.usefixtures("http")
async def test_an_unknown_command_gets_404(ann: User, games: Channel) -> None:
    with pytest.raises(NotAcknowledged) as caught:
        await ann.command(games, "/unknown")
    assert caught.value.status == 404


async def test_the_url_is_verified_by_a_challenge(http: SignedHttp) -> None:
    body = json.dumps({"type": "url_verification", "token": "t", "challenge": "say this"})
    assert (await http.post(body, {"Content-Type": "application/json"})).payload == {"challenge": "say this"}


async def test_an_unreachable_app_does_not_acknowledge(
    slack: LoopbackSlack, ann: User, games: Channel, app: AsyncApp
) -> None:
    async with over_http(slack, app):
        pass
    with pytest.raises(NotAcknowledged, match="dispatch_failed"):
        await ann.command(games, "/board")


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
