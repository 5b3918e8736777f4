"""Whether the bot says truly that Slack can reach it."""

from tests.platforms.slack.harness import Harness


async def test_it_is_ready_once_slack_can_reach_it_and_no_longer_when_it_stops(harness: Harness) -> None:
    async with harness.bot() as bot:
        readiness = bot._runtime.readiness
        assert await readiness.states() == {"Slack": True}
    assert await readiness.states() == {"Slack": False}
