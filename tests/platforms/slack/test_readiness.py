"""Whether the bot says truly that Slack can reach it."""

from tests.platforms.slack.stage import Stage


async def test_it_is_ready_once_slack_can_reach_it_and_no_longer_when_it_stops(stage: Stage) -> None:
    async with stage.bot() as bot:
        readiness = bot._runtime.readiness
        assert await readiness.states() == {"Slack": True}
    assert await readiness.states() == {"Slack": False}
