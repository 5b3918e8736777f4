"""Giving up, repeated guesses, and news, on Discord."""

from pathlib import Path

from bot.model.rooms import Caller, PlayerKey, RoomKey
from bot.platforms.discord.client import HitblowClient
from tests.fakes.discord import Disconnect, LoopbackDiscord, running
from tests.fakes.services import services_in
from tests.platforms.discord.stage import Stage
from tests.support.snapshots import Snapshots


async def confirm(stage: Stage, person: str = "ann", label: str = "Give up") -> None:
    """Press the button of the last question."""
    user = getattr(stage, person)
    await user.press(user.ephemeral[-1], label)
    await stage.discord.idle()


async def test_a_shared_game_is_given_up_by_a_vote(stage: Stage, snapshots: Snapshots) -> None:
    cat = stage.guild.member("Cat")
    board = (await stage.ann.slash(stage.channel, "hitblow play")).message
    await stage.guess(board, "0456", stage.bob)
    await stage.guess(board, "7089", cat)
    await stage.bob.press(board, "Give up")
    await stage.discord.idle()
    snapshots.step("Bob is asked", stage.bob.ephemeral[-1])
    await confirm(stage, "bob", "Vote to give up")
    snapshots.step("Bob has voted", stage.bob.ephemeral[-1])
    snapshots.step("the board", board)
    await stage.ann.press(board, "Give up")
    await stage.discord.idle()
    await confirm(stage)
    snapshots.step("Ann has given up", board)
    _, news = stage.channel.messages
    snapshots.step("the news", news)
    snapshots.check_steps("giving_up_together")


async def test_a_moderator_ends_a_game_of_somebody_else(stage: Stage) -> None:
    moderator = stage.guild.member("Mod", manages=True)
    board = (await stage.ann.slash(stage.channel, "hitblow play", who="me")).message
    await stage.guess(board, "0456")
    await moderator.press(board, "Give up")
    await stage.discord.idle()
    await moderator.press(moderator.ephemeral[-1], "Give up")
    await stage.discord.idle()
    assert "Ended by Mod, a moderator, after 1 guess." in str(board)
    assert "Ended by Mod" in str(stage.channel.messages[-1])
    assert len(stage.channel.messages) == 2


async def test_a_repeated_guess_is_asked_about_privately_and_made_by_the_button(
    stage: Stage, snapshots: Snapshots
) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play")).message
    await stage.guess(board, "0456")
    await stage.guess(board, "0456")
    (question,) = stage.ann.ephemeral
    snapshots.step("Ann is asked", question)
    assert str(board).count("0456  ") == 1
    await confirm(stage, label="Guess anyway")
    snapshots.step("the question afterwards", question)
    snapshots.step("the board", board)
    assert stage.channel.messages == [board]
    assert stage.ann.ephemeral == [question]
    snapshots.check_steps("a_repeated_guess")


async def test_a_repeated_guess_is_not_made_by_typing_it_again(stage: Stage) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play")).message
    for _ in range(3):
        await stage.ann.slash(stage.channel, "hitblow guess", code="0456")
        await stage.discord.idle()
    assert str(board).count("0456  ") == 1
    await stage.ann.slash(stage.channel, "hitblow guess", code="0456", confirm=True)
    await stage.discord.idle()
    assert str(board).count("0456  ") == 2


async def test_news_of_a_process_that_ended_before_it_could_tell_is_told_after_a_restart(tmp_path: Path) -> None:
    async with LoopbackDiscord() as discord, services_in(tmp_path, "3102") as services:
        guild = discord.guild("Ann's")
        channel, ann, bob = guild.channel("games"), guild.member("Ann"), guild.member("Bob")
        async with running(HitblowClient(services, seconds_between=0.0), discord):
            board = (await ann.slash(channel, "hitblow play")).message
            await bob.slash(channel, "hitblow guess", code="0456")
            await discord.idle()
        room = RoomKey("discord", str(guild.id), str(channel.id))
        player = PlayerKey("discord", str(guild.id), str(ann.id))
        await services.referee.guess(Caller(room, player, "Ann", "the last event"), "3102")
        assert channel.messages == [board]

        async with running(HitblowClient(services, seconds_between=0.0), discord):
            await discord.until(lambda: len(channel.messages) == 2 and "Ann solved it in 2." in str(board))
            await discord.idle()
        assert str(channel.messages[1]).strip() == "#k1: Ann solved it in 2."
        assert await services.news.pending("discord") == []


async def test_news_whose_response_got_lost_is_told_once(stage: Stage) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play")).message
    await stage.guess(board, "0456", stage.bob)
    stage.discord.network.fail("send", Disconnect(processed=True))
    await stage.guess(board, "3102")
    assert [str(message).strip() for message in stage.channel.messages[1:]] == ["#k1: Ann solved it in 2."]
