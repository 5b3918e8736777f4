"""How soon the bot is ready on an existing database, and the CPU time of its process until then.

Run `python -m tests.benchmarks.ready [--rounds N]`. The time is from starting `python -m bot discord` or `slack` until
it is connected to the loopback platform; the first start, which creates the database, is not counted.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import click

from bot.platforms.discord.identifying import IDENTIFY_SECONDS
from tests.benchmarks.proc import cpu_seconds
from tests.fakes.discord import LoopbackDiscord
from tests.fakes.slack import LoopbackSlack
from tests.processes.processes import discord_settings, running_bot, slack_settings

Start = Callable[[Path], Awaitable[tuple[float, float]]]
"""Starts and stops the bot; the seconds until it was ready, and of CPU time."""


async def on_discord(folder: Path) -> tuple[float, float]:
    """Connect to the gateway, which allows a session every 5 seconds."""
    await asyncio.sleep(IDENTIFY_SECONDS)
    async with LoopbackDiscord() as discord:
        start = time.perf_counter()
        async with running_bot(folder, "discord", discord_settings(discord)) as bot:
            await discord.connected()
            return time.perf_counter() - start, cpu_seconds(bot.process.pid)


async def on_slack(folder: Path) -> tuple[float, float]:
    """Connect in Socket Mode."""
    async with LoopbackSlack() as slack:
        team = slack.workspace("acme")
        slack.use_socket_mode()
        start = time.perf_counter()
        async with running_bot(folder, "slack", slack_settings(slack, team)) as bot:
            await slack.connected()
            return time.perf_counter() - start, cpu_seconds(bot.process.pid)


STARTS: dict[str, Start] = {"discord": on_discord, "slack": on_slack}


async def measure(rounds: int) -> list[str]:
    """A line for each platform, with the medians of all rounds."""
    samples: dict[str, list[tuple[float, float]]] = {name: [] for name in STARTS}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(1 + rounds):
            for name, start in STARTS.items():
                sample = await start(Path(folder))
                if number > 0:
                    samples[name].append(sample)
    return [_line(name, samples[name]) for name in STARTS]


def _line(name: str, samples: list[tuple[float, float]]) -> str:
    times, cpu = zip(*samples, strict=True)
    figures = f"median {statistics.median(times):.2f} s, longest {max(times):.2f} s"
    return f"{name}: ready after {figures}, CPU time {statistics.median(cpu):.2f} s"


@click.command()
@click.option("--rounds", default=7, show_default=True)
def main(rounds: int) -> None:
    """Measure, and print the figures."""
    for line in asyncio.run(measure(rounds)):
        click.echo(line)


if __name__ == "__main__":
    main()
