"""The app manifest against Slack's own schema, and against what the bot listens to."""

import json
import os
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from bot.cli.main import main
from bot.platforms.slack.manifest import manifest
from bot.wording import LANGUAGES

ROOT = Path(__file__).parents[3]
SPECS = Path(os.environ.get("HITBLOW_SPECS", ROOT.parent / "shared" / "specs"))
URL = "https://hitblow.example"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("url", [None, URL])
def test_slack_takes_it(language: str, url: str | None) -> None:
    schema = SPECS / "slack-manifest.schema.json"
    if not schema.exists():
        pytest.skip("Slack's schema of manifests is not at hand; HITBLOW_SPECS names its directory")
    jsonschema.validate(manifest(LANGUAGES[language], url), json.loads(schema.read_text("utf-8")))


def test_over_socket_mode_it_names_no_address() -> None:
    made = manifest(LANGUAGES["en"])
    assert made["settings"]["socket_mode_enabled"]
    assert "http" not in json.dumps(made)


def test_over_http_everything_goes_to_the_address_given() -> None:
    made = manifest(LANGUAGES["en"], URL + "/")
    events = f"{URL}/slack/events"
    assert made["settings"]["event_subscriptions"]["request_url"] == events
    assert made["settings"]["interactivity"]["request_url"] == events
    assert made["features"]["slash_commands"][0]["url"] == events
    assert made["oauth_config"]["redirect_urls"] == [f"{URL}/slack/oauth_redirect"]


def test_it_is_printed_as_json() -> None:
    printed = CliRunner().invoke(main, ["slack", "manifest", "--lang", "en"])
    assert json.loads(printed.output) == manifest(LANGUAGES["en"])
