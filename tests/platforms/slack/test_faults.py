"""Faults on Slack's side and on our own: everybody is told by the first way that is open."""

import re
from typing import Any

import pytest

from tests.fakes.slack import Disconnect, Message, api_error, payloads
from tests.platforms.slack.harness import Harness, ids_in
from tests.platforms.slack.other_games import start_other_games
from tests.platforms.slack.routes import Routes
from tests.support.sentences import is_japanese
from tests.support.storage import locked_when_free

pytestmark = pytest.mark.usefixtures("bot")

REFERENCE = re.compile(r"\b[0-9a-f]{8}\b")


async def pressed(harness: Harness, board: Message, value: str) -> None:
    """Have Bob press a button whose value is another one, as a button of an older version has."""
    payload: dict[str, Any] = payloads.action(harness.bob, board, board.element("Guess"), {})
    payload["actions"][0]["value"] = value
    await harness.slack.deliveries.interaction(payload)
    await harness.slack.idle()


@pytest.mark.parametrize("carried", ["nonsense", "guess|x", "nonsense||||"])
async def test_a_button_of_another_version_changes_nothing(harness: Harness, carried: str) -> None:
    others = await start_other_games(harness)
    board = await harness.start_game("play")
    await pressed(harness, board, carried)
    assert not board.edits
    assert harness.games.messages[-1] == board
    others.assert_undisturbed()


async def test_a_button_with_an_option_of_another_version_is_refused_in_private(harness: Harness) -> None:
    board = await harness.start_game("play")
    await pressed(harness, board, "play||||trys=3")
    await harness.slack.until(lambda: harness.bob.ephemeral)
    assert not harness.ann.ephemeral
    assert harness.games.messages == [board]


async def test_a_form_of_another_version_changes_nothing(harness: Harness) -> None:
    board = await harness.start_game("play")
    await harness.opened_by(harness.bob.click(board, "Guess"), harness.bob)
    harness.bob.view.body["private_metadata"] = f"{harness.games.id} nonsense"
    await harness.bob.submit(harness.bob.view, code="0456")
    await harness.slack.idle()
    assert not board.edits


@pytest.mark.logs_errors
async def test_a_private_reply_that_cannot_be_sent_in_any_way_is_logged_and_the_next_one_is_sent(
    harness: Harness, caplog: pytest.LogCaptureFixture
) -> None:
    harness.slack.network.fail("response_url", api_error("internal_error", status=500))
    harness.slack.network.fail("chat.postEphemeral", api_error("user_not_in_channel"))
    harness.slack.network.fail("chat.postMessage", api_error("internal_error", status=500))
    await harness.until_after(
        harness.ann.command(harness.games, "/hitblow", "check 0123"), lambda: harness.slack.calls("chat.postMessage")
    )
    assert "5,040" in await harness.private_reply("check 0123")
    assert len(harness.ann.ephemeral) == 1
    assert [record.levelname for record in caplog.records].count("ERROR") == 1


@pytest.mark.parametrize("connection_type", ["socket"])
@pytest.mark.parametrize("route", ["response_url", "chat.postEphemeral"])
async def test_a_connection_that_breaks_while_a_reply_is_sent_has_it_sent_another_way(
    harness: Harness, route: str
) -> None:
    if route == "chat.postEphemeral":
        harness.slack.network.fail("response_url", api_error("expired_url", status=404))
    harness.slack.network.fail(route, Disconnect(processed=False))
    await harness.ann.command(harness.games, "/hitblow", "check 0123")
    direct = harness.team.dm(harness.ann)
    await harness.slack.until(lambda: "5,040" in f"{direct} {list(map(str, harness.ann.ephemeral))}")
    assert not harness.games.messages


async def test_a_leaderboard_that_may_have_arrived_is_not_posted_twice(harness: Harness) -> None:
    harness.slack.network.fail("chat.postMessage", Disconnect(processed=True))
    routes = Routes(harness)
    await harness.until_after(
        harness.ann.command(harness.games, "/hitblow", "leaderboard"), lambda: harness.games.messages
    )
    assert len(harness.games.messages) == 1
    assert not harness.ann.ephemeral
    assert "response URL to Ann" not in await routes.used()


async def test_a_leaderboard_that_cannot_be_posted_is_shown_to_the_one_who_asked(harness: Harness) -> None:
    harness.slack.network.fail("chat.postMessage", api_error("restricted_action"))
    harness.slack.network.fail("response_url", api_error("internal_error", status=500))
    await harness.until_after(
        harness.ann.command(harness.games, "/hitblow", "leaderboard"), lambda: harness.ann.ephemeral
    )
    assert not harness.games.messages


@pytest.mark.parametrize("error", [api_error("ratelimited"), api_error("internal_error", status=500), Disconnect()])
async def test_an_edit_that_fails_for_a_moment_is_made_again(harness: Harness, error: Any) -> None:
    board = await harness.start_game("play")
    harness.slack.network.fail("chat.update", error)
    await harness.shown_after(harness.ann.reply(board, "0456"), board, "0456 ")
    assert harness.games.messages == [board]


async def test_an_edit_that_fails_for_good_is_reported_and_the_next_one_shows_the_board(harness: Harness) -> None:
    board = await harness.start_game("play")
    harness.slack.network.fail("chat.update", api_error("internal_error", status=500), times=None)
    await harness.ann.reply(board, "0456")
    await harness.slack.until(lambda: harness.ann.ephemeral, within=60)
    assert "0456 " not in str(board)
    harness.slack.network.clear()
    await harness.shown_after(harness.bob.reply(board, "7089"), board, "7089 ")
    assert "0456 " in str(board)
    assert harness.games.messages == [board]


async def test_an_archived_channel_is_explained(harness: Harness) -> None:
    board = await harness.start_game("play")
    harness.games.archived = True
    await harness.until_after(
        harness.ann.command(harness.games, "/hitblow", "guess 0456"), lambda: len(harness.ann.ephemeral) == 2
    )
    assert not board.edits


@pytest.mark.logs_errors
async def test_an_unexpected_error_is_reported_privately_with_its_reference(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    board = await harness.start_game("play")
    chie = harness.team.user("Chie", locale="ja-JP")

    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("bot.services.games.referee.Referee.guess", broken)
    for person in (harness.bob, chie):
        await harness.until_after(person.reply(board, "0456"), lambda person=person: person.ephemeral)  # type: ignore[misc]  # mypy cannot infer it
        (told,) = map(str, person.ephemeral)
        (reference,) = REFERENCE.findall(told)
        assert reference in caplog.text
        assert "ZeroDivision" not in told
        assert is_japanese(told) == (person is chie)
    assert not board.edits
    assert not harness.ann.ephemeral


@pytest.mark.logs_errors
@pytest.mark.parametrize("busy_seconds", [0.1])
async def test_a_home_without_the_storage_says_so_and_is_whole_the_next_time(harness: Harness) -> None:
    await harness.start_game("play")
    await harness.slack.quiet(0.3)  # until it is stored where the board is
    async with locked_when_free(harness.file):
        await harness.ann.open_home()
        await harness.slack.until(lambda: harness.ann.home, within=30)
        assert "k1" not in ids_in(harness.ann.home)
        await harness.ann.open_home()
    await harness.ann.open_home()
    await harness.slack.until(lambda: "k1" in ids_in(harness.ann.home), within=30)


@pytest.mark.parametrize("extra", [{"bot_id": "B9"}, {"subtype": "channel_join"}, {"user": ""}], ids=str)
async def test_messages_that_no_person_has_typed_are_not_read(harness: Harness, extra: dict[str, str]) -> None:
    board = await harness.start_game("play")
    event = payloads.message_event(harness.games.add({"text": "0456", "thread_ts": board.ts}, harness.bob.id))
    event["event"] |= extra
    await harness.slack.deliveries.event(event)
    await harness.slack.idle()
    assert not board.edits
    assert not harness.bob.ephemeral


async def test_a_reply_that_is_also_sent_to_the_channel_is_a_guess(harness: Harness) -> None:
    board = await harness.start_game("play")
    event = payloads.message_event(harness.games.add({"text": "0456", "thread_ts": board.ts}, harness.bob.id))
    event["event"] |= {"subtype": "thread_broadcast"}
    await harness.shown_after(harness.slack.deliveries.event(event), board, "0456 ")


@pytest.mark.logs_errors
async def test_an_unexpected_error_on_the_home_tab_is_reported_with_a_reference(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("bot.platforms.slack.home.Home.publish", broken)
    await harness.ann.open_home()
    direct = harness.team.dm(harness.ann)
    await harness.slack.until(lambda: direct.messages)
    reference = next(record.args for record in caplog.records if "unexpected" in record.message)
    assert isinstance(reference, tuple)
    assert str(reference[0]) in str(direct)
