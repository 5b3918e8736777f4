"""Faults, delays, holds and rate limits of the loopback Discord, as the unmodified discord.py sees them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import aiohttp
import discord
import pytest

from tests.fakes.discord import (
    Disconnect,
    RateLimit,
    api_error,
    running,
)
from tests.fakes.example_discord_bot import ExampleBot, Server

if TYPE_CHECKING:
    from tests.fakes.discord import Message
    from tests.fakes.discord.gateway import Delivery


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
