"""Messages and modals of discord.py as text."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import discord
import pytest
from discord import ui

from tests.fakes.discord import LoopbackDiscord, UnavailableAction, running
from tests.fakes.example_discord_bot import AnyInteraction, BotInteraction, ExampleBot

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from tests.fakes.discord import InteractionResponse

    Show = Callable[[Callable[[BotInteraction], Awaitable[Any]]], Awaitable[InteractionResponse]]


@pytest.fixture
async def loopback() -> AsyncIterator[LoopbackDiscord]:
    async with LoopbackDiscord() as loopback:
        yield loopback


@pytest.fixture
async def show(loopback: LoopbackDiscord) -> AsyncIterator[Show]:
    bot = ExampleBot()
    channel = loopback.guild("Ann's").channel("games")
    ann = loopback.user("Ann")

    async def play(script: Callable[[BotInteraction], Awaitable[Any]]) -> InteractionResponse:
        bot.script = script
        return await ann.slash(channel, "small do")

    async with running(bot, loopback):
        yield play


async def test_text_an_embed_and_buttons(show: Show) -> None:
    async def script(interaction: BotInteraction) -> None:
        embed = discord.Embed(title="Hit & Blow", description="4 digits\nno repeats")
        embed.add_field(name="Tries", value="9 left").set_footer(text="Game k3")
        view = ui.View(timeout=None)
        view.add_item(ui.Button(label="Guess", custom_id="guess"))
        view.add_item(ui.Button(label="Hint", emoji="💡", custom_id="hint", disabled=True))
        view.add_item(ui.Button(label="How to play", url="https://example.org", row=1))
        await interaction.response.send_message("A game", embed=embed, view=view)

    assert (
        str(await show(script))
        == """\
A game
| **Hit & Blow**
| 4 digits
| no repeats
| Tries:
|   9 left
| Game k3
[ Guess ] ( 💡 Hint )
[ How to play ]"""
    )


class Pick(ui.Select[Any]):
    def __init__(self) -> None:
        options = [discord.SelectOption(label=label, value=label.lower()) for label in ("Easy", "Hard")]
        super().__init__(placeholder="Level", custom_id="level", options=options)

    async def callback(self, interaction: AnyInteraction) -> None:
        await interaction.response.edit_message(content=f"You chose {self.values[0]}", view=None)


async def test_an_option_of_a_select_is_chosen(show: Show) -> None:
    async def script(interaction: BotInteraction) -> None:
        await interaction.response.send_message(view=ui.View(timeout=None).add_item(Pick()))

    answer = await show(script)
    assert str(answer) == "<Level: Easy | Hard>"
    ann = answer.interaction.user
    with pytest.raises(UnavailableAction):
        await ann.choose(answer.message, "Expert")
    await ann.choose(answer.message, "Hard")
    assert str(answer) == "You chose hard"


class Opponent(ui.UserSelect[Any]):
    async def callback(self, interaction: AnyInteraction) -> None:
        await interaction.response.edit_message(
            content=f"{interaction.user.display_name} against {self.values[0].display_name}"
        )


async def test_a_user_is_selected(show: Show, loopback: LoopbackDiscord) -> None:
    async def script(interaction: BotInteraction) -> None:
        await interaction.response.send_message(view=ui.View(timeout=None).add_item(Opponent(placeholder="Whom")))

    answer = await show(script)
    bob = loopback.user("Bob")
    await answer.interaction.user.choose(answer.message, str(bob.id))
    assert str(answer) == "Ann against Bob\n<Whom>"


async def test_a_layout_of_components_is_shown(show: Show) -> None:
    async def script(interaction: BotInteraction) -> None:
        box: ui.Container[Any] = ui.Container(ui.TextDisplay("## Hit & Blow\n9 tries left"), ui.Separator())
        hint: ui.Button[Any] = ui.Button(label="Hint", custom_id="hint")
        box.add_item(ui.Section(ui.TextDisplay("Stuck?"), accessory=hint))
        view = ui.LayoutView(timeout=None).add_item(box)
        view.add_item(ui.ActionRow(ui.Button(label="Guess", custom_id="guess")))
        await interaction.response.send_message(view=view)

    assert (
        str(await show(script))
        == """\
| ## Hit & Blow
| 9 tries left
| ────────────────────────
| Stuck?  [ Hint ]
[ Guess ]"""
    )


async def test_a_file_is_named_by_its_description(show: Show) -> None:
    async def script(interaction: BotInteraction) -> None:
        image = discord.File(io.BytesIO(b"png"), "board.png", description="Two guesses, 1H2B and 0H1B")
        await interaction.response.send_message("Here", file=image)

    answer = await show(script)
    assert str(answer) == "Here\n[file: Two guesses, 1H2B and 0H1B]"
    assert answer.message.attachments[0]["size"] == 3


async def test_a_modal_of_several_fields_is_shown(show: Show) -> None:
    class Settings(ui.Modal, title="Settings"):
        rules: ui.Label[Any] = ui.Label(
            text="Rules", description="as in 4x10", component=ui.TextInput(custom_id="rules", required=False)
        )
        level: ui.Label[Any] = ui.Label(text="Level", component=Pick())

        async def on_submit(self, interaction: AnyInteraction) -> None:
            assert isinstance(self.rules.component, ui.TextInput)
            assert isinstance(self.level.component, ui.Select)
            await interaction.response.send_message(
                f"{self.rules.component.value or '-'} {self.level.component.values}"
            )

    async def script(interaction: BotInteraction) -> None:
        await interaction.response.send_modal(Settings())

    form = (await show(script)).modal
    assert (
        str(form)
        == """\
== Settings ==
Rules
(as in 4x10)
  [________] {0-4000} optional
Level
  <Level: Easy | Hard>"""
    )
    ann = form.interaction.user
    assert str(await ann.submit(form, level="hard")) == "- ['hard']"
    with pytest.raises(UnavailableAction, match="no field colour"):
        await ann.submit(form, level="hard", colour="red")


async def test_only_allowed_mentions_count(show: Show) -> None:
    async def script(interaction: BotInteraction) -> None:
        allowed = discord.AllowedMentions(everyone=False, roles=False, users=[interaction.user])
        await interaction.response.send_message(f"@everyone {interaction.user.mention} <@1>", allowed_mentions=allowed)

    answer = await show(script)
    assert answer.message.mentions == {str(answer.interaction.user.id)}
    assert (await show(shout)).message.mentions == set()


async def shout(interaction: BotInteraction) -> None:
    await interaction.response.send_message(f"@everyone @here {interaction.user.mention}")
