"""A fault of Discord or the network costs no guess, no board and no truth, whichever request it meets."""

import pytest

from bot.platforms.common import catch_up
from bot.platforms.discord import responder
from tests.fakes.discord import Message, api_error, instant_retries, server_error
from tests.fakes.loopback import Disconnect, ErrorResponse, Fault
from tests.platforms.discord.harness import Harness

pytestmark = pytest.mark.slow

FAULTS: dict[str, tuple[Fault, int]] = {
    "a server error": (server_error(), 1),
    "two server errors": (server_error(), 2),
    "a server error though it was processed": (server_error(processed=True), 1),
    "two of a proxy": (ErrorResponse(502, "<html>Bad gateway</html>", "text/html"), 2),
    "unavailable": (server_error(503), 1),
    "JSON that is none": (ErrorResponse(500, ""), 2),
    "an unknown interaction": (api_error(10062), 1),
    "a connection cut before": (Disconnect(), 1),
    "a connection cut after": (Disconnect(processed=True), 1),
    "connections cut before": (Disconnect(), 2),
    "connections cut after": (Disconnect(processed=True), 2),
}

EXPECTED_ERRORS = (40060, 10015)
"""From these errors the bot learns whether a first response was accepted whose outcome got lost."""


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.05)
    monkeypatch.setattr("bot.platforms.common.message_queue._REPEAT_SECONDS", 0.05)


@pytest.fixture(params=list(FAULTS.values()), ids=list(FAULTS))
def fault(request: pytest.FixtureRequest) -> tuple[Fault, int]:
    found: tuple[Fault, int] = request.param
    return found


async def shows_once(harness: Harness, code: str) -> Message:
    """Wait until the channel's only board shows a guess, once; nobody is told of an error."""
    await harness.discord.until(lambda: any(code in str(message) for message in harness.channel.messages), within=8)
    await harness.discord.idle()
    (board,) = harness.channel.messages
    assert str(board).count(code) == 1
    assert "went wrong" not in "".join(map(str, (*harness.ann.ephemeral, *harness.bob.ephemeral)))
    return board


async def test_a_private_note_that_fails_costs_no_board(harness: Harness, fault: tuple[Fault, int]) -> None:
    harness.discord.expect_error(*EXPECTED_ERRORS)
    await harness.ann.slash(harness.channel, "hitblow play")
    with instant_retries():
        harness.discord.network.fail("callback", fault[0], times=fault[1])
        harness.discord.state.deliver(harness.bob.prepare_slash(harness.channel, "hitblow guess", code="0456"))
        await shows_once(harness, "0456")
    assert len(harness.bob.ephemeral) == 1


async def test_a_placeholder_that_stays_costs_no_board(
    harness: Harness, fault: tuple[Fault, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responder, "ACKNOWLEDGE_SECONDS", 0.0)
    await harness.ann.slash(harness.channel, "hitblow play")
    await harness.discord.until(lambda: harness.channel.messages)
    with instant_retries():
        harness.discord.network.fail("edit_response", fault[0], times=fault[1])
        harness.discord.state.deliver(harness.bob.prepare_slash(harness.channel, "hitblow guess", code="0456"))
        await shows_once(harness, "0456")


async def test_an_edit_of_the_board_that_fails_is_repeated(harness: Harness, fault: tuple[Fault, int]) -> None:
    await harness.ann.slash(harness.channel, "hitblow play")
    with instant_retries():
        harness.discord.network.fail("edit_message", fault[0], times=fault[1])
        await harness.bob.slash(harness.channel, "hitblow guess", code="0456")
        await shows_once(harness, "0456")


async def test_a_response_on_the_board_that_fails_is_made_up_for(harness: Harness, fault: tuple[Fault, int]) -> None:
    harness.discord.expect_error(*EXPECTED_ERRORS)
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    form = (await harness.ann.press(board, "Guess")).modal
    with instant_retries():
        harness.discord.network.fail("callback", fault[0], times=fault[1])
        harness.discord.state.deliver(harness.ann.prepare_submit(form, entered="0456"))
        await shows_once(harness, "0456")


@pytest.mark.parametrize("route", ["callback", "read_response", "follow_up"])
async def test_a_post_of_the_board_that_fails_leaves_one_board(
    harness: Harness, fault: tuple[Fault, int], route: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness.discord.expect_error(*EXPECTED_ERRORS)
    if route == "follow_up":
        monkeypatch.setattr(responder, "ACKNOWLEDGE_SECONDS", 0.0)
    with instant_retries():
        if route == "read_response":  # is only needed if the first response got lost
            harness.discord.network.fail("callback", Disconnect(processed=True))
        harness.discord.network.fail(route, fault[0], times=fault[1])
        harness.discord.state.deliver(harness.ann.prepare_slash(harness.channel, "hitblow play"))
        await harness.discord.until(lambda: harness.channel.messages, within=15)
        await harness.discord.idle()
        await harness.bob.slash(harness.channel, "hitblow guess", code="0456")
        await shows_once(harness, "0456")


async def test_a_hint_whose_follow_up_fails_is_told_once_or_twice(
    harness: Harness, fault: tuple[Fault, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    monkeypatch.setattr(responder, "ACKNOWLEDGE_SECONDS", 0.0)
    with instant_retries():
        harness.discord.network.fail("follow_up", fault[0], times=fault[1])
        await harness.settled(harness.bob.slash(harness.channel, "hitblow hint"))
    assert len(set(map(str, harness.bob.ephemeral))) <= 1
    assert harness.channel.messages == [board]


async def test_a_board_is_public_though_the_outcome_of_the_acknowledgement_got_lost(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responder, "ACKNOWLEDGE_SECONDS", 0.0)
    monkeypatch.setattr(responder, "FIRST_RESPONSE_SECONDS", 0.1)
    harness.discord.expect_error(*EXPECTED_ERRORS)
    with harness.discord.network.hold("callback", direction="response", times=1):
        harness.discord.state.deliver(harness.ann.prepare_slash(harness.channel, "hitblow play"))
        await harness.discord.until(lambda: harness.channel.messages)
    assert "Hit & Blow" in str(harness.channel.messages[0])
    await harness.discord.idle()
    await harness.bob.slash(harness.channel, "hitblow guess", code="0456")
    await shows_once(harness, "0456")


@pytest.mark.slow
async def test_a_network_slower_than_discord_waits_costs_no_guess(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responder, "FIRST_RESPONSE_SECONDS", 2.5)
    harness.discord.expect_error(*EXPECTED_ERRORS, 10062)
    await harness.ann.slash(harness.channel, "hitblow play")
    harness.discord.network.delay(1.35)
    harness.discord.state.deliver(harness.bob.prepare_slash(harness.channel, "hitblow guess", code="0456"))
    await shows_once(harness, "0456")
    assert len(harness.bob.ephemeral) == 1
