"""Joining servers: whether one is new, and where to greet it."""

from datetime import timedelta
from typing import Any

import discord

_NEW = timedelta(days=1)
"""How long a server is new, so that one that has added the bot during a downtime is greeted too."""


def is_new(payload: dict[str, Any]) -> bool:
    """Whether a server, as it is received at every start and after outages, has added the bot within the last day."""
    joined = discord.utils.parse_time(payload.get("joined_at"))
    return joined is not None and discord.utils.utcnow() - joined < _NEW


def place_to_greet(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel for system messages or else the first one, if the bot may write there; None for none."""
    channels = (guild.system_channel, *guild.text_channels)
    return next((each for each in channels if each is not None and _may_write(each)), None)


def _may_write(channel: discord.TextChannel) -> bool:
    held = channel.permissions_for(channel.guild.me)
    return held.view_channel and held.send_messages
