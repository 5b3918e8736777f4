"""What goes wrong on Slack's side, and what people see of it."""

import asyncio
from typing import Any

import pytest

from bot.persistence.database import Database
from bot.platforms.common.errors import (
    PlatformError,
    PlatformUnreachable,
    PortUnavailable,
    SettingsMissing,
    TokenRefused,
)
from tests.fakes.slack import Disconnect, ErrorResponse, NotAcknowledged, api_error, rate_limited
from tests.platforms.slack.stage import Stage


async def test_a_socket_that_goes_away_in_mid_game_comes_back(stage: Stage) -> None:
    async with stage.bot():
        board = await stage.begin("play")
        await stage.slack.socket_mode.disconnect()
        await stage.slack.connected()
        await stage.guess(board, "3102")
        await stage.shows(board, "Ann solved it in 1.")


async def test_a_socket_that_is_refreshed_in_mid_game_comes_back(stage: Stage) -> None:
    async with stage.bot():
        board = await stage.begin("play")
        before = stage.slack.socket_mode.connections[0]
        await stage.slack.socket_mode.request_reconnect()
        await stage.slack.until(lambda: stage.slack.socket_mode.connections not in ([], [before]))
        await stage.guess(board, "3102")
        await stage.shows(board, "Ann solved it in 1.")


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("reason", ["cant_update_message", "message_not_found", "edit_window_closed"])
async def test_a_board_that_cannot_be_changed_is_posted_again(stage: Stage, reason: str) -> None:
    board = await stage.begin("play")
    stage.slack.network.fail("chat.update", api_error(reason))
    await stage.ann.reply(board, "0123")
    again = (await stage.slack.until(lambda: stage.games.messages[1:]))[0]
    assert "0123" in str(again)
    await stage.ann.reply(again, "3102")
    await stage.shows(again, "Ann solved it in 2.")


@pytest.mark.usefixtures("bot")
async def test_a_deleted_board_is_posted_again(stage: Stage) -> None:
    board = await stage.begin("play")
    stage.games.delete(board)
    again = await stage.begin("board")
    await stage.guess(again, "3102")
    await stage.shows(again, "solved it")


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("fault", [rate_limited(0), api_error("internal_error", status=500)])
async def test_an_update_refused_for_the_moment_is_made_a_moment_later(stage: Stage, fault: ErrorResponse) -> None:
    board = await stage.begin("play")
    stage.slack.network.fail("chat.update", fault)
    await stage.ann.reply(board, "0123")
    await stage.shows(board, "0123  ")
    assert stage.games.messages == [board]


@pytest.mark.usefixtures("bot")
async def test_a_post_that_may_have_arrived_is_not_made_twice(stage: Stage) -> None:
    stage.slack.network.fail("chat.postMessage", Disconnect(processed=True))
    board = await stage.begin("play")
    assert "Nothing is lost" in await stage.hears(stage.ann, "Slack didn't accept")
    assert stage.games.messages == [board]
    await stage.guess(board, "0123")  # its buttons know the game


@pytest.mark.usefixtures("bot")
async def test_advice_needs_no_membership(stage: Stage) -> None:
    elsewhere = stage.team.channel("elsewhere", bot=False)
    await stage.ann.command(elsewhere, "/hitblow", "check 0123")
    await stage.hears(stage.ann, "5,040")


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(("error", "status"), [("expired_url", 404), ("internal_error", 500)])
async def test_an_answer_finds_another_way_when_its_url_has_expired(stage: Stage, error: str, status: int) -> None:
    stage.slack.network.fail("response_url", api_error(error, status=status))
    assert "play" in await stage.told("help")


@pytest.mark.usefixtures("bot")
async def test_an_answer_comes_as_a_direct_message_when_nothing_else_is_open(stage: Stage) -> None:
    stage.slack.network.fail("response_url", api_error("internal_error", status=500))
    stage.slack.network.fail("chat.postEphemeral", api_error("user_not_in_channel"))
    await stage.ann.command(stage.games, "/hitblow", "check 0123")
    direct = stage.team.dm(stage.ann)
    await stage.slack.until(lambda: "5,040" in str(direct))
    assert not stage.games.messages


@pytest.mark.usefixtures("bot")
async def test_a_form_that_comes_too_late_is_explained(stage: Stage) -> None:
    stage.slack.network.fail("views.open", api_error("expired_trigger_id"))
    board = await stage.begin("play")
    await stage.ann.click(board, "Guess")
    await stage.hears(stage.ann, "try again")


@pytest.mark.usefixtures("bot")
async def test_a_name_full_of_control_forms_is_harmless(stage: Stage) -> None:
    eve = stage.team.user("<!channel> *x* <https://evil.example|click> `@here` & :tada:")
    board = await stage.begin("play", eve)
    await stage.guess(board, "0123", eve)
    await stage.shows(board, "0123  ")
    await stage.begin("leaderboard", eve)
    await stage.ann.command(stage.games, "/hitblow", f"stats {eve.id}")
    await stage.hears(stage.ann, "<!channel>")
    shown = [*stage.games.messages, *stage.ann.ephemeral, *eve.ephemeral]
    assert [message.control_sequences for message in shown] == [[]] * len(shown)


@pytest.mark.usefixtures("bot")
async def test_a_person_slack_says_nothing_of_can_play(stage: Stage) -> None:
    stage.slack.network.fail("users.info", api_error("user_not_found"), times=9)
    board = await stage.begin("play")
    await stage.guess(board, "3102")
    await stage.shows(board, "ann solved it in 1.")


async def test_what_was_taken_is_finished_before_the_end(stage: Stage) -> None:
    async with stage.bot(seconds_between=30.0):
        board = await stage.begin("play")
        await stage.ann.reply(board, "0123")  # its update has to wait for its turn in the channel
        await stage.hears(stage.ann, "0123")
        assert "0123  " not in str(board)
    assert "0123  " in str(board)


async def test_after_the_end_nothing_is_taken(stage: Stage) -> None:
    async with stage.bot():
        board = await stage.begin("play")
    stage.slack.deliveries.ack_within = 0.05
    with pytest.raises(NotAcknowledged):
        await stage.ann.click(board, "Hint")


@pytest.mark.logs_errors
@pytest.mark.parametrize("busy_seconds", [0.1])
async def test_a_busy_storage_is_explained_and_nothing_is_counted(stage: Stage) -> None:
    async with stage.bot():
        board = await stage.begin("play")
        await stage.ann.reply(board, "4567")
        await stage.shows(board, "4567")
        other = Database(f"sqlite:///{stage.file}")
        async with other.engine.begin():
            await stage.ann.reply(board, "0123")
            await stage.hears(stage.ann, "busy")
        await other.close()
        await stage.ann.reply(board, "3102")
        await stage.shows(board, "solved it in 2.")


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"bot_token": "xoxb-wrong"}, TokenRefused("Slack", "HITBLOW_SLACK_BOT_TOKEN")),
        ({"app_token": "xapp-wrong"}, TokenRefused("Slack", "HITBLOW_SLACK_APP_TOKEN")),
        ({"api_url": "http://127.0.0.1:9/api/"}, PlatformUnreachable("Slack")),
        ({"app_token": None}, None),
        ({"bot_token": None}, None),
    ],
)
async def test_it_does_not_start_with_what_it_cannot_use(
    stage: Stage, given: dict[str, Any], error: PlatformError | None
) -> None:
    with pytest.raises(PlatformError) as refused:
        await stage.bot(**given).__aenter__()
    assert vars(refused.value) == vars(error) if error else isinstance(refused.value, SettingsMissing)


async def test_variables_that_bolt_reads_for_itself_change_nothing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLACK_CLIENT_ID", "1.2")
    monkeypatch.setenv("SLACK_CLIENT_SECRET", "3")
    async with asyncio.timeout(20), stage.bot():
        await stage.begin("play")


async def test_a_port_in_use_is_an_error(stage: Stage) -> None:
    stage.way = "http"
    async with stage.bot() as bot:
        with pytest.raises(PortUnavailable) as refused:
            await stage.bot(port=bot.port).__aenter__()
        assert refused.value.port == bot.port
