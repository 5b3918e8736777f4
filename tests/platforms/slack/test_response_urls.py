"""Response URLs: to which addresses messages for people are sent."""

import pytest

from bot.platforms.slack.incoming import safe_url_or_none
from bot.platforms.slack.settings import API_URL
from tests.fakes.slack import payloads
from tests.platforms.slack.harness import Harness

SLACKS = ("https://hooks.slack.com/commands/1", "https://hooks.slack-gov.com/x", "https://slack.com/x")
OTHERS = (
    "http://hooks.slack.com/commands/1",
    "https://hooks.slack.com:8443/commands/1",
    "https://hooks.slack.com@evil.example/1",
    "https://hooks.slack.com.evil.example/1",
    "https://evil.example/hooks.slack.com",
    "http://127.0.0.1:8080/metrics",
    "http://[",
    "//hooks.slack.com/1",
    "",
)


@pytest.mark.parametrize("url", SLACKS)
def test_addresses_of_slack_are_taken(url: str) -> None:
    assert safe_url_or_none(url, API_URL) == url


@pytest.mark.parametrize("url", OTHERS)
def test_other_addresses_are_refused(url: str) -> None:
    assert safe_url_or_none(url, API_URL) is None


def test_where_the_web_api_is_elsewhere_its_host_is_taken() -> None:
    api = "http://127.0.0.1:8080/api/"
    assert safe_url_or_none("http://127.0.0.1:8080/actions/1", api)
    assert not safe_url_or_none("http://127.0.0.1:8081/actions/1", api)


@pytest.mark.usefixtures("bot")
async def test_a_command_with_another_address_is_answered_in_another_way(harness: Harness) -> None:
    command = payloads.command(harness.ann, harness.games, "/hitblow", "help")
    key = command["response_url"].rpartition("/")[2]
    command["response_url"] = f"http://localhost.localdomain:9/{key}"
    await harness.told_after(harness.slack.deliveries.command(command), harness.ann, "commands")
    assert "chat.postEphemeral" in [call.method for call in harness.slack.network.exchanges]
