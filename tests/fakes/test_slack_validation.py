"""Messages and views that Slack refuses."""

import pytest

from tests.fakes.example_slack_app import BOARD, MODAL
from tests.fakes.loopback import Json
from tests.fakes.slack.errors import ApiError
from tests.fakes.slack.validation import check_message, check_view


def section(text: str = "text", **more: object) -> Json:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}, **more}


def actions(*buttons: Json) -> Json:
    return {"type": "actions", "elements": list(buttons)}


def button(**more: object) -> Json:
    return {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}, **more}


WRONG_MESSAGES = {
    "51 blocks": ("invalid_blocks", [section()] * 51),
    "a section of 3001": ("invalid_blocks", [section("x" * 3001)]),
    "a header of 151": ("invalid_blocks", [{"type": "header", "text": {"type": "plain_text", "text": "x" * 151}}]),
    "26 buttons": ("invalid_blocks", [actions(*(button(action_id=f"go{n}") for n in range(26)))]),
    "a button's text of 76": ("invalid_blocks", [actions(button(text={"type": "plain_text", "text": "x" * 76}))]),
    "a button's value of 2001": ("invalid_blocks", [actions(button(value="x" * 2001))]),
    "an action id of 256": ("invalid_blocks", [actions(button(action_id="x" * 256))]),
    "an action id twice in a block": ("invalid_blocks", [actions(button(), button())]),
    "a block id twice": ("invalid_blocks", [section(block_id="b"), section(block_id="b")]),
    "an unknown block": ("invalid_blocks", [{"type": "board"}]),
    "an unknown field": ("invalid_blocks", [section(colour="red")]),
    "11 context elements": (
        "invalid_blocks",
        [{"type": "context", "elements": [{"type": "mrkdwn", "text": "x"}] * 11}],
    ),
    "13,201 characters": ("msg_blocks_too_long", [section("x" * 2980)] * 5),
}


@pytest.mark.parametrize(("error", "blocks"), WRONG_MESSAGES.values(), ids=WRONG_MESSAGES)
def test_a_message_is_refused(error: str, blocks: list[Json]) -> None:
    with pytest.raises(ApiError) as caught:
        check_message("text", blocks)
    assert caught.value.error == error
    assert caught.value.details["why"]


def test_a_message_needs_text_beside_its_blocks() -> None:
    with pytest.raises(ApiError, match="no_text"):
        check_message("", BOARD)


def test_a_message_within_the_limits_is_accepted() -> None:
    check_message("text", [*BOARD, *([section("x" * 250)] * 48)])


PLAIN = {"type": "plain_text", "text": "x" * 25}
WRONG_VIEWS = {
    "a title of 25": {**MODAL, "title": PLAIN},
    "a submit of 25": {**MODAL, "submit": PLAIN},
    "a close of 25": {**MODAL, "close": PLAIN},
    "private metadata of 3001": {**MODAL, "private_metadata": "x" * 3001},
    "101 blocks": {**MODAL, "blocks": [section()] * 101},
    "a block id twice": {"type": "home", "blocks": [section(block_id="b"), section(block_id="b")]},
    "no title": {name: value for name, value in MODAL.items() if name != "title"},
    "input without submit": {name: value for name, value in MODAL.items() if name != "submit"},
    "a home with submit": {**MODAL, "type": "home"},
    "another type": {**MODAL, "type": "popup"},
    "an unknown field": {**MODAL, "colour": "red"},
}


@pytest.mark.parametrize("view", WRONG_VIEWS.values(), ids=WRONG_VIEWS)
def test_a_view_is_refused(view: Json) -> None:
    with pytest.raises(ApiError, match="invalid_arguments") as caught:
        check_view(view)
    assert caught.value.details["why"]


def test_a_view_within_the_limits_is_accepted() -> None:
    check_view(MODAL)
    check_view({"type": "home", "blocks": [section()] * 100})
