"""Requests to Discord that take long, hang or fail, without waiting for what catches up later."""

import asyncio
from collections.abc import Callable

import pytest

from bot.platforms.common import catch_up, message_queue
from bot.platforms.discord import responder
from tests.fakes.discord import api_error
from tests.fakes.discord.components import walk
from tests.platforms.discord.harness import Harness, id_of

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
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110  # nothing tells of log lines
            await asyncio.sleep(0.01)


def callback_types(harness: Harness) -> list[int]:
    """The types of the responses to interactions so far."""
    return [call.body["type"] for call in harness.discord.calls("callback")]


async def test_a_board_whose_edit_by_the_interaction_failed_is_edited_as_a_member(harness: Harness) -> None:
    harness.discord.expect_error(10062)
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    form = (await harness.ann.press(board, "Guess")).modal
    for route in ("callback", "edit_response"):
        harness.discord.network.fail(route, api_error(10062), times=9)
    harness.discord.state.deliver(harness.ann.prepare_submit(form, entered="0456"))
    await harness.discord.until(lambda: "0456" in str(board))
    assert harness.channel.messages == [board]


async def test_a_command_that_asks_the_solver_is_acknowledged_before_it_is_asked(harness: Harness) -> None:
    await harness.ann.slash(harness.channel, "hitblow suggest", history="012 0H1B", rules="3x10")
    assert callback_types(harness) == [ACKNOWLEDGEMENTS[0]]


async def test_a_slow_first_response_is_not_followed_by_an_acknowledgement(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responder, "ACKNOWLEDGE_SECONDS", 1.0)
    with harness.discord.network.hold("callback", direction="response") as hold:
        asked = asyncio.create_task(harness.ann.slash(harness.channel, "hitblow play"))
        await hold.reached()
        await asyncio.sleep(1.2)
    board = (await asked).message
    await harness.discord.idle()
    assert callback_types(harness) == [4]
    assert (harness.channel.messages, harness.ann.ephemeral) == ([board], [])


async def test_a_first_response_that_is_given_up_is_not_followed_by_an_acknowledgement(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responder, "ACKNOWLEDGE_SECONDS", 0.4)
    monkeypatch.setattr(responder, "FIRST_RESPONSE_SECONDS", 0.1)
    with harness.discord.network.hold("callback", times=1):
        harness.discord.state.deliver(harness.ann.prepare_slash(harness.channel, "hitblow rules"))
        await asyncio.sleep(0.6)
    await harness.discord.idle()
    assert not set(callback_types(harness)) & set(ACKNOWLEDGEMENTS)


async def test_a_follow_up_that_hangs_is_given_up(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    monkeypatch.setattr(responder, "ACKNOWLEDGE_SECONDS", 0.0)
    monkeypatch.setattr(responder, "_LATER_SECONDS", 0.1)
    with harness.discord.network.hold("follow_up") as hold:
        pressed = next(each for each in walk(board.components) if each.get("label") == "More")
        pressed["custom_id"] = f"hb:hint||{id_of(board)}||"  # as on the boards of earlier versions
        harness.discord.state.deliver(harness.bob.prepare_press(board, "More"))
        await hold.reached()
        await becomes_true(lambda: "did not accept the response" in caplog.text)
