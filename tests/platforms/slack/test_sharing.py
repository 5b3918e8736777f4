"""Sharing the daily from where there is no channel: the person chooses a conversation."""

import pytest

from bot.platforms.slack.settings import DAILY_SHORTCUT
from tests.fakes.slack import Channel, View
from tests.platforms.slack.harness import ConnectionType, Harness, now
from tests.platforms.slack.test_modals import guess
from tests.support.daily import code_of

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture(params=["socket", "http"])
def connection_type(request: pytest.FixtureRequest) -> ConnectionType:
    return request.param  # type: ignore[no-any-return] # a parameter has no type


async def solved(harness: Harness, start: str) -> View:
    """The modal of a daily that Ann has opened by the shortcut or on her Home, and solved."""
    ann = harness.ann
    if start == "shortcut":
        await ann.shortcut(DAILY_SHORTCUT)
    else:
        await harness.until_after(ann.open_home(), lambda: ann.home is not None)
        assert ann.home is not None
        await ann.click(ann.home, "Play today's")
    await harness.slack.until(lambda: ann.views)
    await guess(ann.view, code_of(now().date()))
    assert "Solved in 1" in str(ann.view)
    return ann.view


async def share(harness: Harness, view: View, channel: Channel) -> None:
    """Press Share and choose a channel."""
    await harness.until_after(harness.ann.click(view, "Share here"), lambda: "Place" in str(view))
    await harness.ann.submit(view, conversation=channel)


@pytest.mark.parametrize("start", ["shortcut", "home"])
async def test_a_result_is_shared_in_the_channel_that_is_chosen(harness: Harness, start: str) -> None:
    view = await solved(harness, start)
    await share(harness, view, harness.games)
    (card,) = await harness.slack.until(lambda: harness.games.messages)
    assert "Ann  ●  1" in str(card)
    await harness.slack.until(lambda: "You're on the card." in str(view))
    await harness.until_after(harness.ann.click(view, "Back to the game"), lambda: "Solved in 1" in str(view))
    assert len(harness.games.messages) == 1
    assert not harness.team.dm(harness.ann).messages


async def test_a_result_is_shared_where_the_bot_is_no_member(harness: Harness) -> None:
    elsewhere = harness.team.channel("elsewhere", bot=False)
    await share(harness, await solved(harness, "shortcut"), elsewhere)
    (shared,) = await harness.slack.until(lambda: elsewhere.messages)
    assert "· 1 guess" in str(shared)
