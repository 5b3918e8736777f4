"""What commands cost as results accumulate, from ten finished games to millions.

Run it with `python -m benchmarks.growth [--games N]... [--players N] [--url URL]`. Without a URL each size gets a
SQLite file of its own. With the URL of an empty database, measure one size; a database that was filled before is only
migrated and measured again, in which a few games are played and, with `--deletions N`, N players are deleted.

Times are those of the services, in milliseconds: the median, the 95th percentile, the longest, the longest time for
which the event loop was blocked, the processor time of its thread within the longest such time, and for how long an
idle event loop was blocked by the rest of the machine, as a control.
"""

import asyncio
import random
import resource
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import count, product
from pathlib import Path
from typing import TypeAlias

import click
from msgspec.structs import replace
from typing_extensions import override

from benchmarks.bulk_load import fill, platform_of
from bot.cli.output import relax_garbage_collection
from bot.model.errors import NoGameHere, NothingStored
from bot.model.records import Order, Period, Scope
from bot.model.rooms import Caller, RoomKey
from bot.persistence.database import Database, current_revision
from bot.services.records import LeaderboardRequest
from bot.services.services import Services
from bot.services.solver import RandomSource
from bot.serving import preload_commands
from bot.solving.executor import ExecutorSolver
from core.game.any_game import Who
from core.game.codes import Code, parse_code
from core.game.rules import Rules

RULES = Rules.parse("4x10")
WRONG, RIGHT = "4567", "0123"

Command: TypeAlias = Callable[[], Awaitable[object]]

FAR_PAGE = 100
"""A page of leaderboards far from the first."""

_PAUSE = 0.002
"""Seconds between two looks at the event loop; looking all the time would slow the storage's threads down."""

_events = count()


def caller(player: int) -> Caller:
    """A call of a player in a room of their workspace, in a new event."""
    workspace = player % 100
    platform = platform_of(workspace)
    room = RoomKey(platform, f"W{workspace}", f"C{workspace * 10 + player % 10}")
    return Caller(room, room.player_key(f"U{player}"), f"name{player}", f"event{time.time_ns()}-{next(_events)}")


def again(who: Caller) -> Caller:
    """The same player in the same room, in a new event."""
    return replace(who, event=f"event{time.time_ns()}-{next(_events)}")


def elsewhere(who: Caller, server: int) -> Caller:
    """The same player in the first room of one of the servers on Discord, in a new event."""
    return again(replace(who, room=RoomKey("discord", f"W{server}", f"C{server * 10}")))


class KnownSecret(RandomSource):
    """Every secret is `RIGHT`."""

    @override
    def code(self, rules: Rules) -> Code:
        return parse_code(RIGHT, rules)


class LagMeter:
    """Measures for how long the event loop does not run, in seconds.

    Attributes:
        longest: the longest time.
        longest_cpu: the most processor time that its thread used within such a time.
    """

    def __init__(self) -> None:
        self.longest = self.longest_cpu = 0.0
        self._seen = (0.0, 0.0)
        """When the event loop was last seen running, and the processor time of its thread then."""

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Watch while the body runs."""
        task = asyncio.create_task(self._watch())
        await asyncio.sleep(0)
        yield
        if time.perf_counter() - self._seen[0] > _PAUSE:  # the body did not let the watcher run
            self._look(0.0)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    async def _watch(self) -> None:
        self._seen = time.perf_counter(), time.thread_time()
        while True:
            await asyncio.sleep(_PAUSE)
            self._look(_PAUSE)

    def _look(self, pause: float) -> None:
        """Measure the time since the loop was last seen running, of which it could sleep for `pause`."""
        now, cpu = time.perf_counter(), time.thread_time()
        self.longest = max(self.longest, now - self._seen[0] - pause)
        self.longest_cpu = max(self.longest_cpu, cpu - self._seen[1])
        self._seen = now, cpu


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
            "daily elsewhere": self._daily_elsewhere,
            **{
                f"leaderboard {period} {scope} {order} {page}": partial(self._leaderboard, period, scope, order, page)
                for period, scope, order, page in product(Period, Scope, Order, (1, FAR_PAGE))
            },
        }

    def _caller(self) -> Caller:
        """A player, rather one with many games."""
        return caller(int(self._players * self._rng.random() ** 3))

    async def _leaderboard(self, period: Period, scope: Scope, order: Order, page: int) -> Command:
        """A page with one's own row, in the server with the most members."""
        who = elsewhere(self._on_discord(is_guest=True), 0)
        return partial(self._services.records.leaderboard, who, LeaderboardRequest(RULES, period, scope, order, page))

    def _on_discord(self, *, is_guest: bool = False) -> Caller:
        """A player on Discord, perhaps one who plays in the first server too."""
        while True:
            player = int(self._players * self._rng.random() ** 3)
            if platform_of(player % 100) == "discord" and (not is_guest or (player % 3 == 1 and player % 100)):
                return caller(player)

    async def _daily_elsewhere(self) -> Command:
        """The daily that somebody has begun, in a server where they have never been."""
        who = self._on_discord()
        await self._services.daily.open_game(who, RULES)
        server = next(number for number in range(1, 90) if f"W{number}" != who.room.workspace)
        return partial(self._services.daily.open_game, elsewhere(who, server), RULES)

    async def _stats(self) -> Command:
        return partial(self._services.records.player_stats, self._caller())

    async def _home(self) -> Command:
        return partial(self._services.turn_notices.running_games, self._caller())

    async def _last_games(self) -> Command:
        return partial(self._services.analysis.last_games, self._caller())

    async def _guess(self) -> Command:
        """A guess that ends nothing; its game is given up before the next one."""
        return partial(self._services.referee.guess, await self._start(), WRONG)

    async def _last_guess(self) -> Command:
        """A guess that ends a game, so that its result is counted."""
        return partial(self._services.referee.guess, await self._start(), RIGHT)

    async def export(self) -> Command:
        """Everything about one of the players with the most games."""
        return partial(self._services.privacy.export, await self._known())

    async def delete(self) -> Command:
        """Delete the data of one of them."""
        return partial(self._services.privacy.delete, await self._known())

    async def _known(self) -> Caller:
        """The next of a thousand players with many games who has not been deleted."""
        while True:
            who = caller(self._rng.randrange(self._players // 100))
            with suppress(NothingStored):
                await self._services.privacy.is_hidden(who)
                return who

    async def _start(self) -> Caller:
        who = self._caller()
        with suppress(NoGameHere):
            await self._services.referee.give_up(again(who))
        await self._services.referee.start_game(again(who), RULES, 0, Who.ME)
        return who


async def measure(prepare: Callable[[], Awaitable[Command]], samples: int) -> Sequence[float]:
    """The figures of a command as `_line` writes them, in milliseconds."""
    times, lag, idle = [], LagMeter(), LagMeter()
    for _ in range(samples):
        command = await prepare()
        async with lag.watching():
            start = time.perf_counter()
            await command()
            times.append(time.perf_counter() - start)
        async with idle.watching():
            await asyncio.sleep(times[-1])
    times.sort()
    median, slow = times[len(times) // 2], times[int(len(times) * 0.95)]
    return [1000 * value for value in (median, slow, times[-1], lag.longest, lag.longest_cpu, idle.longest)]


@dataclass(frozen=True)
class Samples:
    """How often to measure.

    Args:
        commands: each of them.
        deletions: exporting and deleting a player.
    """

    commands: int
    deletions: int = 0


async def report(url: str, games: int, players: int, samples: Samples, write: Callable[[str], None]) -> None:
    """Fill an empty database, or migrate one that was filled before, and measure every command."""
    database = Database(url)
    try:
        start = time.perf_counter()
        is_new = await database.run(current_revision) is None
        await database.upgrade()
        migrated = time.perf_counter()
        if is_new:
            await fill(database, games, players)
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        write(
            f"{games} games of {players} players: migrated in {migrated - start:.0f} s, "
            f"filled in {time.perf_counter() - migrated:.0f} s with at most {megabytes:.0f} MB"
        )
        with ThreadPoolExecutor(1) as executor:
            services = Services(database.unit, machine_time, KnownSecret(), ExecutorSolver(executor))
            commands = Commands(services, players)
            measured = {name: await measure(prepare, samples.commands) for name, prepare in commands.by_name.items()}
            if samples.deletions:
                measured["export"] = await measure(commands.export, samples.deletions)
                measured["delete"] = await measure(commands.delete, samples.deletions)
        for name, figures in measured.items():
            write(_line(name, figures))
        write(_line("the slowest leaderboard", _largest(measured, "leaderboard")))
    finally:
        await database.close()


def _line(name: str, figures: Sequence[float]) -> str:
    median, slow, longest, blocked, cpu, idle = figures
    return (
        f"{name:40} median {median:7.2f}  p95 {slow:7.2f}  longest {longest:7.2f}  loop blocked {blocked:7.2f}  "
        f"CPU {cpu:6.2f}  idle loop {idle:7.2f}"
    )


def _largest(measured: Mapping[str, Sequence[float]], names: str) -> list[float]:
    """The largest of each figure among the commands whose names start so."""
    return [
        max(column) for column in zip(*(measured[name] for name in measured if name.startswith(names)), strict=True)
    ]


def machine_time() -> datetime:
    """The time."""
    return datetime.now(UTC)


@click.command()
@click.option("--games", type=int, multiple=True, default=(10, 1_000, 100_000, 1_000_000))
@click.option("--players", type=int, default=100_000)
@click.option("--samples", type=int, default=60)
@click.option("--deletions", type=int, default=0, help="How many players to export and to erase.")
@click.option("--url", help="of a database that is empty or was filled before; without it, SQLite files")
def main(games: tuple[int, ...], players: int, samples: int, deletions: int, url: str | None) -> None:
    """Measure each size."""
    relax_garbage_collection()  # as the program does
    preload_commands()
    for number in games:
        with tempfile.TemporaryDirectory() as folder:
            address = url or f"sqlite:///{Path(folder) / 'growth.db'}"
            asyncio.run(report(address, number, players, Samples(samples, deletions), click.echo))


if __name__ == "__main__":
    main()
