"""Guesses a second of hitblow beside bots that only move the same traffic, and of the services beside plain sqlite3.

Run `python -m tests.benchmarks.guess_rates [--rounds N] [--guesses N] [CASE ...]`. All cases run in turn in every
round, so that they share what else the machine does; the medians of all rounds are printed. The bots and the loopback
platforms share one process and one event loop. The second column is the rate as a share of the floor's, so higher is
better; it is comparable between machines, rates are not.
"""

import asyncio
import itertools
import statistics
import tempfile
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.model.errors import NoGameHere
from bot.model.rooms import Caller, PlayerKey, RoomKey
from tests.benchmarks.floors import DurableInserts
from tests.benchmarks.guess_samples import RULES, TURNS, Case, Sample, codes, measure, opened_services
from tests.benchmarks.guesses_on_discord import discord_board, discord_floor, hitblow_on_discord
from tests.benchmarks.guesses_on_slack import hitblow_on_slack, slack_example, slack_floor_case

if TYPE_CHECKING:
    from tests.platforms.slack.harness import ConnectionType


async def services_alone(guesses: int) -> Sample:
    """Guesses of many players, each in a game of their own, through the services only."""
    with tempfile.TemporaryDirectory() as folder:
        async with opened_services(Path(folder)) as services:
            numbers, code = itertools.count(), codes()

            def caller(game: int) -> Caller:
                room, player = RoomKey("d", "w", f"room {game}"), PlayerKey("d", "w", f"user {game}")
                return Caller(room, player, f"player {game}", f"event {next(numbers)}")

            games = guesses // TURNS
            for game in range(games):
                await services.referee.play(caller(game), RULES, 0)
            turns = [(game, next(code)) for _ in range(TURNS) for game in range(games)]

            async def guess(game: int, text: str) -> None:
                with suppress(NoGameHere):  # an earlier guess was the secret
                    await services.referee.guess(caller(game), text)

            return await measure([partial(guess, game, text) for game, text in turns])


async def plain_inserts(guesses: int) -> Sample:
    """One durable insert for each guess, through sqlite3 and a thread."""
    with tempfile.TemporaryDirectory() as folder:
        inserts = DurableInserts(Path(folder))
        sample = await measure([lambda: inserts.store("0123")] * guesses)
        inserts.close()
        return sample


async def all_cases() -> dict[str, Case]:
    """Every case by name; the first of each group is the floor that the others are compared with."""
    cases: dict[str, Case] = {"sqlite3": plain_inserts, "sqlite3: hitblow's services": services_alone}
    on_discord = await discord_board()
    cases["discord"] = discord_floor(on_discord, durable=False)
    cases["discord: durable"] = discord_floor(on_discord, durable=True)
    cases["discord: hitblow"] = hitblow_on_discord
    on_slack = await slack_example()
    connection_types: tuple[ConnectionType, ...] = ("http", "socket")
    for connection_type in connection_types:
        cases[f"slack {connection_type}"] = slack_floor_case(connection_type, on_slack, durable=False)
        cases[f"slack {connection_type}: durable"] = slack_floor_case(connection_type, on_slack, durable=True)
        cases[f"slack {connection_type}: hitblow"] = hitblow_on_slack(connection_type)
    return cases


async def compare(cases: dict[str, Case], rounds: int, guesses: int) -> list[str]:
    """Measure all cases in every round; a line for each, with the medians and the ratio to the group's floor."""
    samples: dict[str, list[Sample]] = {name: [] for name in cases}
    for _ in range(rounds):
        for name, case in cases.items():
            samples[name].append(await case(guesses))
    return [_line(name, samples) for name in cases]


def _line(name: str, samples: dict[str, list[Sample]]) -> str:
    rate = statistics.median(sample.rate for sample in samples[name])
    cpu = statistics.median(sample.cpu for sample in samples[name])
    floor = samples.get(name.partition(":")[0], samples[name])
    ratio = statistics.median(one.rate / other.rate for one, other in zip(samples[name], floor, strict=True))
    cpu_ratio = statistics.median(other.cpu / one.cpu for one, other in zip(samples[name], floor, strict=True))
    return f"{name:<30} {rate:7.0f}/s  {ratio:5.2f}   {1000 * cpu:6.2f} ms CPU  {cpu_ratio:5.2f}"


@click.command()
@click.option("--rounds", default=5, show_default=True)
@click.option("--guesses", default=1000, show_default=True, help="In each round of each case.")
@click.argument("names", nargs=-1)
def main(rounds: int, guesses: int, names: tuple[str, ...]) -> None:
    """Compare the cases whose names start with NAMES, or all."""

    async def run() -> list[str]:
        cases = await all_cases()
        chosen = {name: case for name, case in cases.items() if not names or name.startswith(names)}
        return await compare(chosen, rounds, guesses)

    for line in asyncio.run(run()):
        click.echo(line)


if __name__ == "__main__":
    main()
