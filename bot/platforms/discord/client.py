"""The client: it holds the gateway open and hands whatever happens to the front."""

import asyncio
import logging

import discord
from discord import app_commands

from bot.platforms.discord.autocomplete import completing
from bot.platforms.discord.buttons import PressButton, PressSelect
from bot.platforms.discord.commands import EITHER_WAY, EVERYWHERE, Descriptions, group
from bot.platforms.discord.interactions import Talk
from bot.platforms.discord.publishing import publish
from bot.platforms.discord.retrying import counting
from bot.platforms.discord.router import Front
from bot.services.services import Services

log = logging.getLogger(__name__)

GRACE_SECONDS = 10.0
"""For what is being answered when the bot is to go."""


class HitblowClient(discord.AutoShardedClient):
    """discord.py's client without any intent or cache: interactions bring all that is needed with them."""

    def __init__(self, services: Services) -> None:
        super().__init__(
            intents=discord.Intents.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=counting(),
        )
        self.front = Front(services)
        self._published = services.published_commands
        self.tree = app_commands.CommandTree(self, allowed_contexts=EVERYWHERE, allowed_installs=EITHER_WAY)
        self.tree.add_command(group(self.front.command, completing(services.analysis)))

    async def setup_hook(self) -> None:
        """Before the gateway opens: recognise the buttons of earlier processes, and publish the commands if need be."""
        self.add_dynamic_items(PressButton, PressSelect)
        await self.tree.set_translator(Descriptions())
        await publish(self.tree, str(self.application_id), self._published)

    async def close(self) -> None:
        """Finish what has been taken, then close the gateway."""
        try:
            async with asyncio.timeout(GRACE_SECONDS):
                await self.front.close()
        except TimeoutError:
            log.warning("left while something was still being answered; it is counted, and the next press shows it")
        await super().close()

    async def pressed(self, talk: Talk, text: str) -> None:
        """A button or select, from the dynamic items."""
        await self.front.pressed(talk, text)

    async def on_interaction(self, talk: Talk) -> None:
        """Forms, of which discord.py knows only those that this very process has opened."""
        if talk.type is discord.InteractionType.modal_submit:
            await self.front.submitted(talk)
