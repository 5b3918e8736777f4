"""What the Slack bot is started with."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.platforms.common.errors import SettingsMissing
from bot.platforms.slack.rate_limiter import SECONDS

NAME = "Slack"
BOT_TOKEN, APP_TOKEN = "HITBLOW_SLACK_BOT_TOKEN", "HITBLOW_SLACK_APP_TOKEN"  # the settings' names
SIGNING_SECRET = "HITBLOW_SLACK_SIGNING_SECRET"  # noqa: S105  # as above
CLIENT_ID, CLIENT_SECRET = "HITBLOW_SLACK_CLIENT_ID", "HITBLOW_SLACK_CLIENT_SECRET"  # as above

ALTERNATIVES = (
    (BOT_TOKEN, APP_TOKEN),
    (BOT_TOKEN, SIGNING_SECRET),
    (CLIENT_ID, CLIENT_SECRET, SIGNING_SECRET),
)
"""What has to be set together: for Socket Mode, for HTTP, for many workspaces."""

API_URL = "https://slack.com/api/"


@dataclass(frozen=True, slots=True)
class Config:
    """The settings, as they are needed here.

    Args:
        clock: seconds that only go forward.
        bot_token: of one workspace; else `client_id` and `client_secret`, for many.
        app_token: for Socket Mode; else `signing_secret`, for HTTP at `host` and `port`, 0 for any that is free.
        api_url: where the Web API is.
        language: spoken in public, None for that of whoever uses the bot first in a workspace.
        seconds_between: messages in a channel.
        ping_seconds: how often Socket Mode looks whether its connection is still there.
    """

    clock: Callable[[], float]
    bot_token: str | None = field(default=None, repr=False)
    app_token: str | None = field(default=None, repr=False)
    signing_secret: str | None = field(default=None, repr=False)
    client_id: str | None = None
    client_secret: str | None = field(default=None, repr=False)
    api_url: str = API_URL
    host: str = "0.0.0.0"  # noqa: S104  # who may come is for the firewall and the signature
    port: int = 3000
    language: str | None = None
    seconds_between: float = SECONDS
    ping_seconds: float = 5.0

    @property
    def is_for_many(self) -> bool:
        """Whether it is installed by OAuth in many workspaces, rather than having the token of one."""
        return not self.bot_token

    @property
    def is_complete(self) -> bool:
        """Whether there is a way to Slack and a way to a token; installing takes HTTP, and so its secret."""
        if self.bot_token:
            return bool(self.app_token or self.signing_secret)
        return bool(self.client_id and self.client_secret and self.signing_secret)

    def require(self) -> None:
        """Go on if it is complete.

        Raises:
            SettingsMissing: it is not.
        """
        if not self.is_complete:
            raise SettingsMissing(NAME, ALTERNATIVES)
