"""Faults on Slack's side and on our own: everybody is told by the first way that is open."""

import re
from typing import Any

import pytest

from tests.fakes.slack import Disconnect, Message, api_error, payloads
from tests.platforms.slack.neighbours import moved_in
from tests.platforms.slack.routes import Routes
from tests.platforms.slack.stage import Stage
from tests.support.languages import is_japanese
from tests.support.storage import locked_when_free

pytestmark = pytest.mark.usefixtures("bot")

REFERENCE = re.compile(r"\b[0-9a-f]{8}\b")


async def pressed(stage: Stage, board: Message, value: str) -> None:
    """Have Bob press a button whose value is another one, as a button of an older version has."""
    payload: dict[str, Any] = payloads.action(stage.bob, board, board.element("Hint"), {})
    payload["actions"][0]["value"] = value
    await stage.slack.deliveries.interaction(payload)
    await stage.slack.quiet(0.15)


@pytest.mark.parametrize("carried", ["nonsense", "guess|x", "nonsense||||"])
async def test_a_button_of_another_version_changes_nothing(stage: Stage, carried: str) -> None:
    neighbours = await moved_in(stage)
    board = await stage.begin("play")
    await pressed(stage, board, carried)
    assert not board.edits
    assert stage.games.messages[-1] == board
    neighbours.assert_undisturbed()


async def test_a_button_with_an_option_of_another_version_is_refused_in_private(stage: Stage) -> None:
    board = await stage.begin("play")
    await pressed(stage, board, "play||||trys=3")
    await stage.slack.until(lambda: stage.bob.ephemeral)
    assert not stage.ann.ephemeral
    assert stage.games.messages == [board]


async def test_a_form_of_another_version_changes_nothing(stage: Stage) -> None:
    board = await stage.begin("play")
    await stage.bob.click(board, "Guess")
    await stage.slack.until(lambda: stage.bob.views)
    stage.bob.view.body["private_metadata"] = f"{stage.games.id} nonsense"
    await stage.bob.submit(stage.bob.view, code="0456")
    await stage.slack.quiet(0.15)
    assert not board.edits


@pytest.mark.logs_errors
async def test_a_private_reply_that_cannot_be_sent_in_any_way_is_logged_and_the_next_one_is_sent(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    stage.slack.network.fail("response_url", api_error("internal_error", status=500))
    stage.slack.network.fail("chat.postEphemeral", api_error("user_not_in_channel"))
    stage.slack.network.fail("chat.postMessage", api_error("internal_error", status=500))
    await stage.ann.command(stage.games, "/hitblow", "check 0123")
    await stage.slack.until(lambda: stage.slack.calls("chat.postMessage"))
    assert "5,040" in await stage.told("check 0123")
    assert len(stage.ann.ephemeral) == 1
    assert [record.levelname for record in caplog.records].count("ERROR") == 1


@pytest.mark.parametrize("way", ["socket"])
@pytest.mark.parametrize("route", ["response_url", "chat.postEphemeral"])
async def test_a_connection_that_breaks_while_a_reply_is_sent_has_it_sent_another_way(stage: Stage, route: str) -> None:
    if route == "chat.postEphemeral":
        stage.slack.network.fail("response_url", api_error("expired_url", status=404))
    stage.slack.network.fail(route, Disconnect(processed=False))
    await stage.ann.command(stage.games, "/hitblow", "check 0123")
    direct = stage.team.dm(stage.ann)
    await stage.slack.until(lambda: "5,040" in f"{direct} {list(map(str, stage.ann.ephemeral))}")
    assert not stage.games.messages


async def test_a_leaderboard_that_may_have_arrived_is_not_posted_twice(stage: Stage) -> None:
    stage.slack.network.fail("chat.postMessage", Disconnect(processed=True))
    routes = Routes(stage)
    await stage.ann.command(stage.games, "/hitblow", "leaderboard")
    await stage.slack.until(lambda: stage.games.messages)
    assert len(stage.games.messages) == 1
    assert not stage.ann.ephemeral
    assert "response URL to Ann" not in await routes.used()


async def test_a_leaderboard_that_cannot_be_posted_is_shown_to_the_one_who_asked(stage: Stage) -> None:
    stage.slack.network.fail("chat.postMessage", api_error("restricted_action"))
    stage.slack.network.fail("response_url", api_error("internal_error", status=500))
    await stage.ann.command(stage.games, "/hitblow", "leaderboard")
    await stage.slack.until(lambda: stage.ann.ephemeral)
    assert not stage.games.messages


@pytest.mark.parametrize("error", [api_error("ratelimited"), api_error("internal_error", status=500), Disconnect()])
async def test_an_edit_that_fails_for_a_moment_is_made_again(stage: Stage, error: Any) -> None:
    board = await stage.begin("play")
    stage.slack.network.fail("chat.update", error)
    await stage.ann.reply(board, "0456")
    await stage.shows(board, "0456  ")
    assert stage.games.messages == [board]


async def test_an_edit_that_fails_for_good_is_reported_and_the_next_one_shows_the_board(stage: Stage) -> None:
    board = await stage.begin("play")
    stage.slack.network.fail("chat.update", api_error("internal_error", status=500), times=None)
    await stage.ann.reply(board, "0456")
    await stage.slack.until(lambda: len(stage.ann.ephemeral) == 2, within=60)  # the feedback, and that it failed
    assert "0456  " not in str(board)
    stage.slack.network.clear()
    await stage.bob.reply(board, "7089")
    await stage.shows(board, "7089  ")
    assert "0456  " in str(board)
    assert stage.games.messages == [board]


async def test_an_archived_channel_is_explained(stage: Stage) -> None:
    board = await stage.begin("play")
    stage.games.archived = True
    await stage.ann.command(stage.games, "/hitblow", "guess 0456")
    await stage.slack.until(lambda: len(stage.ann.ephemeral) == 2)
    assert not board.edits


@pytest.mark.logs_errors
async def test_an_unexpected_error_is_reported_privately_with_its_reference(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    board = await stage.begin("play")
    chie = stage.team.user("Chie", locale="ja-JP")

    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("bot.services.games.referee.Referee.guess", broken)
    for person in (stage.bob, chie):
        await person.reply(board, "0456")
        await stage.slack.until(lambda person=person: person.ephemeral)  # type: ignore[misc]  # mypy cannot infer it
        (told,) = map(str, person.ephemeral)
        (reference,) = REFERENCE.findall(told)
        assert reference in caplog.text
        assert "ZeroDivision" not in told
        assert is_japanese(told) == (person is chie)
    assert not board.edits
    assert not stage.ann.ephemeral


@pytest.mark.logs_errors
@pytest.mark.parametrize("busy_seconds", [0.1])
async def test_a_home_without_the_storage_says_so_and_is_whole_the_next_time(stage: Stage) -> None:
    await stage.begin("play")
    await stage.slack.quiet(0.3)  # until it is stored where the board is
    async with locked_when_free(stage.file):
        await stage.ann.open_home()
        await stage.slack.until(lambda: stage.ann.home, within=30)
        assert "#k1" not in str(stage.ann.home)
        await stage.ann.open_home()
    await stage.ann.open_home()
    await stage.slack.until(lambda: "#k1" in str(stage.ann.home), within=30)


async def test_a_home_that_slack_does_not_take_is_published_the_next_time(stage: Stage) -> None:
    await stage.begin("play")
    stage.slack.network.fail("views.publish", api_error("internal_error", status=500))
    await stage.ann.open_home()
    await stage.slack.until(lambda: stage.slack.calls("views.publish"))
    assert stage.ann.home is None
    assert "#k1" in str(await stage.home())


@pytest.mark.parametrize("extra", [{"bot_id": "B9"}, {"subtype": "channel_join"}, {"user": ""}], ids=str)
async def test_messages_that_no_person_has_typed_are_not_read(stage: Stage, extra: dict[str, str]) -> None:
    board = await stage.begin("play")
    typed = stage.games.add({"text": "0456", "thread_ts": board.ts}, stage.bob.id)
    event = payloads.message_event(typed)
    event["event"] |= extra
    await stage.slack.deliveries.event(event)
    await stage.slack.quiet(0.15)
    assert not board.edits
    assert not stage.bob.ephemeral


async def test_a_reply_that_is_also_sent_to_the_channel_is_a_guess(stage: Stage) -> None:
    board = await stage.begin("play")
    typed = stage.games.add({"text": "0456", "thread_ts": board.ts}, stage.bob.id)
    event = payloads.message_event(typed)
    event["event"] |= {"subtype": "thread_broadcast"}
    await stage.slack.deliveries.event(event)
    await stage.shows(board, "0456  ")
