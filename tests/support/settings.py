"""Every setting of the program."""

from bot.platforms.discord.settings import DiscordSettings
from bot.platforms.slack.settings import SlackSettings
from bot.settings import Settings

ALL_SETTINGS = (Settings, DiscordSettings, SlackSettings)
PREFIX = "HITBLOW_"


def setting_names() -> list[str]:
    """The environment variables of every setting, sorted."""
    return sorted(name for settings in ALL_SETTINGS for name in settings.variables())
