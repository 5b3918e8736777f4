"""Slack delivers things again, people press twice, and several do something at once: everything counts once."""

import asyncio
from collections.abc import Callable

import pytest

from bot.presenters.boards import SHOWN_TURNS
from tests.fakes.slack import User, View
from tests.platforms.slack.harness import ConnectionType, Harness
from tests.support.sentences import left

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture(params=["socket", "http"])
def connection_type(request: pytest.FixtureRequest) -> ConnectionType:
    return request.param  # type: ignore[no-any-return] # a parameter has no type


async def test_two_clicks_at_the_same_moment_are_two_turns(harness: Harness) -> None:
    board = await harness.start_game("play")
    for person in (harness.ann, harness.bob):
        await harness.until_after(person.click(board, "Guess"), _views_of(person))
    await harness.shown_after(
        asyncio.gather(
            harness.ann.submit(harness.ann.view, code="0456"), harness.bob.submit(harness.bob.view, code="7089")
        ),
        board,
        left(10),
    )
    assert "Ann" in str(board)
    assert "Bob" in str(board)


async def test_many_guesses_at_once_are_shown_by_few_updates(harness: Harness) -> None:
    board = await harness.start_game("play tries:0")
    harness.slack.network.delay(0.1, route="chat.update")
    codes = [f"{first}{second}98" for first in range(4) for second in range(4, 8)]
    await harness.shown_after(asyncio.gather(*(harness.ann.reply(board, code) for code in codes)), board, "16 ")
    await harness.slack.idle()
    assert sum(code in str(board) for code in codes) == SHOWN_TURNS
    assert len(harness.slack.calls("chat.update")) < len(codes)


def _views_of(person: User) -> Callable[[], list[View]]:
    return lambda: person.views
