"""What can be set from outside: environment variables named `HITBLOW_...`, or the same lines in a file `.env`."""

from pydantic import SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """The settings; everything has a default."""

    model_config = SettingsConfigDict(env_prefix="HITBLOW_", env_file=".env", extra="ignore", env_ignore_empty=True)

    database_url: str | None = None
    """Where games are kept; the per-user SQLite file unless said."""

    lang: str | None = None
    """`en` or `ja`; the terminal's own (`LANG`) unless said."""

    discord_token: SecretStr | None = None
    """The bot's token on Discord."""

    discord_api_url: str | None = None
    """Where Discord's REST interface is, version included; Discord's own unless said. For proxies and tests."""

    discord_gateway_url: str | None = None
    """Where its gateway is, asked of Discord unless said."""

    slack_bot_token: SecretStr | None = None
    """The bot's token on Slack (`xoxb-...`), of the one workspace it is installed in."""

    slack_app_token: SecretStr | None = None
    """The app's token on Slack (`xapp-...`); with it Slack is reached over Socket Mode, and nothing is exposed."""

    slack_signing_secret: SecretStr | None = None
    """With it Slack reaches the bot over HTTP."""

    slack_port: int = 3000
    """The port that Slack reaches the bot at over HTTP."""

    slack_client_id: str | None = None
    """Of the app, to be installed in many workspaces."""

    slack_client_secret: SecretStr | None = None
    """Of the app, to be installed in many workspaces."""

    slack_api_url: str | None = None
    """Where Slack's Web API is; Slack's own unless said. For proxies and tests."""
