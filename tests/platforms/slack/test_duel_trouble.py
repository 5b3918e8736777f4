"""What goes wrong in duels in a channel: each gets one sentence, which one person sees, and the duel is unharmed."""

import asyncio

import pytest

from tests.fakes.slack import Message
from tests.platforms.slack.harness import Harness
from tests.platforms.slack.test_duels import hide, start

pytestmark = pytest.mark.usefixtures("bot")


async def challenge(harness: Harness) -> Message:
    board = await harness.start_game(f"duel <@{harness.bob.id}|bob> hitblow3")
    await harness.wait_until_shown(board, "Ann challenges Bob")
    return board


async def test_a_second_invitation_is_refused_from_either_side(harness: Harness) -> None:
    board = await challenge(harness)
    assert "already have a duel" in await harness.private_reply(f"duel <@{harness.bob.id}|bob>")
    assert "already have a duel" in await harness.private_reply(f"duel <@{harness.ann.id}|ann>", harness.bob)
    assert harness.games.messages == [board]


async def test_a_secret_that_is_not_a_code_or_is_given_twice_is_refused(harness: Harness) -> None:
    board = await challenge(harness)
    await harness.bob.command(harness.games, "/hitblow", "secret")
    await harness.slack.until(lambda: harness.bob.views)
    await harness.bob.submit(harness.bob.view, entered="5277")
    assert "this game takes 3" in str(harness.bob.view)
    await harness.bob.submit(harness.bob.view, entered="683")
    await harness.wait_until_shown(board, "Bob has hidden")
    assert "already hidden" in await harness.private_reply("secret", harness.bob)
    await hide(harness, harness.ann, board, "527")
    await harness.wait_until_shown(board, "your turn")
    assert "already hidden" in await harness.private_reply("secret", harness.bob)


async def test_both_who_hide_a_secret_at_once_begin_one_duel(harness: Harness) -> None:
    board = await challenge(harness)
    await asyncio.gather(hide(harness, harness.ann, board, "527"), hide(harness, harness.bob, board, "683"))
    await harness.wait_until_shown(board, "your turn")
    assert [message for message in harness.games.messages if message.blocks] == [board]


async def test_after_the_end_nothing_is_counted(harness: Harness) -> None:
    board, _, _ = await start(harness)
    await harness.ann.command(harness.games, "/hitblow", "giveup yes")
    await harness.wait_until_shown(board, "527")
    assert "No game is running" in await harness.private_reply("guess 527", harness.bob)
    assert "No game is running" in await harness.private_reply("draw", harness.bob)


async def test_one_of_several_challenges_is_chosen_by_its_id(harness: Harness) -> None:
    first = await challenge(harness)
    carol = harness.team.user("Carol")
    second = await harness.start_game(f"duel <@{harness.bob.id}|bob> hitblow3", carol)
    refused = await harness.private_reply("secret", harness.bob)
    assert "#k1" in refused
    assert "#k2" in refused
    await harness.bob.command(harness.games, "/hitblow", "secret #k2")
    await harness.slack.until(lambda: harness.bob.views)
    await harness.bob.submit(harness.bob.view, entered="683")
    await harness.wait_until_shown(second, "Bob has hidden")
    assert "Bob has hidden" not in str(first)
