"""Faults, delays, holds and rate limits of the loopback Slack, as the unmodified SDK sees them."""

import asyncio

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.example_slack_app import client_for, example_app, over_http
from tests.fakes.loopback import Direction, Json
from tests.fakes.slack import (
    Channel,
    Disconnect,
    ErrorResponse,
    LoopbackSlack,
    Message,
    NotAcknowledged,
    RateLimit,
    User,
    Workspace,
    api_error,
    server_error,
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


@pytest.mark.parametrize("direction", ["request", "response"])
async def test_a_passage_can_take_time(
    slack: LoopbackSlack, client: AsyncWebClient, board: Message, direction: Direction
) -> None:
    slack.network.delay(0.05, route="chat.update", direction=direction)
    await update(client, board, "1")
    (call,) = slack.calls("chat.update")
    assert call.processed_at is not None
    assert call.answered_at is not None
    to_slack, back = call.processed_at - call.received_at, call.answered_at - call.processed_at
    assert (to_slack >= 0.05, back >= 0.05) == (direction == "request", direction == "response")
    assert board.history[1].at >= call.processed_at


async def test_two_requests_can_change_places(slack: LoopbackSlack, client: AsyncWebClient, board: Message) -> None:
    with slack.network.hold("chat.update", times=1) as hold:
        first = asyncio.create_task(update(client, board, "1"))
        await hold.reached()
        await update(client, board, "2")
    await first
    assert [str(revision) for revision in board.history] == ["0", "2", "1"]


@pytest.mark.parametrize("processed", [False, True])
async def test_a_connection_can_be_cut_before_or_after_the_request_is_processed(
    slack: LoopbackSlack, client: AsyncWebClient, board: Message, *, processed: bool
) -> None:
    slack.network.fail("chat.update", Disconnect(processed=processed))
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await update(client, board, "1")
    assert str(board) == ("1" if processed else "0")
    assert (slack.calls("chat.update")[0].answer is not None) == processed


@pytest.mark.parametrize("fault", [server_error(), ErrorResponse(502), ErrorResponse(500, "not JSON")])
async def test_a_server_that_is_down_may_send_any_body(
    slack: LoopbackSlack, client: AsyncWebClient, board: Message, fault: ErrorResponse
) -> None:
    slack.network.fail("chat.update", fault)
    with pytest.raises((SlackApiError, ValueError)):
        await update(client, board, "1")
    assert board.edits == 0


@pytest.mark.parametrize("error", ["internal_error", "channel_not_found", "message_not_found"])
async def test_an_error_of_the_api_can_be_injected(
    slack: LoopbackSlack, client: AsyncWebClient, board: Message, error: str
) -> None:
    slack.network.fail("chat.update", api_error(error), call=2)
    await update(client, board, "1")
    with pytest.raises(SlackApiError, match=error):
        await update(client, board, "2")
    await update(client, board, "3")
    assert [str(revision) for revision in board.history] == ["0", "1", "3"]


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
    metadata: Json = {"event_type": "board", "event_payload": {"game": "k1"}}
    slack.network.fail("chat.postMessage", Disconnect(processed=True))
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await client.chat_postMessage(channel=games.id, text="board", metadata=metadata)
    await client.chat_postMessage(channel=games.id, text="another")
    plain = (await client.conversations_history(channel=games.id))["messages"]
    full = (await client.conversations_history(channel=games.id, include_all_metadata=True))["messages"]
    assert [message["text"] for message in plain] == ["another", "board"]
    assert [message.get("metadata") for message in plain] == [None, None]
    assert [message.get("metadata") for message in full] == [None, metadata]


async def test_metadata_stays_until_an_update_replaces_it(client: AsyncWebClient, games: Channel) -> None:
    metadata: Json = {"event_type": "board", "event_payload": {}}
    ts = (await client.chat_postMessage(channel=games.id, text="board", metadata=metadata))["ts"]
    await client.chat_update(channel=games.id, ts=ts, text="1")
    assert games.messages[0].metadata == metadata
    await client.chat_update(channel=games.id, ts=ts, text="2", metadata={})
    assert games.messages[0].metadata == {}


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


async def test_processes_of_an_app_get_deliveries_in_turn(
    slack: LoopbackSlack, team: Workspace, games: Channel, ann: User
) -> None:
    client = client_for(slack, team)
    async with over_http(slack, example_app(client)) as first, over_http(slack, example_app(client)) as second:
        both = slack.use_http(first.url, second.url)
        for _ in range(2):
            await ann.command(games, "/whisper", "hello")
        await slack.until(lambda: len(ann.ephemeral) == 4)
        assert both.sent == {first.url: 1, second.url: 1}


async def test_views_can_name_the_organisation_that_installed_the_app(slack: LoopbackSlack) -> None:
    enterprise = slack.enterprise("Grid", installed=True)
    ann = slack.workspace("one", enterprise=enterprise, installed=False).user("Ann")
    client = client_for(slack, ann.team)
    for named, expected in ((False, ann.team.id), (True, enterprise.id)):
        slack.organisation_in_views = named
        home = {"type": "home", "blocks": [{"type": "divider"}]}
        view = (await client.views_publish(user_id=ann.id, view=home))["view"]
        assert view["app_installed_team_id"] == expected
