"""`hitblow slack` and `hitblow all` as real processes on loopback platforms, ended as a container is ended."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.fakes.discord import LoopbackDiscord
from tests.fakes.discord.loopback import TOKEN
from tests.fakes.slack import LoopbackSlack, Workspace
from tests.processes.processes import SECONDS, environment


def slack_settings(slack: LoopbackSlack, team: Workspace) -> dict[str, str]:
    return {
        "HITBLOW_SLACK_API_URL": slack.api_url,
        "HITBLOW_SLACK_BOT_TOKEN": team.bot_token,
        "HITBLOW_SLACK_APP_TOKEN": slack.app_token,
    }


async def started(home: Path, command: str, **settings: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", command, "--db", "sqlite:///x.db"),
        cwd=home,
        env={**environment(home), **settings, "PYTHONWARNINGS": "error,ignore::DeprecationWarning"},  # discord.py's
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


@asynccontextmanager
async def running(home: Path, command: str, **settings: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """The process, asked to end afterwards; it then ends in order, without a word that tells a token."""
    process = await started(home, command, **settings)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(SECONDS):
            _, complaints = await process.communicate()
    assert process.returncode == 0, complaints.decode()
    assert not any(value in complaints.decode() for name, value in settings.items() if "TOKEN" in name)


async def test_what_was_taken_is_finished_when_the_process_is_asked_to_end(tmp_path: Path) -> None:
    async with LoopbackSlack() as slack:
        team = slack.workspace("acme")
        games, ann = team.channel("games"), team.user("Ann")
        slack.use_socket_mode()
        async with running(tmp_path, "slack", **slack_settings(slack, team)):
            await slack.until(lambda: slack.socket_mode.connections, within=SECONDS)
            await ann.command(games, "/hitblow", "play")
            board = (await slack.until(lambda: games.messages))[0]
            for code in ("0123", "4567", "8901"):
                await ann.reply(board, code)
        assert all(f" {code}  " in str(board) for code in ("0123", "4567", "8901"))


async def test_both_platforms_are_served_over_one_database(tmp_path: Path) -> None:
    async with LoopbackSlack() as slack, LoopbackDiscord() as discord:
        team = slack.workspace("acme")
        games, ann = team.channel("games"), team.user("Ann")
        slack.use_socket_mode()
        guild = discord.guild("Bob's")
        room, bob = guild.channel("games"), guild.member("Bob")
        settings = {
            **slack_settings(slack, team),
            "HITBLOW_DISCORD_TOKEN": TOKEN,
            "HITBLOW_DISCORD_API_URL": discord.api_url,
            "HITBLOW_DISCORD_GATEWAY_URL": discord.gateway_url,
        }
        async with running(tmp_path, "all", **settings):
            await slack.until(lambda: slack.socket_mode.connections, within=SECONDS)
            async with asyncio.timeout(SECONDS):
                await discord.connected()
            await ann.command(games, "/hitblow", "play")
            board = (await slack.until(lambda: games.messages))[0]
            other = (await bob.slash(room, "hitblow play")).message
        assert "Hit & Blow" in str(board)
        assert "Hit & Blow" in str(other)


@pytest.mark.parametrize("command", ["slack", "all"])
async def test_without_tokens_it_says_in_one_line_what_to_do(tmp_path: Path, command: str) -> None:
    process = await started(tmp_path, command)
    output, complaints = await process.communicate()
    assert (process.returncode, output) == (1, b"")
    assert len(complaints.splitlines()) == 1
    assert b"HITBLOW_SLACK_BOT_TOKEN" in complaints
