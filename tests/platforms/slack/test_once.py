"""Slack delivers things again, people press twice, and several do something at once: everything counts once."""

import asyncio
from collections.abc import Callable

import pytest

from bot.presenters.board import SHOWN_TURNS
from tests.fakes.slack import User, View
from tests.platforms.slack.stage import Stage, Way

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture(params=["socket", "http"])
def way(request: pytest.FixtureRequest) -> Way:
    return request.param  # type: ignore[no-any-return] # a parameter has no type


@pytest.mark.parametrize("at_once", [False, True], ids=["one after the other", "at once"])
async def test_whatever_is_delivered_three_times_counts_once(stage: Stage, *, at_once: bool) -> None:
    stage.slack.deliveries.copies, stage.slack.deliveries.at_once = 3, at_once
    board = await stage.begin("play")
    await stage.bob.reply(board, "0456")
    await stage.shows(board, "Bob")
    await stage.guess(board, "7089")
    await stage.shows(board, "7089")
    await stage.ann.click(board, "Hint")
    await stage.hears(stage.ann, "guesses to go")
    await stage.slack.quiet()
    assert stage.games.messages == [board]
    assert "10 tries left" in str(board)
    assert [str(said).partition(":")[0] for said in stage.bob.ephemeral] == ["0456"]
    assert len([said for said in stage.ann.ephemeral if "guesses to go" in str(said)]) == 1


async def test_two_clicks_at_the_same_moment_are_two_turns(stage: Stage) -> None:
    board = await stage.begin("play")
    for person in (stage.ann, stage.bob):
        await person.click(board, "Guess")
        await stage.slack.until(_views_of(person))
    await asyncio.gather(stage.ann.submit(stage.ann.view, code="0456"), stage.bob.submit(stage.bob.view, code="7089"))
    await stage.shows(board, "10 tries left")
    assert "Ann" in str(board)
    assert "Bob" in str(board)


async def test_a_game_is_won_once(stage: Stage) -> None:
    board = await stage.begin("play")
    await asyncio.gather(stage.ann.reply(board, "3102"), stage.bob.reply(board, "3102"))
    await stage.shows(board, "solved it in 1.")
    await stage.slack.quiet()
    assert str(board).count("4H0B") == 1


async def test_many_guesses_at_once_are_shown_by_few_updates(stage: Stage) -> None:
    board = await stage.begin("play tries:0")
    stage.slack.network.delay(0.1, route="chat.update")
    codes = [f"{first}{second}98" for first in range(4) for second in range(4, 8)]
    await asyncio.gather(*(stage.ann.reply(board, code) for code in codes))
    await stage.shows(board, "16  ")
    await stage.slack.quiet()
    assert sum(code in str(board) for code in codes) == SHOWN_TURNS
    assert len(stage.slack.calls("chat.update")) < len(codes)


async def test_two_channels_have_games_of_their_own(stage: Stage) -> None:
    other = stage.team.channel("other")
    here, there = await stage.begin("play"), await stage.begin("play", channel=other)
    await stage.ann.reply(there, "0456")
    await stage.shows(there, "0456  ")
    await stage.ann.reply(here, "7089")
    await stage.shows(here, "7089  ")
    assert "7089" not in str(there)
    assert "0456  " not in str(here)


def _views_of(person: User) -> Callable[[], list[View]]:
    return lambda: person.views
