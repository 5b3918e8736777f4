"""What goes wrong in duels in a channel: each gets one sentence, which one person sees, and the duel is unharmed."""

import asyncio

import pytest

from tests.fakes.slack import Message
from tests.platforms.slack.stage import Stage
from tests.platforms.slack.test_duels import begin, hide

pytestmark = pytest.mark.usefixtures("bot")


async def challenge(stage: Stage) -> Message:
    board = await stage.begin(f"duel <@{stage.bob.id}|bob> hitblow3")
    await stage.shows(board, "Ann challenges Bob")
    return board


async def test_a_second_invitation_is_refused_from_either_side(stage: Stage) -> None:
    board = await challenge(stage)
    assert "already have a duel" in await stage.told(f"duel <@{stage.bob.id}|bob>")
    assert "already have a duel" in await stage.told(f"duel <@{stage.ann.id}|ann>", stage.bob)
    assert stage.games.messages == [board]


async def test_a_secret_that_is_not_a_code_or_is_given_twice_is_refused(stage: Stage) -> None:
    board = await challenge(stage)
    await stage.bob.command(stage.games, "/hitblow", "secret")
    await stage.slack.until(lambda: stage.bob.views)
    await stage.bob.submit(stage.bob.view, entered="5277")
    assert "this game takes 3" in str(stage.bob.view)
    await stage.bob.submit(stage.bob.view, entered="683")
    await stage.shows(board, "Bob has hidden")
    assert "already hidden" in await stage.told("secret", stage.bob)
    await hide(stage, stage.ann, board, "527")
    await stage.shows(board, "your turn")
    assert "already hidden" in await stage.told("secret", stage.bob)


async def test_both_who_hide_a_secret_at_once_begin_one_duel(stage: Stage) -> None:
    board = await challenge(stage)
    await asyncio.gather(hide(stage, stage.ann, board, "527"), hide(stage, stage.bob, board, "683"))
    await stage.shows(board, "your turn")
    assert [message for message in stage.games.messages if message.blocks] == [board]


async def test_after_the_end_nothing_is_counted(stage: Stage) -> None:
    board, _, _ = await begin(stage)
    await stage.ann.command(stage.games, "/hitblow", "giveup yes")
    await stage.shows(board, "527")
    assert "No game is running" in await stage.told("guess 527", stage.bob)
    assert "No game is running" in await stage.told("draw", stage.bob)


async def test_one_of_several_challenges_is_chosen_by_its_id(stage: Stage) -> None:
    first = await challenge(stage)
    carol = stage.team.user("Carol")
    second = await stage.begin(f"duel <@{stage.bob.id}|bob> hitblow3", carol)
    refused = await stage.told("secret", stage.bob)
    assert "#k1" in refused
    assert "#k2" in refused
    await stage.bob.command(stage.games, "/hitblow", "secret #k2")
    await stage.slack.until(lambda: stage.bob.views)
    await stage.bob.submit(stage.bob.view, entered="683")
    await stage.shows(second, "Bob has hidden")
    assert "Bob has hidden" not in str(first)
