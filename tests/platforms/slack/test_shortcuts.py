"""The global shortcut, which opens today's code from anywhere."""

import pytest

from bot.platforms.slack.settings import DAILY_SHORTCUT
from tests.platforms.slack.harness import ConnectionType, Harness

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture(params=["socket", "http"])
def connection_type(request: pytest.FixtureRequest) -> ConnectionType:
    return request.param  # type: ignore[no-any-return] # a parameter has no type


async def test_today_s_code_is_opened_for_its_user_alone(harness: Harness) -> None:
    await harness.ann.shortcut(DAILY_SHORTCUT)
    direct = harness.team.dm(harness.ann)
    await harness.slack.until(lambda: harness.ann.views or direct.messages)
    assert "Daily" in str(harness.ann.view if harness.ann.views else direct.messages[0])
    assert not harness.games.messages
