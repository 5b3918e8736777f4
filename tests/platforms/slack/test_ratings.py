"""Ratings on Slack: races, their effect on the statistics, and the leaderboard."""

import pytest

from tests.platforms.slack.stage import Stage, now
from tests.support.snapshots import Snapshots

pytestmark = pytest.mark.usefixtures("bot")


async def test_races_are_rated_and_their_winner_is_ahead(stage: Stage, snapshots: Snapshots) -> None:
    for _ in range(5):
        board = await stage.begin("play race")
        await stage.ann.reply(board, "0456")
        await stage.shows(board, "Ann")
        await stage.bob.reply(board, "3102")
        await stage.shows(board, "solved")
    shown = await stage.told("stats")
    snapshots.check("ratings in the statistics", shown.replace(f"{now().date()}", "(today)"))
    snapshots.check("leaderboard by rating", await stage.begin("leaderboard order:rating"))
