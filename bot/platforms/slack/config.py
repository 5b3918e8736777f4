"""Configuration of the Slack bot."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.platforms.common.errors import SettingsMissing
from bot.platforms.slack.rate_limiter import SECONDS_BETWEEN

NAME = "Slack"
BOT_TOKEN, APP_TOKEN = "HITBLOW_SLACK_BOT_TOKEN", "HITBLOW_SLACK_APP_TOKEN"  # the settings' names
SIGNING_SECRET = "HITBLOW_SLACK_SIGNING_SECRET"  # noqa: S105  # as above
CLIENT_ID, CLIENT_SECRET = "HITBLOW_SLACK_CLIENT_ID", "HITBLOW_SLACK_CLIENT_SECRET"  # as above

ALTERNATIVES = (
    (BOT_TOKEN, APP_TOKEN),
    (BOT_TOKEN, SIGNING_SECRET),
    (CLIENT_ID, CLIENT_SECRET, SIGNING_SECRET),
)
"""Settings that belong together: for Socket Mode, for HTTP, for many workspaces."""

API_URL = "https://slack.com/api/"


@dataclass(frozen=True, slots=True)
class Config:
    """Tokens and addresses.

    Args:
        clock: monotonic seconds.
        bot_token: of one workspace. Without it `client_id` and `client_secret` are needed, for many workspaces.
        app_token: for Socket Mode. Without it `signing_secret` is needed, for HTTP.
        host: of the web server.
        port: of the web server, 0 for any free one.
        api_url: where the Web API is.
        language: of public replies, None for the one each workspace uses first.
        seconds_between: least time between two messages in a channel.
        ping_seconds: how often Socket Mode checks its connection.
    """

    clock: Callable[[], float]
    bot_token: str | None = field(default=None, repr=False)
    app_token: str | None = field(default=None, repr=False)
    signing_secret: str | None = field(default=None, repr=False)
    client_id: str | None = None
    client_secret: str | None = field(default=None, repr=False)
    api_url: str = API_URL
    host: str = "0.0.0.0"  # noqa: S104  # the signature decides who is heard
    port: int = 3000
    language: str | None = None
    seconds_between: float = SECONDS_BETWEEN
    ping_seconds: float = 5.0

    @property
    def uses_oauth(self) -> bool:
        """Whether the app is installed in many workspaces by OAuth, rather than having the token of one."""
        return not self.bot_token

    @property
    def is_complete(self) -> bool:
        """Whether there is a connection and a token. OAuth needs HTTP and so the signing secret."""
        if self.bot_token:
            return bool(self.app_token or self.signing_secret)
        return bool(self.client_id and self.client_secret and self.signing_secret)

    def require(self) -> None:
        """Check that it is complete.

        Raises:
            SettingsMissing: it is not.
        """
        if not self.is_complete:
            raise SettingsMissing(NAME, ALTERNATIVES)
