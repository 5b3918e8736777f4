"""People who leave a workspace or delete their data in mid-game, and archived channels: the game is unharmed."""

import pytest

from tests.platforms.slack.harness import Harness
from tests.platforms.slack.test_modes import host_by_modal, start

pytestmark = pytest.mark.usefixtures("quick_catch_up", "bot")


async def test_somebody_who_has_left_is_not_challenged(harness: Harness) -> None:
    await harness.private_reply("stats", harness.bob)  # the bot has met him
    harness.bob.deactivated = True
    assert "can't challenge Bob" in await harness.private_reply(f"duel <@{harness.bob.id}|bob>")
    assert not harness.games.messages


async def test_there_is_no_rematch_with_somebody_who_has_left(harness: Harness) -> None:
    board, first, second = await start(harness)
    await harness.shown_after(second.command(harness.games, "/hitblow", "giveup yes"), board, "gave up")
    second.deactivated = True
    await harness.told_after(first.click(board, "Rematch"), first, f"can't challenge {second.name}")
    assert "#k2" not in str(harness.games)


@pytest.mark.parametrize(("text", "code", "shown"), [("host hitblow3", "012", "012 "), ("play race", "0456", "Bob")])
async def test_a_game_goes_on_after_its_channel_was_archived_for_a_while(
    harness: Harness, text: str, code: str, shown: str
) -> None:
    board = await (host_by_modal(harness, text) if text.startswith("host") else harness.start_game(text))
    harness.games.archived = True
    await harness.told_after(
        harness.bob.command(harness.games, "/hitblow", f"guess {code}"), harness.bob, "can't post here"
    )
    assert shown not in str(board)
    harness.games.archived = False
    await harness.shown_after(harness.ann.command(harness.games, "/hitblow", "board"), board, shown)
    assert harness.games.messages == [board]
