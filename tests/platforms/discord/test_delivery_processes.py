"""Two processes over one database keep one message per game, which shows the newest board."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.platforms.common import catch_up, delivery
from bot.platforms.discord.client import HitblowClient
from tests.fakes.discord import LoopbackDiscord, Message, running
from tests.fakes.loopback import Disconnect
from tests.fakes.services import services_in
from tests.platforms.discord.harness import SECRET, Harness

pytestmark = pytest.mark.slow


@pytest.fixture
async def harness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Harness]:
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.2)
    monkeypatch.setattr(delivery, "_SEND_SECONDS", 1.0)
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(LoopbackDiscord())
        discord.expect_error(40060, 10008, 10015)
        services = [await stack.enter_async_context(services_in(tmp_path, SECRET)) for _ in range(2)]
        guild = discord.guild("Ann's")
        for each in services:
            await stack.enter_async_context(running(HitblowClient(each, seconds_between=0.0), discord))
        yield Harness(discord, services[0], guild, guild.channel("games"), guild.member("Ann"), guild.member("Bob"))


async def only_board(harness: Harness, *codes: str) -> Message:
    """Wait until there is one message, which shows these guesses."""

    def is_right() -> bool:
        return len(harness.channel.messages) == 1 and all(code in str(harness.channel.messages[0]) for code in codes)

    await harness.discord.until(is_right, within=10)
    await harness.discord.idle()
    await harness.discord.until(is_right, within=10)  # a late edit is corrected after it has arrived
    return harness.channel.messages[0]


async def test_a_slow_post_is_the_only_one(harness: Harness) -> None:
    with harness.discord.network.hold("callback", direction="response", times=2) as hold:
        started = asyncio.create_task(harness.ann.slash(harness.channel, "hitblow play"))
        await hold.reached(2)
        guess = asyncio.create_task(harness.bob.slash(harness.channel, "hitblow guess", code="0456"))
        await asyncio.sleep(0.5)
    await asyncio.gather(started, guess)
    await only_board(harness, "0456")


async def test_a_deleted_board_is_posted_once(harness: Harness) -> None:
    harness.ann.delete((await harness.settled(harness.ann.slash(harness.channel, "hitblow play"))).message)
    await asyncio.gather(
        harness.ann.slash(harness.channel, "hitblow guess", code="0456"),
        harness.bob.slash(harness.channel, "hitblow guess", code="7089"),
    )
    await only_board(harness, "0456", "7089")


async def test_a_post_whose_response_got_lost_is_the_only_one(harness: Harness) -> None:
    harness.discord.network.fail("callback", Disconnect(processed=True), times=4)
    harness.discord.state.deliver(harness.ann.prepare_slash(harness.channel, "hitblow play"))
    await only_board(harness)
    await harness.discord.idle()
    await harness.bob.slash(harness.channel, "hitblow guess", code="0456")
    await only_board(harness, "0456")


async def test_a_late_edit_of_one_process_is_corrected_soon(harness: Harness) -> None:
    await harness.settled(harness.ann.slash(harness.channel, "hitblow play"))
    with harness.discord.network.hold("edit_message", times=1) as hold:
        await harness.ann.slash(harness.channel, "hitblow guess", code="0456")
        await hold.reached()
        await harness.bob.slash(harness.channel, "hitblow guess", code="7103")
        await asyncio.sleep(1)
    released = asyncio.get_running_loop().time()
    await only_board(harness, "0456", "7103")
    assert asyncio.get_running_loop().time() - released < 3


async def test_where_the_bot_may_not_write_there_is_one_board(harness: Harness) -> None:
    board = (await harness.settled(harness.ann.slash(harness.channel, "hitblow play"))).message
    harness.channel.deny("view_channel")
    for code in ("0456", "7103", "4567"):
        await harness.bob.slash(harness.channel, "hitblow guess", code=code)
    await harness.discord.idle()
    assert harness.channel.messages == [board]
    assert any("4567" in str(message) for message in harness.bob.ephemeral)


async def test_where_the_bot_is_no_member_there_is_one_board(harness: Harness) -> None:
    foreign, zoe = harness.elsewhere()
    board = (await harness.settled(zoe.slash(foreign, "hitblow play"))).message
    for code in ("0456", "7103", "4567"):
        await zoe.slash(foreign, "hitblow guess", code=code)
    await harness.discord.idle()
    assert foreign.messages == [board]
    assert "4567" in str(zoe.ephemeral[-1])
