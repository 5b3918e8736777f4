"""How many messages a game is: one board that is edited, and what the board does not tell."""

import asyncio

import pytest

from tests.fakes.slack import api_error
from tests.platforms.slack.harness import Harness
from tests.support.sentences import left, solved

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_solo_game_is_one_message_without_notes(harness: Harness) -> None:
    board = await harness.start_game("play who:me", secret="3102")
    await harness.guess(board, "0123", shows="0123 ")
    await harness.shown_after(harness.ann.reply(board, "0456"), board, "0456 ")
    await harness.guess(board, "3102", shows=solved("Ann"))
    await harness.slack.idle()
    assert not harness.ann.ephemeral
    assert [each for each in harness.games.posted if each.user_id != harness.ann.id] == [board]


async def test_a_game_in_a_direct_message_is_one_message_without_notes(harness: Harness) -> None:
    direct = harness.team.dm(harness.ann)
    board = (await harness.until_after(harness.ann.say(direct, "play tries:9"), lambda: direct.messages[1:]))[0]
    await harness.shown_after(harness.ann.say(direct, "0123"), board, left(8))
    await harness.shown_after(harness.ann.say(direct, "0456"), board, left(7))
    await harness.slack.idle()
    assert [each for each in direct.posted if each.user_id != harness.ann.id] == [board]


async def test_a_guess_by_a_command_in_a_channel_is_answered(harness: Harness) -> None:
    await harness.start_game("play who:me")
    assert "0456" in await harness.private_reply("0456")


async def test_a_refused_guess_is_answered_in_a_solo_game_too(harness: Harness) -> None:
    await harness.ann.reply(await harness.start_game("play who:me"), "0012")
    assert "Nothing was counted" in await harness.wait_for_private(harness.ann, "0012")


async def test_boards_that_slack_refuses_at_once_are_one_note(harness: Harness) -> None:
    board = await harness.start_game("play who:me")
    harness.slack.network.fail("chat.update", api_error("missing_scope"), times=None)
    for code in ("0123", "0456", "0789"):
        await harness.ann.reply(board, code)
    await harness.wait_for_private(harness.ann, "Slack didn't accept")
    await asyncio.sleep(0.3)
    await harness.slack.idle()
    assert len(harness.ann.ephemeral) == 1


async def test_the_end_of_a_game_is_below_what_follows_its_board_which_links_to_it(harness: Harness) -> None:
    board = await harness.start_game("play", secret="3102")
    await harness.guess(board, "0123", harness.bob, shows="0123 ")
    await harness.bob.say(harness.games, "so close")
    (end,) = await harness.until_after(harness.guess(board, "3102"), lambda: harness.games.messages[2:])
    url = f"https://slack.com/archives/{harness.games.id}/p{end.ts.replace('.', '')}"
    link = {"type": "link", "url": url, "text": "The game has ended below:"}
    await harness.slack.until(lambda: board.blocks[0]["elements"][0]["elements"] == [link])
    assert solved("Ann") in str(end)
