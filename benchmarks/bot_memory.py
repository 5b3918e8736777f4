"""The memory of the bot on Discord: idle, and as guesses on many boards accumulate.

Run `python -m benchmarks.bot_memory [--boards N] [--guesses N]`. The bot runs as a process of its own, the
loopback Discord in the process of the benchmark. Guesses go to all boards in turn, and each board gets guesses of its
own, because texts that boards share are remembered once. Afterwards the floor, a bot that only moves the same traffic,
is measured in the same way; see `benchmarks.floors`. Only its growth is comparable, because idle it has the libraries
of Slack, too. 10,000 boards and 100,000 guesses take about ten minutes for each on an idle machine.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import click

from benchmarks.proc import cpu_seconds, machine, resident_megabytes
from benchmarks.process_cpu import Bot, different_codes, running
from benchmarks.sites import Guess, Site, opened_site
from tests.processes.processes import DATABASE, lift_limits

AT_ONCE = 20
SETTLE_SECONDS = 5.0
PEOPLE = 100


_COMMANDS = {
    "hitblow": ("-m", "bot", "discord", *DATABASE),
    "floor": ("-m", "benchmarks.floors", "discord"),
}


async def measure(boards: int, guesses: int, write: Callable[[str], object] = click.echo) -> None:
    """Write the memory of each bot, first of hitblow, with whose traffic the floor is measured."""
    turns = max(1, guesses // boards)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        await lift_limits(folder, DATABASE[1])
        for bot, command in _COMMANDS.items():
            async with opened_site("discord") as site, running(folder, site, *command) as process:
                async for figures in _growth(process, boards, turns):
                    write(f"{bot:7} {figures}")
                if bot == "hitblow":
                    await _record_traffic(site, folder, different_codes(turns))


async def _growth(bot: Bot, boards: int, turns: int) -> AsyncIterator[str]:
    """The resident megabytes of a bot, and the CPU time of a guess, after each turn on all boards."""
    await asyncio.sleep(SETTLE_SECONDS)
    idle = resident_megabytes(bot.process)
    yield f"idle: {idle:.1f} MB; {machine()}"
    games = await _started(bot.site, boards)
    codes = [different_codes(turns, seed) for seed in range(boards)]
    for turn, now in enumerate(zip(*codes, strict=True), 1):
        used = cpu_seconds(bot.process)
        await _in_turn(bot.site, games, now)
        spent = (cpu_seconds(bot.process) - used) / boards
        grown = resident_megabytes(bot.process) - idle
        yield f"{turn * boards:>7,} guesses on {boards:,} boards: {grown:+.1f} MB, {1000 * spent:.2f} ms a guess"


async def _record_traffic(site: Site, folder: Path, codes: Sequence[str]) -> None:
    """Write what the bot sends in one more game for the floor."""
    guess = await site.start(0)
    for code in codes:
        await guess(code)
    site.traffic().write(folder)


async def _started(site: Site, boards: int) -> list[Guess]:
    games = list[Guess]()
    for first in range(0, boards, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, boards))
        games += await asyncio.gather(*(site.start(number % PEOPLE) for number in numbers))
    return games


async def _in_turn(site: Site, games: Sequence[Guess], codes: Sequence[str]) -> None:
    """Make a guess in each game, with its code."""
    for first in range(0, len(games), AT_ONCE):
        some = slice(first, first + AT_ONCE)
        await asyncio.gather(*(guess(code) for guess, code in zip(games[some], codes[some], strict=True)))
        site.forget_sent()


@click.command()
@click.option("--boards", default=1_000, show_default=True)
@click.option("--guesses", default=10_000, show_default=True, help="On all boards together.")
def main(boards: int, guesses: int) -> None:
    """Measure, and print the figures."""
    asyncio.run(measure(boards, guesses))


if __name__ == "__main__":
    main()
