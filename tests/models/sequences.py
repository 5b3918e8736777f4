"""Sequences of random acts: `python -m tests.models.sequences NUMBER [URL]` runs them in memory or in a database.

A database is used up: its games are deleted.
"""

import asyncio

import click
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from bot.persistence.database import Database
from tests.models.both_worlds import Storage
from tests.models.people import People
from tests.models.stores import DatabaseStorage, MemoryStorage

STEPS = 20
"""The most steps of a sequence; each is one act or a few."""


def run_sequences(number: int, storage: Storage, runner: asyncio.Runner) -> None:
    """Run so many sequences over a storage."""
    machine = type("People", (People,), {"storage": storage, "runner": runner})
    limits = settings(
        max_examples=number,
        stateful_step_count=STEPS,
        suppress_health_check=list(HealthCheck),
        deadline=None,
        database=None,
        report_multiple_bugs=False,
    )
    run_state_machine_as_test(machine, settings=limits)


def run_in_memory(number: int) -> None:
    """Run sequences over storage in memory."""
    with asyncio.Runner() as runner:
        run_sequences(number, MemoryStorage(), runner)


def run_in_database(number: int, url: str) -> None:
    """Run sequences over a migrated database."""
    with asyncio.Runner() as runner:
        database = Database(url)
        try:
            run_sequences(number, DatabaseStorage(database, runner), runner)
        finally:
            runner.run(database.close())


@click.command()
@click.argument("number", type=int)
@click.argument("url", required=False)
def main(number: int, url: str | None) -> None:
    if url is None:
        run_in_memory(number)
    else:
        run_in_database(number, url)
    click.echo(f"{number} sequences: people and the model agree")


if __name__ == "__main__":
    main()
