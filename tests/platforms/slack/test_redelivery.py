"""Whatever Slack delivers several times, even to a bot started again, counts once and is said once."""

import re
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from tests.fakes.slack import payloads
from tests.platforms.slack.harness import ConnectionType, Harness

Ready: TypeAlias = Callable[[Harness], Awaitable[object]]


@pytest.fixture(params=["socket", pytest.param("http", marks=pytest.mark.slow)])
def connection_type(request: pytest.FixtureRequest) -> ConnectionType:
    return request.param  # type: ignore[no-any-return] # a parameter has no type


def turns(shown: object) -> list[tuple[str, str, str]]:
    """Number, code and feedback of each turn on a board or in a conversation."""
    return re.findall(r"^[` ]*(\d+) +(\d+) .*(\dH\dB)", str(shown), re.MULTILINE)


async def nothing(_: Harness) -> None: ...


async def game(harness: Harness) -> None:
    await harness.start_game("play")


async def conversation(harness: Harness) -> None:
    await harness.private_reply("suggest 012 0H1B, 345 0H1B, 678 0H1B rules:3x10")


async def finished_daily(harness: Harness) -> None:
    await harness.private_reply("daily giveup yes")


COMMANDS: dict[str, tuple[Ready, str, int, int]] = {
    "play": (nothing, "play", 1, 0),
    "guess": (game, "guess 0456", 0, 1),
    "hint": (game, "hint confirm:yes", 0, 1),
    "undo": (conversation, "undo", 0, 1),
    "host": (nothing, "host hitblow3 keep:head", 1, 0),
    "daily": (nothing, "daily 0456", 0, 0),
    "share": (finished_daily, "daily share", 1, 1),
}
"""The situation, what Ann types, and how many public and private messages that makes.

The services' own tests repeat the other commands.
"""


async def state(harness: Harness) -> list[list[tuple[str, str, str]]]:
    """The turns of all boards, and those of Ann's conversation and of her daily, looked up anew."""
    told = [turns(await harness.private_reply(typed)) for typed in ("suggest", "daily")]
    return [*(turns(board) for board in harness.games.messages), *told]


@pytest.mark.usefixtures("other_games")
@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_delivered_three_times_does_and_says_what_one_does(harness: Harness, command: str) -> None:
    ready, typed, public, private = COMMANDS[command]
    await ready(harness)
    before = len(harness.games.messages), len(harness.ann.ephemeral)
    harness.slack.deliveries.copies, harness.slack.deliveries.at_once = 3, harness.connection_type == "http"
    await harness.until_after(
        harness.ann.command(harness.games, "/hitblow", typed), lambda: len(harness.ann.ephemeral) >= before[1] + private
    )
    await harness.slack.until(lambda: len(harness.games.messages) >= before[0] + public)
    await harness.slack.idle()
    assert len(harness.games.messages) - before[0] == public
    assert len(harness.ann.ephemeral) - before[1] == private
    assert not harness.bob.ephemeral


@pytest.mark.slow
@pytest.mark.parametrize("connection_type", ["socket"])
@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_delivered_again_after_a_restart_changes_nothing(harness: Harness, command: str) -> None:
    ready, typed, *_ = COMMANDS[command]
    async with harness.bot():
        await ready(harness)
        payload = payloads.command(harness.ann, harness.games, "/hitblow", typed)
        await harness.slack.deliveries.command(payload)  # finished when the bot stops
    async with harness.bot():
        once, messages = await state(harness), len(harness.games.messages)
    async with harness.bot():
        await harness.slack.deliveries.command(payload)
    async with harness.bot():
        assert await state(harness) == once
        assert len(harness.games.messages) == messages


@pytest.mark.usefixtures("other_games")
async def test_a_button_delivered_three_times_counts_once(harness: Harness) -> None:
    board = await harness.start_game("play")
    await conversation(harness)
    advice = harness.ann.ephemeral[-1]
    harness.slack.deliveries.copies = 3
    await harness.until_after(harness.ann.click(advice, "Undo"), lambda: "678" not in str(advice))
    await harness.slack.idle()
    assert [turn[1] for turn in turns(advice)] == ["012", "345"]
    await harness.guess(board, "0456", shows="0456 ")
    await harness.ann.click(board, "Give up")
    await harness.shown_after(harness.ann.click(await harness.wait_for_question(), "Give up"), board, "3102")
    await harness.slack.until(lambda: len(harness.games.messages) >= 2)
    await harness.slack.idle()
    assert turns(board) == [("1", "0456", "0H1B")]
    assert len(harness.games.messages) == 2
    assert len(harness.ann.ephemeral) == 2  # the advice, and whether she gives up


@pytest.mark.usefixtures("other_games")
async def test_a_secret_sent_three_times_begins_one_game(harness: Harness) -> None:
    harness.slack.deliveries.copies = 3
    await harness.opened_by(harness.ann.command(harness.games, "/hitblow", "versus easy"))
    await harness.slack.idle()
    assert len(harness.ann.views) == 1
    await harness.until_after(
        harness.ann.submit(harness.ann.view, entered="9876"), lambda: len(harness.games.messages) == 2
    )
    await harness.slack.idle()
    assert len(harness.games.messages) == 2
    assert not harness.ann.ephemeral


@pytest.mark.slow
async def test_a_guess_below_a_board_delivered_again_after_a_restart_is_one_turn(harness: Harness) -> None:
    async with harness.bot():
        board = await harness.start_game("play")
        typed = await harness.bob.reply(board, "0456")
        await harness.wait_until_shown(board, "0456 ")
    async with harness.bot():
        await harness.slack.deliver_message_event(harness.games, payloads.message_event(typed))
        await harness.slack.idle()
    assert turns(board) == [("1", "0456", "0H1B")]
    assert harness.games.messages == [board]
