"""A day of a million guesses in 20,000 servers on Discord, simulated from costs that are measured here.

Run `python -m benchmarks.day`. It measures CPU time, memory and disk of the real bot in whole games of `TURNS`
guesses, each in a channel of its own, and its memory with more servers. From that it computes what a day needs. What is
assumed about the day is in `Day`; prices are not, because they differ.
"""

import asyncio
import sqlite3
import statistics
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import click

from benchmarks.proc import cpu_seconds, machine, resident_megabytes
from benchmarks.sites import opened_site
from tests.fakes.discord import LoopbackDiscord
from tests.processes.processes import DATABASE, discord_settings, lift_limits, start_bot

TURNS = 6
"""Guesses in a game, which is near the average of people who play well."""

SETTLE_SECONDS = 3.0
_CODES = ("4567", "4568", "4569", "4576", "4578", "0123")


@dataclass(frozen=True)
class Day:
    """What is assumed.

    Args:
        guesses: of everybody.
        servers: that have the bot.
        busiest_hour: its share of the guesses.
        burst: how many times as many guesses as on average the busiest second of that hour has.
        servers_of_shard: as Discord recommends.
        load: the share of a core that a process may use in the busiest second, so that nobody waits.
    """

    guesses: int = 1_000_000
    servers: int = 20_000
    busiest_hour: float = 0.1
    burst: float = 3.0
    servers_of_shard: int = 1_000
    load: float = 0.5

    @property
    def peak(self) -> float:
        """Guesses in the busiest second."""
        return self.guesses * self.busiest_hour / 3600 * self.burst


@dataclass(frozen=True)
class Costs:
    """What was measured.

    Args:
        cpu: seconds for a guess with its form, and its share of the start of a game.
        memory: megabytes of the bot after the games.
        server: megabytes of one more server.
        disk: bytes that a guess and its share of the rest of a game add to the database for good.
    """

    cpu: float
    memory: float
    server: float
    disk: float


async def measure(games: int, rounds: int, servers: int) -> Costs:
    """Measure the costs in rounds of so many games, and with so many servers more."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        await lift_limits(folder, DATABASE[1])
        site = await stack.enter_async_context(opened_site("discord"))
        bot = await start_bot(folder, "discord", site.settings)
        stack.push_async_callback(bot.stop)
        await site.connected()
        size, times = _size(folder), list[float]()
        for number in range(1 + rounds):  # the first one compiles statements
            used = cpu_seconds(bot.process.pid)
            guesses = await asyncio.gather(*(site.start(person) for person in range(games)))
            for code in _CODES:
                await asyncio.gather(*(guess(code) for guess in guesses))
            await asyncio.sleep(SETTLE_SECONDS)
            if number > 0:
                times.append((cpu_seconds(bot.process.pid) - used) / (games * TURNS))
        disk = (_size(folder) - size) / ((1 + rounds) * games * TURNS)
        memory = resident_megabytes(bot.process.pid)
    more = (await _memory_with(servers) - await _memory_with(1)) / (servers - 1)
    return Costs(statistics.median(times), memory, more, disk)


def _size(folder: Path) -> int:
    """The bytes of the database without the log of what was written last."""
    with closing(sqlite3.connect(folder / "x.db")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return (folder / "x.db").stat().st_size


async def _memory_with(servers: int) -> float:
    """The megabytes of a bot that so many servers have."""
    async with LoopbackDiscord(validated=False) as loopback:
        for number in range(servers):
            loopback.guild(f"server {number}").channel("games")
        with tempfile.TemporaryDirectory() as folder:
            bot = await start_bot(Path(folder), "discord", discord_settings(loopback))
            try:
                await loopback.connected(1)
                await asyncio.sleep(SETTLE_SECONDS)
                return resident_megabytes(bot.process.pid)
            finally:
                await bot.stop()


def table(day: Day, costs: Costs) -> Sequence[str]:
    """The rows of the table on the page."""
    core = day.peak * costs.cpu
    processes = ceil(core / day.load)
    memory = processes * costs.memory + day.servers * costs.server
    gigabytes = day.guesses * costs.disk / 1e9
    rows = {
        "guesses a second, on average and in the busiest second": f"{day.guesses / 86_400:.0f}, {day.peak:.0f}",
        "CPU of a guess": f"{1000 * costs.cpu:.1f} ms",
        "CPU of the day": f"{day.guesses * costs.cpu / 3600:.1f} hours of one core",
        "cores in the busiest second": f"{core:.2f}",
        "processes": str(processes),
        "shards": str(ceil(day.servers / day.servers_of_shard)),
        "memory of all processes": f"{memory:.0f} MB",
        "database": f"{gigabytes:.2f} GB more each day, {365 * gigabytes:.0f} GB in a year",
        "responses to Discord in the busiest second": f"{2 * day.peak:.0f}, none of which counts to its global limit",
    }
    return ["| what | how much |", "|---|---|", *(f"| {what} | {much} |" for what, much in rows.items())]


@click.command()
@click.option("--games", default=40, show_default=True, help="At a time.")
@click.option("--rounds", default=5, show_default=True)
@click.option("--servers", default=1000, show_default=True, help="With which the memory is measured.")
def main(games: int, rounds: int, servers: int) -> None:
    """Measure, and print the table."""
    costs = asyncio.run(measure(games, rounds, servers))
    click.echo(machine())
    click.echo(costs)
    for line in table(Day(), costs):
        click.echo(line)


if __name__ == "__main__":
    main()
