"""`hitblow discord` as a process, against the loopback Discord."""

import asyncio
import signal
import sys
from pathlib import Path

import pytest

from tests.fakes.discord import LoopbackDiscord
from tests.processes.processes import SECONDS, environment, hitblow


def settings(discord: LoopbackDiscord, home: Path) -> dict[str, str]:
    """The variables with which the program finds this Discord."""
    return {
        **environment(home),
        "HITBLOW_DISCORD_TOKEN": discord.token,
        "HITBLOW_DISCORD_API_URL": discord.api_url,
        "HITBLOW_DISCORD_GATEWAY_URL": discord.gateway_url,
    }


@pytest.mark.slow
async def test_a_process_that_is_told_to_end_does_so_and_its_games_go_on_in_the_next(tmp_path: Path) -> None:
    async with LoopbackDiscord() as discord:
        channel, ann = discord.guild("Ann's").channel("games"), discord.user("Ann")
        discord.response_timeout = SECONDS
        board = None
        for code in ("0456", "7103"):
            bot = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", "discord", cwd=tmp_path, env=settings(discord, tmp_path)
            )
            async with asyncio.timeout(SECONDS):
                await discord.connected()
                board = board or (await ann.slash(channel, "hitblow play")).message
                await ann.submit((await ann.press(board, "Guess")).modal, told=code)
                bot.send_signal(signal.SIGTERM)
                assert await bot.wait() == 0
            discord.gateway.sessions.clear()
        assert channel.messages == [board]
        assert [str(board).count(code) for code in ("0456", "7103")] == [1, 1]


@pytest.mark.parametrize("line", [["discord"], ["discord", "invite"]])
def test_without_a_token_it_says_in_one_line_what_to_do(tmp_path: Path, line: list[str]) -> None:
    ran = hitblow(tmp_path, *line)
    assert ran.returncode == 1
    assert "HITBLOW_DISCORD_TOKEN" in ran.stdout + ran.stderr
    assert len((ran.stdout + ran.stderr).strip().splitlines()) == 1
