"""Giving up, repeated guesses, and news, on Discord."""

from pathlib import Path

from bot.model.rooms import Caller, PlayerKey, RoomKey
from bot.platforms.discord.client import HitblowClient
from tests.fakes.discord import Disconnect, LoopbackDiscord, running
from tests.fakes.services import services_in
from tests.platforms.discord.harness import Harness
from tests.support.sentences import solved, solved_in
from tests.support.snapshots import Snapshots


async def confirm(harness: Harness, person: str = "ann", label: str = "Give up") -> None:
    """Press the button of the last question."""
    user = getattr(harness, person)
    await user.press(user.ephemeral[-1], label)
    await harness.discord.idle()


async def test_a_shared_game_is_given_up_by_a_vote(harness: Harness, snapshots: Snapshots) -> None:
    cat = harness.guild.member("Cat")
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    await harness.guess(board, "0456", harness.bob)
    await harness.guess(board, "7089", cat)
    await harness.bob.press(board, "Give up")
    await harness.discord.idle()
    snapshots.step("Bob is asked", harness.bob.ephemeral[-1])
    await confirm(harness, "bob", "Vote to give up")
    snapshots.step("Bob has voted", harness.bob.ephemeral[-1])
    assert "Bob (1 of 2)" in str(board)
    await harness.ann.press(board, "Give up")
    await harness.discord.idle()
    await confirm(harness)
    _, news = harness.channel.messages
    assert all("Given up by Ann" in str(message) for message in (board, news))
    snapshots.check_steps("giving_up_together")


async def test_a_moderator_ends_a_game_of_somebody_else(harness: Harness) -> None:
    moderator = harness.guild.member("Mod", manages=True)
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    await harness.guess(board, "0456")
    await moderator.press(board, "Give up")
    await harness.discord.idle()
    await moderator.press(moderator.ephemeral[-1], "Give up")
    await harness.discord.idle()
    assert "Ended by Mod, a moderator." in str(board)
    assert "Ended by Mod" in str(harness.channel.messages[-1])
    assert len(harness.channel.messages) == 2


async def test_a_repeated_guess_is_asked_about_privately_and_made_by_the_button(
    harness: Harness, snapshots: Snapshots
) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    await harness.guess(board, "0456")
    await harness.guess(board, "0456")
    (question,) = harness.ann.ephemeral
    snapshots.step("Ann is asked", question)
    assert str(board).count("0456 ") == 1
    await confirm(harness, label="Guess anyway")
    snapshots.step("the question afterwards", question)
    assert str(board).count("0456 ") == 2
    assert harness.channel.messages == [board]
    assert harness.ann.ephemeral == [question]
    snapshots.check_steps("a_repeated_guess")


async def test_news_of_a_process_that_ended_before_it_could_tell_is_told_after_a_restart(tmp_path: Path) -> None:
    async with LoopbackDiscord() as discord, services_in(tmp_path, "3102") as services:
        guild = discord.guild("Ann's")
        channel, ann, bob = guild.channel("games"), guild.member("Ann"), guild.member("Bob")
        async with running(HitblowClient(services, seconds_between=0.0), discord):
            board = (await ann.slash(channel, "hitblow play")).message
            await bob.slash(channel, "hitblow guess", code="0456")
            await discord.idle()
        room = RoomKey("discord", str(guild.id), str(channel.id))
        player = PlayerKey("discord", "", str(ann.id))
        await services.referee.guess(Caller(room, player, "Ann", "the last event"), "3102")
        assert channel.messages == [board]

        async with running(HitblowClient(services, seconds_between=0.0), discord):
            await discord.until(lambda: len(channel.messages) == 2 and solved("Ann") in str(board))
            await discord.idle()
        assert str(channel.messages[1]).strip() == f"| #k1: {solved_in('Ann', 2)}"
        assert await services.news.pending("discord") == []


async def test_news_whose_response_got_lost_is_told_once(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    await harness.guess(board, "0456", harness.bob)
    harness.discord.network.fail("send", Disconnect(processed=True))
    await harness.guess(board, "3102")
    assert [str(message).strip() for message in harness.channel.messages[1:]] == [f"| #k1: {solved_in('Ann', 2)}"]
