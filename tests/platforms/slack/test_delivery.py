"""People always see the newest board, in one message, whatever Slack does with the requests."""

import asyncio

from tests.platforms.slack.harness import Harness


async def test_a_reply_to_a_board_whose_post_is_not_answered_yet_counts(harness: Harness) -> None:
    async with harness.bot():
        with harness.slack.network.hold("chat.postMessage", direction="response") as hold:
            await harness.ann.command(harness.games, "/hitblow", "play")
            await hold.reached()
            (board,) = harness.games.messages
            replied = asyncio.create_task(harness.bob.reply(board, "0456"))
            await harness.slack.quiet(0.1)
        await replied
        await harness.wait_until_shown(board, "0456  ")


async def test_digits_below_other_messages_are_chat(harness: Harness) -> None:
    async with harness.bot():
        said = await harness.ann.say(harness.games, "When?")
        said.ts = f"{float(said.ts) - 60:.6f}"
        await harness.bob.reply(said, "1930")
    assert not harness.bob.ephemeral
