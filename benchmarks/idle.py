"""CPU time of the bot on Discord while nobody plays: over an empty database, and one with many running games.

Run `python -m benchmarks.idle [--games N] [--rounds N] [--seconds N]`. The bots run at the same time, each on a
loopback of its own in this process, with everything that they do in the background and the processes that they start.
The floor is a bot that only connects; see `benchmarks.bare_bots`. The last move of each running game was made
within the last day, so that as many games are to be checked in a minute as when their rooms are in use.
"""

import asyncio
import statistics
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
from sqlalchemy import Connection, bindparam, select, update

from benchmarks.bulk_load import fill
from benchmarks.proc import children, cpu_nanoseconds, machine, resident_megabytes
from bot.persistence.database import Database
from bot.persistence.tables.games import games
from bot.services.games.moves import CHECK_EVERY
from tests.fakes.discord import LoopbackDiscord
from tests.processes.processes import discord_settings, environment, start_bot

SETTLE_SECONDS = 15.0
"""After the start, for what the bots do only then."""

_ENDED = 1000
"""Games that have ended, without which the database cannot be filled."""


async def fill_running(url: str, number: int) -> None:
    """Store running games, the last move of which was made at different times of the last day."""

    def spread(connection: Connection) -> None:
        ids = connection.scalars(select(games.c.id).where(games.c.ended_at.is_(None))).all()
        now = datetime.now(UTC)
        moved = [now - CHECK_EVERY * index / len(ids) for index in range(len(ids))]
        change = update(games).where(games.c.id == bindparam("game"))
        values = [
            {"game": game, "started_at": at - timedelta(hours=1), "moved_at": at, "check_at": at + CHECK_EVERY}
            for game, at in zip(ids, moved, strict=True)
        ]
        connection.execute(change, values)

    database = Database(url)
    await database.upgrade()
    if number:
        await fill(database, _ENDED, 2 * number)  # every second player has a running game
        await database.run(spread)
    await database.close()


@asynccontextmanager
async def hitblow(folder: Path, number: int) -> AsyncIterator[int]:
    """The process of the bot over a database with so many running games."""
    folder.mkdir()
    url = f"sqlite:///{folder}/idle.db"
    await fill_running(url, number)
    async with LoopbackDiscord(validated=False, real_time=True) as loopback:
        bot = await start_bot(folder, "discord", discord_settings(loopback), url)
        try:
            await loopback.connected(1)
            yield bot.process.pid
        finally:
            await bot.stop()


@asynccontextmanager
async def bare_bot(folder: Path) -> AsyncIterator[int]:
    """The process of a bot that only connects."""
    async with LoopbackDiscord(validated=False, real_time=True) as loopback:
        variables = {**environment(folder), **discord_settings(loopback), "PYTHONPATH": str(Path.cwd())}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "benchmarks.bare_bots", "discord"), env=variables
        )
        try:
            await loopback.connected(1)
            yield process.pid
        finally:
            process.kill()
            await process.wait()


async def measure(number: int, rounds: int, seconds: float, settle: float = SETTLE_SECONDS) -> Sequence[str]:
    """The CPU time of each bot in milliseconds a minute, and its memory."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        bots = {
            "floor": await stack.enter_async_context(bare_bot(folder)),
            "0 running games": await stack.enter_async_context(hitblow(folder / "empty", 0)),
            f"{number:,} running games": await stack.enter_async_context(hitblow(folder / "full", number)),
        }
        await asyncio.sleep(settle)
        samples: dict[str, list[float]] = {name: [] for name in bots}
        for _ in range(rounds):
            before = {name: _used(process) for name, process in bots.items()}
            await asyncio.sleep(seconds)
            for name, process in bots.items():
                samples[name].append((_used(process) - before[name]) / 1e6 * 60 / seconds)
        return [
            f"{name:>22}  {statistics.median(values):7.1f} ms a minute  "
            f"rounds {' '.join(f'{value:.0f}' for value in values)}  memory {resident_megabytes(bots[name]):.0f} MB"
            for name, values in samples.items()
        ]


def _used(process: int) -> int:
    return sum(map(cpu_nanoseconds, (process, *children(process))))


@click.command()
@click.option("--games", default=100_000, show_default=True, help="Running games.")
@click.option("--rounds", default=7, show_default=True)
@click.option("--seconds", default=20.0, show_default=True, help="Of each round.")
def main(games: int, rounds: int, seconds: float) -> None:
    """Measure, and print the figures."""
    lines = asyncio.run(measure(games, rounds, seconds))
    click.echo(machine())
    for line in lines:
        click.echo(line)


if __name__ == "__main__":
    main()
