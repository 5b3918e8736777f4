"""The program as separate processes, each with a home directory of its own."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.persistence.database import Database
from bot.services.admission import Admission
from tests.fakes.discord import LoopbackDiscord
from tests.fakes.slack import LoopbackSlack, Workspace

SECONDS = 60
"""A limit for processes that hang; no test should come near it on any machine."""

DATABASE = ("--db", "sqlite:///x.db")

_WARNINGS = "error,ignore:'audioop' is deprecated:DeprecationWarning:discord.player"
"""As in the tests themselves: every warning is an error, except that of discord.py's voice support."""


def environment(home: Path) -> dict[str, str]:
    """Return environment variables without any settings of this machine."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return {**kept, "HOME": str(home), "LANG": "C.UTF-8", "NO_COLOR": "1", "PYTHONWARNINGS": _WARNINGS}


def hitblow(home: Path, *arguments: str, lines: str | bytes = "") -> subprocess.CompletedProcess[str]:
    """Run the program with these lines as its input until it ends."""
    _create_database(home, arguments)
    ran = subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        input=lines if isinstance(lines, bytes) else lines.encode(),
        capture_output=True,
        cwd=home,
        env=environment(home),
        timeout=SECONDS,
        check=False,
    )
    return subprocess.CompletedProcess(ran.args, ran.returncode, ran.stdout.decode(), ran.stderr.decode())


def open_console(home: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start the program with pipes for its input and output, which are line-buffered."""
    _create_database(home, arguments)
    return subprocess.Popen(
        [sys.executable, "-u", "-m", "bot", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=home,
        env={**environment(home), "PYTHONIOENCODING": "utf-8"},
        text=True,
        bufsize=1,
    )


def _create_database(home: Path, arguments: tuple[str, ...]) -> None:
    """Create an empty file for the database of the tests, because only a terminal is asked whether to create it."""
    if DATABASE[1] in arguments:
        (home / "x.db").touch()


def stored_guesses(home: Path) -> list[str]:
    """Return the guesses of every turn in the database, oldest first."""
    with closing(sqlite3.connect(home / "x.db")) as connection:
        return [guess for (guess,) in connection.execute("SELECT guess FROM turns ORDER BY number")]


def discord_settings(discord: LoopbackDiscord) -> dict[str, str]:
    """Return the settings with which the bot connects to a loopback Discord."""
    return {
        "HITBLOW_DISCORD_TOKEN": discord.token,
        "HITBLOW_DISCORD_API_URL": discord.api_url,
        "HITBLOW_DISCORD_GATEWAY_URL": discord.gateway_url,
    }


def slack_settings(slack: LoopbackSlack, team: Workspace) -> dict[str, str]:
    """Return the settings with which the bot connects to a loopback Slack in Socket Mode."""
    return {
        "HITBLOW_SLACK_API_URL": slack.api_url,
        "HITBLOW_SLACK_BOT_TOKEN": team.bot_token,
        "HITBLOW_SLACK_APP_TOKEN": slack.app_token,
    }


@dataclass
class BotProcess:
    """A running bot.

    Attributes:
        log: the file with its standard error.
    """

    process: asyncio.subprocess.Process
    log: Path
    settings: Mapping[str, str]

    async def stop(self) -> None:
        """Stop the bot with SIGTERM; assert that it ends with status 0 and that no token is in its log."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(SECONDS):
            await self.process.wait()
        log = self.log.read_text("utf-8")
        assert self.process.returncode == 0, log
        assert not any(value in log for name, value in self.settings.items() if "TOKEN" in name)

    async def kill(self) -> None:
        """Kill the bot with SIGKILL."""
        self.process.kill()
        await self.process.wait()


async def lift_limits(home: Path, url: str) -> None:
    """Let people act as fast as programs do, in a database that is created or upgraded for it."""
    file = url.removeprefix("sqlite:///")
    database = Database(url if file == url else f"sqlite:///{home / file}")
    await database.upgrade()
    await Admission(database.unit, lambda: datetime.now(UTC)).set_cooldown(0)
    await database.close()


async def start_bot(home: Path, command: str, settings: Mapping[str, str], url: str = DATABASE[1]) -> BotProcess:
    """Start `hitblow COMMAND` over a database, by default one in `home`; several processes may share it."""
    number = len(list(home.glob("log*.txt")))
    log = home / f"log{number}.txt"
    _create_database(home, ("--db", url))
    with log.open("wb") as stderr:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", command, "--db", url),
            cwd=home,
            env={**environment(home), **settings},
            stdin=asyncio.subprocess.DEVNULL,
            stderr=stderr,
        )
    return BotProcess(process, log, settings)


@asynccontextmanager
async def running_bot(home: Path, command: str, settings: Mapping[str, str]) -> AsyncIterator[BotProcess]:
    """Run the bot in a block, and stop it at the end unless the block has killed it."""
    bot = await start_bot(home, command, settings)
    try:
        yield bot
    except BaseException:
        await bot.kill()
        raise
    if bot.process.returncode != -signal.SIGKILL:
        await bot.stop()
