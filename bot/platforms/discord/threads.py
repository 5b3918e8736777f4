"""Opening threads to play in."""

from typing import Final

import discord

from bot.commands.errors import ThreadForbidden, ThreadNotAllowed
from bot.platforms.discord.interactions import Interaction, is_member
from bot.platforms.discord.retrying import FAILURES, retried_once

_ARCHIVE_MINUTES: Final = 1440
"""Minutes without a message until the thread is archived. The next message or press opens it again."""


async def open_thread(interaction: Interaction, name: str) -> discord.Thread:
    """Open a public thread in the channel.

    Raises:
        ThreadNotAllowed: the member who asks may not open one.
        ThreadForbidden: it cannot be opened.
    """
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel) or not is_member(interaction):
        raise ThreadForbidden
    if not interaction.permissions.create_public_threads:
        raise ThreadNotAllowed
    public = discord.ChannelType.public_thread
    try:
        return await retried_once(
            lambda: channel.create_thread(name=name, type=public, auto_archive_duration=_ARCHIVE_MINUTES),
            repeatable=False,
        )
    except FAILURES as error:
        raise ThreadForbidden from error
