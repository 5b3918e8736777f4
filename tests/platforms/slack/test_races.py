"""Races on Slack: the signal, and as many players as a classroom has."""

import pytest

from tests.platforms.slack.stage import Stage
from tests.support.races import NAMES
from tests.support.snapshots import Snapshots

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_race_starts_at_the_signal_of_its_starter(stage: Stage) -> None:
    board = await stage.begin("play race start:signal minutes:10")
    await stage.bob.click(board, "Start")
    await stage.hears(stage.bob, "can start it")
    assert "hasn't started" in await stage.told("guess 0456", stage.bob)
    await stage.ann.click(board, "Start")
    await stage.shows(board, "the race ends")
    await stage.bob.reply(board, "0456")
    await stage.shows(board, "Bob")


async def test_thirty_players_race_on_one_board(stage: Stage, snapshots: Snapshots) -> None:
    board = await stage.begin("play race tries:0")
    players = [stage.team.user(name) for name in NAMES]
    for player in players:
        await player.reply(board, "0456")
    await stage.shows(board, "30  ")
    await stage.slack.quiet()
    await players[-1].reply(board, "3102")
    await stage.shows(board, "solved")
    snapshots.check("race of thirty", board)


async def test_the_forms_of_a_race_show_ones_own_turns_and_invite_no_replies(stage: Stage) -> None:
    board = await stage.begin("play race")
    await stage.ann.click(board, "ask:0")
    await stage.slack.until(lambda: stage.ann.views)
    assert "reply" not in str(stage.ann.view)
    await stage.ann.submit(stage.ann.view, code="0456")
    await stage.slack.until(lambda: "0456" in str(stage.ann.ephemeral[-1]))
    await stage.ann.click(stage.ann.ephemeral[-1], "Guess")
    await stage.slack.until(lambda: stage.ann.views)
    assert "reply" not in str(stage.ann.view)
    assert "0456  0H1B" in str(stage.ann.view)


async def test_the_form_of_a_daily_shows_its_turns(stage: Stage) -> None:
    await stage.told("daily 0123")
    await stage.ann.click(stage.ann.ephemeral[-1], "Guess")
    await stage.slack.until(lambda: stage.ann.views)
    assert "1  0123  " in str(stage.ann.view)
