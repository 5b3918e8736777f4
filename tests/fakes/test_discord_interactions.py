"""Interactions of the loopback Discord with the unmodified discord.py."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.fakes.discord import (
    LoopbackDiscord,
    NoResponse,
    UnavailableAction,
    running,
)
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


async def test_a_slash_command_gets_a_public_response(server: Server) -> None:
    answer = await server.ann.slash(server.channel, "small do")
    assert str(answer) == "Hello Ann"
    assert server.channel.messages == [answer.message]


async def test_options_arrive_as_typed(server: Server) -> None:
    answer = await server.ann.slash(server.channel, "small say", text="hi", times=2, tone="Loud", to=server.bob)
    assert str(answer) == "HI HI, Bob"


async def test_options_the_client_would_not_send_are_not_sent(server: Server) -> None:
    wrong: list[dict[str, Any]] = [{"times": 4}, {"times": 0}, {"tone": "soft"}, {"text": 1}, {"colour": "red"}]
    for options in wrong:
        with pytest.raises(UnavailableAction):
            await server.ann.slash(server.channel, "small say", **{"text": "hi", **options})
    with pytest.raises(UnavailableAction, match="required: text"):
        await server.ann.slash(server.channel, "small say")
    with pytest.raises(UnavailableAction, match="has subcommands"):
        await server.ann.slash(server.channel, "small")


async def test_autocomplete_offers_choices(server: Server) -> None:
    assert await server.ann.autocomplete(server.channel, "small say", "text", "he") == {"he!": "he"}


async def test_a_deferred_response_is_awaited(server: Server) -> None:
    async def defer_and_follow_up(interaction: BotInteraction) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.followup.send("first")
        await interaction.followup.send("second", ephemeral=True)

    server.bot.script = defer_and_follow_up
    answer = await server.ann.slash(server.channel, "small do")
    await server.discord.idle()
    assert str(answer) == "first\n\n(only Ann sees this)\nsecond"
    assert server.ann.ephemeral == answer.followups


async def test_the_original_response_can_be_read_edited_and_deleted(server: Server) -> None:
    seen = []

    async def change_its_mind(interaction: BotInteraction) -> None:
        await interaction.response.send_message("one", ephemeral=True)
        await interaction.edit_original_response(content="two")
        seen.append((await interaction.original_response()).content)
        await interaction.delete_original_response()

    server.bot.script = change_its_mind
    await server.ann.slash(server.channel, "small do")
    await server.discord.idle()
    assert seen == ["two"]
    assert server.ann.ephemeral == []


async def test_a_modal_is_submitted_and_answered_ephemerally(server: Server) -> None:
    async def ask(interaction: BotInteraction) -> None:
        await interaction.response.send_modal(Form())

    server.bot.script = ask
    form = (await server.ann.slash(server.channel, "small do")).modal
    assert str(form) == "== Guess ==\nCode\n  [0123____] {4-4}"
    answer = await server.ann.submit(form, code="0456")
    assert str(answer) == "(only Ann sees this)\nYou guessed 0456"
    assert server.channel.messages == []
    with pytest.raises(UnavailableAction):
        await server.ann.submit(form, code="04567")


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
    assert len(server.bot.errors) == 1


async def test_a_button_updates_its_message_for_everybody(server: Server) -> None:
    server.bot.script = show_counter
    board = (await server.ann.slash(server.channel, "small do")).message
    assert str(board) == "A counter\n[ Pressed 0 ]"
    await server.ann.press(board, "Pressed 0")
    await server.bob.press(board, "Pressed 1")
    assert str(board) == "A counter\n[ Pressed 2 ]"
    with pytest.raises(UnavailableAction):
        await server.ann.press(board, "Pressed 0")


async def test_a_button_works_after_a_restart() -> None:
    async with LoopbackDiscord() as loopback:
        channel = loopback.guild("Ann's").channel("games")
        ann = loopback.user("Ann")
        first = ExampleBot()
        first.script = show_counter
        async with running(first, loopback):
            board = (await ann.slash(channel, "small do")).message
        async with running(ExampleBot(), loopback):
            await ann.press(board, "Pressed 0")
        assert str(board) == "A counter\n[ Pressed 1 ]"


async def test_a_button_can_be_pressed_after_its_message_has_changed(server: Server) -> None:
    server.bot.script = show_counter
    board = (await server.ann.slash(server.channel, "small do")).message
    aimed = server.bob.prepare_press(board, "Pressed 0")
    for number in range(3):
        await server.ann.press(board, f"Pressed {number}")
    await server.bob.send(aimed)
    assert str(board) == "A counter\n[ Pressed 1 ]"


@pytest.mark.logs_errors
async def test_an_interaction_can_be_delivered_twice(server: Server) -> None:
    server.discord.expect_error(40060)
    server.bot.script = show_counter
    board = (await server.ann.slash(server.channel, "small do")).message
    await server.ann.press(board, "Pressed 0", twice=True)
    await server.discord.idle()
    assert len(server.bot.pressed) == 2
    assert len(set(server.bot.pressed)) == 1


async def test_nobody_else_can_press_a_button_of_an_ephemeral_message(server: Server) -> None:
    async def show_privately(interaction: BotInteraction) -> None:
        await interaction.response.send_message(view=counter(0), ephemeral=True)

    server.bot.script = show_privately
    board = (await server.ann.slash(server.channel, "small do")).message
    with pytest.raises(AssertionError, match="Bob cannot see"):
        await server.bob.press(board, "Pressed 0")


async def test_an_interaction_has_the_locale_of_the_user_and_of_the_guild(server: Server) -> None:
    spoken = []

    async def listen(interaction: BotInteraction) -> None:
        spoken.append((interaction.locale.value, interaction.guild_locale.value if interaction.guild_locale else None))
        await interaction.response.send_message("ok")

    server.bot.script = listen
    await server.ann.slash(server.channel, "small do")
    assert spoken == [("en-GB", "ja")]


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


async def test_commands_are_returned_without_unset_properties(server: Server) -> None:
    route = discord.http.Route("GET", "/applications/{id}/commands", id=server.bot.application_id)
    (plain,) = await server.bot.http.request(route)
    (translated,) = await server.bot.http.request(route, params={"with_localizations": "1"})
    assert "description_localizations" not in plain
    assert [option["name"] for option in plain["options"]] == ["do", "say"]
    text, times, *_ = translated["options"][1]["options"]
    assert text["required"] is True
    assert "required" not in times


async def test_a_command_keeps_its_id_when_it_is_registered_again(server: Server) -> None:
    before = server.discord.commands[0]["id"]
    await server.bot.tree.sync()
    assert server.discord.commands[0]["id"] == before
