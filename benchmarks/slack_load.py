"""Load on Slack: guesses a second, and how soon guesses are acknowledged while the coach is busy.

Run `python -m benchmarks.slack_load`. App and loopback Slack share one process and one event loop, so the rates
are those of both together; the ratio to an app that only acknowledges and responds is comparable between machines.
"""

import argparse
import asyncio
import itertools
import random
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from benchmarks.floors import connected
from bot.solving.queue import QueuedSolver
from tests.fakes.slack import Channel, LoopbackSlack
from tests.platforms.slack.harness import ConnectionType, Harness, set_up

IN_FLIGHT = 20
CHANNELS = 100
"""Enough channels that games stay as short as usual."""

COACH = "suggest rules:4x10 history:1234:0H2B,2763:0H1B"
"""A history that is in no book, so that the solver has to search."""


@dataclass(frozen=True)
class Latency:
    """Latencies in seconds.

    Attributes:
        count: the number of deliveries.
        p50: the median from a delivery to its acknowledgement.
        p99: the 99th percentile.
        maximum: the longest.
        backlog: from the last acknowledgement to the last reply.
    """

    count: int
    p50: float
    p99: float
    maximum: float
    backlog: float


@asynccontextmanager
async def loopback_with_database(connection_type: ConnectionType) -> AsyncIterator[Harness]:
    """Yield a loopback Slack and a new database."""
    with tempfile.TemporaryDirectory() as folder:
        async with LoopbackSlack() as slack:
            yield set_up(slack, connection_type, Path(folder) / "games.db")


async def bare_rate(connection_type: ConnectionType, number: int) -> float:
    """Return the commands a second of an app that only acknowledges and responds."""
    async with loopback_with_database(connection_type) as harness:
        client = AsyncWebClient(token=harness.team.bot_token, base_url=harness.slack.api_url)
        app = AsyncApp(client=client, signing_secret=harness.slack.signing_secret)

        @app.command("/hitblow")
        async def respond(ack: Any, respond: Any) -> None:
            await ack()
            await respond("ok")

        async with connected(harness, app):
            return await _rate(harness, [harness.games] * CHANNELS, number, itertools.repeat("guess 0123"))


async def guess_rate(connection_type: ConnectionType, number: int, channels: int = CHANNELS) -> float:
    """Return the guesses a second of the bot, in games in many channels."""
    async with loopback_with_database(connection_type) as harness, harness.bot(seconds_between=1.0):
        rooms = await _games(harness, channels)
        return await _rate(harness, rooms, number, _guesses())


async def latency(
    connection_type: ConnectionType, per_second: int, seconds: float, channels: int = CHANNELS, coaches: int = 2
) -> Latency:
    """Return the latencies of guesses at a constant rate, while `coaches` people ask the coach continuously."""
    async with (
        loopback_with_database(connection_type) as harness,
        QueuedSolver() as solver,
        harness.bot(seconds_between=1.0, solver=solver),
    ):
        rooms, guesses = await _games(harness, channels), _guesses()
        asking = [asyncio.create_task(_ask_continuously(harness)) for _ in range(coaches)]
        sending = [
            asyncio.create_task(_timed(harness, room, number / per_second, next(guesses)))
            for number, room in zip(range(int(per_second * seconds)), itertools.cycle(rooms), strict=False)
        ]
        taken, last = sorted(await asyncio.gather(*sending)), time.perf_counter()
        await harness.slack.until(lambda: len(harness.ann.ephemeral) >= len(taken), within=300)
        backlog = time.perf_counter() - last
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
    return Latency(len(taken), taken[len(taken) // 2], taken[int(len(taken) * 0.99)], taken[-1], backlog)


async def _games(harness: Harness, number: int) -> list[Channel]:
    rooms = [harness.team.channel(f"games{index}") for index in range(number)]
    for room in rooms:
        await harness.start_game("play tries:0", channel=room)
    return rooms


def _guesses() -> Iterator[str]:
    generator = random.Random(1)
    while True:
        code = "".join(generator.sample("0123456789", 4))
        if code != "3102":
            yield f"guess {code}"


async def _rate(harness: Harness, rooms: list[Channel], number: int, texts: Iterator[str]) -> float:
    """Return the commands a second, from the first delivery to the last reply."""
    before, limit = len(harness.ann.ephemeral), asyncio.Semaphore(IN_FLIGHT)

    async def one(room: Channel, text: str) -> None:
        async with limit:
            await harness.ann.command(room, "/hitblow", text)

    started = time.perf_counter()
    await asyncio.gather(
        *(one(room, next(texts)) for _, room in zip(range(number), itertools.cycle(rooms), strict=False))
    )
    await harness.slack.until(lambda: len(harness.ann.ephemeral) >= before + number, within=300)
    return number / (time.perf_counter() - started)


async def _timed(harness: Harness, room: Channel, after: float, text: str) -> float:
    await asyncio.sleep(after)
    started = time.perf_counter()
    await harness.ann.command(room, "/hitblow", text)
    return time.perf_counter() - started


async def _ask_continuously(harness: Harness) -> None:
    person = harness.team.user("Coached")
    while True:
        before = len(person.ephemeral)
        await person.command(harness.games, "/hitblow", COACH)
        await harness.slack.until(lambda before=before: person.ephemeral[before:], within=60)  # type: ignore[misc] # mypy cannot infer it


async def report(
    number: int, seconds: float, per_second: int, channels: int = CHANNELS, write: Callable[[str], object] = print
) -> None:
    """Measure everything and write a table."""
    write("| transport | bare/s | guesses/s | ratio | acknowledged at p50, p99, maximum (ms) | last reply (s) |")
    write("|---|---|---|---|---|---|")
    connection_types: tuple[ConnectionType, ...] = ("http", "socket")
    for connection_type in connection_types:
        bare, ours = await bare_rate(connection_type, number), await guess_rate(connection_type, number, channels)
        took = await latency(connection_type, per_second, seconds, channels)
        times = ", ".join(f"{value * 1_000:.0f}" for value in (took.p50, took.p99, took.maximum))
        rates = f"{bare:.0f} | {ours:.0f} | {ours / bare:.2f}"
        write(f"| {connection_type} | {rates} | {times} ({took.count} at {per_second}/s) | {took.backlog:.1f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=2_000, help="commands to measure a rate")
    parser.add_argument("--seconds", type=float, default=60.0, help="seconds at a constant rate")
    parser.add_argument("--per-second", type=int, default=100, help="the constant rate")
    given = parser.parse_args()
    asyncio.run(report(given.number, given.seconds, given.per_second))


if __name__ == "__main__":
    main()
