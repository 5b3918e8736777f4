"""Sequences of random moves: `python -m tests.models.sequences NUMBER [URL]` runs them in a SQLite file or a database.

The games in the database are deleted.
"""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from bot.persistence.database import Database
from tests.models.random_games import RandomGames
from tests.support.storage import memory, migrated

STEPS = 20
"""The most steps of a sequence; each is one act or a few."""


def run_sequences(number: int, url: str, *, is_slow: bool = False) -> None:
    """Run so many sequences over a migrated database.

    Args:
        number: how many.
        url: the address of the database.
        is_slow: see `Comparison`.
    """
    limits = settings(
        max_examples=number,
        stateful_step_count=STEPS,
        suppress_health_check=list(HealthCheck),
        deadline=None,
        database=None,
        report_multiple_bugs=False,
    )
    with asyncio.Runner() as runner:
        database = Database(url)
        machine = type("AllRandomGames", (RandomGames,), {"database": database, "runner": runner, "is_slow": is_slow})
        try:
            run_state_machine_as_test(machine, settings=limits)
        finally:
            runner.run(database.close())


def run_in_file(number: int) -> None:
    """Run sequences over a SQLite file of their own."""
    with TemporaryDirectory(dir=memory()) as folder:
        run_sequences(number, f"sqlite:///{migrated(Path(folder, 'people.db'))}")


@click.command()
@click.argument("number", type=int)
@click.argument("url", required=False)
def main(number: int, url: str | None) -> None:
    if url is None:
        run_in_file(number)
    else:
        run_sequences(number, url, is_slow=True)
    click.echo(f"{number} sequences: people and the model agree")


if __name__ == "__main__":
    main()
