"""Ratings on Discord: races, their effect on the statistics, and the leaderboard."""

from tests.platforms.discord.harness import Harness
from tests.support.snapshots import Snapshots


async def test_races_are_rated_and_their_winner_is_ahead(harness: Harness, snapshots: Snapshots) -> None:
    for _ in range(5):
        board = (await harness.ann.slash(harness.channel, "hitblow play", who="race")).message
        await harness.guess(board, "0456", harness.ann)
        await harness.guess(board, "3102", harness.bob)
    snapshots.step("Ann's statistics", await harness.ann.slash(harness.channel, "hitblow stats"))
    snapshots.step("by rating", await harness.ann.slash(harness.channel, "hitblow leaderboard", order="rating"))
    snapshots.check_steps("ratings")
