"""How soon people on Discord get a first response at a constant rate while the coach is busy, and the bot's memory.

Run `python -m benchmarks.responses [--rate N] [--seconds S] [--games N]`. The bot is a process of its own,
`python -m bot discord`, beside the loopback Discord that makes the load; two people ask the coach without a pause,
about positions that are in no book. A latency is the time from the delivery of an interaction to the bot's first
response, as the loopback sees both. The collector of its process is off meanwhile, so that its pauses do not count.
"""

import asyncio
import gc
import itertools
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import click

from benchmarks.guess_samples import codes
from benchmarks.proc import children, resident_megabytes
from benchmarks.sites import responded
from tests.fakes.discord import Interaction, LoopbackDiscord, User
from tests.processes.processes import discord_settings, running_bot

COACHED = 2
"""How many people ask the coach at once: one for each of the solver's processes."""

_START_SECONDS = 60.0
_LATE_SECONDS = 5.0
"""After which an interaction without a response is given up; Discord does so after three."""


@dataclass(frozen=True)
class Figures:
    """What was measured.

    Attributes:
        latencies: of every interaction, in seconds and ascending order; one without a response has `_LATE_SECONDS`.
        coached: the replies of the coach meanwhile.
        memory: the resident megabytes of the bot's process and of the solver's processes.
    """

    latencies: list[float]
    coached: int
    memory: tuple[float, float]

    def lines(self) -> list[str]:
        """The figures as text."""
        quantiles = [1000 * value for value in statistics.quantiles(self.latencies, n=100)]
        p50, p99, longest = quantiles[49], quantiles[98], 1000 * self.latencies[-1]
        return [
            f"first response to {len(self.latencies)} guesses: p50 {p50:.0f}, p99 {p99:.0f}, longest {longest:.0f} ms",
            f"replies of the coach meanwhile: {self.coached}",
            f"resident memory: bot {self.memory[0]:.0f} MB, solver processes {self.memory[1]:.0f} MB",
        ]


async def measure(folder: Path, games: int, seconds: float, rate: int) -> Figures:
    """Guess in so many games at a constant rate."""
    async with (
        LoopbackDiscord(validated=False, real_time=True) as loopback,
        running_bot(folder, "discord", discord_settings(loopback)) as bot,
    ):
        await loopback.connected(within=_START_SECONDS)
        guesses, coach = await _guesses(loopback, games), _Coach(loopback)
        await coach.ask()  # which starts the solver's processes
        asking = [asyncio.create_task(coach.ask_continuously(), name=f"coach {one}") for one in range(COACHED)]
        before = coach.replies
        latencies = await _latencies(loopback, guesses, seconds, rate)
        coached, memory = coach.replies - before, _memory(bot.process.pid)
        coach.stopped = True
        await asyncio.gather(*asking)
        return Figures(sorted(latencies), coached, memory)


async def _guesses(loopback: LoopbackDiscord, games: int) -> Iterator[Interaction]:
    """Guesses in games that are started now, in each in turn."""
    ann, guild, code = loopback.user("Ann"), loopback.guild("club"), codes()
    forms = []
    for number in range(games):
        board = (await ann.slash(guild.channel(f"games {number}"), "hitblow play", tries=0)).message
        forms.append((await ann.press(board, "Guess")).modal)
    return (ann.prepare_submit(form, entered=next(code)) for form in itertools.cycle(forms))


class _Coach:
    """People who ask the coach about the same position with other symbols each time."""

    def __init__(self, loopback: LoopbackDiscord) -> None:
        self._person: User = loopback.user("Zoe")
        self._channel = loopback.guild("club").channel("coach")
        self._generator = random.Random(1)  # the same questions in every run
        self.stopped = False
        self.replies = 0

    async def ask(self) -> None:
        symbols = str.maketrans("0123456789", "".join(self._generator.sample("0123456789", 10)))
        history = f"{'1234'.translate(symbols)} 0H2B, {'2763'.translate(symbols)} 0H1B"
        await responded(self._person, self._person.prepare_slash(self._channel, "hitblow suggest", history=history))
        self.replies += 1

    async def ask_continuously(self) -> None:
        while not self.stopped:
            await self.ask()


async def _latencies(
    loopback: LoopbackDiscord, guesses: Iterator[Interaction], seconds: float, rate: int
) -> list[float]:
    """Deliver guesses at a constant rate, however long their responses take; returns the latencies in seconds."""
    delivered: list[Interaction] = []
    gc.freeze()
    gc.disable()
    try:
        start = time.perf_counter()
        for number in range(round(seconds * rate)):
            await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
            delivered.append(next(guesses))
            loopback.state.deliver(delivered[-1])
        with suppress(TimeoutError):
            async with asyncio.timeout(_LATE_SECONDS):
                for interaction in delivered:
                    await interaction.settled.wait()
    finally:
        gc.enable()
        gc.unfreeze()
    return [_LATE_SECONDS if one.latency is None else one.latency for one in delivered]


def _memory(bot: int) -> tuple[float, float]:
    """The resident megabytes of a process and of its children."""
    return resident_megabytes(bot), sum(map(resident_megabytes, children(bot)))


@click.command()
@click.option("--games", default=100, show_default=True, help="Open games.")
@click.option("--seconds", default=60.0, show_default=True)
@click.option("--rate", default=100, show_default=True, help="Guesses a second.")
def main(games: int, seconds: float, rate: int) -> None:
    """Measure, and print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        for line in asyncio.run(measure(Path(folder), games, seconds, rate)).lines():
            click.echo(line)


if __name__ == "__main__":
    main()
