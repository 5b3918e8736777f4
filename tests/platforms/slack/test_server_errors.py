"""Responses of a Slack that is down: any status from 500, with any body."""

from collections.abc import Iterator
from http import HTTPStatus

import pytest

from bot.platforms.common.errors import PlatformUnreachable
from tests.fakes.slack import ErrorResponse, payloads, server_error
from tests.fakes.slack.blocks import elements
from tests.fakes.slack.views import selected
from tests.platforms.slack.harness import Harness

pytestmark = pytest.mark.slow

FAULTS = {
    "html": server_error(503),
    "text": ErrorResponse(502, "upstream connect error", content_type="text/plain"),
    "text with status 200": ErrorResponse(200, "upstream connect error", content_type="text/plain"),
    "html with status 200": ErrorResponse(200, "<html>", content_type="text/html"),
    "nothing": ErrorResponse(500, "", content_type="application/json"),
    "html called json": ErrorResponse(503, "<html>", content_type="application/json"),
    "a list": ErrorResponse(500, "[1]", content_type="application/json"),
    "too many requests": ErrorResponse(504, "", content_type="text/html", headers={"Retry-After": "soon"}),
}


@pytest.fixture(params=FAULTS)
def fault(request: pytest.FixtureRequest) -> ErrorResponse:
    return FAULTS[request.param]


@pytest.fixture(autouse=True)
def _no_traceback(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.usefixtures("bot")
async def test_a_board_is_posted_after_a_server_error(harness: Harness, fault: ErrorResponse) -> None:
    harness.slack.network.fail("chat.postMessage", fault)
    board = await harness.start_game("play")
    await harness.slack.idle()
    assert harness.games.messages == [board]
    assert not harness.ann.ephemeral


@pytest.mark.usefixtures("bot")
async def test_a_form_is_opened_after_a_server_error(harness: Harness, fault: ErrorResponse) -> None:
    board = await harness.start_game("play")
    harness.slack.network.fail("views.open", fault)
    await harness.guess(board, "0123", shows="0123 ")


@pytest.mark.usefixtures("bot")
async def test_a_profile_that_cannot_be_read_does_not_matter(harness: Harness, fault: ErrorResponse) -> None:
    harness.slack.network.fail("users.info", fault)
    await harness.start_game("play")


@pytest.mark.usefixtures("bot")
async def test_a_private_reply_takes_another_way_after_a_server_error(harness: Harness, fault: ErrorResponse) -> None:
    if fault.status == HTTPStatus.OK:
        pytest.skip("a response URL is answered in plain text")
    harness.slack.network.fail("response_url", fault)
    assert "play" in await harness.private_reply("help")


@pytest.mark.usefixtures("bot")
async def test_a_home_that_cannot_be_published_can_be_opened_again(harness: Harness, fault: ErrorResponse) -> None:
    harness.slack.network.fail("views.publish", fault)
    await harness.ann.open_home()
    await harness.slack.idle()
    assert "Today's code" in str(await harness.home())


@pytest.mark.usefixtures("bot")
async def test_nobody_is_told_that_the_app_is_not_installed_while_slack_is_down(
    harness: Harness, fault: ErrorResponse
) -> None:
    harness.slack.network.fail("auth.test", fault, times=None)
    assert "no longer installed" not in await harness.private_reply("help")
    await harness.start_game("play")


async def test_it_does_not_start_while_slack_has_server_errors(harness: Harness, fault: ErrorResponse) -> None:
    harness.slack.network.fail("auth.test", fault, times=None)
    with pytest.raises(PlatformUnreachable):
        await harness.bot().__aenter__()


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("block_id", ["missing", "null"])
async def test_a_button_without_the_id_of_its_block_is_answered(harness: Harness, block_id: str) -> None:
    board = await harness.start_game("play")
    menu = next(each for each in elements(board.blocks) if each.body["type"] == "overflow")
    pressed = payloads.action(harness.ann, board, menu, selected(menu, "Verify"))
    del pressed["actions"][0]["block_id"]
    if block_id == "null":
        pressed["actions"][0]["block_id"] = None
    await harness.until_after(harness.slack.deliveries.interaction(pressed), lambda: harness.ann.ephemeral)
