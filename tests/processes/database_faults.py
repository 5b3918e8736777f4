"""A PostgreSQL server that is stopped, frozen or killed for a while under load.

Run `python -m tests.processes.database_faults PLATFORM FAULT [--seconds S]`. Nothing answered is lost: every guess is
answered with the board or refused with a sentence about the database. Afterwards guesses are stored again.
"""

import asyncio
import signal
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from tests.processes.databases import PostgresqlRows, Rows
from tests.processes.kills import Bots
from tests.processes.load import Load
from tests.processes.sites import SITES
from tests.support.postgresql import Server, find_programs, running

BEFORE_SECONDS, AFTER_SECONDS = 2.0, 4.0
RECOVERY_SECONDS = 15.0
"""How long it may take until guesses are stored again."""

SETTLED_SECONDS = 15.0
"""How long it may take until the last guesses are stored or refused."""

FAULTS: dict[str, tuple[Callable[[Server], None], Callable[[Server], None]]] = {
    "stopped": (lambda server: server.stop("fast"), lambda server: server.start()),
    "frozen": (lambda server: server.send_signal(signal.SIGSTOP), lambda server: server.send_signal(signal.SIGCONT)),
    "killed": (lambda server: server.send_signal(signal.SIGKILL), lambda server: server.start()),
}
"""How each fault of a server starts and ends."""


@dataclass(frozen=True)
class Outcome:
    """What became of the guesses.

    Args:
        sent: how many were sent.
        stored: how many are stored.
        refused: how many were refused because of the database.
        longest_seconds: that a first response took.
        recovery_seconds: from the end of the fault until a guess was stored.
    """

    sent: int
    stored: int
    refused: int
    longest_seconds: float
    recovery_seconds: float


async def endure(server: Server, folder: Path, platform: str, fault: str, seconds: float) -> Outcome:
    """Guess during a fault of a server."""
    start, end = FAULTS[fault]

    @contextmanager
    def failing() -> Iterator[None]:
        start(server)
        try:
            yield
        finally:
            end(server)

    with closing(PostgresqlRows(folder, await server.new())) as rows:
        return await _guess_during(failing(), rows, platform, seconds)


async def _guess_during(fault: AbstractContextManager[None], rows: Rows, platform: str, seconds: float) -> Outcome:
    async with SITES[platform]() as site:
        bots = Bots(site, rows)
        load = Load(bots)
        site.calm()
        try:
            await bots.start()
            await load.start()
            guessing = asyncio.create_task(load.run())
            await asyncio.sleep(BEFORE_SECONDS)
            await asyncio.to_thread(fault.__enter__)
            await asyncio.sleep(seconds)
            await asyncio.to_thread(fault.__exit__, None, None, None)
            recovery = await _recovered(load)
            await asyncio.sleep(AFTER_SECONDS)
            load.end()
            await guessing
            outcome = await _outcome(load, recovery)
            bot = bots.running.pop()
            await bot.stop()
            _check_log(bot.log)
        finally:
            await bots.kill_all()
    return outcome


async def _recovered(load: Load) -> float:
    """Wait until a guess is stored again; how long it took."""
    started, before = time.monotonic(), len(load.stored())
    while len(load.stored()) == before:
        assert time.monotonic() - started < RECOVERY_SECONDS, "no guess is stored again"
        await asyncio.sleep(0.1)
    return time.monotonic() - started


async def _outcome(load: Load, recovery: float) -> Outcome:
    """What became of the guesses, once each is stored or refused; the first response may only be a placeholder."""
    unanswered = [guess.code for guess in load.guesses if guess.answered_at is None]
    assert not unanswered, f"{len(unanswered)} guesses were not answered"
    sent, refusals = {guess.code for guess in load.guesses}, load.bots.site.refusals
    await load.bots.site.until(lambda: len(sent - set(load.stored())) <= refusals(), SETTLED_SECONDS)
    stored = set(load.stored())
    assert stored <= sent
    return Outcome(len(sent), len(stored), refusals(), max(guess.seconds for guess in load.guesses), recovery)


def _check_log(log: Path) -> None:
    """Check that nothing unexpected was logged."""
    text = log.read_text("utf-8")
    assert "Traceback" not in text, text


def _outcomes(platform: str, fault: str, seconds: float, times: int) -> Iterator[Outcome]:
    programs = find_programs()
    if programs is None:
        raise click.ClickException("PostgreSQL is not installed")
    folder = Path(tempfile.mkdtemp())  # kept, for the logs of the processes
    click.echo(f"in {folder}")
    with running(programs) as server:
        for _ in range(times):
            yield asyncio.run(endure(server, folder, platform, fault, seconds))


@click.command()
@click.argument("platform", type=click.Choice(list(SITES)))
@click.argument("fault", type=click.Choice(list(FAULTS)))
@click.option("--seconds", default=10.0, show_default=True)
@click.option("--times", default=1, show_default=True)
def main(platform: str, fault: str, seconds: float, times: int) -> None:
    """Print what became of the guesses."""
    outcomes = list(_outcomes(platform, fault, seconds, times))
    for outcome in outcomes:
        click.echo(f"{platform}, {fault} for {seconds:.0f} s: {outcome}")
    click.echo(f"stored again after {statistics.median(each.recovery_seconds for each in outcomes):.1f} s (median)")


if __name__ == "__main__":
    main()
