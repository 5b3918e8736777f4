"""Workers at the same games on one PostgreSQL: no guess is lost or doubled, and how many a second they make.

Run `python -m tests.processes.workers [--rounds N] [--seconds S] [--guessers G]`. Rounds with one, two and four workers
alternate, so that other work on the machine meets all of them.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass

import click
from sqlalchemy import text

from bot.persistence.database import Database
from tests.persistence.postgresql import find_programs, running
from tests.processes.worker import Job

WORKERS = (1, 2, 4)


@dataclass(frozen=True)
class Round:
    """What some workers did.

    Args:
        workers: their number.
        guesses_per_second: answered, of all workers together.
        cpu_seconds: of all workers together, for each second.
    """

    workers: int
    guesses_per_second: float
    cpu_seconds: float


def play_round(url: str, workers: int, number: int, seconds: float, guessers: int) -> tuple[Round, Counter[str]]:
    """Let workers guess; what they did, and the answered guesses as `ROOM CODE`."""
    jobs = [Job(each, workers, number, seconds, guessers) for each in range(workers)]
    command = (sys.executable, "-m", "tests.processes.worker", url)
    processes = [
        subprocess.Popen(
            [*command, json.dumps(asdict(job))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for job in jobs
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    before = os.times()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    answered = Counter(line for process in processes for line in process.communicate()[0].splitlines())
    after = os.times()
    assert all(process.returncode == 0 for process in processes)
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Round(workers, answered.total() / seconds, cpu / seconds), answered


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


def measure(url: str, rounds: int, seconds: float, guessers: int) -> list[Round]:
    """Play so many rounds with each number of workers, in turn."""
    played = []
    for number in range(rounds * len(WORKERS)):
        done, answered = play_round(url, WORKERS[number % len(WORKERS)], number, seconds, guessers)
        asyncio.run(check(url, number, answered))
        played.append(done)
    return played


@click.command()
@click.option("--rounds", default=5, show_default=True, help="With each number of workers.")
@click.option("--seconds", default=4.0, show_default=True, help="For each round.")
@click.option("--guessers", default=1, show_default=True, help="Guesses under way at the same time in each worker.")
def main(rounds: int, seconds: float, guessers: int) -> None:
    """Measure, and print the medians."""
    programs = find_programs()
    if programs is None:
        raise click.ClickException("PostgreSQL is not installed")
    with running(programs) as server:
        played = measure(asyncio.run(server.new()), rounds, seconds, guessers)
    alone = statistics.median(each.guesses_per_second for each in played if each.workers == 1)
    for workers in WORKERS:
        rates = [each.guesses_per_second for each in played if each.workers == workers]
        cpu = statistics.median(each.cpu_seconds for each in played if each.workers == workers)
        median = statistics.median(rates)
        click.echo(
            f"{workers} workers: {median:.0f} guesses/s ({min(rates):.0f} to {max(rates):.0f}), "
            f"{median / alone:.2f} times one worker, CPU of the workers {cpu:.2f}"
        )


if __name__ == "__main__":
    main()
