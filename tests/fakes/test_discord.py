"""Messages, interactions and the gateway of the loopback Discord with the unmodified discord.py."""

from typing import Any

import discord
import pytest

from tests.fakes.discord import LoopbackDiscord, NoResponse, UnavailableAction, running
from tests.fakes.example_discord_bot import (
    AnyInteraction,
    BotInteraction,
    ExampleBot,
    Form,
    Server,
    counter,
    impatient,
    play_out,
    show_counter,
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


@pytest.mark.logs_errors
async def test_a_resumed_session_may_repeat_an_interaction(server: Server) -> None:
    server.discord.expect_error(40060)
    server.bot.script = show_counter
    await server.ann.press((await server.ann.slash(server.channel, "small do")).message, "Pressed 0")
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


async def test_options_the_client_would_not_send_are_not_sent(server: Server) -> None:
    wrong: list[dict[str, Any]] = [{"times": 4}, {"times": 0}, {"tone": "soft"}, {"text": 1}, {"colour": "red"}]
    for options in wrong:
        with pytest.raises(UnavailableAction):
            await server.ann.slash(server.channel, "small say", **{"text": "hi", **options})
    with pytest.raises(UnavailableAction, match="required: text"):
        await server.ann.slash(server.channel, "small say")
    with pytest.raises(UnavailableAction, match="has subcommands"):
        await server.ann.slash(server.channel, "small")


async def test_a_modal_cannot_be_the_response_to_a_modal(server: Server) -> None:
    class Asking(Form):
        async def on_submit(self, interaction: AnyInteraction) -> None:
            await interaction.response.send_modal(Form())

        async def on_error(self, _: AnyInteraction, error: Exception) -> None:  # type: ignore[override]  # as ui.Modal has it
            server.bot.errors.append(error)

    async def ask(interaction: BotInteraction) -> None:
        await interaction.response.send_modal(Asking())

    server.bot.script = ask
    server.discord.expect_error(50035)
    form = (await server.ann.slash(server.channel, "small do")).modal
    with pytest.raises(NoResponse):
        await impatient(server).submit(form, code="0123")
    await server.discord.idle()
    assert len(server.bot.errors) == 1


async def test_nobody_else_can_press_a_button_of_an_ephemeral_message(server: Server) -> None:
    async def show_privately(interaction: BotInteraction) -> None:
        await interaction.response.send_message(view=counter(0), ephemeral=True)

    server.bot.script = show_privately
    board = (await server.ann.slash(server.channel, "small do")).message
    with pytest.raises(AssertionError, match="Bob cannot see"):
        await server.bob.press(board, "Pressed 0")


async def test_a_user_installed_app_may_follow_up_five_times(server: Server) -> None:
    async def chatter(interaction: BotInteraction) -> None:
        await interaction.response.send_message("0")
        for number in range(1, 7):
            await interaction.followup.send(str(number))

    server.bot.script = chatter
    server.discord.expect_error(40094)
    foreign = server.discord.guild("Elsewhere", has_bot=False, external_apps=False)
    zoe = foreign.member("Zoe", installs=True)
    answer = await zoe.slash(foreign.channel("lobby"), "small do")
    await server.discord.idle()
    assert [message.content for message in zoe.ephemeral] == ["0", "1", "2", "3", "4", "5"]
    assert answer.ephemeral
    with pytest.raises(UnavailableAction, match="not installed"):
        await foreign.member("Yan").slash(foreign.channels[0], "small do")


async def test_a_response_after_three_seconds_is_rejected(server: Server) -> None:
    async def dawdle(interaction: BotInteraction) -> None:
        server.discord.clock.advance(3.1)
        await interaction.response.send_message("too late")

    server.bot.script = dawdle
    server.discord.expect_error(10062)
    with pytest.raises(NoResponse):
        await impatient(server).slash(server.channel, "small do")
    assert [refused.code for _, refused in server.discord.rejected] == [10062]


async def test_a_token_is_valid_for_fifteen_minutes(server: Server) -> None:
    async def come_back(interaction: BotInteraction) -> None:
        await interaction.response.defer()
        server.discord.clock.advance(901)
        await interaction.followup.send("anybody there?")

    server.bot.script = come_back
    server.discord.expect_error(50027)
    await server.ann.slash(server.channel, "small do")
    assert [refused.code for _, refused in server.discord.rejected] == [50027]


async def test_a_second_response_fails_the_test() -> None:
    async def answer_twice(interaction: BotInteraction) -> None:
        await interaction.response.send_message("one")
        interaction.response._response_type = None
        await interaction.response.send_message("two")

    loopback = LoopbackDiscord()
    with pytest.raises(AssertionError, match="40060"):
        await play_out(loopback, answer_twice)


async def test_only_allowed_mentions_count(server: Server) -> None:
    async def shout(interaction: BotInteraction) -> None:
        await interaction.response.send_message(f"@everyone @here {interaction.user.mention}")

    async def mention(interaction: BotInteraction) -> None:
        allowed = discord.AllowedMentions(everyone=False, roles=False, users=[interaction.user])
        await interaction.response.send_message(f"@everyone {interaction.user.mention} <@1>", allowed_mentions=allowed)

    for script, mentioned in ((shout, set()), (mention, {str(server.ann.id)})):
        server.bot.script = script
        assert (await server.ann.slash(server.channel, "small do")).message.mentions == mentioned


async def test_commands_are_returned_without_unset_properties(server: Server) -> None:
    route = discord.http.Route("GET", "/applications/{id}/commands", id=server.bot.application_id)
    (plain,) = await server.bot.http.request(route)
    (translated,) = await server.bot.http.request(route, params={"with_localizations": "1"})
    assert "description_localizations" not in plain
    assert [option["name"] for option in plain["options"]] == ["do", "say"]
    text, times, *_ = translated["options"][1]["options"]
    assert text["required"] is True
    assert "required" not in times
