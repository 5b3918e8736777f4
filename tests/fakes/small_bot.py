"""A small discord.py bot that does a little of everything, for the loopback Discord to be tried with."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import app_commands, ui

if TYPE_CHECKING:
    import re
    from collections.abc import Awaitable, Callable

Talk = discord.Interaction["SmallBot"]
AnyTalk = discord.Interaction[Any]  # callbacks of components are declared for every client there is
INTENTS = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
EITHER_WAY = app_commands.AppInstallationType(guild=True, user=True)


class SmallBot(discord.AutoShardedClient):
    """``script`` is what ``/small do`` does; ``pressed`` counts the presses by interaction id."""

    def __init__(self, intents: discord.Intents = INTENTS) -> None:
        super().__init__(intents=intents, allowed_mentions=discord.AllowedMentions.none())
        self.tree = app_commands.CommandTree(self)
        self.script: Callable[[Talk], Awaitable[object]] = greet
        self.pressed: list[int] = []
        self.heard: list[str] = []
        self.errors: list[BaseException] = []
        self.resumes = asyncio.Event()
        self.tree.error(self._note)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Count)
        group = app_commands.Group(
            name="small", description="A small bot", allowed_contexts=EVERYWHERE, allowed_installs=EITHER_WAY
        )
        group.add_command(do)
        group.add_command(say)
        self.tree.add_command(group)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Shards need not wait five seconds for one another here."""

    async def _note(self, _: Talk, error: app_commands.AppCommandError) -> None:
        self.errors.append(getattr(error, "original", error))

    async def on_resumed(self) -> None:
        self.resumes.set()

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message.content)


async def greet(talk: Talk) -> None:
    await talk.response.send_message(f"Hello {talk.user.display_name}")


@app_commands.command(name="do", description="Do what the test says")
async def do(talk: Talk) -> None:
    await talk.client.script(talk)


@app_commands.command(name="say", description="Say something")
@app_commands.choices(tone=[app_commands.Choice(name="Loud", value="loud")])
async def say(
    talk: Talk,
    text: str,
    times: app_commands.Range[int, 1, 3] = 1,
    tone: str = "",
    to: discord.User | None = None,
) -> None:
    line = " ".join([text] * times)
    await talk.response.send_message(f"{line.upper() if tone else line}{f', {to.display_name}' if to else ''}")


@say.autocomplete("text")
async def suggest(_: Talk, typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=f"{typed}!", value=typed)]


class Count(ui.DynamicItem[ui.Button[ui.View]], template=r"count:(?P<so_far>\d+)"):
    """A button that carries its state in its custom_id, and so outlives the process."""

    def __init__(self, so_far: int) -> None:
        super().__init__(ui.Button(label=f"Pressed {so_far}", custom_id=f"count:{so_far}"))
        self.so_far = so_far

    @classmethod
    async def from_custom_id(cls, _: AnyTalk, __: ui.Item[ui.View], match: re.Match[str]) -> Self:
        return cls(int(match["so_far"]))

    async def callback(self, talk: AnyTalk) -> None:
        talk.client.pressed.append(talk.id)
        await talk.response.edit_message(view=counter(self.so_far + 1))


def counter(so_far: int) -> ui.View:
    return ui.View(timeout=None).add_item(Count(so_far))


class Form(ui.Modal, title="Guess"):
    code: ui.Label[Form] = ui.Label(
        text="Code", component=ui.TextInput(custom_id="code", min_length=4, max_length=4, placeholder="0123")
    )

    async def on_submit(self, talk: AnyTalk) -> None:
        field = self.code.component
        assert isinstance(field, ui.TextInput)
        await talk.response.send_message(f"You guessed {field.value}", ephemeral=True)
