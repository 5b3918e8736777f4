"""Reading Discord's interactions: who, where, in which language, and what the bot may do there."""

import re
from dataclasses import replace
from typing import Any, TypeAlias

import discord

from bot.model.messages import MessageKey
from bot.model.rooms import DIRECT, Caller, PlayerKey, RoomKey
from bot.platforms.discord.retrying import FAILURES, retried_once
from bot.services.games.duels import Person

PLATFORM_KEY = "discord"
"""Names the platform in keys of rooms, players and events."""

_CHANNEL = re.compile(r"(?:<#)?(\d{5,20})>?")

_UNKNOWN_MEMBER, _UNKNOWN_USER = 10007, 10013
"""Discord's error codes for somebody who is not on a server, or whose account is deleted."""

Interaction: TypeAlias = discord.Interaction[Any]
"""An interaction of any client: discord.py declares component callbacks for all clients."""


def caller_of(interaction: Interaction) -> Caller:
    """Who asks where.

    A thread is a room of its own. A conversation outside servers is a room and a workspace of its own. Members who may
    manage the server, or the messages in the channel, are moderators.
    """
    is_on_server, channel = interaction.guild_id is not None, interaction.channel
    workspace = str(interaction.guild_id) if is_on_server else f"{DIRECT}{interaction.channel_id}"
    held = interaction.permissions
    may_manage = held.manage_guild or held.administrator
    return Caller(
        RoomKey(PLATFORM_KEY, workspace, str(interaction.channel_id)),
        PlayerKey(PLATFORM_KEY, workspace, str(interaction.user.id)),
        interaction.user.display_name,
        f"{PLATFORM_KEY}:{interaction.id}",
        is_moderator=is_on_server and (may_manage or held.manage_messages),
        is_manager=may_manage or not is_on_server,  # a conversation outside servers belongs to those in it
        parent=str(channel.parent_id) if isinstance(channel, discord.Thread) else None,
    )


def person_of(interaction: Interaction, user_id: str) -> Person | None:
    """Somebody whom the options of a command name, or whose context menu it is, by their user id; None for others.

    On a server Discord sends the membership of those who have one. Somebody without one has left.
    """
    data: Any = interaction.data or {}
    resolved = data.get("resolved") or {}
    members, user = resolved.get("members") or {}, (resolved.get("users") or {}).get(user_id)
    if user is None:
        return None
    this_bot = interaction.client.user.id if interaction.client.user else None
    return Person(
        replace(caller_of(interaction).player, user=user_id),
        (members.get(user_id) or {}).get("nick") or user.get("global_name") or user["username"],
        is_bot=bool(user.get("bot")),
        is_self=int(user_id) == this_bot,
        has_left=interaction.guild_id is not None and user_id not in members,
    )


def channel_of(named: str) -> str | None:
    """The id of the channel that a text names as Discord writes it, None if it names none."""
    found = _CHANNEL.fullmatch(named.strip())
    return found[1] if found else None


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


async def is_alone(interaction: Interaction) -> bool:
    """Whether an interaction comes from somebody's direct messages with the bot."""
    return interaction.context.dm_channel


def is_member(interaction: Interaction) -> bool:
    """Whether the bot is in the server or conversation and can reach messages with its own token.

    Where only the user has installed it, the bot can do no more than respond to interactions.
    """
    if interaction.guild_id is not None:
        return interaction.is_guild_integration()
    return interaction.context.dm_channel


def message_of(interaction: Interaction) -> MessageKey | None:
    """The message that a component belongs to, None for a command."""
    if interaction.message is None:
        return None
    return MessageKey(str(interaction.channel_id), str(interaction.message.id))


def message_url(interaction: Interaction, message: MessageKey) -> str:
    """A link to a message on the same server."""
    return f"https://discord.com/channels/{interaction.guild_id or '@me'}/{message.channel}/{message.message}"


def may_attach(interaction: Interaction) -> bool:
    """Whether responses to an interaction may have files."""
    return interaction.app_permissions.attach_files
