"""SIGTERM ends a process within 10 seconds while an image takes for ever."""

import asyncio
import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.fakes.discord import LoopbackDiscord
from tests.processes.processes import SECONDS, BotProcess, discord_settings, start_bot
from tests.support.spawned import spawned_by

STOP_SECONDS = 10.0


@pytest.mark.slow
async def test_sigterm_ends_the_process_while_an_image_takes_for_ever(tmp_path: Path) -> None:
    async with LoopbackDiscord() as discord:
        guild = discord.guild("Bob's")
        channel, bob = guild.channel("games"), guild.member("Bob")
        bot, drawing = await start_bot(tmp_path, "discord", discord_settings(discord)), list[int]()
        try:
            await discord.connected()
            await _logged(bot, "online on Discord")
            async with asyncio.timeout(SECONDS):
                while not (drawing := spawned_by(bot.process.pid)):  # noqa: ASYNC110  # a process has no event to wait for
                    await asyncio.sleep(0.1)
            for process in drawing:
                os.kill(process, signal.SIGSTOP)
            await bob.slash(channel, "hitblow rules")
            await _stop_in_time(bot)
        finally:
            with suppress(ProcessLookupError):
                await bot.kill()
            for process in drawing:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)


async def _stop_in_time(bot: BotProcess) -> None:
    started = time.monotonic()
    await bot.stop()
    assert time.monotonic() - started < STOP_SECONDS


async def _logged(bot: BotProcess, text: str) -> None:
    """Wait until a text is in the log."""
    async with asyncio.timeout(SECONDS):
        while text not in bot.log.read_text("utf-8"):  # noqa: ASYNC110  # a file has no event to wait for
            await asyncio.sleep(0.1)
