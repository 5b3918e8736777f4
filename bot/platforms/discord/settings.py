"""The settings of the Discord bot."""

from bot.platforms.common.errors import SettingsMissing
from bot.platforms.discord.shards import PLATFORM_NAME, Shards
from bot.settings import EnvironmentSettings, HttpUrl, Secret, WebSocketUrl

__all__ = ["PLATFORM_NAME", "DiscordSettings"]


class DiscordSettings(EnvironmentSettings, frozen=True, kw_only=True):
    """The environment variables `HITBLOW_DISCORD_...`."""

    prefix = "HITBLOW_DISCORD_"

    token: Secret | None = None
    """The bot's token."""

    api_url: HttpUrl | None = None
    """Base URL of the REST API, version included; Discord's own by default. For proxies and tests."""

    gateway_url: WebSocketUrl | None = None
    """URL of the gateway; by default the one that the REST API names."""

    shards: str | None = None
    """The shards that this process serves, such as `0-3/16`; by default all that Discord recommends."""

    def parsed_shards(self) -> Shards | None:
        """The shards that this process serves, None for all.

        Raises:
            InvalidShards: The setting cannot be read.
        """
        return Shards.parse(self.shards) if self.shards else None

    @property
    def alternatives(self) -> tuple[tuple[str, ...], ...]:
        """The combinations of environment variables with which Discord can be served."""
        return ((self.variable("token"),),)

    def require_token(self) -> str:
        """The token.

        Raises:
            SettingsMissing: It is not set.
        """
        if not self.token:
            raise SettingsMissing(PLATFORM_NAME, self.alternatives)
        return self.token.value
