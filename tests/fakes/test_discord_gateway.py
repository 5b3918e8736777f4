"""The gateway of the loopback Discord with the unmodified discord.py."""

from __future__ import annotations

import discord
import pytest

from tests.fakes.discord import (
    LoopbackDiscord,
    running,
)
from tests.fakes.example_discord_bot import (
    ExampleBot,
    Server,
    show_counter,
)


@pytest.mark.logs_errors
async def test_a_resumed_session_may_repeat_an_interaction(server: Server) -> None:
    server.discord.expect_error(40060)
    server.bot.script = show_counter
    board = (await server.ann.slash(server.channel, "small do")).message
    await server.ann.press(board, "Pressed 0")
    await server.discord.idle()
    await server.discord.disconnect(replay=2)
    await server.bot.resumes.wait()
    await server.discord.idle()
    assert len(server.bot.pressed) == 2
    assert len(set(server.bot.pressed)) == 1


async def test_a_bot_whose_session_is_invalidated_identifies_again(server: Server) -> None:
    await server.discord.disconnect(invalidate=True)
    await server.discord.connected()
    assert str(await server.ann.slash(server.channel, "small do")) == "Hello Ann"
    assert (server.discord.gateway.identified, server.discord.gateway.resumed) == (2, 0)


async def test_messages_in_guilds_arrive_without_content(server: Server) -> None:
    server.ann.say(server.channel, "0123")
    server.ann.say(server.channel, f"<@{server.discord.bot.id}> 0123")
    server.ann.say(server.ann.dm, "0123")
    await server.discord.idle()
    assert server.bot.heard == ["", f"<@{server.discord.bot.id}> 0123", "0123"]


async def test_a_wrong_token_and_a_disallowed_intent_are_different_errors() -> None:
    async with LoopbackDiscord() as loopback:
        loopback.token = "wrong"
        with pytest.raises(discord.LoginFailure):
            async with running(ExampleBot(), loopback):
                pass
    async with LoopbackDiscord() as loopback:
        with pytest.raises(discord.PrivilegedIntentsRequired):
            async with running(discord.Client(intents=discord.Intents.all()), loopback):
                pass
