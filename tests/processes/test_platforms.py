"""`hitblow discord`, `slack` and `all` as processes on loopback platforms."""

from pathlib import Path

import pytest

from tests.fakes.discord import Channel, LoopbackDiscord, Message as DiscordMessage, User
from tests.fakes.slack import LoopbackSlack
from tests.processes.processes import SECONDS, discord_settings, running_bot, slack_settings


async def started(discord: LoopbackDiscord, channel: Channel, user: User) -> DiscordMessage:
    """The board of a new game, once it is shown: the response of a slow process is a placeholder."""
    await user.slash(channel, "hitblow play", tries=0)
    return (await discord.until(lambda: [each for each in channel.messages if "[ Guess ]" in str(each)], SECONDS))[0]


async def guess(discord: LoopbackDiscord, board: DiscordMessage, user: User, code: str) -> None:
    """Type a guess, and wait until it is shown; a slow process could not open a form."""
    await user.slash(board.channel, "hitblow guess", code=code)
    await discord.until(lambda: code in str(board), SECONDS)


@pytest.mark.slow
async def test_one_process_serves_both_platforms(tmp_path: Path) -> None:
    async with LoopbackSlack(ack_within=SECONDS) as slack, LoopbackDiscord() as discord:
        team = slack.workspace("acme")
        games, ann = team.channel("games"), team.user("Ann")
        slack.use_socket_mode()
        guild = discord.guild("Bob's")
        channel, bob = guild.channel("games"), guild.member("Bob")
        discord.response_timeout = SECONDS
        async with running_bot(tmp_path, "all", {**slack_settings(slack, team), **discord_settings(discord)}):
            await slack.connected()
            await discord.connected()
            await ann.command(games, "/hitblow", "play")
            board = (await slack.until(lambda: games.messages))[0]
            await started(discord, channel, bob)
        assert "Hit & Blow" in str(board)


@pytest.mark.slow
async def test_a_waiting_process_on_discord_takes_over_the_games_of_one_that_is_killed(tmp_path: Path) -> None:
    async with LoopbackDiscord() as discord:
        guild = discord.guild("Ann's")
        channel, ann, bob = guild.channel("games"), guild.member("Ann"), guild.member("Bob")
        discord.response_timeout, discord.settle_time = SECONDS, 0.2
        settings = discord_settings(discord)
        async with running_bot(tmp_path, "discord", settings) as first:
            await discord.connected(1)
            async with running_bot(tmp_path, "discord", settings):
                board = await started(discord, channel, ann)
                for user, code in ((ann, "0456"), (bob, "7103"), (ann, "0123")):
                    await guess(discord, board, user, code)
                await first.kill()
                await discord.until(lambda: discord.gateway.identified == 2, within=SECONDS)
                await discord.connected(1)
                await guess(discord, board, bob, "4567")
                assert channel.messages == [board]
    assert [str(board).count(code) for code in ("0456", "7103", "0123", "4567")] == [1, 1, 1, 1]
