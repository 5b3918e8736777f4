"""Threads for games, what Discord tells about channels and members, and when a board moves below newer messages."""

from typing import Final

import discord

from bot.commands.command import CallerMayNotOpenThread, CannotOpenThreadInChannel
from bot.commands.invocation import Invocation
from bot.model.rooms import MessageKey, PlayerKey
from bot.platforms.discord.interactions import Interaction, has_newer_messages, is_bot_member
from bot.platforms.discord.responder import FAILURES, send_with_retry
from bot.platforms.discord.transport import DiscordInteractionTransport

_UNKNOWN_MEMBER, _UNKNOWN_USER = 10007, 10013
"""Discord's error codes for somebody who is not on a server, or whose account is deleted."""

_ARCHIVE_MINUTES: Final = 1440
"""Minutes without a message until the thread is archived. The next message or press opens it again."""


async def open_thread(interaction: Interaction, name: str) -> discord.Thread:
    """Open a public thread in the channel.

    Raises:
        CallerMayNotOpenThread: the member who asks may not open one.
        CannotOpenThreadInChannel: it cannot be opened.
    """
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel) or not is_bot_member(interaction):
        raise CannotOpenThreadInChannel
    if not interaction.permissions.create_public_threads:
        raise CallerMayNotOpenThread
    public = discord.ChannelType.public_thread
    try:
        return await send_with_retry(
            lambda: channel.create_thread(name=name, type=public, auto_archive_duration=_ARCHIVE_MINUTES),
            repeatable=False,
        )
    except FAILURES as error:
        raise CannotOpenThreadInChannel from error


async def can_bot_see_channel(interaction: Interaction, channel: int) -> bool:
    """Whether a channel belongs to the server of an interaction, and the bot can see it."""
    try:
        found = await interaction.client.fetch_channel(channel)
    except FAILURES:
        return False
    return isinstance(found, discord.abc.GuildChannel) and found.guild.id == interaction.guild_id


async def has_left_server(interaction: Interaction, player: PlayerKey) -> bool:
    """Whether Discord knows that somebody is no longer on the server of an interaction."""
    guild = interaction.guild
    if guild is None:
        return False
    try:
        await send_with_retry(lambda: guild.fetch_member(int(player.user)))
    except FAILURES as error:
        return isinstance(error, discord.NotFound) and error.code in {_UNKNOWN_MEMBER, _UNKNOWN_USER}
    return False


_LEAST_TIME_BETWEEN = 30_000 << 22
"""30 seconds as a difference of Discord's ids, which contain times in milliseconds.

All processes agree on the age of a message by it, without asking anybody.
"""


async def move_leaves_link(
    invocation: Invocation, transport: DiscordInteractionTransport, message: MessageKey | None
) -> bool | None:
    """Whether a board moves, and then whether its former message becomes a link or is deleted.

    The button moves a board that has not moved for 30 seconds and is not the newest message, and a typed guess one that
    is out of sight. A typed `board` always moves it; the former message is deleted if it is newer than 30 seconds.
    A press is acknowledged here if the board moves, because the pressed message is to be edited after the post.

    Returns:
        True for a link, False for no trace, None if the board stays where it is.
    """
    name, interaction = invocation.command.name, transport.responder.interaction
    if message is None or name not in {"board", "guess"}:
        return None
    is_due = interaction.id - int(message.message) >= _LEAST_TIME_BETWEEN
    if invocation.game is None and name == "board":
        return is_due
    if not is_due:
        return None
    if name == "board":
        if not has_newer_messages(message, interaction):
            return None
        await transport.acknowledge()
        return True
    return True if is_bot_member(interaction) and await transport.is_out_of_sight(message) else None
