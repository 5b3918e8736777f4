"""Threads to play in."""

from typing import Final

import discord

from bot.platforms.discord.interactions import Talk, is_member
from bot.platforms.discord.retrying import repeated_once

_ARCHIVED_AFTER: Final = 1440
"""Minutes without a message; the next one, or the next press, opens the thread again."""


class NoThread(Exception):
    """None can be opened there, or the bot may not."""


async def open_thread(talk: Talk, name: str) -> discord.Thread:
    """A new public thread in the channel.

    Raises:
        NoThread: it cannot be had.
    """
    channel = talk.channel
    if not isinstance(channel, discord.TextChannel) or not is_member(talk):
        raise NoThread
    try:
        opened = channel.create_thread(
            name=name, type=discord.ChannelType.public_thread, auto_archive_duration=_ARCHIVED_AFTER
        )
        return await repeated_once(opened)
    except (discord.HTTPException, OSError) as error:
        raise NoThread from error
