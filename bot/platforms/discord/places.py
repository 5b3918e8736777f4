"""Asking Discord about channels and members, and opening threads for games."""

from typing import Final

import discord

from bot.commands.command import ThreadForbidden, ThreadNotAllowed
from bot.model.rooms import PlayerKey
from bot.platforms.discord.interactions import Interaction, is_member
from bot.platforms.discord.responder import FAILURES, retried_once

_UNKNOWN_MEMBER, _UNKNOWN_USER = 10007, 10013
"""Discord's error codes for somebody who is not on a server, or whose account is deleted."""

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


async def is_channel_of(interaction: Interaction, channel: int) -> bool:
    """Whether a channel belongs to the server of an interaction, and the bot can see it."""
    try:
        found = await interaction.client.fetch_channel(channel)
    except FAILURES:
        return False
    return isinstance(found, discord.abc.GuildChannel) and found.guild.id == interaction.guild_id


async def has_left(interaction: Interaction, player: PlayerKey) -> bool:
    """Whether Discord knows that somebody is no longer on the server of an interaction."""
    guild = interaction.guild
    if guild is None:
        return False
    try:
        await retried_once(lambda: guild.fetch_member(int(player.user)))
    except discord.NotFound as error:
        return error.code in {_UNKNOWN_MEMBER, _UNKNOWN_USER}
    except FAILURES:
        return False
    return False
