"""What is told to whom, and in which words."""

import json
import re

import pytest

from tests.platforms.slack.harness import Harness


def everything_sent(harness: Harness) -> str:
    """Every call of the bot's so far: messages, forms, Home tabs, with their values, ids and metadata."""
    posted = [str(call.args) for call in harness.slack.network.exchanges]
    sent = "\n".join([*posted, *(json.dumps(message.payload()) for message in harness.games.posted)])
    return re.sub(r"\d+\.\d{6}", "", sent)  # timestamps, which may hold any figures


@pytest.mark.usefixtures("bot")
async def test_no_secret_is_told_before_the_end(harness: Harness, caplog: pytest.LogCaptureFixture) -> None:
    harness.random_source.deal("3108")
    board = await harness.start_game("play")
    await harness.guess(board, "0123")
    await harness.ann.command(harness.games, "/hitblow", "versus easy")
    await harness.slack.until(lambda: harness.ann.views)
    await harness.ann.submit(harness.ann.view, entered="9276")
    await harness.slack.until(lambda: len(harness.games.messages) == 2)
    await harness.home()
    sent = everything_sent(harness)
    assert "0123" in sent
    assert "3108" not in sent
    assert "9276" not in sent
    assert "9276" not in caplog.text
    await harness.ann.command(harness.games, "/hitblow", "giveup yes")  # of the game against the bot, which is her own
    await harness.ann.click(board, "Give up")
    await harness.ann.click(await harness.wait_for_question(), "Give up")
    await harness.wait_until_shown(board, "3108")


@pytest.mark.usefixtures("bot")
async def test_in_public_the_workspace_s_language_is_spoken_and_in_private_everybodys_own(harness: Harness) -> None:
    chie = harness.team.user("Chie", locale="ja-JP")
    board = await harness.start_game("play", chie)
    assert "4桁" in str(board)
    assert "commands" in await harness.private_reply("help", harness.bob)
    assert "推理" in await harness.private_reply("help", chie)
    await harness.guess(board, "0123", harness.bob)
    await harness.wait_until_shown(board, "あと11回")


async def test_the_workspace_s_language_outlives_the_process(harness: Harness) -> None:
    chie = harness.team.user("Chie", locale="ja-JP")
    async with harness.bot():
        board = await harness.start_game("play", chie)
    async with harness.bot():
        await harness.guess(board, "0123", harness.bob)
        await harness.wait_until_shown(board, "あと11回")


async def test_a_language_that_is_set_is_spoken_in_public(harness: Harness) -> None:
    async with harness.bot(language="ja"):
        assert "4桁" in str(await harness.start_game("play"))


@pytest.mark.usefixtures("bot")
async def test_slack_is_asked_once_who_somebody_is(harness: Harness) -> None:
    board = await harness.start_game("play")
    for code in ("0456", "7089"):
        await harness.ann.reply(board, code)
        await harness.wait_until_shown(board, code + "  ")
    assert len(harness.slack.calls("users.info")) == 1


@pytest.mark.usefixtures("bot")
async def test_somebody_can_be_named_by_a_mention(harness: Harness) -> None:
    board = await harness.start_game("play who:me", harness.bob)
    await harness.guess(board, "3102", harness.bob)
    await harness.wait_until_shown(board, "solved it")
    assert "Bob" in await harness.private_reply(f"stats <@{harness.bob.id}|bob>")


@pytest.mark.usefixtures("bot")
@pytest.mark.logs_errors
async def test_an_unexpected_error_is_reported_with_a_reference(
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


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("text", ["Thanks", "Thanks!", "ありがとう", "hi there"])
async def test_small_talk_in_a_direct_message_gets_a_short_help(harness: Harness, text: str) -> None:
    direct = harness.team.dm(harness.ann)
    await harness.ann.say(direct, text)
    assert "I only talk about Hit & Blow" in str((await harness.slack.until(lambda: direct.messages[1:]))[0])


@pytest.mark.usefixtures("bot")
async def test_the_board_says_who_got_hints(harness: Harness) -> None:
    harness.random_source.deal("3102")
    board = await harness.start_game("play 4x4")
    assert "You haven't played in this game yet" in await harness.private_reply("hint", harness.bob)
    await harness.ann.click(board, "Hint")
    await harness.wait_until_shown(board, "hints used by Ann")
