"""Killing the bot under load: nothing answered is missing or doubled, and the only board of each game shows it all.

`python -m tests.processes.kills PLATFORM PROCESSES KILLS` kills often and reports how soon the boards were right. With
`--games duel` and the like, people play a whole game during each kill; with `--postgresql`, on a server of their own.
"""

import asyncio
import logging
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import click

from bot.presenters.boards import SHOWN_TURNS
from tests.processes.databases import PostgresqlRows, Rows, SqliteRows
from tests.processes.game_rounds import GameRound, guesses_on
from tests.processes.mode_kills import BotHostedRound, DuelRound, HeadHostedRound, RaceRound
from tests.processes.processes import SECONDS, BotProcess, lift_limits, start_bot
from tests.processes.sites import SITES, Site, Unanswered
from tests.support.postgresql import find_programs, running

BOARD_SECONDS = 10.0
"""How long after the restart and the last guess every board has to be right."""

_TICK_SECONDS = 0.05

GUESSES = 25

GAMES: dict[str, type[GameRound]] = {
    "duel": DuelRound,
    "host-bot": BotHostedRound,
    "host-head": HeadHostedRound,
    "race": RaceRound,
}
"""What people can play while a process is killed."""

_BEHIND = (
    "SELECT id || ' shows ' || CAST(shown_revision AS TEXT) || ' of ' || CAST(revision AS TEXT) || ' by ' || sender "
    "FROM games WHERE shown_revision < revision"
)
_LEASES = "SELECT name || ' until ' || CAST(expires_at AS TEXT) FROM leases"

log = logging.getLogger(__name__)


@dataclass
class Bots:
    """Processes over one database, which are killed and started again."""

    site: Site
    rows: Rows
    board_seconds: float = BOARD_SECONDS
    running: list[BotProcess] = field(default_factory=list)

    async def start(self) -> None:
        if not self.running:
            await lift_limits(self.rows.folder, self.rows.url)
        self.running.append(await start_bot(self.rows.folder, self.site.command, self.site.settings, self.rows.url))
        await self.site.connected(len(self.running))

    async def kill(self) -> None:
        await self.running.pop(0).kill()

    async def kill_all(self) -> None:
        while self.running:
            await self.kill()

    def query(self, statement: str, *values: str) -> list[str]:
        """The first column of a statement's rows."""
        return self.rows.query(statement, *values)


@dataclass
class Round:
    """A game during which a process is killed, and another one that is started meanwhile.

    Attributes:
        number: of the round; names its channels.
        codes: to guess.
        answered: the guesses that the bot has answered or acknowledged because they are stored.
        starved: for how many seconds at most this process waited for the machine, until every board was right.
        refused_before: how many guesses were refused in earlier rounds.
    """

    number: int
    bots: Bots
    codes: Sequence[str]
    answered: set[str] = field(default_factory=set)
    starved: float = 0.0
    refused_before: int = 0

    async def play(self) -> float:
        """Guess while a process is killed; return the seconds from the restart until every board was right."""
        site, bots, generator = self.bots.site, self.bots, random.Random(self.number)
        for name in (self._games, self._garden):
            site.open_channel(name)
        await site.play(self._games)
        await site.until(lambda: bool(site.boards(self._games)), SECONDS)
        bots.query("UPDATE games SET rules = '4x10r', secret = '0000', revision = revision + 1")  # which nobody guesses
        self.refused_before = site.refusals()
        site.disturb(self.number)
        kill_after = generator.uniform(0.3, 1.2)
        people = [self._guess(code, generator.uniform(0, 1.5)) for code in self.codes]
        people.append(self._start(max(0.0, kill_after - generator.uniform(0, 0.4))))
        waiting = asyncio.gather(*people)
        await asyncio.sleep(kill_after)
        await bots.kill()
        await bots.start()
        restarted = time.monotonic()
        await waiting  # Slack delivers again what the killed process has not acknowledged
        site.calm()
        ticking = asyncio.create_task(self._watch_machine())
        try:
            await self._wait_for_boards()
        finally:
            ticking.cancel()
        return time.monotonic() - restarted

    async def _wait_for_boards(self) -> None:
        site = self.bots.site
        try:
            await site.until(self.is_right, BOARD_SECONDS)
        except AssertionError:
            log.warning("stored: %s; begun in the garden: %d", " ".join(self.stored()), self._started())
            log.warning("answered and not stored: %s", self.answered - set(self.stored()))
            log.warning("behind: %s; leases: %s", self.bots.query(_BEHIND), self.bots.query(_LEASES))
            if self.bots.board_seconds <= BOARD_SECONDS:
                raise
            await site.until(self.is_right, self.bots.board_seconds - BOARD_SECONDS)

    async def _watch_machine(self) -> None:
        """Measure `starved`; the killed processes wait for the machine about as long as this one."""
        while True:
            before = time.monotonic()
            await asyncio.sleep(_TICK_SECONDS)
            self.starved = max(self.starved, time.monotonic() - before - _TICK_SECONDS)

    def stored(self) -> list[str]:
        """The guesses in the database in their order, each of which has to be there once."""
        stored = self.bots.query("SELECT guess FROM turns ORDER BY number")
        assert len(stored) == len(set(stored))
        return [code for code in stored if code in self.codes]

    def is_right(self) -> bool:
        """Whether each game has one board, which shows the last guesses, each once, and how many there were before."""
        site, stored = self.bots.site, self.stored()
        boards = site.boards(self._games)
        earlier = f"... {len(stored) - SHOWN_TURNS} earlier turn" if len(stored) > SHOWN_TURNS else ""
        return (
            len(self.answered - set(stored)) <= site.refusals() - self.refused_before
            and [guesses_on(board) for board in boards] == [stored[-SHOWN_TURNS:]]
            and earlier in str(boards[0])
            and len(site.boards(self._garden)) == self._started()
        )

    def _started(self) -> int:
        """How many games were started in the garden."""
        rooms = "SELECT id FROM rooms WHERE channel = ?"
        channel = self.bots.site.channel_id(self._garden)
        return len(self.bots.query(f"SELECT id FROM games WHERE room_id IN ({rooms})", channel))

    @property
    def _games(self) -> str:
        return f"games-{self.number}"

    @property
    def _garden(self) -> str:
        return f"garden-{self.number}"

    async def _guess(self, code: str, after: float) -> None:
        await asyncio.sleep(after)
        with suppress(Unanswered):
            await self.bots.site.guess(self._games, code)
            self.answered.add(code)

    async def _start(self, after: float) -> None:
        await asyncio.sleep(after)
        with suppress(Unanswered):
            await self.bots.site.play(self._garden)


async def kill_often(
    rows: Rows, platform: str, processes: int, kills: int, board_seconds: float = BOARD_SECONDS
) -> list[float]:
    """Kill often; return for each kill the seconds until every board was right."""
    codes = [f"{code:04}" for code in range(1, 10_000)]
    random.Random(20261121).shuffle(codes)  # the same in every run
    took = []
    async with SITES[platform]() as site:
        bots = Bots(site, rows, board_seconds)
        site.calm()
        try:
            for _ in range(processes):
                await bots.start()
            rounds = [Round(number, bots, codes[number * GUESSES :][:GUESSES]) for number in range(kills)]
            for each in rounds:
                took.append(await each.play())
                log.info("kill %d: %.1f s; starved for %.1f s", each.number + 1, took[-1], each.starved)
            assert all(each.is_right() for each in rounds)
        finally:
            await bots.kill_all()
    return took


async def kill_during_games(rows: Rows, platform: str, processes: int, kills: int, round_type: type[GameRound]) -> None:
    """Let people play a whole game for each kill, and kill a process during it."""
    async with SITES[platform]() as site:
        bots = Bots(site, rows)
        try:
            for _ in range(processes):
                await bots.start()
            for number in range(kills):
                site.disturb(number)
                started = time.monotonic()
                await round_type(number, bots).play()
                site.calm()
                log.info("kill %d: a game of %.1f s", number + 1, time.monotonic() - started)
        finally:
            await bots.kill_all()


@contextmanager
def rows_in(folder: Path, *, postgresql: bool) -> Iterator[Rows]:
    """A new database: a file in a folder, or on a PostgreSQL server that is started."""
    if not postgresql:
        yield SqliteRows(folder)
        return
    programs = find_programs()
    if programs is None:
        raise click.ClickException("PostgreSQL is not installed")
    with running(programs) as server, closing(PostgresqlRows(folder, asyncio.run(server.new()))) as rows:
        yield rows


@click.command()
@click.argument("platform", type=click.Choice(list(SITES)))
@click.argument("processes", type=int)
@click.argument("kills", type=int)
@click.option("--games", type=click.Choice(list(GAMES)), help="Play whole games.")
@click.option("--postgresql", is_flag=True, help="Use a PostgreSQL server, which is started.")
@click.option(
    "--within",
    default=BOARD_SECONDS,
    show_default=True,
    help="Seconds until every board has to be right; more on a machine that others use. Late boards are logged.",
)
def main(  # noqa: PLR0913  # options
    platform: str, processes: int, kills: int, games: str | None, *, postgresql: bool, within: float
) -> None:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    folder = Path(tempfile.mkdtemp())  # kept, for the database and the logs of the processes
    click.echo(f"in {folder}")
    with rows_in(folder, postgresql=postgresql) as rows:
        if games:
            asyncio.run(kill_during_games(rows, platform, processes, kills, GAMES[games]))
            return
        took = sorted(asyncio.run(kill_often(rows, platform, processes, kills, within)))
    click.echo(
        f"{platform}, {processes} processes: {len(took)} kills, boards right after {took[len(took) // 2]:.1f} s "
        f"(median), {took[-1]:.1f} s at most, late after {sum(each > BOARD_SECONDS for each in took)}"
    )


if __name__ == "__main__":
    main()
