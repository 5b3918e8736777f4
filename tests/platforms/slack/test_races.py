"""Races on Slack: the signal, and as many players as a classroom has."""

import pytest

from tests.platforms.slack.harness import Harness

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_race_starts_at_the_signal_of_its_starter(harness: Harness) -> None:
    board = await harness.start_game("play race start:signal minutes:10")
    await harness.told_after(harness.bob.click(board, "Start"), harness.bob, "Whoever opened it")
    assert "hasn't started" in await harness.private_reply("guess 0456", harness.bob)
    await harness.shown_after(harness.ann.click(board, "Start"), board, "Ends ")
    await harness.shown_after(harness.bob.reply(board, "0456"), board, "Bob")


async def test_the_forms_of_a_race_show_ones_own_turns_and_invite_no_replies(harness: Harness) -> None:
    board = await harness.start_game("play race")
    await harness.opened_by(harness.ann.click(board, "ask:0"))
    assert "reply" not in str(harness.ann.view)
    await harness.until_after(
        harness.ann.submit(harness.ann.view, code="0456"), lambda: "0456" in str(harness.ann.ephemeral[-1])
    )
    await harness.opened_by(harness.ann.click(harness.ann.ephemeral[-1], "Guess"))
    assert "reply" not in str(harness.ann.view)
    assert "0456 0H1B" in str(harness.ann.view)
