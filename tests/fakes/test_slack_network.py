"""Faults, delays, holds and rate limits of the loopback Slack, as the unmodified SDK sees them."""

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.example_slack_app import client_for, example_app, over_http
from tests.fakes.slack import (
    Channel,
    Disconnect,
    LoopbackSlack,
    Message,
    NotAcknowledged,
    RateLimit,
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
