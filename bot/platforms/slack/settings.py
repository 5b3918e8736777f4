"""The settings of the Slack bot, and the app manifest for Slack's settings pages: `hitblow slack manifest`."""

from typing import Any

from bot.locales import Words
from bot.platforms.common.errors import SettingsMissing, TokenKeyInvalid
from bot.settings import EnvironmentSettings, HttpUrl, Port, Secret

PLATFORM_NAME = "Slack"
"""The platform as people call it."""

API_URL = "https://slack.com/api/"


class SlackSettings(EnvironmentSettings, frozen=True, kw_only=True):
    """The environment variables `HITBLOW_SLACK_...`.

    With a bot token the bot serves one workspace, over Socket Mode (`app_token`) or HTTP (`signing_secret`). Without
    one it is installed in many workspaces by OAuth, over HTTP.
    """

    prefix = "HITBLOW_SLACK_"

    bot_token: Secret | None = None
    """The bot's token (`xoxb-...`) for one workspace."""

    app_token: Secret | None = None
    """The app-level token (`xapp-...`) for Socket Mode."""

    signing_secret: Secret | None = None
    """The secret with which Slack signs its requests over HTTP."""

    client_id: str | None = None
    """The app's client ID, for OAuth."""

    client_secret: Secret | None = None
    """The app's client secret, for OAuth."""

    token_keys: Secret | None = None
    """The keys that the tokens of installations are encrypted with, separated by commas, the newest first."""

    port: Port = 3000
    """The port to listen on over HTTP."""

    api_url: HttpUrl = API_URL
    """Base URL of the Web API. For proxies and tests."""

    @property
    def alternatives(self) -> tuple[tuple[str, ...], ...]:
        """The combinations of environment variables for Socket Mode, for HTTP and for many workspaces."""
        combinations = (
            ("bot_token", "app_token"),
            ("bot_token", "signing_secret"),
            ("client_id", "client_secret", "signing_secret"),
        )
        return tuple(tuple(map(self.variable, fields)) for fields in combinations)

    @property
    def has_any_credential(self) -> bool:
        """Whether something to log in with is set."""
        return any((self.bot_token, self.app_token, self.client_secret))

    @property
    def uses_oauth(self) -> bool:
        """Whether workspaces install the bot by OAuth."""
        return not self.bot_token

    def check(self) -> None:
        """Check that one of the alternatives is complete.

        Raises:
            SettingsMissing: None is.
            TokenKeyInvalid: The tokens of installations could not be encrypted.
        """
        over_http = self.signing_secret
        one_workspace = self.bot_token and (self.app_token or over_http)
        many_workspaces = self.client_id and self.client_secret and over_http and self.uses_oauth
        if not (one_workspace or many_workspaces):
            raise SettingsMissing(PLATFORM_NAME, self.alternatives)
        if not one_workspace and not self.token_keys:
            raise TokenKeyInvalid(PLATFORM_NAME, self.variable("token_keys"))


def secret_value(secret: Secret | None) -> str | None:
    """The text of a secret setting."""
    return secret.value if secret else None


SCOPES = (
    "commands",
    "app_mentions:read",
    "chat:write",
    "files:write",
    "users:read",
    "channels:history",
    "groups:history",
    "mpim:history",
    "im:history",
)
"""The scopes that the bot's token needs. The guide to Slack says what each is for."""

OPTIONAL_SCOPES = ("chat:write.public",)
"""Scopes that an installation may lack: with them, games start in public channels that the bot is no member of."""

EVENTS = (
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "message.channels",
    "message.groups",
    "message.im",
    "message.mpim",
    "tokens_revoked",
    "user_change",
)


DAILY_SHORTCUT = "daily"
"""The id of the shortcut that opens today's code."""


def manifest(words: Words, url: str | None = None) -> dict[str, Any]:
    """The manifest: for Socket Mode or, with the `url` that Slack reaches the bot at, for HTTP and many workspaces."""
    about = words("Hit & Blow: referee, opponent and coach")
    request = {"request_url": f"{url.rstrip('/')}/slack/events"} if url else {}
    redirect = {"redirect_urls": [f"{url.rstrip('/')}/slack/oauth_redirect"]} if url else {}
    command = {
        "command": "/hitblow",
        "description": about,
        "usage_hint": "play | help | 0123",
    }
    shortcut = {
        "name": words("Today's code"),
        "type": "global",
        "callback_id": DAILY_SHORTCUT,
        "description": words("Play today's code"),
    }
    scopes = {"bot": [*SCOPES, *OPTIONAL_SCOPES], "bot_optional": list(OPTIONAL_SCOPES)}
    home = {"home_tab_enabled": True, "messages_tab_enabled": True, "messages_tab_read_only_enabled": False}
    return {
        "display_information": {
            "name": "hitblow",
            "description": about,
        },
        "features": {
            "app_home": home,
            "bot_user": {"display_name": "hitblow", "always_online": True},
            "shortcuts": [shortcut],
            "slash_commands": [command | ({"url": request["request_url"]} if url else {}) | {"should_escape": True}],
        },
        "oauth_config": {**redirect, "scopes": scopes},
        "settings": {
            "event_subscriptions": {**request, "bot_events": list(EVENTS)},
            "interactivity": {"is_enabled": True, **request},
            "org_deploy_enabled": True,
            "socket_mode_enabled": url is None,
            "token_rotation_enabled": False,
        },
    }
