"""Messages, threads and direct messages of the loopback Discord with the unmodified discord.py."""

from __future__ import annotations

import discord
import pytest

from tests.fakes.discord import (
    LoopbackDiscord,
)
from tests.fakes.example_discord_bot import (
    BotInteraction,
    Server,
    play_out,
)


async def test_a_bot_may_not_post_where_it_is_not_a_member_or_lacks_permission(server: Server) -> None:
    async def post(interaction: BotInteraction) -> None:
        await interaction.response.send_message("trying", ephemeral=True)
        try:
            await interaction.client.get_partial_messageable(channel.id).send("hello")
        except discord.Forbidden as error:
            codes.append(error.code)

    codes: list[int] = []
    server.bot.script = post
    channel = server.guild.channel("closed")
    for name in ("send_messages", "view_channel"):
        channel.deny(name)
        await server.ann.slash(server.channel, "small do")
        await server.discord.idle()
    assert codes == [50013, 50001]


async def test_people_see_public_messages_and_their_own_ephemeral_ones(server: Server) -> None:
    async def whisper(interaction: BotInteraction) -> None:
        await interaction.response.send_message("to all")
        await interaction.followup.send("to you", ephemeral=True)

    server.bot.script = whisper
    await server.ann.slash(server.channel, "small do")
    await server.discord.idle()
    assert server.ann.screen(server.channel) == "to all\n\n(only Ann sees this)\nto you"
    assert server.bob.screen(server.channel) == "to all"
    assert "to you" in server.discord.sent()


async def test_an_unknown_route_fails_the_test() -> None:
    async def stray(interaction: BotInteraction) -> None:
        await interaction.response.send_message("looking around")
        await interaction.client.http.channel_webhooks(1)

    loopback = LoopbackDiscord()
    with pytest.raises(AssertionError, match="GET /channels/1/webhooks: 404"):
        await play_out(loopback, stray)
