"""How soon the bot is ready on an existing database, and the CPU time of its process until then.

Run `python -m benchmarks.ready [--rounds N]`. The time is from starting `python -m bot discord` or `slack` until
it is connected to the loopback platform, where it has been before: the first start, which creates the database and
publishes the commands, is not counted. The floor is a bot that only connects; see `benchmarks.bare_bots`.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import click

from benchmarks.proc import cpu_seconds
from bot.platforms.discord.shards import IDENTIFY_SECONDS
from tests.fakes.discord import LoopbackDiscord
from tests.fakes.slack import LoopbackSlack
from tests.processes.processes import DATABASE, discord_settings, environment, slack_settings

Sample: TypeAlias = tuple[float, float]
"""Seconds from the start until a bot was ready, and of CPU time."""


@dataclass
class Site:
    """A loopback platform that bots are started on, one after another.

    Args:
        name: of the platform.
        settings: with which bots connect.
        connected: waits for a number of connections.
        pause: least seconds between two starts.
        samples: those of hitblow and of the floor.
    """

    name: str
    settings: Mapping[str, str]
    connected: Callable[[int], Awaitable[None]]
    pause: float = 0.0
    started_at: float = 0.0
    samples: dict[str, list[Sample]] = field(default_factory=lambda: {"hitblow": [], "floor": []})

    async def start(self, folder: Path, bot: str) -> Sample:
        """Start a bot, and end it as soon as it is ready."""
        arguments = {
            "hitblow": ("-m", "bot", self.name, *DATABASE),
            "floor": ("-m", "benchmarks.bare_bots", self.name),
        }
        await asyncio.sleep(self.started_at + self.pause - time.perf_counter())
        variables = {
            **environment(folder),
            **self.settings,
            "PYTHONPATH": str(Path.cwd()),
            "HITBLOW_LOG_LEVEL": "ERROR",
        }
        self.started_at = time.perf_counter()
        process = await asyncio.create_subprocess_exec(sys.executable, *arguments[bot], cwd=folder, env=variables)
        try:
            await self.connected(1)
            return time.perf_counter() - self.started_at, cpu_seconds(process.pid)
        finally:
            process.terminate()
            await process.wait()
            await self.connected(0)

    def lines(self) -> list[str]:
        """The medians of each bot, and the ratio of their CPU times."""
        ratio = _median_cpu(self.samples["hitblow"]) / _median_cpu(self.samples["floor"])
        figures = [f"{self.name}: {bot} {_figures(samples)}" for bot, samples in self.samples.items()]
        return [*figures, f"{self.name}: CPU time {ratio:.2f} times that of the floor"]


async def measure(rounds: int) -> list[str]:
    """The figures of each platform, with the medians of all rounds."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "x.db").touch()
        discord = await stack.enter_async_context(LoopbackDiscord())
        slack = await stack.enter_async_context(LoopbackSlack())
        team = slack.workspace("acme")
        slack.use_socket_mode()
        sites = (
            Site("discord", discord_settings(discord), discord.connected, IDENTIFY_SECONDS),
            Site("slack", slack_settings(slack, team), slack.connected),
        )
        for number in range(1 + rounds):
            for bot in ("hitblow", "floor"):
                for site in sites:
                    sample = await site.start(folder, bot)
                    if number > 0:
                        site.samples[bot].append(sample)
        return [line for site in sites for line in site.lines()]


def _median_cpu(samples: list[Sample]) -> float:
    return statistics.median(cpu for _, cpu in samples)


def _figures(samples: list[Sample]) -> str:
    times = [seconds for seconds, _ in samples]
    figures = f"median {statistics.median(times):.2f} s, longest {max(times):.2f} s"
    return f"ready after {figures}, CPU time {_median_cpu(samples):.2f} s"


@click.command()
@click.option("--rounds", default=7, show_default=True)
def main(rounds: int) -> None:
    """Measure, and print the figures."""
    for line in asyncio.run(measure(rounds)):
        click.echo(line)


if __name__ == "__main__":
    main()
