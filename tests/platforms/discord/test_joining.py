"""Servers that add the bot are greeted once, and people who leave are not played against."""

import asyncio

import pytest

from bot.platforms.discord.client import HitblowClient
from tests.fakes.discord import Channel, Guild, api_error, running
from tests.platforms.discord.harness import Harness
from tests.platforms.discord.test_modes import start, submit
from tests.support.sentences import is_japanese

HI = "I hide 4 digits."
SET_UP, DAILY = "Set up", "Post it here"


pytestmark = pytest.mark.usefixtures("quick_catch_up")


def new_guild(harness: Harness, locale: str = "en-US", channels: int = 3) -> tuple[Guild, list[Channel]]:
    """A server that does not have the bot yet, with an owner."""
    guild = harness.discord.guild("New", locale=locale, has_bot=False)
    guild.member("Olga", manages=True)
    return guild, [guild.channel(f"channel-{number}") for number in range(channels)]


async def greeted(harness: Harness, guild: Guild, expected: int = 1) -> list[int]:
    """The number of messages in each channel of a server, once there are so many and nothing is left to tell."""
    async with asyncio.timeout(10):
        while sum(len(each.messages) for each in guild.channels) < expected:  # noqa: ASYNC110  # the storage tells nobody
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.1)
        while await harness.services.news.pending("discord"):  # noqa: ASYNC110  # likewise
            await asyncio.sleep(0.02)
    await harness.discord.idle()
    return [len(channel.messages) for channel in guild.channels]


async def test_a_server_is_greeted_in_its_language_where_the_bot_may_write(harness: Harness) -> None:
    for locale, denied, system, place in (
        ("en-US", (), 2, 2),
        ("ja", (0,), None, 1),
        ("en-US", (0, 1), 0, 2),
    ):
        guild, channels = new_guild(harness, locale)
        for number in denied:
            channels[number].deny("view_channel" if number else "send_messages")
        guild.system_channel = None if system is None else channels[system]
        guild.add_bot()
        await harness.discord.idle()
        assert await greeted(harness, guild) == [int(number == place) for number in range(3)]
        assert is_japanese(str(channels[place].messages[0])) is (locale == "ja")


async def test_nobody_is_greeted_where_the_bot_may_write_nowhere(harness: Harness) -> None:
    guild, (only,) = new_guild(harness, channels=1)
    only.deny("send_messages")
    guild.add_bot()
    await harness.discord.idle()
    assert await greeted(harness, guild, 0) == [0]


async def test_outages_restarts_and_servers_of_before_bring_no_greeting(harness: Harness) -> None:
    guild, (place,) = new_guild(harness, channels=1)
    guild.add_bot()
    await harness.discord.idle()
    assert await greeted(harness, guild) == [1]
    harness.discord.state.publish_guild(guild)  # as after an outage
    async with running(HitblowClient(harness.services), harness.discord):
        await harness.discord.idle()
        assert await greeted(harness, guild) == [1]
    assert await greeted(harness, harness.guild, 0) == [0]
    assert HI in str(place.messages[0])


async def test_the_first_steps_are_pressed(harness: Harness) -> None:
    guild, (place,) = new_guild(harness, channels=1)
    olga, pat = guild.member("Olga", manages=True), guild.member("Pat")
    guild.add_bot()
    await harness.discord.idle()
    await greeted(harness, guild)
    (hello,) = place.messages
    assert "Only managers" in str(await pat.press(hello, SET_UP))
    for label in ("Today's code",):
        await harness.settled(pat.press(hello, label))
    assert place.messages == [hello]
    await harness.settled(olga.press((await olga.press(hello, SET_UP)).message, DAILY))
    assert "every day, with today's code" in str(olga.ephemeral[-1])
    assert "Daily" in str(place.messages[-1])
    listed = (await olga.slash(place, "hitblow settings", group="all")).message
    assert "Channel for announcements: none." in str(listed)
    await harness.settled(pat.press(hello, "Play"))
    assert "9 tries" not in str(hello)
    assert len(place.messages) == 3


async def test_in_japanese_the_hour_of_the_daily_is_that_of_japan(harness: Harness) -> None:
    guild, (place,) = new_guild(harness, "ja", channels=1)
    olga = guild.member("Olga", locale="ja", manages=True)
    guild.add_bot()
    await harness.discord.idle()
    await greeted(harness, guild)
    asked = (await olga.press(place.messages[0], "準備")).message
    assert "9:00" in str(asked)
    await harness.settled(olga.press(asked, "ここへ投稿する"))
    assert "Asia/Tokyo" in str(olga.ephemeral[-1])


async def test_somebody_who_has_left_is_not_challenged(harness: Harness) -> None:
    await harness.bob.slash(harness.channel, "hitblow stats")  # the bot has met him
    harness.guild.leave(harness.bob)
    await harness.ann.slash(harness.channel, "hitblow duel", opponent=harness.bob)
    assert "can't challenge Bob" in str(harness.ann.ephemeral[-1])
    await harness.ann.use_menu(harness.channel, harness.bob, "Challenge to Hit & Blow")
    assert "can't challenge Bob" in str(harness.ann.ephemeral[-1])
    assert harness.channel.messages == []


async def test_there_is_no_rematch_with_somebody_whose_account_is_deleted(harness: Harness) -> None:
    harness.discord.expect_error(10013)
    board, first, second = await start(harness)
    await harness.settled(second.slash(harness.channel, "hitblow giveup", confirm=True))
    harness.discord.network.fail("read_member", api_error(10013))
    await harness.settled(first.press(board, "Rematch"))
    assert f"can't challenge {second.name}" in str(first.ephemeral[-1])


async def test_there_is_no_rematch_with_somebody_who_has_left(harness: Harness) -> None:
    board, first, second = await start(harness)
    await harness.settled(second.slash(harness.channel, "hitblow giveup", confirm=True))
    harness.guild.leave(second)
    await harness.settled(first.press(board, "Rematch"))
    assert f"can't challenge {second.name}" in str(first.ephemeral[-1])
    assert "challenges" not in str(harness.channel.messages[-1])
    harness.guild.join(second)
    await submit(harness, first, await first.press(board, "Rematch"), "527")
    assert f"{first.name} challenges you" in str(harness.channel.messages[-1])
