"""The real bot on Discord over a large database, beside an empty one: idle, and under guesses.

Run `python -m benchmarks.growth_on_discord [--games N] [--kind sqlite|postgresql] [--cache FOLDER]`. The bot is a
process of its own, with everything that it does in the background. Ten people with many ended games guess in the room
that has a tenth of all games, each in a game of their own. A guess is timed from submitting its form to the response.

Filling two million games takes some minutes; `--cache` keeps them. Each run uses a copy.
"""

import asyncio
import itertools
import random
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import click
from sqlalchemy import Connection, text, update

from benchmarks.bulk_load import BUSY_ROOM, analyze, fill
from benchmarks.proc import children, cpu_seconds, machine
from benchmarks.sites import responded
from bot.persistence.database import Database
from bot.persistence.tables.games import events, games as game_table
from tests.fakes.discord import Channel, LoopbackDiscord, Message, User
from tests.fakes.discord.errors import UnavailableAction
from tests.processes.processes import discord_settings, start_bot
from tests.support.postgresql import EMPTY, Server, execute, find_programs, free_port

PEOPLE = 10
GAMES_OF_PLAYER = 20  # on average
SETTLE_SECONDS = 15.0
"""After the start, for what the bot does only then."""

_PASSWORD = "benchmark"  # of a server on the loopback that this program starts


@dataclass(frozen=True)
class Load:
    """How long and how often to guess.

    Args:
        seconds: for which the bot is measured idle, and again under guesses.
        rate: guesses a second of all people together.
        settle: seconds between the start of the bot and the first measurement.
    """

    seconds: float = 60.0
    rate: float = 10.0
    settle: float = SETTLE_SECONDS


@dataclass(frozen=True)
class Figures:
    """What was measured.

    Args:
        idle: CPU seconds a minute without guesses, of the bot and of the database server.
        busy: the same under guesses.
        times: how long each guess took in seconds, in ascending order.
    """

    idle: float
    busy: float
    times: list[float]

    def quantile(self, share: float) -> float:
        """The time that this share of the guesses did not exceed, in milliseconds."""
        return 1000 * self.times[min(int(len(self.times) * share), len(self.times) - 1)]

    def __str__(self) -> str:
        return (
            f"guess median {self.quantile(0.5):6.1f} ms  p95 {self.quantile(0.95):6.1f} ms  "
            f"longest {self.quantile(1):6.1f} ms  ({len(self.times)} guesses)  "
            f"CPU a minute: idle {self.idle:5.2f} s  under guesses {self.busy:5.2f} s"
        )


class Databases:
    """Filled databases in a folder, and copies of them.

    Args:
        folder: where they are kept.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @asynccontextmanager
    async def sqlite(self, games: int) -> AsyncIterator[tuple[str, list[int]]]:
        """The address of a copy of a file with so many games, and no processes of a server."""
        kept = self._folder / f"filled-{games}.db"
        if not kept.exists():
            new = kept.with_suffix(".new")
            await self._fill(f"sqlite:///{new}", games)
            new.rename(kept)
        copy = shutil.copy(kept, self._folder / "copy.db")
        try:
            yield f"sqlite:///{copy}", []
        finally:
            for file in self._folder.glob("copy.db*"):
                file.unlink()

    @asynccontextmanager
    async def postgresql(self, games: int) -> AsyncIterator[tuple[str, list[int]]]:
        """The same on a server, which runs meanwhile, with the process of the server."""
        programs = find_programs()
        if programs is None:
            raise click.ClickException("PostgreSQL is not installed")
        server = Server(programs, self._folder / "postgresql", free_port(), _PASSWORD)
        server.folder.mkdir(exist_ok=True)
        if not server.data.exists():
            server.create()
        server.start()
        try:
            kept, filled = f"filled{games}", server.folder / f"filled{games}"
            if not filled.exists():
                with suppress(Exception):  # there is none
                    await server.drop(server.url(kept))
                await server.copy(EMPTY, kept)
                await self._fill(server.url(kept), games)
                filled.touch()
            copy = server.url("copied")
            with suppress(Exception):  # only a run that was killed leaves one
                await server.drop(copy)
            await server.copy(kept, "copied")
            yield copy, [int((server.data / "postmaster.pid").read_text().splitlines()[0])]
            await server.drop(copy)
        finally:
            server.stop("fast")

    async def _fill(self, url: str, games: int) -> None:
        database = Database(url)
        await database.upgrade()
        if games:
            await fill(database, games, max(games // GAMES_OF_PLAYER, 2 * PEOPLE))
            await analyze(database)
        await database.close()


async def measure(url: str, servers: list[int], load: Load) -> Figures:
    """The figures of the bot over a database, into which the people and the room of the measurement are written."""
    async with LoopbackDiscord(validated=False, real_time=True) as loopback:
        loopback.response_timeout = 30.0
        guild = loopback.guild("club")
        channel, people = guild.channel("games"), [guild.member(f"P{number}") for number in range(PEOPLE)]
        await _adopt(url, str(guild.id), channel, people)
        with tempfile.TemporaryDirectory() as folder:
            bot = await start_bot(Path(folder), "discord", discord_settings(loopback), url)
            try:
                await loopback.connected(1)
                return await _measure(channel, people, [bot.process.pid, *servers], load)
            finally:
                await bot.stop()


async def _adopt(url: str, guild: str, channel: Channel, people: list[User]) -> None:
    """Give the room with the most games and players with many games the ids of the loopback Discord.

    The running games and the events become new ones, so that none is due to be checked or removed.
    """
    now = datetime.now(UTC)
    renew = update(game_table).where(game_table.c.ended_at.is_(None))
    renew = renew.values(moved_at=now, check_at=now + timedelta(days=1))

    def adopt(connection: Connection) -> None:
        connection.execute(renew)
        connection.execute(update(events).values(at=now))
        here = {"guild": guild, "channel": str(channel.id), "room": BUSY_ROOM}
        connection.execute(text("UPDATE rooms SET workspace = :guild, channel = :channel WHERE id = :room"), here)
        for number, person in enumerate(people):
            player = {"user": str(person.id), "id": f"p{2 * number + 1}"}  # the even ones play already
            connection.execute(text('UPDATE players SET "user" = :user WHERE id = :id'), player)

    database = Database(url)
    await database.run(adopt)
    await database.close()
    if url.startswith("postgresql"):  # otherwise the server does this during the measurement
        await execute(url, "VACUUM (ANALYZE)", "CHECKPOINT")


async def _measure(channel: Channel, people: list[User], processes: list[int], load: Load) -> Figures:
    await asyncio.sleep(load.settle)
    used = _cpu(processes)
    await asyncio.sleep(load.seconds)
    idle = _cpu(processes) - used
    boards = [await _start(channel, person) for person in people]
    used, times = _cpu(processes), list[float]()
    guessing = (
        _guess(person, board, number, load, times)
        for number, (person, board) in enumerate(zip(people, boards, strict=True))
    )
    await asyncio.gather(*guessing)
    minutes = load.seconds / 60
    return Figures(idle / minutes, (_cpu(processes) - used) / minutes, sorted(times))


async def _start(channel: Channel, person: User) -> Message:
    """Start a game; its board is not always the response."""
    before = len(channel.messages)
    await person.slash(channel, "hitblow play", tries=0, who="me")
    await person.state.activity.until(lambda: len(channel.messages) > before)
    return channel.messages[-1]


async def _guess(person: User, board: Message, number: int, load: Load, times: list[float]) -> None:
    """Guess again and again at a constant rate, until the time is over or the secret is found."""
    pause, loop = PEOPLE / load.rate, asyncio.get_running_loop()
    begin = loop.time() + number * pause / PEOPLE
    for turn, code in enumerate(itertools.islice(_codes(number), int(load.seconds / pause))):
        await asyncio.sleep(begin + turn * pause - loop.time())
        with suppress(UnavailableAction):  # the secret is found
            form = await responded(person, person.prepare_press(board, "Guess"))
            submitted = person.prepare_submit(form.modal, entered=code)
            started = time.perf_counter()
            await responded(person, submitted)
            times.append(time.perf_counter() - started)


def _codes(number: int) -> Iterator[str]:
    """Different codes in a random order, the same in every run."""
    every = ["".join(code) for code in itertools.permutations("0123456789", 4)]
    random.Random(number).shuffle(every)
    return iter(every)


def _cpu(processes: list[int]) -> float:
    """The CPU seconds of processes and of those that they have started."""
    found = 0.0
    for process in {each for one in processes for each in (one, *children(one))}:
        with suppress(OSError):  # it has ended
            found += cpu_seconds(process)
    return found


async def report(folder: Path, kinds: tuple[str, ...], games: int, load: Load) -> list[str]:
    """The figures of each kind of database, empty and with ended games.

    Args:
        folder: where filled databases are kept.
        kinds: sqlite, postgresql or both.
        games: the number of ended games.
        load: how long and how often to guess.
    """
    databases, lines, p95 = Databases(folder), list[str](), dict[str, float]()
    for kind, number in itertools.product(kinds, (0, games)):
        opened = {"sqlite": partial(databases.sqlite, number), "postgresql": partial(databases.postgresql, number)}
        async with opened[kind]() as (url, servers):
            figures = await measure(url, servers, load)
        ratio = figures.quantile(0.95) / p95.setdefault(kind, figures.quantile(0.95))
        lines.append(f"{kind:10} {number:8} ended games  {figures}  p95 {ratio:.2f} times that of an empty one")
        click.echo(lines[-1])
    return lines


@click.command()
@click.option("--games", default=2_000_000, show_default=True, help="Ended games.")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(["sqlite", "postgresql"]), default=["sqlite"])
@click.option("--seconds", default=60.0, show_default=True, help="For which the bot is idle, and under guesses.")
@click.option("--rate", default=10.0, show_default=True, help="Guesses a second.")
@click.option("--cache", type=click.Path(path_type=Path), help="A folder for filled databases.")
def main(games: int, kinds: tuple[str, ...], seconds: float, rate: float, cache: Path | None) -> None:
    """Measure, and print the figures."""
    click.echo(machine())
    with tempfile.TemporaryDirectory() as temporary:
        folder = (cache or Path(temporary)).absolute()
        folder.mkdir(parents=True, exist_ok=True)
        asyncio.run(report(folder, kinds, games, Load(seconds, rate)))


if __name__ == "__main__":
    main()
