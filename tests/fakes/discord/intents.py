"""Which events a bot hears of, and how much of them, by the intents it declared.

Source: Discord's documentation, "Gateway Intents".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.fakes.discord.guilds import Guild
    from tests.fakes.discord.wire import Json

GUILDS = 1 << 0
GUILD_MEMBERS = 1 << 1
GUILD_PRESENCES = 1 << 8
GUILD_MESSAGES = 1 << 9
DIRECT_MESSAGES = 1 << 12
MESSAGE_CONTENT = 1 << 15
PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT


def concerns(event: str, guild: Guild | None, intents: int) -> bool:
    """Whether a bot with ``intents`` is sent ``event``."""
    if event.startswith("MESSAGE_"):
        return bool(intents & (GUILD_MESSAGES if guild else DIRECT_MESSAGES))
    return event == "INTERACTION_CREATE" or bool(intents & GUILDS)


def without_content(event: str, data: Json, intents: int, bot_id: int) -> Json:
    """The event as a bot sees it that may not read other people's messages in servers."""
    if event not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or intents & MESSAGE_CONTENT or "guild_id" not in data:
        return data
    if data["author"]["id"] == str(bot_id) or f"<@{bot_id}>" in data["content"]:
        return data
    return {**data, "content": "", "embeds": [], "components": [], "attachments": []}
