"""The same app in Socket Mode and over HTTP."""

from collections.abc import AsyncIterator

import pytest

from tests.fakes.example_slack_app import client_for, example_app, over_http, over_socket_mode
from tests.fakes.slack import Channel, LoopbackSlack, Message, NotAcknowledged, UnavailableAction, User, Workspace


@pytest.fixture(params=[over_http, over_socket_mode], autouse=True)
async def _app(slack: LoopbackSlack, team: Workspace, request: pytest.FixtureRequest) -> AsyncIterator[None]:
    async with request.param(slack, example_app(client_for(slack, team))):
        yield


async def test_a_modal_accepts_only_what_its_fields_allow(slack: LoopbackSlack, games: Channel, ann: User) -> None:
    await ann.click(await _board(slack, games, ann), "Guess")
    await slack.until(lambda: ann.views)
    with pytest.raises(UnavailableAction, match="0 to 4 characters"):
        await ann.submit(ann.view, code="01234")
    with pytest.raises(UnavailableAction, match="must be filled in"):
        await ann.submit(ann.view)
    with pytest.raises(UnavailableAction, match="no such fields"):
        await ann.submit(ann.view, code="0123", guess="4567")


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
