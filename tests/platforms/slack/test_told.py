"""What is told to whom, and in which words."""

import json
import re

import pytest

from tests.platforms.slack.stage import Stage


def everything_sent(stage: Stage) -> str:
    """Every call of the bot's so far: messages, forms, Home tabs, with their values, ids and metadata."""
    posted = [str(call.args) for call in stage.slack.network.exchanges]
    sent = "\n".join([*posted, *(json.dumps(message.payload()) for message in stage.games.posted)])
    return re.sub(r"\d+\.\d{6}", "", sent)  # timestamps, which may hold any figures


@pytest.mark.usefixtures("bot")
async def test_no_secret_is_told_before_the_end(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    stage.random_source.deal("3108")
    board = await stage.begin("play")
    await stage.guess(board, "0123")
    await stage.ann.command(stage.games, "/hitblow", "versus easy")
    await stage.slack.until(lambda: stage.ann.views)
    await stage.ann.submit(stage.ann.view, entered="9276")
    await stage.slack.until(lambda: len(stage.games.messages) == 2)
    await stage.home()
    sent = everything_sent(stage)
    assert "0123" in sent
    assert "3108" not in sent
    assert "9276" not in sent
    assert "9276" not in caplog.text
    await stage.ann.command(stage.games, "/hitblow", "giveup yes")  # of the game against the bot, which is her own
    await stage.ann.click(board, "Give up")
    await stage.ann.click(await stage.asked(), "Give up")
    await stage.shows(board, "3108")


@pytest.mark.usefixtures("bot")
async def test_in_public_the_workspace_s_language_is_spoken_and_in_private_everybodys_own(stage: Stage) -> None:
    chie = stage.team.user("Chie", locale="ja-JP")
    board = await stage.begin("play", chie)
    assert "4桁" in str(board)
    assert "commands" in await stage.told("help", stage.bob)
    assert "推理" in await stage.told("help", chie)
    await stage.guess(board, "0123", stage.bob)
    await stage.shows(board, "あと11回")


async def test_the_workspace_s_language_outlives_the_process(stage: Stage) -> None:
    chie = stage.team.user("Chie", locale="ja-JP")
    async with stage.bot():
        board = await stage.begin("play", chie)
    async with stage.bot():
        await stage.guess(board, "0123", stage.bob)
        await stage.shows(board, "あと11回")


async def test_a_language_that_is_set_is_spoken_in_public(stage: Stage) -> None:
    async with stage.bot(language="ja"):
        assert "4桁" in str(await stage.begin("play"))


@pytest.mark.usefixtures("bot")
async def test_slack_is_asked_once_who_somebody_is(stage: Stage) -> None:
    board = await stage.begin("play")
    for code in ("0456", "7089"):
        await stage.ann.reply(board, code)
        await stage.shows(board, code + "  ")
    assert len(stage.slack.calls("users.info")) == 1


@pytest.mark.usefixtures("bot")
async def test_somebody_can_be_named_by_a_mention(stage: Stage) -> None:
    board = await stage.begin("play who:me", stage.bob)
    await stage.guess(board, "3102", stage.bob)
    await stage.shows(board, "solved it")
    assert "Bob" in await stage.told(f"stats <@{stage.bob.id}|bob>")


@pytest.mark.usefixtures("bot")
@pytest.mark.logs_errors
async def test_an_unexpected_error_is_reported_with_a_reference(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("bot.platforms.slack.home.Home.publish", broken)
    await stage.ann.open_home()
    direct = stage.team.dm(stage.ann)
    await stage.slack.until(lambda: direct.messages)
    reference = next(record.args for record in caplog.records if "unexpected" in record.message)
    assert isinstance(reference, tuple)
    assert str(reference[0]) in str(direct)


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("text", ["Thanks", "Thanks!", "ありがとう", "hi there"])
async def test_small_talk_in_a_direct_message_gets_a_short_help(stage: Stage, text: str) -> None:
    direct = stage.team.dm(stage.ann)
    await stage.ann.say(direct, text)
    assert "I only talk about Hit & Blow" in str((await stage.slack.until(lambda: direct.messages[1:]))[0])


@pytest.mark.usefixtures("bot")
async def test_the_board_says_who_got_hints(stage: Stage) -> None:
    stage.random_source.deal("3102")
    board = await stage.begin("play 4x4")
    assert "You haven't played in this game yet" in await stage.told("hint", stage.bob)
    await stage.ann.click(board, "Hint")
    await stage.shows(board, "hints used by Ann")
