"""CPU time of the bot's process for a guess on Discord, beside that of a bot that only moves the same traffic.

Run `python -m tests.benchmarks.process_cpu [--rounds N] [--guesses N]`. The ratio is the floor's time as a share of
hitblow's, so higher is better. Other work on the machine disturbs this figure least. The loopback Discord runs in the
process of the benchmark, each bot in a process of its own.
"""

import asyncio
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

import click
from discord import gateway, http
from yarl import URL

from tests.benchmarks.floors import DiscordBoard, DiscordFloor, store_nothing
from tests.benchmarks.guesses_on_discord import discord_board, measure_on_discord
from tests.benchmarks.proc import cpu_seconds
from tests.fakes.discord import LoopbackDiscord
from tests.processes.processes import DATABASE, discord_settings, environment

HITBLOW = ("-m", "bot", "discord", *DATABASE)
FLOOR = ("-m", "tests.benchmarks.process_cpu", "--as-floor")
START_SECONDS = 60.0


async def seconds_for_each_guess(command: tuple[str, ...], board: str, guesses: int) -> float:
    """The CPU seconds of a bot's process for each guess.

    Every process has a folder of its own, so that none catches up the boards that another one has left outdated.
    """
    async with LoopbackDiscord(validated=False, real_time=True) as loopback:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "x.db").touch()
            (Path(folder) / "board.json").write_text(board)
            return await _seconds_in(Path(folder), loopback, command, guesses)


async def _seconds_in(folder: Path, loopback: LoopbackDiscord, command: tuple[str, ...], guesses: int) -> float:
    loopback.response_timeout = 30.0
    variables = {**environment(folder), **discord_settings(loopback), "PYTHONPATH": str(Path.cwd())}
    process = await asyncio.create_subprocess_exec(sys.executable, *command, cwd=folder, env=variables)
    try:
        await loopback.connected(within=START_SECONDS)
        used = 0.0

        def start() -> None:
            nonlocal used
            used = cpu_seconds(process.pid)

        await measure_on_discord(loopback, guesses, start)
        return (cpu_seconds(process.pid) - used) / guesses
    finally:
        process.kill()
        await process.wait()


async def compare(rounds: int, guesses: int) -> str:
    """The medians of both, and of their ratios."""
    floor, hitblow = [], []
    board = json.dumps(asdict(await discord_board()))
    for _ in range(rounds):
        floor.append(await seconds_for_each_guess(FLOOR, board, guesses))
        hitblow.append(await seconds_for_each_guess(HITBLOW, board, guesses))
    ratio = statistics.median(one / other for one, other in zip(floor, hitblow, strict=True))
    figures = f"{1000 * statistics.median(floor):.2f} ms, hitblow {1000 * statistics.median(hitblow):.2f} ms"
    return f"CPU time of a guess on Discord: floor {figures}, ratio {ratio:.2f}"


async def run_floor(settings: Mapping[str, str], board: DiscordBoard) -> None:
    """Run the bot that only moves traffic until it is killed."""
    http.Route.BASE = settings["HITBLOW_DISCORD_API_URL"]
    gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(settings["HITBLOW_DISCORD_GATEWAY_URL"])
    async with DiscordFloor(board, store_nothing) as client:
        await client.start(settings["HITBLOW_DISCORD_TOKEN"])


@click.command()
@click.option("--rounds", default=5, show_default=True)
@click.option("--guesses", default=500, show_default=True, help="In each round of each bot.")
@click.option("--as-floor", is_flag=True, hidden=True)
def main(rounds: int, guesses: int, *, as_floor: bool) -> None:
    """Compare both bots."""
    if as_floor:
        read = json.loads(Path("board.json").read_text())
        buttons = tuple((label, custom_id, style) for label, custom_id, style in read["buttons"])
        asyncio.run(run_floor(os.environ, DiscordBoard(read["text"], buttons)))
    else:
        click.echo(asyncio.run(compare(rounds, guesses)))


if __name__ == "__main__":
    main()
