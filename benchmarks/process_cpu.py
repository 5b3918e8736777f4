"""CPU time of the bot's process for a guess, beside that of a bot that only moves the same traffic.

Run `python -m benchmarks.process_cpu [discord|http|socket] ...`; the last two are Slack's connections, and
without names all three are measured. Each bot runs in a process of its own; the loopback platforms run in the process
of the benchmark. In each round both start new games in new channels and take turns: whenever one has made a guess in
each of its games, the other does, until every board has `--turns` turns. The ratio is the floor's time as a share of
hitblow's, so higher is better. The traffic of both is printed; the floor sends what hitblow has sent in a game before.
"""

import asyncio
import json
import random
import statistics
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmarks.proc import cpu_seconds, machine
from benchmarks.sites import Guess, Site, opened_site
from tests.processes.processes import DATABASE, environment, lift_limits

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

PLATFORMS = ("discord", "http", "socket")
SETTLE_SECONDS = 1.5
"""For work that is put off until after the last guess, such as recording the boards that were sent."""

EARLY, LATE = range(4, 7), range(49, 52)
"""The turns whose times are compared if boards become that long."""


@dataclass
class Bot:
    """A bot in a process of its own.

    Attributes:
        times: CPU seconds for each guess, of each round.
        of_turn: CPU seconds until all games had one more turn, by the number of the turn, of each round.
    """

    process: int
    site: Site
    times: list[float] = field(default_factory=list)
    of_turn: dict[int, list[float]] = field(default_factory=dict)
    games: list[Guess] = field(default_factory=list)

    async def start(self, games: int) -> None:
        """Start new games."""
        self.games = await asyncio.gather(*(self.site.start(person) for person in range(games)))

    async def guess(self, code: str, turn: int) -> None:
        """Make a guess in every game."""
        used = cpu_seconds(self.process)
        await asyncio.gather(*(guess(code) for guess in self.games))
        self.of_turn.setdefault(turn, []).append(cpu_seconds(self.process) - used)

    def median_of(self, turns: range) -> float:
        """The median over rounds of the times of some turns."""
        return statistics.median(map(sum, zip(*(self.of_turn[turn] for turn in turns), strict=True)))

    def traffic(self, guesses: int) -> str:
        """What it has sent for each guess of the last round."""
        sent = self.site.sent()
        size = sum(len(json.dumps(body, ensure_ascii=False).encode()) for _, body in sent)
        return f"{len(sent) / guesses:.2f} requests and {size / guesses:,.0f} bytes a guess"


@asynccontextmanager
async def running(folder: Path, site: Site, *command: str) -> "AsyncIterator[Bot]":
    variables = {**environment(folder), **site.settings, "PYTHONPATH": str(Path.cwd()), "HITBLOW_LOG_LEVEL": "ERROR"}
    variables = {name: value for name, value in variables.items() if value}
    process = await asyncio.create_subprocess_exec(sys.executable, *command, cwd=folder, env=variables)
    try:
        await site.connected()
        yield Bot(process.pid, site)
    finally:
        process.kill()
        await process.wait()


async def measure(platform: str, rounds: int, games: int, turns: int) -> list[str]:
    """Lines with the figures of one platform."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        await lift_limits(folder, DATABASE[1])
        sites = [await stack.enter_async_context(opened_site(platform)) for _ in range(2)]
        command = ("-m", "bot", platform if platform == "discord" else "slack", *DATABASE)
        hitblow = await stack.enter_async_context(running(folder, sites[1], *command))
        guesses = different_codes(turns)
        await _introduce(hitblow, games, guesses)
        hitblow.site.traffic().write(folder)
        floor_command = ("-m", "benchmarks.floors", platform)
        floor = await stack.enter_async_context(running(folder, sites[0], *floor_command))
        await _introduce(floor, games, guesses)
        for _ in range(rounds):
            await _round((floor, hitblow), games, guesses)
    return _lines(platform, floor, hitblow, rounds, games, turns)


async def _introduce(bot: Bot, games: int, codes: Sequence[str]) -> None:
    """Let everybody make their first guess, to which hitblow adds an explanation, and one person a whole game."""
    await bot.start(games)
    await asyncio.gather(*(guess(codes[0]) for guess in bot.games))
    guess = await bot.site.start(0)
    for code in codes:
        await guess(code)


async def _round(bots: Sequence[Bot], games: int, codes: Sequence[str]) -> None:
    for bot in bots:
        await bot.start(games)
    await asyncio.sleep(SETTLE_SECONDS)
    used = [cpu_seconds(bot.process) for bot in bots]
    for bot in bots:
        bot.site.forget_sent()
    for turn, code in enumerate(codes, 1):
        for bot in bots:
            await bot.guess(code, turn)
    await asyncio.sleep(SETTLE_SECONDS)
    for bot, before in zip(bots, used, strict=True):
        bot.times.append((cpu_seconds(bot.process) - before) / (games * len(codes)))


_CODES = ["".join(code) for code in permutations("0123456789", 4)]


def different_codes(number: int, seed: int = 1) -> list[str]:
    """Different codes, the same in every run."""
    return random.Random(seed).sample(_CODES, number)


def _lines(platform: str, floor: Bot, hitblow: Bot, rounds: int, games: int, turns: int) -> list[str]:  # noqa: PLR0913, PLR0917  # what the table says
    ratios = [one / other for one, other in zip(floor.times, hitblow.times, strict=True)]
    lines = [
        f"{platform}: {rounds} rounds of {games} games with 1 to {turns} turns; {machine()}",
        f"  floor    {_milliseconds(floor.times)}  {floor.traffic(games * turns)}",
        f"  hitblow  {_milliseconds(hitblow.times)}  {hitblow.traffic(games * turns)}",
        f"  ratio    {statistics.median(ratios):.2f}  (rounds {' '.join(f'{ratio:.2f}' for ratio in ratios)})",
    ]
    if turns > LATE[-1]:
        late = [
            f"{name} {bot.median_of(LATE) / bot.median_of(EARLY):.2f}"
            for name, bot in (("floor", floor), ("hitblow", hitblow))
        ]
        lines.append(f"  turns {LATE[0]} to {LATE[-1]} beside turns {EARLY[0]} to {EARLY[-1]}: {', '.join(late)}")
    return lines


def _milliseconds(times: Sequence[float]) -> str:
    rounds = " ".join(f"{1000 * time:.2f}" for time in times)
    return f"{1000 * statistics.median(times):.2f} ms  (rounds {rounds})"


@click.command()
@click.option("--rounds", default=5, show_default=True)
@click.option("--games", default=40, show_default=True, help="That each bot has at a time.")
@click.option("--turns", default=27, show_default=True, help="On each board at the end.")
@click.argument("platforms", nargs=-1, type=click.Choice(PLATFORMS))
def main(rounds: int, games: int, turns: int, platforms: tuple[str, ...]) -> None:
    """Compare both bots on PLATFORMS, or on all."""
    for platform in platforms or PLATFORMS:
        for line in asyncio.run(measure(platform, rounds, games, turns)):
            click.echo(line)


if __name__ == "__main__":
    main()
