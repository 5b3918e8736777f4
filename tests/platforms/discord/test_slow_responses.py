"""Requests to Discord that take long, hang or fail, without waiting for what catches up later."""

import asyncio
from collections.abc import Callable

import pytest

from bot.platforms.common import catch_up, message_queue
from bot.platforms.discord import responder
from tests.fakes.discord import api_error
from tests.platforms.discord.stage import Stage

ACKNOWLEDGEMENTS = (5, 6)
"""The types of callbacks that only acknowledge an interaction."""


@pytest.fixture(autouse=True)
def _nothing_else_shows_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """What checks, repeats and catches up sends does not run."""
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 600.0)
    monkeypatch.setattr(message_queue, "_CHECK_SECONDS", 600.0)
    monkeypatch.setattr(message_queue, "_REPEAT_SECONDS", 600.0)


async def becomes_true(condition: Callable[[], object]) -> None:
    """Wait for a condition that does not depend on the loopback Discord alone."""
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110  # nothing tells of log lines
            await asyncio.sleep(0.01)


def callback_types(stage: Stage) -> list[int]:
    """The types of the responses to interactions so far."""
    return [call.body["type"] for call in stage.discord.calls("callback")]


async def test_a_board_whose_edit_by_the_interaction_failed_is_edited_as_a_member(stage: Stage) -> None:
    stage.discord.expect_error(10062)
    board = (await stage.ann.slash(stage.channel, "hitblow play")).message
    form = (await stage.ann.press(board, "Guess")).modal
    for route in ("callback", "edit_response"):
        stage.discord.network.fail(route, api_error(10062), times=9)
    stage.discord.state.deliver(stage.ann.prepare_submit(form, entered="0456"))
    await stage.discord.until(lambda: "0456" in str(board), within=3)
    assert stage.channel.messages == [board]


async def test_a_slow_first_response_is_not_followed_by_an_acknowledgement(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responder, "ACKNOWLEDGE_SECONDS", 0.1)
    with stage.discord.network.hold("callback", direction="response") as hold:
        asked = asyncio.create_task(stage.ann.slash(stage.channel, "hitblow play"))
        await hold.reached()
        await asyncio.sleep(0.3)
    board = (await asked).message
    await stage.discord.idle()
    assert callback_types(stage) == [4]
    assert (stage.channel.messages, stage.ann.ephemeral) == ([board], [])


async def test_a_first_response_that_is_given_up_is_not_followed_by_an_acknowledgement(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responder, "ACKNOWLEDGE_SECONDS", 0.1)
    monkeypatch.setattr(responder, "FIRST_RESPONSE_SECONDS", 0.3)
    with stage.discord.network.hold("callback", times=1):
        stage.discord.state.deliver(stage.ann.prepare_slash(stage.channel, "hitblow rules"))
        await asyncio.sleep(0.6)
    await stage.discord.idle()
    assert not set(callback_types(stage)) & set(ACKNOWLEDGEMENTS)


async def test_a_follow_up_that_hangs_is_given_up(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play")).message
    monkeypatch.setattr(responder, "ACKNOWLEDGE_SECONDS", 0.0)
    monkeypatch.setattr(responder, "_LATER_SECONDS", 0.1)
    with stage.discord.network.hold("follow_up") as hold:
        stage.discord.state.deliver(stage.bob.prepare_press(board, "Hint"))
        await hold.reached()
        await becomes_true(lambda: "did not accept the response" in caplog.text)
