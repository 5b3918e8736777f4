"""The same app in Socket Mode and over HTTP."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.fakes.example_slack_app import client_for, example_app, over_http, over_socket_mode
from tests.fakes.loopback import Json
from tests.fakes.slack import Channel, LoopbackSlack, Message, NotAcknowledged, UnavailableAction, User, Workspace


@pytest.fixture
def seen() -> list[Json]:
    """Every event that reached the app."""
    return []


@pytest.fixture(params=[over_http, over_socket_mode], autouse=True)
async def _app(
    slack: LoopbackSlack, team: Workspace, seen: list[Json], request: pytest.FixtureRequest
) -> AsyncIterator[None]:
    async def note(body: Json, next_: Any) -> None:
        if "event" in body:
            seen.append(body["event"])
        await next_()

    app = example_app(client_for(slack, team), before_authorize=note)
    async with request.param(slack, app):
        yield


async def test_a_command_is_acknowledged_and_answered_privately(
    slack: LoopbackSlack, games: Channel, ann: User
) -> None:
    await ann.command(games, "/whisper", "hi & bye")
    await slack.until(lambda: len(ann.ephemeral) == 2)
    assert {str(message) for message in ann.ephemeral} == {"heard", "you said hi & bye"}
    assert not games.messages


async def test_a_button_changes_its_message(slack: LoopbackSlack, games: Channel, ann: User) -> None:
    await ann.command(games, "/board")
    board = (await slack.until(lambda: games.messages))[0]
    assert str(board) == "*Board* of <@U1>\n[ Count ]  [ Guess ]"
    await ann.click(board, "Count")
    await slack.until(lambda: board.edits)
    assert (str(board), board.blocks) == ("counted 0", [])


async def test_a_button_can_be_pressed_after_its_message_has_changed(
    slack: LoopbackSlack, games: Channel, ann: User
) -> None:
    board = await _board(slack, games, ann)
    old = board.element("Count")
    await ann.click(board, "Count")
    await slack.until(lambda: board.edits)
    with pytest.raises(UnavailableAction, match="nothing here is called 'Count'"):
        await ann.click(board, "Count")
    await ann.click(board, old)
    await slack.until(lambda: board.edits == 2)


async def test_a_modal_opens_shows_its_errors_and_closes(slack: LoopbackSlack, games: Channel, ann: User) -> None:
    await ann.click(await _board(slack, games, ann), "Guess")
    await slack.until(lambda: ann.views)
    await ann.submit(ann.view, code="wxyz")
    assert str(ann.view) == "## Guess ##\nYour code: [ ____ ]\n  ! digits, please\n[ Send ]"
    await ann.submit(ann.view, {"Your code": "0123"})
    assert not ann.views


async def test_a_modal_accepts_only_what_its_fields_allow(slack: LoopbackSlack, games: Channel, ann: User) -> None:
    await ann.click(await _board(slack, games, ann), "Guess")
    await slack.until(lambda: ann.views)
    with pytest.raises(UnavailableAction, match="0 to 4 characters"):
        await ann.submit(ann.view, code="01234")
    with pytest.raises(UnavailableAction, match="must be filled in"):
        await ann.submit(ann.view)
    with pytest.raises(UnavailableAction, match="no such fields"):
        await ann.submit(ann.view, code="0123", guess="4567")


async def test_a_reply_reaches_the_app_and_is_answered_in_its_thread(
    slack: LoopbackSlack, games: Channel, ann: User
) -> None:
    board = await _board(slack, games, ann)
    await ann.reply(board, "0123 <!channel>")
    await slack.until(lambda: len(board.replies) == 2)
    assert str(board.replies[1]) == "read 0123 <!channel>"
    assert board.replies[1].text == "read 0123 &lt;!channel&gt;"
    assert board.replies[1].control_sequences == []
    assert games.messages == [board]


async def test_edits_deletions_and_the_apps_own_messages_are_events_of_their_own(
    slack: LoopbackSlack, games: Channel, ann: User, seen: list[Json]
) -> None:
    board = await _board(slack, games, ann)
    said = games.add({"text": "0123"}, ann.id)
    await ann.edit(said, "4567")
    await ann.delete(said)
    await slack.deliver_own_message(board)
    assert [event.get("subtype") for event in seen] == ["message_changed", "message_deleted", None]
    assert seen[0]["message"]["text"] == "4567"
    assert seen[0]["previous_message"]["text"] == "0123"
    assert seen[2]["bot_id"] == ann.team.bot_id
    await slack.quiet()
    assert games.messages == [board]


async def test_a_home_is_published_and_updated(slack: LoopbackSlack, ann: User) -> None:
    await ann.open_home()
    await slack.until(lambda: ann.home)
    first = ann.home
    await ann.open_home()
    await slack.until(lambda: len(slack.calls("views.publish")) == 2)
    assert str(ann.home) == "*Board* of <@U1>"
    assert ann.home is first


async def test_everything_can_be_delivered_three_times(slack: LoopbackSlack, games: Channel, ann: User) -> None:
    slack.deliveries.copies, slack.deliveries.at_once = 3, True
    await ann.command(games, "/board")
    await slack.until(lambda: len(games.messages) == 3)
    await ann.say(games, "hello")
    await slack.until(lambda: len(games.messages) == 7)
    assert [str(message) for message in games.messages[3:]] == ["hello", *["read hello"] * 3]


async def test_a_command_that_is_not_acknowledged_in_time_fails(
    slack: LoopbackSlack, games: Channel, ann: User
) -> None:
    slack.deliveries.ack_within = 0.05
    with pytest.raises(NotAcknowledged, match="operation_timeout"):
        await ann.command(games, "/slow")


async def test_an_app_that_is_not_a_member_receives_commands_but_no_messages(slack: LoopbackSlack, ann: User) -> None:
    elsewhere = ann.team.channel("elsewhere", bot=False)
    await ann.say(elsewhere, "hello")
    await ann.command(elsewhere, "/whisper", "hi")
    await slack.until(lambda: len(ann.ephemeral) == 2)
    assert [str(message) for message in elsewhere.messages] == ["hello"]


async def _board(slack: LoopbackSlack, games: Channel, ann: User) -> Message:
    await ann.command(games, "/board")
    return (await slack.until(lambda: games.messages))[0]
