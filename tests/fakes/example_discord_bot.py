"""A discord.py bot that uses a little of everything, and a server to try it in."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import app_commands, ui

from tests.fakes.discord import LoopbackDiscord, running

if TYPE_CHECKING:
    import re
    from collections.abc import AsyncIterator, Awaitable, Callable

    from tests.fakes.discord import Channel, User

BotInteraction = discord.Interaction["ExampleBot"]
AnyInteraction = discord.Interaction[Any]  # callbacks of components are declared for every client there is
INTENTS = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
BOTH_INSTALLS = app_commands.AppInstallationType(guild=True, user=True)


class ExampleBot(discord.AutoShardedClient):
    """A bot with the commands `/small do` and `/small say`.

    Attributes:
        script: what `/small do` does.
        pressed: the interaction id of each button press, in the order handled.
        heard: the contents of the messages received.
        errors: the errors of commands and modals.
        resumes: set when a gateway session was resumed.
    """

    def __init__(self, intents: discord.Intents = INTENTS) -> None:
        super().__init__(intents=intents, allowed_mentions=discord.AllowedMentions.none())
        self.tree = app_commands.CommandTree(self)
        self.script: Callable[[BotInteraction], Awaitable[object]] = greet
        self.pressed: list[int] = []
        self.heard: list[str] = []
        self.errors: list[BaseException] = []
        self.resumes = asyncio.Event()
        self.tree.error(self._record_error)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Count)
        group = app_commands.Group(
            name="small", description="A small bot", allowed_contexts=EVERYWHERE, allowed_installs=BOTH_INSTALLS
        )
        group.add_command(do)
        group.add_command(say)
        self.tree.add_command(group)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait five seconds between shards."""

    async def _record_error(self, _: BotInteraction, error: app_commands.AppCommandError) -> None:
        self.errors.append(getattr(error, "original", error))

    async def on_resumed(self) -> None:
        self.resumes.set()

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message.content)


async def greet(interaction: BotInteraction) -> None:
    await interaction.response.send_message(f"Hello {interaction.user.display_name}")


@app_commands.command(name="do", description="Run the script of the test")
async def do(interaction: BotInteraction) -> None:
    await interaction.client.script(interaction)


@app_commands.command(name="say", description="Say something")
@app_commands.choices(tone=[app_commands.Choice(name="Loud", value="loud")])
async def say(
    interaction: BotInteraction,
    text: str,
    times: app_commands.Range[int, 1, 3] = 1,
    tone: str = "",
) -> None:
    await interaction.response.send_message(f"{text * times}{tone}")


class Count(ui.DynamicItem[ui.Button[ui.View]], template=r"count:(?P<count>\d+)"):
    """A button with its state in its `custom_id`, so that it works after a restart."""

    def __init__(self, count: int) -> None:
        super().__init__(ui.Button(label=f"Pressed {count}", custom_id=f"count:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(cls, _: AnyInteraction, __: ui.Item[ui.View], match: re.Match[str]) -> Self:
        return cls(int(match["count"]))

    async def callback(self, interaction: AnyInteraction) -> None:
        interaction.client.pressed.append(interaction.id)
        await interaction.response.edit_message(view=counter(self.count + 1))


def counter(count: int) -> ui.View:
    return ui.View(timeout=None).add_item(Count(count))


class Form(ui.Modal, title="Guess"):
    code: ui.Label[Form] = ui.Label(
        text="Code", component=ui.TextInput(custom_id="code", min_length=4, max_length=4, placeholder="0123")
    )


class Server:
    """A server with the bot, a channel and two people."""

    def __init__(self, loopback: LoopbackDiscord, bot: ExampleBot) -> None:
        self.discord = loopback
        self.bot = bot
        self.guild = loopback.guild("Ann's", locale="ja")
        self.channel: Channel = self.guild.channel("games")
        self.ann: User = self.guild.member("Ann", locale="en-GB")
        self.bob: User = self.guild.member("Bob")


@asynccontextmanager
async def running_server(loopback: LoopbackDiscord) -> AsyncIterator[Server]:
    """Yield a server of `loopback` in which the bot is running."""
    bot = ExampleBot()
    async with loopback:
        server = Server(loopback, bot)
        async with running(bot, loopback):
            yield server


async def play_out(loopback: LoopbackDiscord, script: Callable[[BotInteraction], Awaitable[None]]) -> None:
    """Run one script in a loopback that is checked at the end."""
    async with running_server(loopback) as server:
        server.bot.script = script
        await server.ann.slash(server.channel, "small do")
        await server.discord.idle()


def impatient(server: Server) -> User:
    """Return Ann, who waits 0.1 seconds for a response."""
    server.discord.response_timeout = 0.1
    return server.ann


async def show_counter(interaction: BotInteraction) -> None:
    """Respond with a button that counts how often it is pressed."""
    await interaction.response.send_message("A counter", view=counter(0))
