"""Load on Discord: guesses a second in many channels, latencies while the coach is busy, memory.

Run `python -m tests.benchmarks.discord_load [--games N] [--seconds S]`. Bot and loopback Discord share one process and
one event loop, so the rates are those of both together; the ratio to a bot that only responds is comparable between
machines. Latencies are from the delivery of an interaction to its first response. Memory is that of a process
`python -m bot discord` after every game has been started in it; its solver processes are counted separately.
"""

import asyncio
import itertools
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import click
import discord
from discord import app_commands

from bot.app import open_database, open_services
from bot.platforms.discord.client import HitblowClient
from bot.solving.pool import RestartingProcessPool
from tests.fakes.discord import Channel, Interaction, LoopbackDiscord, Message, Modal, User, running
from tests.processes.processes import discord_settings, running_bot

IN_FLIGHT = 20
DEADLINE = 3.0
TIMEOUT = 5.0
"""Seconds after which an interaction is given up; Discord does so after three."""

START_TIMEOUT = 30.0
GUESSES = 6
"""Guesses in each game."""

CODES = [f"{number:04}" for number in range(10_000) if len(set(f"{number:04}")) == 4]

Job = Callable[[], Awaitable[object]]


@dataclass(frozen=True)
class Game:
    """A game with the modal that its Guess button opens, and the person who submits it."""

    board: Message
    modal: Modal
    player: User


@click.command()
@click.option("--games", default=1000, show_default=True, help="Open games.")
@click.option("--seconds", default=60.0, show_default=True, help="Seconds at a constant rate.")
@click.option("--rate", default=100, show_default=True, help="The constant rate, in interactions a second.")
def main(games: int, seconds: float, rate: int) -> None:
    for name, figure in asyncio.run(measure(games, seconds, rate)):
        click.echo(f"{name:<58} {figure:>12}")


async def measure(games: int, seconds: float, constant_rate: int) -> list[tuple[str, str]]:
    """Return every figure with its name."""
    bare = await bare_rate(games)
    with tempfile.TemporaryDirectory() as folder:
        rate, latencies, coached = await served(Path(folder), games, seconds, constant_rate)
    with tempfile.TemporaryDirectory() as folder:
        resident, solvers = await memory(Path(folder), games)
    quantiles = statistics.quantiles(latencies, n=100)
    return [
        ("interactions a second of a bot that only responds", f"{bare:.0f}"),
        ("guesses a second", f"{rate:.0f}"),
        ("ratio", f"{rate / bare:.2f}"),
        (f"first response, p50 at {constant_rate}/s", f"{quantiles[49] * 1000:.0f} ms"),
        (f"first response, p99 at {constant_rate}/s", f"{quantiles[98] * 1000:.0f} ms"),
        (f"first response, maximum of {len(latencies)}", f"{max(latencies) * 1000:.0f} ms"),
        ("of these later than 3 s", str(sum(latency > DEADLINE for latency in latencies))),
        ("replies of the coach meanwhile", f"{coached}"),
        (f"resident memory with {games} open games", f"{resident} MB"),
        ("resident memory of the solver processes", f"{solvers} MB"),
    ]


async def bare_rate(interactions: int) -> float:
    """Return the interactions a second of a bot that only responds."""
    async with LoopbackDiscord(validated=False) as loopback, running(_bare_client(), loopback):
        channel = loopback.guild("club").channel("games")
        ann = loopback.user("Ann")
        return await _rate([lambda: _settled(ann.prepare_slash(channel, "x"))] * interactions)


def _bare_client() -> discord.Client:
    client = discord.AutoShardedClient(intents=discord.Intents.none())
    tree = app_commands.CommandTree(client)

    @tree.command(name="x", description="x")
    async def respond(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("x")

    client.setup_hook = tree.sync  # type: ignore[assignment, method-assign] # shorter than a subclass
    return client


async def served(folder: Path, games: int, seconds: float, constant_rate: int) -> tuple[float, list[float], int]:
    """Return the guesses a second, the latencies at a constant rate, and the replies of the coach meanwhile."""
    async with _running_bot(folder) as (loopback, channels):
        played = [await _start_game(loopback, next(channels)) for _ in range(games)]
        codes = itertools.cycle(CODES)
        first = [_guess(game, next(codes)) for game in played for _ in range(GUESSES // 3)]
        rate = await _rate(first)
        rest = [_guess(game, next(codes)) for game in played for _ in range(GUESSES - GUESSES // 3)]
        coach = _Coach(loopback.user("Zoe"), next(channels))
        coaching = [asyncio.create_task(coach.ask_continuously(), name=f"coach {number}") for number in range(2)]
        latencies = await _latencies(itertools.cycle(rest), seconds, constant_rate)
        coach.stopped = True
        await asyncio.gather(*coaching)
        return rate, latencies, coach.replies


@asynccontextmanager
async def _running_bot(folder: Path) -> AsyncIterator[tuple[LoopbackDiscord, Iterator[Channel]]]:
    loopback = LoopbackDiscord(validated=False, real_time=True)
    database_url, pool = f"sqlite:///{folder}/bench.db", RestartingProcessPool(2)
    async with loopback, open_database(database_url) as database, open_services(database, pool) as services:
        guild = loopback.guild("club")
        loopback.response_timeout = START_TIMEOUT  # the first question starts the solver processes
        async with running(HitblowClient(services, seconds_between=0.0), loopback):
            yield loopback, (guild.channel(f"games {number}") for number in itertools.count())


async def _start_game(loopback: LoopbackDiscord, channel: Channel) -> Game:
    player = loopback.user("Ann")
    board = (await player.slash(channel, "hitblow play", tries=0)).message
    return Game(board, (await player.press(board, "Guess")).modal, player)


def _guess(game: Game, code: str) -> Job:
    return lambda: _settled(game.player.prepare_submit(game.modal, entered=code))


async def _settled(interaction: Interaction) -> None:
    """Deliver an interaction and wait for its response without polling."""
    interaction.user.state.deliver(interaction)
    with suppress(TimeoutError):
        async with asyncio.timeout(TIMEOUT):
            await interaction.settled.wait()


@dataclass
class _Coach:
    """A person who asks the coach continuously."""

    person: User
    channel: Channel
    stopped: bool = False
    replies: int = 0

    async def ask_continuously(self) -> None:
        codes = itertools.cycle(CODES[len(CODES) // 2 :: 7])
        while not self.stopped:
            await self.person.slash(self.channel, "hitblow suggest", history=f"{next(codes)} 0H2B")
            self.replies += 1


async def _rate(jobs: Sequence[Job]) -> float:
    """Return the jobs done a second, with `IN_FLIGHT` of them at once."""
    waiting = iter(jobs)

    async def work() -> None:
        for job in waiting:
            await job()

    start = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))
    return len(jobs) / (time.perf_counter() - start)


async def _latencies(jobs: Iterator[Job], seconds: float, rate: int) -> list[float]:
    """Return how long each job takes; jobs begin at a constant rate, however long others take."""
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
    """Return the megabytes of a bot with so many games, and of its solver processes."""
    async with LoopbackDiscord(validated=False, real_time=True) as loopback:
        guild, ann = loopback.guild("club"), loopback.user("Ann")
        async with running_bot(folder, "discord", discord_settings(loopback)) as bot:
            await loopback.connected(within=START_TIMEOUT)
            for number in range(games):
                await ann.slash(guild.channel(f"games {number}"), "hitblow play")
            await ann.slash(guild.channel("coach"), "hitblow suggest")
            await asyncio.sleep(1)
            pid = bot.process.pid
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            return _resident(pid), sum(_resident(int(child)) for child in children)


def _resident(process: int) -> int:
    """Return the resident megabytes of a process, which Linux tells."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS"))


if __name__ == "__main__":
    main()
