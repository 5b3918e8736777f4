"""Others beside thirty hard questions by one person, on Discord: `python -m tests.benchmarks.crowded_discord`.

The bot is a process of its own with a file, and one person sends thirty hard questions at once. Meanwhile others, each
in a channel of their own, ask for advice again and again.
"""

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import click

from tests.benchmarks.solver_load import Waits
from tests.fakes.discord import Channel, LoopbackDiscord, User
from tests.processes.processes import discord_settings, running_bot

HARD: Mapping[str, Any] = {"rules": "10x5r", "lies": 1, "top": 10}
_RESPONSE_SECONDS = 60.0
_PAUSE_SECONDS = 0.3
_THINKING = "(thinking)"


async def measure(folder: Path, people: int = 11, times: int = 10, at_once: int = 30) -> Waits:
    """The waits of `people` who ask `times` each, beside `at_once` hard questions."""
    async with LoopbackDiscord() as discord:
        discord.response_timeout = _RESPONSE_SECONDS
        guild = discord.guild("Ann's")
        async with running_bot(folder, "discord", discord_settings(discord)):
            await discord.connected(1)
            ann, channel = guild.member("Ann"), guild.channel("games")
            others = [(guild.member(f"P{number}"), guild.channel(f"own{number}")) for number in range(people)]
            await asyncio.gather(
                *(_wait_of(discord, who, where) for who, where in others)
            )  # all processes have started
            hard = [asyncio.create_task(ann.slash(channel, "hitblow suggest", **HARD)) for _ in range(at_once)]
            each = await asyncio.gather(*(_waits(discord, who, where, times) for who, where in others))
            waits = sorted(chain.from_iterable(each))
            await asyncio.gather(*hard)
            await discord.until(lambda: not any(_THINKING in str(reply) for reply in ann.ephemeral), within=30)
    became = Counter("guess" in str(reply).lower() for reply in ann.ephemeral)
    return Waits(waits[len(waits) // 2], waits[int(len(waits) * 0.99) - 1], waits[-1], became[True], became[False])


async def _waits(discord: LoopbackDiscord, who: User, where: Channel, times: int) -> list[float]:
    found = []
    for _ in range(times):
        found.append(await _wait_of(discord, who, where))
        await asyncio.sleep(_PAUSE_SECONDS)
    return found


async def _wait_of(discord: LoopbackDiscord, who: User, where: Channel) -> float:
    """How long somebody waits for advice, in seconds."""
    started = time.monotonic()
    reply = await who.slash(where, "hitblow suggest", history="0123 1H1B")
    await discord.until(lambda: _THINKING not in str(reply), within=_RESPONSE_SECONDS)
    return time.monotonic() - started


@click.command()
@click.option("--times", default=10, show_default=True, help="Questions of each of the others.")
def main(times: int) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        click.echo(str(asyncio.run(measure(Path(folder), times=times))))


if __name__ == "__main__":
    main()
