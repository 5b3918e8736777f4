"""Faults, delays, holds and rate limits of the loopback Discord, as the unmodified discord.py sees them."""

from __future__ import annotations

import asyncio

import discord

from tests.fakes.discord import (
    instant_retries,
    rate_limited,
    server_error,
)
from tests.fakes.example_discord_bot import (
    Server,
)


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
