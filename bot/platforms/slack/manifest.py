"""The app manifest for Slack's settings pages: `hitblow slack manifest`."""

from typing import Any

from bot.locales import Words

SCOPES = (
    "commands",
    "chat:write",
    "files:write",
    "users:read",
    "channels:history",
    "groups:history",
    "mpim:history",
    "im:history",
)
"""The scopes of the bot's token. The guide to Slack says what each is for."""

EVENTS = (
    "app_home_opened",
    "app_uninstalled",
    "message.channels",
    "message.groups",
    "message.im",
    "message.mpim",
    "tokens_revoked",
    "user_change",
)


def manifest(words: Words, url: str | None = None) -> dict[str, Any]:
    """The manifest: for Socket Mode or, with the `url` that Slack reaches the bot at, for HTTP and many workspaces."""
    request = {"request_url": f"{url.rstrip('/')}/slack/events"} if url else {}
    redirect = {"redirect_urls": [f"{url.rstrip('/')}/slack/oauth_redirect"]} if url else {}
    command = {
        "command": "/hitblow",
        "description": words("Play Hit & Blow; without a command, shows the help"),
        "usage_hint": "play | help | 0123",
    }
    home = {"home_tab_enabled": True, "messages_tab_enabled": True, "messages_tab_read_only_enabled": False}
    return {
        "display_information": {
            "name": "hitblow",
            "description": words("Hit & Blow (Bulls and Cows, Numer0n, Mastermind): referee, opponent and coach."),
        },
        "features": {
            "app_home": home,
            "bot_user": {"display_name": "hitblow", "always_online": True},
            "slash_commands": [command | ({"url": request["request_url"]} if url else {}) | {"should_escape": True}],
        },
        "oauth_config": {**redirect, "scopes": {"bot": list(SCOPES)}},
        "settings": {
            "event_subscriptions": {**request, "bot_events": list(EVENTS)},
            "interactivity": {"is_enabled": True, **request},
            "org_deploy_enabled": True,
            "socket_mode_enabled": url is None,
            "token_rotation_enabled": False,
        },
    }
