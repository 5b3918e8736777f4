"""Races on Discord: the signal, as many players as a classroom has, and ratings."""

import pytest

from tests.platforms.discord.harness import Harness
from tests.support.races import NAMES
from tests.support.sentences import solved_in
from tests.support.snapshots import Snapshots


async def test_a_race_starts_at_the_signal_of_its_starter(harness: Harness, snapshots: Snapshots) -> None:
    started = await harness.ann.slash(harness.channel, "hitblow play", who="race", start="signal", minutes=10)
    board = started.message
    assert "[ Start ]" in str(board)
    await harness.settled(harness.bob.press(board, "Start"))
    snapshots.step("Bob presses Start", harness.bob.ephemeral[-1])
    await harness.settled(harness.bob.slash(harness.channel, "hitblow guess", code="0456"))
    snapshots.step("Bob guesses too early", harness.bob.ephemeral[-1])
    await harness.settled(harness.ann.press(board, "Start"))
    assert "Guess" in str(board)
    await harness.guess(board, "0456", harness.bob)
    assert "Bob" in str(board)
    snapshots.check_steps("race_signal")


async def test_a_player_of_a_race_goes_on_at_their_own_board(harness: Harness, snapshots: Snapshots) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play", who="race")).message
    await harness.guess(board, "0456", harness.bob)
    own = harness.bob.ephemeral[-1]
    snapshots.step("Bob's own board", own)
    snapshots.step("its form", (await harness.bob.press(own, "Guess")).modal)
    await harness.guess(own, "0456", harness.bob)
    await harness.settled(harness.bob.press(harness.bob.ephemeral[-1], "Guess anyway"))
    snapshots.step("after two guesses", harness.bob.ephemeral[-1])
    await harness.guess(harness.bob.ephemeral[-1], "3102", harness.bob)
    assert solved_in("Bob", 3) in str(board)
    snapshots.check_steps("race_own_board")


@pytest.mark.slow
async def test_thirty_players_race_on_one_board(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play", who="race", tries=0)).message
    players = [harness.guild.member(name) for name in NAMES]
    for player in players:
        await harness.guess(board, "0456", player)
    assert "30  " in str(board)
    await harness.guess(board, "3102", players[-1])
    rows = board.text.split("```")[1].splitlines()[1:]
    assert [int(row.split()[0]) for row in rows] == list(range(1, len(NAMES) + 1))
    assert "●●●●" in rows[0]
    assert solved_in(NAMES[-1], 2) in str(board)


async def test_a_race_that_a_new_account_wins_is_recorded_and_not_rated(harness: Harness, snapshots: Snapshots) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play", who="race")).message
    await harness.guess(board, "0456", harness.ann)
    await harness.guess(board, "3102", harness.bob)
    snapshots.step("the race", board)
    snapshots.step("Ann's statistics", await harness.ann.slash(harness.channel, "hitblow stats", show="all"))
    snapshots.step("by rating", await harness.ann.slash(harness.channel, "hitblow leaderboard", order="rating"))
    snapshots.check_steps("ratings")
