"""Where an interaction comes from: who, where, in which language, and what the bot may do there."""

from typing import Any, TypeAlias

import discord

from bot.services.model import Caller, PlayerKey, RoomKey

PLATFORM = "discord"

Talk: TypeAlias = discord.Interaction[Any]
"""An interaction; callbacks of components are declared for every client there is."""


def caller_of(talk: Talk) -> Caller:
    """Who asks where. A thread is a room of its own; so is a conversation outside any server, and a workspace too."""
    channel = str(talk.channel_id)
    workspace = str(talk.guild_id) if talk.guild_id is not None else f"direct:{channel}"
    user = talk.user
    return Caller(
        RoomKey(PLATFORM, workspace, channel),
        PlayerKey(PLATFORM, workspace, str(user.id)),
        user.display_name,
        f"{PLATFORM}:{talk.id}",
    )


def public_locale(talk: Talk) -> str | None:
    """The language of the server, None outside one."""
    return talk.guild_locale.value if talk.guild_locale is not None else None


def is_member(talk: Talk) -> bool:
    """Whether the bot is in that server or conversation, and so can reach its messages with its own token.

    Elsewhere, where only the person has installed it, it can do no more than answer interactions.
    """
    return talk.is_guild_integration() if talk.guild_id is not None else talk.context.dm_channel


def jump_url(talk: Talk, message: str) -> str:
    """Where a click leads to a message in that channel."""
    return f"https://discord.com/channels/{talk.guild_id or '@me'}/{talk.channel_id}/{message}"
