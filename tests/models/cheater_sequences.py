"""Cheaters: `python -m tests.models.cheater_sequences NUMBER [FIRST]` runs so many sequences from a seed on."""

import asyncio
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from statistics import mean, stdev
from tempfile import TemporaryDirectory

import click
from sqlalchemy import create_engine

from bot.persistence.database import Database
from tests.models.cheaters import CODES, Cheaters, Site, Totals
from tests.models.plain import score
from tests.support.storage import memory, migrated

AT_ONCE = 100
"""The number of sequences that share a database, so that it stays small."""


@cache
def best_average() -> float:
    """The best possible average, by trying everything."""
    return _least_guesses(frozenset(CODES)) / len(CODES)


@cache
def _least_guesses(candidates: frozenset[str]) -> int:
    """The fewest guesses for all of these codes together."""
    if len(candidates) == 1:
        return 1
    return len(candidates) + min(
        sum(_least_guesses(part) for feedback, part in parts.items() if feedback[0] < len(CODES[0]))
        for guess in CODES
        if len(parts := _parts(candidates, guess)) > 1
    )


def _parts(candidates: frozenset[str], guess: str) -> Mapping[tuple[int, int], frozenset[str]]:
    found: dict[tuple[int, int], set[str]] = defaultdict(set)
    for code in candidates:
        found[score(code, guess)].add(code)
    return {feedback: frozenset(codes) for feedback, codes in found.items()}


async def run_sequences(number: int, first: int = 0) -> Totals:
    """Run sequences with the seeds from `first` on.

    Raises:
        AssertionError: something does not hold; its text names the seed and the acts.
    """
    totals = Totals()
    for start in range(first, first + number, AT_ONCE):
        await _run_in_one_database(range(start, min(start + AT_ONCE, first + number)), totals)
    if len(totals.costs) > 1:
        noise = 4 * stdev(totals.costs) / math.sqrt(len(totals.costs))
        assert mean(totals.costs) > best_average() - noise
    return totals


async def _run_in_one_database(seeds: Iterable[int], totals: Totals) -> None:
    with TemporaryDirectory(dir=memory()) as folder:
        url = f"sqlite:///{migrated(Path(folder, 'cheaters.db'))}"
        database, engine = Database(url), create_engine(url, isolation_level="AUTOCOMMIT")
        site = Site(database, engine.connect())
        try:
            for seed in seeds:
                sequence = Cheaters(site, seed, totals)
                try:
                    await sequence.run()
                except AssertionError as error:
                    error.add_note(f"seed {seed}: {'; '.join(sequence.log)}")
                    raise
        finally:
            site.reader.close()
            engine.dispose()
            await database.close()


@click.command()
@click.argument("number", type=int)
@click.argument("first", type=int, default=0)
def main(number: int, first: int) -> None:
    totals = asyncio.run(run_sequences(number, first))
    click.echo(f"{totals.sequences} sequences from seed {first}")
    for invariant, times in sorted(totals.checks.items()):
        click.echo(f"{times:10,}  {invariant}")
    click.echo(
        f"{len(totals.costs):10,}  ranked games: {mean(totals.costs):.2f} on average, best play {best_average():.2f}"
    )


if __name__ == "__main__":
    main()
