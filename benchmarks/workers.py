"""Workers at the same games on one PostgreSQL: no guess is lost or doubled, and how many a second they make.

Run `python -m benchmarks.workers [--rounds N] [--seconds S] [--guessers G] [--games N] [--separate] [--ended N]`.
Rounds with one, two and four workers alternate, so that other work on the machine meets all of them.

On few processors the machine limits all workers together, so that more of them cannot make more guesses. With
`--worker-cpu 0.2`, each worker gets that much of one processor and the server as much as it wants. Then the figures
tell what the design allows: whether transactions wait for one another. That needs control groups and root.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
from collections import Counter, defaultdict
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
from sqlalchemy import text

from benchmarks.bulk_load import analyze, fill
from benchmarks.cpu_groups import cpu_group, join, why_unavailable
from benchmarks.server_watch import processes as processes_of, watching
from benchmarks.worker import Job
from bot.persistence.database import Database
from tests.support.postgresql import Server, find_programs, running

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WORKERS = (1, 2, 4)
PLAYERS = 100_000


@dataclass(frozen=True)
class Round:
    """What some workers did.

    Args:
        workers: their number.
        guesses_per_second: answered, of all workers together.
        worker_milliseconds: processor time of the workers for a guess.
        server_milliseconds: the same of the server.
        lock_share: in which share of the samples a transaction waited for a lock of another one.
    """

    workers: int
    guesses_per_second: float
    worker_milliseconds: float
    server_milliseconds: float
    lock_share: float


@dataclass(frozen=True)
class Plan:
    """How workers guess.

    Args:
        seconds: for each round.
        guessers: guesses under way at the same time in each worker.
        games: how many.
        is_separate: whether each worker has games of its own.
        worker_cpu: how much of a processor a worker gets, None for no limit.
        ended: how many games the database has had before.
    """

    seconds: float
    guessers: int = 1
    games: int = 32
    is_separate: bool = False
    worker_cpu: float | None = None
    ended: int = 0


def play_round(server: Server, url: str, workers: int, number: int, plan: Plan) -> tuple[Round, Counter[str]]:
    """Let workers guess; what they did, and the answered guesses as `ROOM CODE`."""
    options = (plan.seconds, plan.guessers, plan.games, plan.is_separate)
    jobs = [Job(each, workers, number, *options) for each in range(workers)]
    with ExitStack() as stack:
        groups = [
            stack.enter_context(cpu_group(f"hitblow-{os.getpid()}-{each}", plan.worker_cpu))
            for each in range(workers if plan.worker_cpu else 0)
        ]
        processes = [_started(job, url) for job in jobs]
        for process in processes:
            _expect(process, "ready")
        for group, process in zip(groups, processes, strict=False):
            join(group, process.pid)
        before = sum(map(_cpu_seconds, processes))
        with watching(server, url) as watch:
            for process in processes:
                assert process.stdin is not None
                process.stdin.write("\n")
                process.stdin.flush()
            for process in processes:
                _expect(process, "over")
        after = sum(map(_cpu_seconds, processes))
        answered = Counter(line for process in processes for line in _rest(process).splitlines())
    assert all(process.returncode == 0 for process in processes)
    guesses = answered.total()
    return Round(
        workers,
        guesses / plan.seconds,
        1000 * (after - before) / guesses,
        1000 * watch.cpu_seconds / guesses,
        watch.lock_share,
    ), answered


def _started(job: Job, url: str) -> subprocess.Popen[str]:
    command = (sys.executable, "-m", "benchmarks.worker", url, json.dumps(asdict(job)))
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _expect(process: subprocess.Popen[str], line: str) -> None:
    """Wait until a worker prints this line."""
    assert process.stdout is not None
    assert process.stdout.readline() == f"{line}\n"


def _rest(process: subprocess.Popen[str]) -> str:
    """What a worker prints until it ends; `communicate` would miss what was read ahead."""
    assert process.stdout is not None
    with process:
        return process.stdout.read()


def _cpu_seconds(process: subprocess.Popen[str]) -> float:
    """The processor time of a worker until now."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def check(url: str, number: int, answered: Counter[str]) -> None:
    """Check that every answered guess of a round is a turn, once, and that the turns are numbered without gaps."""
    query = text(
        "SELECT rooms.channel, turns.number, turns.guess FROM turns JOIN games ON games.id = turns.game_id"
        " JOIN rooms ON rooms.id = games.room_id WHERE rooms.channel LIKE :round ORDER BY rooms.channel, turns.number"
    )
    database = Database(url)
    async with database.engine.connect() as connection:
        rows = (await connection.execute(query, {"round": f"{number}-%"})).all()
    await database.close()
    stored = Counter(f"{row.channel.partition('-')[2]} {int(row.guess):07}" for row in rows)
    assert max(stored.values()) == 1, "a guess is stored twice"
    assert answered.keys() <= stored.keys(), "an answered guess is not stored"
    numbers = defaultdict(list)
    for row in rows:
        numbers[row.channel].append(row.number)
    assert all(each == list(range(1, len(each) + 1)) for each in numbers.values()), "turns are not numbered in order"


def measure(server: Server, rounds: int, plan: Plan) -> list[Round]:
    """Play so many rounds with each number of workers, in turn."""
    url = asyncio.run(_database(server, plan.ended))
    played = []
    for number in range(rounds * len(WORKERS)):
        done, answered = play_round(server, url, WORKERS[number % len(WORKERS)], number, plan)
        asyncio.run(check(url, number, answered))
        played.append(done)
    return played


async def _database(server: Server, ended: int) -> str:
    """The address of a new database with so many ended games."""
    url = await server.new()
    if ended:
        database = Database(url)
        await fill(database, ended, PLAYERS)
        await analyze(database)
        await database.close()
    return url


def report(played: Sequence[Round]) -> Iterator[str]:
    """A line with the medians for each number of workers."""
    alone = statistics.median(each.guesses_per_second for each in played if each.workers == 1)
    for workers in WORKERS:
        rounds = [each for each in played if each.workers == workers]
        rates = [each.guesses_per_second for each in rounds]
        median = statistics.median(rates)
        worker = statistics.median(each.worker_milliseconds for each in rounds)
        server = statistics.median(each.server_milliseconds for each in rounds)
        locks = statistics.median(each.lock_share for each in rounds)
        yield (
            f"{workers} workers: {median:.0f} guesses/s ({min(rates):.0f} to {max(rates):.0f}), "
            f"{median / alone:.2f} times one worker; CPU of a guess: worker {worker:.1f} ms, server {server:.1f} ms; "
            f"waiting for locks {locks:.0%}"
        )


@click.command()
@click.option("--rounds", default=5, show_default=True, help="With each number of workers.")
@click.option("--seconds", default=4.0, show_default=True, help="For each round.")
@click.option("--guessers", default=1, show_default=True, help="Guesses under way at the same time in each worker.")
@click.option("--games", default=32, show_default=True, help="In which everybody guesses.")
@click.option("--separate", is_flag=True, help="Each worker guesses in games of its own.")
@click.option("--ended", default=0, show_default=True, help="Games that the database has had before.")
@click.option("--worker-cpu", type=float, help="How much of a processor each worker gets, such as 0.2.")
def main(rounds: int, *, separate: bool, worker_cpu: float | None, **options: int) -> None:
    """Measure, and print the medians."""
    programs = find_programs()
    if programs is None:
        raise click.ClickException("PostgreSQL is not installed")
    if worker_cpu is not None and (reason := why_unavailable()):
        raise click.ClickException(reason)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the groups and the server are removed
    plan = Plan(**options, is_separate=separate, worker_cpu=worker_cpu)
    with running(programs) as server, ExitStack() as stack:
        if worker_cpu is not None:
            group = stack.enter_context(cpu_group(f"hitblow-{os.getpid()}-server", None))
            for process in processes_of(server):
                with suppress(ProcessLookupError):  # some run for a moment only
                    join(group, process)
        for line in report(measure(server, rounds, plan)):
            click.echo(line)


if __name__ == "__main__":
    main()
