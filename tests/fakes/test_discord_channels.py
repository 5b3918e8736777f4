"""Messages, threads and direct messages of the loopback Discord with the unmodified discord.py."""

from __future__ import annotations

import discord
import pytest
from discord import ui

from tests.fakes.discord import (
    LoopbackDiscord,
    NoResponse,
)
from tests.fakes.example_discord_bot import (
    BotInteraction,
    Count,
    Server,
    impatient,
    play_out,
)


async def test_the_bot_can_send_direct_messages_unless_a_person_disallows_them(server: Server) -> None:
    async def write_to_bob(interaction: BotInteraction) -> None:
        bob = await interaction.client.fetch_user(server.bob.id)
        await bob.send("It is your turn")
        await interaction.response.send_message("sent")

    server.bot.script = write_to_bob
    await server.ann.slash(server.channel, "small do")
    assert [str(message) for message in server.bob.dm.messages] == ["It is your turn"]
    server.bob.accepts_dms = False
    with pytest.raises(NoResponse):
        await impatient(server).slash(server.channel, "small do")
    assert [error.code for error in server.bot.errors if isinstance(error, discord.Forbidden)] == [50007]


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


async def test_a_deleted_message_cannot_be_edited(server: Server) -> None:
    async def post_and_edit(interaction: BotInteraction) -> None:
        message = await interaction.client.get_partial_messageable(server.channel.id).send("board")
        server.ann.delete(server.channel.messages[-1])
        try:
            await message.edit(content="changed")
        except discord.NotFound as error:
            await interaction.response.send_message(str(error.code))

    server.bot.script = post_and_edit
    assert str(await server.ann.slash(server.channel, "small do")) == "10008"


async def test_an_archived_thread_accepts_messages_but_no_edits(server: Server) -> None:
    async def open_thread(interaction: BotInteraction) -> None:
        await interaction.response.send_message("a game")
        channel = interaction.client.get_channel(server.channel.id)
        assert isinstance(channel, discord.TextChannel)
        thread = await channel.create_thread(name="Game", type=discord.ChannelType.public_thread)
        message = await thread.send("board")
        server.channel.threads[0].archived = True
        with pytest.raises(discord.HTTPException, match="archived"):
            await message.edit(content="changed")
        await thread.send("again")

    server.bot.script = open_thread
    await server.ann.slash(server.channel, "small do")
    await server.discord.idle()
    assert server.bot.errors == []
    assert [str(message) for message in server.channel.threads[0].messages] == ["board", "again"]


async def test_a_nonce_creates_one_message(server: Server) -> None:
    async def send_twice(interaction: BotInteraction) -> None:
        for _ in range(2):
            await interaction.client.get_partial_messageable(server.channel.id).send("once", nonce=7)
        await interaction.response.send_message("done")

    server.bot.script = send_twice
    await server.ann.slash(server.channel, "small do")
    assert [str(message) for message in server.channel.messages] == ["once", "done"]


def two_alike() -> ui.View:
    return ui.View(timeout=None).add_item(Count(1)).add_item(Count(1))


@pytest.mark.parametrize(
    ("reason", "what"),
    [
        ("custom_id used twice: count:1", {"view": two_alike()}),
        ("empty message", {"content": " "}),
        ("6000 at most", {"embeds": [discord.Embed(description="x" * 4000)] * 2}),
        ("2000 at most|too long", {"content": "x" * 2001}),
    ],
)
async def test_an_invalid_message_is_rejected(server: Server, reason: str, what: dict[str, object]) -> None:
    async def send_it(interaction: BotInteraction) -> None:
        await interaction.client.get_partial_messageable(server.channel.id).send(**what)  # type: ignore[call-overload]  # what is illegal, on purpose

    server.bot.script = send_it
    server.discord.expect_error(50035, 50006)
    with pytest.raises(NoResponse):
        await impatient(server).slash(server.channel, "small do")
    with pytest.raises(AssertionError, match=reason):
        raise AssertionError(server.discord.rejected[-1][1])


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
