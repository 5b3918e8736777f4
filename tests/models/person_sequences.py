"""People in several places: `python -m tests.models.person_sequences NUMBER [FIRST]` runs sequences from a seed on."""

import asyncio
import random
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.models.person_acts import ACTS, Step
from tests.models.persons import PLATFORMS, PersonSequence, Site
from tests.support.storage import memory, migrated

STEPS = 10
"""The steps of a sequence, at whose end people look at what there is."""

AT_ONCE_SHARE = 0.3
"""The share of the steps that are followed by another one at the same instant."""

REPORT = 1000
"""The number of sequences after which progress is told."""


async def run_sequence(site: Site, seed: int) -> Counter[str]:
    """Run the sequence of a seed; the number of steps by act.

    Raises:
        AssertionError: the services and the model differ; its note tells the steps.
    """
    rng = random.Random(seed)
    platform, done = rng.choice(PLATFORMS), list[tuple[Step, Step | None]]()
    sequence = PersonSequence(site, platform)
    try:
        await sequence.start()
        for _ in range(STEPS):
            done.append((_step(rng), _step(rng) if rng.random() < AT_ONCE_SHARE else None))
            await sequence.do(*done[-1])
        await sequence.check(rng.randrange(1000))
    except Exception as error:
        error.add_note(f"seed {seed} on {platform}:\n" + "\n".join(map(str, done)))
        raise
    return Counter(step.act for step, _ in done)


def _step(rng: random.Random) -> Step:
    return Step(rng.choice(ACTS), rng.randrange(3), rng.randrange(4), rng.randrange(10_000))


async def run_sequences(url: str, number: int, first: int = 0) -> Counter[str]:
    """Run the sequences with the seeds from `first` on, and tell the progress.

    Returns:
        The number of steps by act, and how often a process was killed.
    """
    site, counts = Site(url), Counter[str]()
    try:
        await site.start()
        for seed in range(first, first + number):
            counts += await run_sequence(site, seed)
            if (seed - first) % REPORT == REPORT - 1:
                click.echo(f"{seed + 1 - first} sequences up to seed {seed}, {site.kills} kills: {dict(counts)}")
    finally:
        await site.close()
    return counts + Counter(kills=site.kills)


@click.command()
@click.argument("number", type=int)
@click.argument("first", type=int, default=0)
@click.option("--url", help="The address of a migrated database; without it, a SQLite file.")
def main(number: int, first: int, url: str | None) -> None:
    with TemporaryDirectory(dir=memory()) as folder:
        counts = asyncio.run(run_sequences(url or f"sqlite:///{migrated(Path(folder, 'persons.db'))}", number, first))
    click.echo(f"{number} sequences from seed {first}: the services and the model agree; {dict(counts)}")


if __name__ == "__main__":
    main()
