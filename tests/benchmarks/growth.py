"""What commands cost as results accumulate, from ten finished games to millions.

Run it with `python -m tests.benchmarks.growth [--games N]... [--players N] [--url URL]`. Without a URL each size gets a
SQLite file of its own. With the URL of an empty database, measure one size; a database that was filled before is only
migrated and measured again, in which a few games are played. Times are those of the services, in milliseconds: the
median, the 95th percentile, and the longest time for which the event loop was blocked.
"""

import asyncio
import random
import resource
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from itertools import count, product
from pathlib import Path
from typing import TypeAlias

import click
from typing_extensions import override

from bot.persistence.database import Database
from bot.persistence.schema import current_revision
from bot.services.errors import NoGameHere
from bot.services.leaderboards import Order, Period, Scope
from bot.services.model import Caller, PlayerKey, RoomKey
from bot.services.randomness import SystemRandomSource
from bot.services.records import LeaderboardQuestion
from bot.services.services import Services
from bot.solving.executor import ExecutorSolver
from core.game.codes import Code, parse_code
from core.game.games import Who
from core.game.rules import Rules
from tests.benchmarks.bulk_load import fill, fill_marks

RULES = Rules.parse("4x10")
WRONG, RIGHT = "4567", "0123"

Command: TypeAlias = Callable[[], Awaitable[object]]

_PAUSE = 0.002
"""Seconds between two looks at the event loop; looking all the time would slow the storage's threads down."""

_events = count()


def caller(player: int) -> Caller:
    """A call of a player in a room of their workspace, in a new event."""
    workspace = player % 100
    room = RoomKey("chat", f"W{workspace}", f"C{workspace * 10 + player % 10}")
    key = PlayerKey("chat", f"W{workspace}", f"U{player}")
    return Caller(room, key, f"name{player}", f"event{time.time_ns()}-{next(_events)}")


def again(who: Caller) -> Caller:
    """The same player in the same room, in a new event."""
    return replace(who, event=f"event{time.time_ns()}-{next(_events)}")


class KnownSecret(SystemRandomSource):
    """Every secret is `RIGHT`."""

    @override
    def code(self, rules: Rules) -> Code:
        return parse_code(RIGHT, rules)


class LagMeter:
    """Measures for how long the event loop does not run, in seconds."""

    def __init__(self) -> None:
        self.longest = 0.0

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Watch while the body runs."""
        task = asyncio.create_task(self._watch())
        await asyncio.sleep(0)
        yield
        await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    async def _watch(self) -> None:
        before = time.perf_counter()
        while True:
            await asyncio.sleep(_PAUSE)
            now = time.perf_counter()
            self.longest, before = max(self.longest, now - before - _PAUSE), now


class Commands:
    """The commands that are measured. Each is prepared first, by what is not measured."""

    def __init__(self, services: Services, players: int) -> None:
        self._services = services
        self._players = players
        self._rng = random.Random(1)  # the same callers in every run
        self.by_name: dict[str, Callable[[], Awaitable[Command]]] = {
            "stats": self._stats,
            "home": self._home,
            "last games": self._last_games,
            "guess": self._guess,
            "last guess": self._last_guess,
            **{
                f"leaderboard {period} {scope} {order}": partial(self._leaderboard, period, scope, order)
                for period, scope, order in product(Period, Scope, Order)
            },
        }

    def _caller(self) -> Caller:
        """A player, rather one with many games."""
        return caller(int(self._players * self._rng.random() ** 3))

    async def _leaderboard(self, period: Period, scope: Scope, order: Order) -> Command:
        return partial(
            self._services.records.leaderboard, self._caller(), LeaderboardQuestion(RULES, period, scope, order)
        )

    async def _stats(self) -> Command:
        return partial(self._services.records.stats, self._caller())

    async def _home(self) -> Command:
        return partial(self._services.turns.games_of, self._caller())

    async def _last_games(self) -> Command:
        return partial(self._services.analysis.reviewable, self._caller(), 10)

    async def _guess(self) -> Command:
        """A guess that ends nothing; its game is given up before the next one."""
        return partial(self._services.referee.guess, await self._begin(), WRONG)

    async def _last_guess(self) -> Command:
        """A guess that ends a game, so that its result is counted."""
        return partial(self._services.referee.guess, await self._begin(), RIGHT)

    async def _begin(self) -> Caller:
        who = self._caller()
        with suppress(NoGameHere):
            await self._services.referee.give_up(again(who))
        await self._services.referee.play(again(who), RULES, 0, Who.ME)
        return who


async def measure(commands: Commands, name: str, samples: int) -> tuple[float, float, float]:
    """The median and 95th percentile of a command, and how long it has blocked the event loop, in milliseconds."""
    times, lag = [], LagMeter()
    for _ in range(samples):
        command = await commands.by_name[name]()
        async with lag.watching():
            start = time.perf_counter()
            await command()
            times.append(time.perf_counter() - start)
    times.sort()
    return tuple(1000 * value for value in (times[len(times) // 2], times[int(len(times) * 0.95)], lag.longest))  # type: ignore[return-value]  # three


async def report(url: str, games: int, players: int, samples: int, write: Callable[[str], None]) -> None:
    """Fill an empty database, or migrate one that was filled before, and measure every command."""
    database = Database(url)
    try:
        start = time.perf_counter()
        if await database.run(current_revision) is None:
            await fill(database, games, players)
        filled = time.perf_counter()
        await database.prepare()
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        write(
            f"{games} games of {players} players: filled in {filled - start:.0f} s, "
            f"migrated in {time.perf_counter() - filled:.0f} s with at most {megabytes:.0f} MB"
        )
        await fill_marks(database)
        with ThreadPoolExecutor(1) as executor:
            services = Services.over(database.unit, _now, KnownSecret(), ExecutorSolver(executor))
            commands = Commands(services, players)
            measured = {name: await measure(commands, name, samples) for name in commands.by_name}
        for name, figures in measured.items():
            write(_line(name, figures))
        write(_line("the slowest leaderboard", _largest(measured, "leaderboard")))
    finally:
        await database.close()


def _line(name: str, figures: Sequence[float]) -> str:
    median, slow, blocked = figures
    return f"{name:40} median {median:7.2f}  p95 {slow:7.2f}  loop blocked {blocked:7.2f}"


def _largest(measured: Mapping[str, Sequence[float]], names: str) -> list[float]:
    """The largest of each figure among the commands whose names begin so."""
    return [
        max(column) for column in zip(*(measured[name] for name in measured if name.startswith(names)), strict=True)
    ]


def _now() -> datetime:
    return datetime.now(UTC)


@click.command()
@click.option("--games", type=int, multiple=True, default=(10, 1_000, 100_000, 1_000_000))
@click.option("--players", type=int, default=100_000)
@click.option("--samples", type=int, default=60)
@click.option("--url", help="of a database that is empty or was filled before; without it, SQLite files")
def main(games: tuple[int, ...], players: int, samples: int, url: str | None) -> None:
    """Measure each size."""
    for number in games:
        with tempfile.TemporaryDirectory() as folder:
            address = url or f"sqlite:///{Path(folder) / 'growth.db'}"
            asyncio.run(report(address, number, players, samples, click.echo))


if __name__ == "__main__":
    main()
