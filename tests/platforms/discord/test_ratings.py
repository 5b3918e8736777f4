"""Ratings on Discord: races, their effect on the statistics, and the leaderboard."""

from tests.platforms.discord.stage import Stage
from tests.support.snapshots import Snapshots


async def test_races_are_rated_and_their_winner_is_ahead(stage: Stage, snapshots: Snapshots) -> None:
    for _ in range(5):
        board = (await stage.ann.slash(stage.channel, "hitblow play", who="race")).message
        await stage.guess(board, "0456", stage.ann)
        await stage.guess(board, "3102", stage.bob)
    snapshots.step("Ann's statistics", await stage.ann.slash(stage.channel, "hitblow stats"))
    snapshots.step("by rating", await stage.ann.slash(stage.channel, "hitblow leaderboard", order="rating"))
    snapshots.check_steps("ratings")
