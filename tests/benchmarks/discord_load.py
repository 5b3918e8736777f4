"""How fast Discord is served: guesses in many channels, beside a bare handler in the same run.

Run by hand: `python -m tests.benchmarks.discord_load [--games N] [--seconds S]`. The bot and the loopback Discord share
one process and one event loop, so rates are those of both together; the ratio to the bare handler means the same on any
machine. Latencies are from the delivery of an interaction to its first response. Memory is that of another process,
`python -m bot discord`, once every game has been begun in it, with the processes that it thinks in counted apart.
"""

import asyncio
import itertools
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import click
import discord
from discord import app_commands

from bot.app import open_database, open_services
from bot.platforms.discord.client import HitblowClient
from bot.solving.pool import RestartingProcessPool
from tests.fakes.discord import Channel, Interaction, LoopbackDiscord, Message, Modal, User, running
from tests.processes.processes import environment

IN_FLIGHT = 20
LATE = 3.0
STARTING = 30.0
GUESSES = 6
"""In each game, none of which they end but by chance."""

WRONG = [f"{number:04}" for number in range(10_000) if len(set(f"{number:04}")) == 4]
PATIENCE = 5.0
"""Seconds after which an interaction is given up; Discord does so after three."""

Job = Callable[[], Awaitable[object]]


@dataclass(frozen=True)
class Table:
    """A game, the form that its Guess opens, and who fills it in."""

    board: Message
    form: Modal
    player: User


@click.command()
@click.option("--games", default=1000, show_default=True, help="Open games.")
@click.option("--seconds", default=60.0, show_default=True, help="How long interactions come at a steady rate.")
@click.option("--rate", default=100, show_default=True, help="Interactions a second, while the coach is asked.")
def main(games: int, seconds: float, rate: int) -> None:
    """Measure, and print a table."""
    for name, figure in asyncio.run(measure(games, seconds, rate)):
        click.echo(f"{name:<58} {figure:>12}")


async def measure(games: int, seconds: float, steady: int) -> list[tuple[str, str]]:
    """Every figure by its name."""
    bare = await bare_rate(games)
    with tempfile.TemporaryDirectory() as folder:
        rate, latencies, coached = await served(Path(folder), games, seconds, steady)
    with tempfile.TemporaryDirectory() as folder:
        resident, solvers = await memory(Path(folder), games)
    quantiles = statistics.quantiles(latencies, n=100)
    return [
        ("bare send_message, a second", f"{bare:.0f}"),
        ("guesses by the form, a second", f"{rate:.0f}"),
        ("ratio", f"{rate / bare:.2f}"),
        (f"first response, p50 at {steady}/s", f"{quantiles[49] * 1000:.0f} ms"),
        (f"first response, p99 at {steady}/s", f"{quantiles[98] * 1000:.0f} ms"),
        (f"first response, longest of {len(latencies)}", f"{max(latencies) * 1000:.0f} ms"),
        ("of these later than 3 s", str(sum(latency > LATE for latency in latencies))),
        ("answers of the coach meanwhile", f"{coached}"),
        (f"resident memory with {games} open games", f"{resident} MB"),
        ("and of the processes that think", f"{solvers} MB"),
    ]


async def bare_rate(interactions: int) -> float:
    """Interactions a second that a handler deals with which only says `x`."""
    async with LoopbackDiscord(validated=False) as loopback, running(_bare_client(), loopback):
        channel = loopback.guild("club").channel("games")
        ann = loopback.user("Ann")
        return await _rate([lambda: _settled(ann.prepare_slash(channel, "x"))] * interactions)


def _bare_client() -> discord.Client:
    client = discord.AutoShardedClient(intents=discord.Intents.none())
    tree = app_commands.CommandTree(client)

    @tree.command(name="x", description="x")
    async def answer(talk: discord.Interaction) -> None:
        await talk.response.send_message("x")

    async def setup_hook() -> None:
        await tree.sync()

    client.setup_hook = setup_hook  # type: ignore[method-assign]  # as short as a bot can be
    return client


async def served(folder: Path, games: int, seconds: float, steady: int) -> tuple[float, list[float], int]:
    """Guesses a second, the latencies at a steady rate, and how often the coach answered meanwhile."""
    async with _playing(folder) as (loopback, channels):
        tables = [await _table(loopback, next(channels)) for _ in range(games)]
        codes = itertools.cycle(WRONG)
        first = [_guess(table, next(codes)) for table in tables for _ in range(GUESSES // 3)]
        rate = await _rate(first)
        rest = [_guess(table, next(codes)) for table in tables for _ in range(GUESSES - GUESSES // 3)]
        coach = _Coach(loopback.user("Zoe"), next(channels))
        coaching = [asyncio.create_task(coach.keep_asking(), name=f"coach {number}") for number in range(2)]
        latencies = await _latencies(itertools.cycle(rest), seconds, steady)
        coach.enough = True
        await asyncio.gather(*coaching)
        return rate, latencies, coach.answered


@asynccontextmanager
async def _playing(folder: Path) -> AsyncIterator[tuple[LoopbackDiscord, Iterator[Channel]]]:
    loopback = LoopbackDiscord(validated=False, real_time=True)
    database_url, pool = f"sqlite:///{folder}/bench.db", RestartingProcessPool(2)
    async with loopback, open_database(database_url) as database, open_services(database, pool) as services:
        guild = loopback.guild("club")
        loopback.response_timeout = STARTING  # the coach's processes start with the first question
        async with running(HitblowClient(services), loopback):
            yield loopback, (guild.channel(f"games {number}") for number in itertools.count())


async def _table(loopback: LoopbackDiscord, channel: Channel) -> Table:
    player = loopback.user("Ann")
    board = (await player.slash(channel, "hitblow play", tries=0)).message
    return Table(board, (await player.press(board, "Guess")).modal, player)


def _guess(table: Table, code: str) -> Job:
    """Fill the form in and send it."""
    return lambda: _settled(table.player.prepare_submit(table.form, told=code))


async def _settled(interaction: Interaction) -> None:
    """Deliver an interaction and wait for its response without polling."""
    interaction.user.state.deliver(interaction)
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await interaction.settled.wait()


@dataclass
class _Coach:
    """Somebody who asks the coach, again and again."""

    person: User
    channel: Channel
    enough: bool = False
    answered: int = 0

    async def keep_asking(self) -> None:
        codes = iter(WRONG[len(WRONG) // 2 :: 7])
        while not self.enough:
            await self.person.slash(self.channel, "hitblow suggest", history=f"{next(codes)} 0H2B")
            self.answered += 1


async def _rate(jobs: Sequence[Job]) -> float:
    """Jobs done a second, so many of them at once."""
    waiting = iter(jobs)

    async def work() -> None:
        for job in waiting:
            await job()

    start = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))
    return len(jobs) / (time.perf_counter() - start)


async def _latencies(jobs: Iterator[Job], seconds: float, rate: int) -> list[float]:
    """How long each of the jobs takes that begin at a steady rate, however long the others take."""
    found: list[float] = []

    async def timed(job: Job) -> None:
        start = time.perf_counter()
        await job()
        found.append(time.perf_counter() - start)

    start, running_jobs = time.perf_counter(), []
    for number in range(round(seconds * rate)):
        await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
        running_jobs.append(asyncio.create_task(timed(next(jobs))))
    await asyncio.gather(*running_jobs)
    return found


async def memory(folder: Path, games: int) -> tuple[int, int]:
    """Megabytes of the bot's own process with so many games begun in it, and of those it thinks in."""
    async with LoopbackDiscord(validated=False, real_time=True) as loopback:
        guild, ann = loopback.guild("club"), loopback.user("Ann")
        with _process(folder, loopback) as bot:
            async with asyncio.timeout(STARTING):
                await loopback.connected()
            for number in range(games):
                await ann.slash(guild.channel(f"games {number}"), "hitblow play")
            await ann.slash(guild.channel("coach"), "hitblow suggest")
            await asyncio.sleep(1)
            children = Path(f"/proc/{bot.pid}/task/{bot.pid}/children").read_text().split()
            return _resident(bot.pid), sum(_resident(int(child)) for child in children)


@contextmanager
def _process(folder: Path, loopback: LoopbackDiscord) -> Iterator[subprocess.Popen[bytes]]:
    settings = {
        "HITBLOW_DISCORD_TOKEN": loopback.token,
        "HITBLOW_DISCORD_API_URL": loopback.api_url,
        "HITBLOW_DISCORD_GATEWAY_URL": loopback.gateway_url,
        "HITBLOW_DATABASE_URL": f"sqlite:///{folder}/bench.db",
    }
    command = [sys.executable, "-m", "bot", "discord"]
    with subprocess.Popen(command, cwd=folder, env={**environment(folder), **settings}) as bot:  # noqa: S603  # our own
        yield bot
        bot.terminate()


def _resident(process: int) -> int:
    """Megabytes, by Linux."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS"))


if __name__ == "__main__":
    main()
