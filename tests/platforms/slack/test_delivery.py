"""People always see the newest board, in one message, whatever Slack does with the requests."""

import asyncio

from tests.platforms.slack.stage import Stage


async def test_a_reply_to_a_board_whose_post_is_not_answered_yet_counts(stage: Stage) -> None:
    async with stage.bot():
        with stage.slack.network.hold("chat.postMessage", direction="response") as hold:
            await stage.ann.command(stage.games, "/hitblow", "play")
            await hold.reached()
            (board,) = stage.games.messages
            replied = asyncio.create_task(stage.bob.reply(board, "0456"))
            await stage.slack.quiet(0.1)
        await replied
        await stage.shows(board, "0456  ")


async def test_digits_below_other_messages_are_chat(stage: Stage) -> None:
    async with stage.bot():
        said = await stage.ann.say(stage.games, "When?")
        said.ts = f"{float(said.ts) - 60:.6f}"
        await stage.bob.reply(said, "1930")
    assert not stage.bob.ephemeral
