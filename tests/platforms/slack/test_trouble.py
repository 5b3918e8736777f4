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
from tests.fakes.slack import Disconnect, ErrorResponse, api_error
from tests.platforms.slack.harness import Harness
from tests.support.sentences import solved


@pytest.mark.usefixtures("bot")
async def test_a_socket_that_goes_away_in_mid_game_comes_back(harness: Harness) -> None:
    board = await harness.start_game("play")
    await harness.slack.socket_mode.disconnect()
    await harness.slack.connected()
    await harness.guess(board, "3102", shows=solved("Ann"))


@pytest.mark.usefixtures("bot")
async def test_a_socket_that_is_refreshed_in_mid_game_comes_back(harness: Harness) -> None:
    board = await harness.start_game("play")
    before = harness.slack.socket_mode.connections[0]
    await harness.slack.socket_mode.request_reconnect()
    await harness.slack.until(lambda: harness.slack.socket_mode.connections not in ([], [before]))
    await harness.guess(board, "3102", shows=solved("Ann"))


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("reason", ["cant_update_message", "message_not_found", "edit_window_closed"])
async def test_a_board_that_cannot_be_changed_is_posted_again(harness: Harness, reason: str) -> None:
    board = await harness.start_game("play")
    harness.slack.network.fail("chat.update", api_error(reason))
    again = (await harness.until_after(harness.ann.reply(board, "0123"), lambda: harness.games.messages[1:]))[0]
    assert "0123" in str(again)
    await harness.shown_after(harness.ann.reply(again, "3102"), again, solved("Ann"))


@pytest.mark.usefixtures("bot")
async def test_a_post_that_may_have_arrived_is_not_made_twice(harness: Harness) -> None:
    harness.slack.network.fail("chat.postMessage", Disconnect(processed=True))
    board = await harness.start_game("play")
    assert "Nothing is lost" in await harness.wait_for_private(harness.ann, "Slack didn't accept")
    assert harness.games.messages == [board]
    await harness.guess(board, "0123")  # its buttons know the game


@pytest.mark.usefixtures("bot")
async def test_a_form_that_comes_too_late_is_explained(harness: Harness) -> None:
    harness.slack.network.fail("views.open", api_error("expired_trigger_id"))
    board = await harness.start_game("play")
    await harness.told_after(harness.ann.click(board, "Guess"), harness.ann, "try again")


@pytest.mark.usefixtures("bot")
async def test_a_name_full_of_control_forms_is_harmless(harness: Harness) -> None:
    eve = harness.team.user("<!channel> *x* <https://evil.example|click> `@here` & :tada:")
    await harness.guess(await harness.start_game("play", eve), "0123", eve, shows="0123 ")
    await harness.start_game("leaderboard", eve)
    await harness.told_after(
        harness.ann.command(harness.games, "/hitblow", f"stats {eve.id}"), harness.ann, "<!channel>"
    )
    shown = [*harness.games.messages, *harness.ann.ephemeral, *eve.ephemeral]
    assert [message.control_sequences for message in shown] == [[]] * len(shown)


@pytest.mark.usefixtures("bot")
async def test_a_person_slack_says_nothing_of_can_play(harness: Harness) -> None:
    harness.slack.network.fail("users.info", api_error("user_not_found"), times=9)
    await harness.guess(await harness.start_game("play"), "3102", shows=solved("ann"))


@pytest.mark.usefixtures("bot")
@pytest.mark.logs_errors
@pytest.mark.slow  # the guess is tried again for some seconds before anything is said
@pytest.mark.parametrize("busy_seconds", [0.1])
async def test_a_busy_storage_is_explained_and_nothing_is_counted(harness: Harness) -> None:
    board = await harness.start_game("play")
    await harness.shown_after(harness.ann.reply(board, "4567"), board, "4567")
    other = Database(f"sqlite:///{harness.file}")
    async with other.engine.begin():
        await harness.told_after(harness.ann.reply(board, "0123"), harness.ann, "be used now")
    await other.close()
    await harness.shown_after(harness.ann.reply(board, "3102"), board, solved("Ann"))


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
    harness: Harness, given: dict[str, Any], error: PlatformError | None
) -> None:
    with pytest.raises(PlatformError) as refused:
        await harness.bot(**given).__aenter__()
    assert vars(refused.value) == vars(error) if error else isinstance(refused.value, SettingsMissing)


async def test_variables_that_bolt_reads_for_itself_change_nothing(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLACK_CLIENT_ID", "1.2")
    monkeypatch.setenv("SLACK_CLIENT_SECRET", "3")
    async with asyncio.timeout(20), harness.bot():
        await harness.start_game("play")


async def test_a_port_in_use_is_an_error(harness: Harness) -> None:
    harness.connection_type = "http"
    async with harness.bot() as bot:
        with pytest.raises(PortUnavailable) as refused:
            await harness.bot(port=bot.port).__aenter__()
        assert refused.value.port == bot.port


async def test_an_outage_of_the_socket_is_one_line_in_the_log_and_its_end_another(
    harness: Harness, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.platforms.slack.connections")
    async with harness.bot(ping_seconds=0.05):
        harness.slack.network.fail("apps.connections.open", api_error("internal_error", status=500), times=6)
        harness.slack.network.fail("connect", ErrorResponse(503), times=3)
        await harness.slack.socket_mode.disconnect()
        await harness.slack.connected()
        await harness.start_game("play")
        lines = [record.getMessage() for record in caplog.records if record.name.endswith("connections")]
    assert [line.partition(" (")[0].partition(" after")[0] for line in lines] == [
        "no connection to Slack",
        "connected to Slack again",
    ]
