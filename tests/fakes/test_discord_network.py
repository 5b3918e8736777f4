"""Faults, delays, holds and rate limits of the loopback Discord, as the unmodified discord.py sees them."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import aiohttp
import discord
import pytest

from tests.fakes.discord import (
    Disconnect,
    ErrorResponse,
    RateLimit,
    api_error,
    instant_retries,
    rate_limited,
    running,
    server_error,
)
from tests.fakes.example_discord_bot import ExampleBot, Server

if TYPE_CHECKING:
    from tests.fakes.discord import Message
    from tests.fakes.discord.gateway import Delivery
    from tests.fakes.loopback import Direction


def messageable(server: Server) -> discord.PartialMessageable:
    """The channel as the bot knows it."""
    return server.bot.get_partial_messageable(server.channel.id)


@pytest.fixture
async def board(server: Server) -> discord.Message:
    """A message of the bot's that shows the number 0."""
    return await messageable(server).send("0")


@pytest.fixture
def shown(server: Server, board: discord.Message) -> Message:
    """The same message as people see it."""
    return server.channel.find(board.id)


async def test_a_rate_limited_response_is_sent_again(server: Server) -> None:
    server.discord.network.fail("callback", rate_limited(), times=2)
    assert str(await server.ann.slash(server.channel, "small do")) == "Hello Ann"
    assert len(server.discord.calls("callback")) == 3


async def test_a_response_that_failed_is_sent_again(server: Server) -> None:
    server.discord.network.fail("callback", server_error())
    with instant_retries() as slept:
        assert str(await server.ann.slash(server.channel, "small do")) == "Hello Ann"
    assert slept == [1]


async def test_a_response_may_be_processed_although_the_client_got_an_error(server: Server) -> None:
    server.discord.expect_error(40060)
    server.discord.network.fail("callback", server_error(processed=True))
    with instant_retries():
        answer = await server.ann.slash(server.channel, "small do")
        await server.discord.idle()
    assert str(answer) == "Hello Ann"
    assert [error.code for error in server.bot.errors if isinstance(error, discord.HTTPException)] == [40060]


async def test_requests_can_be_held(server: Server) -> None:
    hold = server.discord.network.hold("callback")
    both = [asyncio.create_task(person.slash(server.channel, "small do")) for person in (server.ann, server.bob)]
    await hold.reached()
    assert server.channel.messages == []
    hold.release()
    assert {str(answer) for answer in await asyncio.gather(*both)} == {"Hello Ann", "Hello Bob"}


async def test_two_requests_can_change_places(server: Server, board: discord.Message, shown: Message) -> None:
    with server.discord.network.hold("edit_message", call=1, times=1) as hold:
        first = asyncio.create_task(_edit_outside_the_rate_limiter(server, board, "1"))
        await hold.reached()
        await _edit_outside_the_rate_limiter(server, board, "2")
    await first
    assert [str(revision) for revision in shown.history] == ["0", "2", "1"]


async def _edit_outside_the_rate_limiter(server: Server, board: discord.Message, text: str) -> None:
    """Edit as another process would; one client of discord.py sends the edits of a channel one after the other."""
    url = f"{server.discord.api_url}/channels/{board.channel.id}/messages/{board.id}"
    headers = {"Authorization": f"Bot {server.discord.token}"}
    async with aiohttp.ClientSession(headers=headers) as session, session.patch(url, json={"content": text}) as edited:
        assert edited.status == 200


@pytest.mark.parametrize("direction", ["request", "response"])
async def test_a_passage_can_take_time(
    server: Server, board: discord.Message, shown: Message, direction: Direction
) -> None:
    server.discord.network.delay(0.05, route="edit_message", direction=direction)
    await board.edit(content="1")
    (call,) = server.discord.calls("edit_message")
    assert call.processed_at is not None
    assert call.answered_at is not None
    to_discord, back = call.processed_at - call.received_at, call.answered_at - call.processed_at
    assert (to_discord >= 0.05, back >= 0.05) == (direction == "request", direction == "response")
    assert shown.history[1].at >= call.processed_at


@pytest.mark.parametrize("processed", [False, True])
async def test_a_connection_can_be_cut_before_or_after_the_request_is_processed(
    server: Server, board: discord.Message, shown: Message, *, processed: bool
) -> None:
    server.discord.network.fail("edit_message", Disconnect(processed=processed))
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await board.edit(content="1")
    assert str(shown) == ("1" if processed else "0")


async def test_a_server_that_is_down_may_send_html(server: Server, board: discord.Message) -> None:
    page = ErrorResponse(503, "<html>down</html>", content_type="text/html")
    server.discord.network.fail("edit_message", page)
    with pytest.raises(discord.DiscordServerError, match="<html>down</html>"):
        await board.edit(content="1")


@pytest.mark.parametrize("code", [10008, 10062, 40060, 50001, 50013])
async def test_an_error_of_the_api_can_be_injected(server: Server, board: discord.Message, code: int) -> None:
    server.discord.network.fail("edit_message", api_error(code))
    with pytest.raises(discord.HTTPException) as caught:
        await board.edit(content="1")
    assert caught.value.code == code
    assert server.discord.violations == []


async def test_a_fault_may_begin_with_a_later_call_and_choose_among_them(
    server: Server, board: discord.Message, shown: Message
) -> None:
    unlucky = api_error(50013)
    server.discord.network.fail("edit_message", unlucky, call=2, times=2, when=lambda call: call.body["content"] != "3")
    for text in ("1", "2", "3", "4", "5"):
        try:
            await board.edit(content=text)
        except discord.Forbidden:
            assert text in ("2", "4")
    assert [str(revision) for revision in shown.history] == ["0", "1", "3", "5"]


async def test_a_fault_may_last_until_it_is_cleared(server: Server, board: discord.Message, shown: Message) -> None:
    server.discord.network.fail(None, api_error(50001), times=None)
    for _ in range(3):
        with pytest.raises(discord.Forbidden):
            await board.edit(content="1")
    server.discord.network.clear()
    await board.edit(content="1")
    assert shown.edits == 1


async def test_a_route_that_does_not_exist_cannot_be_configured(server: Server) -> None:
    for configure in (server.discord.network.hold, server.discord.calls):
        with pytest.raises(ValueError, match="no route 'edit'"):
            configure("edit")


async def test_edits_are_limited_per_channel_and_discord_py_waits(
    server: Server, board: discord.Message, shown: Message
) -> None:
    server.discord.rate_limits.set("edit_message", RateLimit(2, 0.2, per="channel_id"))
    elsewhere = await server.bot.get_partial_messageable(server.guild.channel("other").id).send("0")
    started = time.monotonic()
    for text in ("1", "2", "3"):
        await board.edit(content=text)
    await elsewhere.edit(content="1")
    assert [revision.at - started >= 0.2 for revision in shown.history[1:]] == [False, False, True]
    assert [call.answered_at is not None for call in server.discord.calls("edit_message")] == [True] * 4


async def test_a_request_beyond_the_limit_is_a_429_that_says_how_long(server: Server, board: discord.Message) -> None:
    server.discord.rate_limits.enable()
    url = f"{server.discord.api_url}/channels/{board.channel.id}/messages/{board.id}"
    headers = {"Authorization": f"Bot {server.discord.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        for remaining in ("4", "3", "2", "1", "0"):
            async with session.patch(url, json={"content": remaining}) as edited:
                assert (edited.status, edited.headers["X-RateLimit-Remaining"]) == (200, remaining)
                assert edited.headers["X-RateLimit-Bucket"] == "loopback-edit_message"
        async with session.patch(url, json={"content": "too many"}) as refused:
            assert refused.status == 429
            assert 4 < (await refused.json())["retry_after"] <= 5
            assert refused.headers["X-RateLimit-Bucket"] == "loopback-edit_message"


async def test_a_post_whose_response_was_lost_is_recognised_by_its_nonce_for_some_minutes(server: Server) -> None:
    server.discord.network.fail("send", Disconnect(processed=True))
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await messageable(server).send("board", nonce=7)
    again = await messageable(server).send("board", nonce=7)
    assert [message.id for message in server.channel.messages] == [again.id]
    server.discord.clock.advance(301)
    await messageable(server).send("board", nonce=7)
    assert len(server.channel.messages) == 2


async def test_gateway_events_arrive_late_but_in_order(server: Server) -> None:
    server.discord.network.delay(0.02, 0.05, route="gateway", seed=1)
    texts = [str(number) for number in range(10)]
    for text in texts:
        server.ann.say(server.ann.dm, text)
    started = time.monotonic()
    await server.discord.idle()
    assert server.bot.heard == texts
    assert time.monotonic() - started >= 0.02


@pytest.mark.parametrize(("delivery", "times"), [("all", 2), ("one", 1)])
async def test_an_event_reaches_every_session_or_one_of_them(server: Server, delivery: Delivery, times: int) -> None:
    server.discord.gateway.delivery = delivery
    second = ExampleBot()
    async with running(second, server.discord):
        await server.discord.connected(2)
        server.ann.say(server.ann.dm, "hello")
        await server.discord.idle()
    assert [*server.bot.heard, *second.heard] == ["hello"] * times


@pytest.mark.parametrize("delivery", ["all", "one"])
async def test_the_events_of_a_session_that_ended_go_to_the_next(server: Server, delivery: Delivery) -> None:
    server.discord.gateway.delivery = delivery
    second = ExampleBot()
    async with running(second, server.discord):
        await server.discord.connected(2)
    await server.discord.connected(1)
    for _ in range(2):
        server.ann.say(server.ann.dm, "hello")
    await server.discord.idle()
    assert (server.bot.heard, second.heard) == (["hello"] * 2, [])


async def test_the_latency_of_a_response_is_recorded(server: Server) -> None:
    server.discord.network.delay(0.05, route="callback", direction="request")
    answer = await server.ann.slash(server.channel, "small do")
    assert answer.interaction.latency is not None
    assert 0.05 <= answer.interaction.latency < 3
