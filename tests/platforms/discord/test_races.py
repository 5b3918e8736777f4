"""Races on Discord: the signal, and as many players as a classroom has."""

from tests.platforms.discord.stage import Stage
from tests.support.races import NAMES
from tests.support.snapshots import Snapshots


async def test_a_race_starts_at_the_signal_of_its_starter(stage: Stage, snapshots: Snapshots) -> None:
    begun = await stage.ann.slash(stage.channel, "hitblow play", who="race", start="signal", minutes=10)
    board = begun.message
    snapshots.step("Ann begins a race", board)
    await stage.bob.press(board, "Start")
    await stage.discord.idle()
    snapshots.step("Bob presses Start", stage.bob.ephemeral[-1])
    await stage.bob.slash(stage.channel, "hitblow guess", code="0456")
    await stage.discord.idle()
    snapshots.step("Bob guesses too early", stage.bob.ephemeral[-1])
    await stage.ann.press(board, "Start")
    await stage.discord.idle()
    assert "Guess" in str(board)
    await stage.guess(board, "0456", stage.bob)
    assert "Bob" in str(board)
    snapshots.check_steps("race_signal")


async def test_a_player_of_a_race_goes_on_at_their_own_board(stage: Stage, snapshots: Snapshots) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play", who="race")).message
    await stage.guess(board, "0456", stage.bob)
    own = stage.bob.ephemeral[-1]
    snapshots.step("Bob's own board", own)
    snapshots.step("its form", (await stage.bob.press(own, "Guess")).modal)
    await stage.guess(own, "0456", stage.bob)
    await stage.bob.press(stage.bob.ephemeral[-1], "Guess anyway")
    await stage.discord.idle()
    snapshots.step("after two guesses", stage.bob.ephemeral[-1])
    await stage.guess(stage.bob.ephemeral[-1], "3102", stage.bob)
    assert "Bob solved it in 3." in str(board)
    snapshots.check_steps("race_own_board")


async def test_thirty_players_race_on_one_board(stage: Stage, snapshots: Snapshots) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play", who="race", tries=0)).message
    players = [stage.guild.member(name) for name in NAMES]
    for player in players:
        await stage.guess(board, "0456", player)
    assert "30  " in str(board)
    await stage.guess(board, "3102", players[-1])
    snapshots.check("race_of_thirty", board)
    assert str(board).count("\n") > len(NAMES)


async def test_a_race_waits_for_its_starter_and_tells_the_others_that_they_gave_up(stage: Stage) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play", who="race", tries=1)).message
    await stage.discord.idle()
    await stage.guess(board, "0456", stage.bob)
    await stage.bob.press(board, "Guess")
    await stage.discord.idle()
    assert "Your part of this race is over" in str(stage.bob.ephemeral[-1])
    await stage.ann.slash(stage.channel, "hitblow giveup", confirm=True)
    await stage.discord.idle()
    assert "The secret was" in str(board)
    assert "Not solved in 1 guess." in str(stage.channel.messages[-1])
