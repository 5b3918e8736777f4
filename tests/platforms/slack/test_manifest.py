"""The app manifest against Slack's own schema, and against what the bot listens to."""

import json
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from bot.cli.main import main
from bot.locales import LANGUAGES
from bot.platforms.slack.settings import manifest

SCHEMA = Path(__file__).parents[2] / "fakes" / "slack" / "manifest.schema.json"
URL = "https://hitblow.example"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("url", [None, URL])
def test_slack_takes_it(language: str, url: str | None) -> None:
    jsonschema.validate(manifest(LANGUAGES[language], url), json.loads(SCHEMA.read_text("utf-8")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_all_that_slack_needs_for_socket_mode(language: str) -> None:
    words = LANGUAGES[language]
    assert manifest(words) == {
        "display_information": {
            "name": "hitblow",
            "description": words("Hit & Blow: referee, opponent and coach"),
        },
        "features": {
            "app_home": {
                "home_tab_enabled": True,
                "messages_tab_enabled": True,
                "messages_tab_read_only_enabled": False,
            },
            "bot_user": {"display_name": "hitblow", "always_online": True},
            "shortcuts": [
                {
                    "name": words("Today's code"),
                    "type": "global",
                    "callback_id": "daily",
                    "description": words("Play today's code"),
                }
            ],
            "slash_commands": [
                {
                    "command": "/hitblow",
                    "description": words("Hit & Blow: referee, opponent and coach"),
                    "usage_hint": "play | help | 0123",
                    "should_escape": True,
                }
            ],
        },
        "oauth_config": {
            "scopes": {
                "bot": [
                    "commands",
                    "app_mentions:read",
                    "chat:write",
                    "files:write",
                    "users:read",
                    "channels:history",
                    "groups:history",
                    "mpim:history",
                    "im:history",
                    "chat:write.public",
                ],
                "bot_optional": ["chat:write.public"],
            }
        },
        "settings": {
            "event_subscriptions": {
                "bot_events": [
                    "app_home_opened",
                    "app_mention",
                    "app_uninstalled",
                    "message.channels",
                    "message.groups",
                    "message.im",
                    "message.mpim",
                    "tokens_revoked",
                    "user_change",
                ]
            },
            "interactivity": {"is_enabled": True},
            "org_deploy_enabled": True,
            "socket_mode_enabled": True,
            "token_rotation_enabled": False,
        },
    }


@pytest.mark.parametrize("url", [URL, f"{URL}/"])
def test_over_http_it_adds_the_addresses_and_differs_in_nothing_else(url: str) -> None:
    expected, events = manifest(LANGUAGES["en"]), f"{URL}/slack/events"
    expected["features"]["slash_commands"][0]["url"] = events
    expected["oauth_config"]["redirect_urls"] = [f"{URL}/slack/oauth_redirect"]
    for receiver in ("event_subscriptions", "interactivity"):
        expected["settings"][receiver]["request_url"] = events
    expected["settings"]["socket_mode_enabled"] = False
    assert manifest(LANGUAGES["en"], url) == expected


def test_it_is_printed_as_json() -> None:
    printed = CliRunner().invoke(main, ["slack", "manifest", "--lang", "en"])
    assert json.loads(printed.output) == manifest(LANGUAGES["en"])
