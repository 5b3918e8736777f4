"""Ratings on Slack: races, their effect on the statistics, and the leaderboard."""

import pytest

from tests.platforms.slack.harness import Harness, now
from tests.support.snapshots import Snapshots

pytestmark = pytest.mark.usefixtures("bot")


async def test_races_are_rated_and_their_winner_is_ahead(harness: Harness, snapshots: Snapshots) -> None:
    for _ in range(5):
        board = await harness.start_game("play race")
        await harness.ann.reply(board, "0456")
        await harness.wait_until_shown(board, "Ann")
        await harness.bob.reply(board, "3102")
        await harness.wait_until_shown(board, "solved")
    shown = await harness.private_reply("stats")
    snapshots.check("ratings in the statistics", shown.replace(f"{now().date()}", "(today)"))
    snapshots.check("leaderboard by rating", await harness.start_game("leaderboard order:rating"))
