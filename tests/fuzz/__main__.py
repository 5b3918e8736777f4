"""Sends random input to every entry: see the package."""

import asyncio
import random
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import click

from tests.fuzz.discord import fuzz_discord
from tests.fuzz.findings import Findings, watching
from tests.fuzz.slack import fuzz_slack
from tests.support.canaries import ANNS, BOBS

Fuzz: TypeAlias = Callable[[Path, int, random.Random, Findings], Coroutine[Any, Any, None]]

ENTRIES: dict[str, tuple[Fuzz, float]] = {
    "discord": (fuzz_discord, 0.5),
    "slack": (fuzz_slack, 0.5),
}
"""What sends to an entry, and its share."""


def fuzz(count: int, seed: int, only: str | None = None) -> Findings:
    """Send so many inputs and return what was found."""
    with watching(ANNS, BOBS) as findings:
        for entry, (send, share) in ENTRIES.items():
            if only in {None, entry}:
                with TemporaryDirectory() as folder:
                    asyncio.run(send(Path(folder), int(count * (1 if only else share)), random.Random(seed), findings))
    return findings


@click.command(help=__doc__)
@click.argument("count", type=int)
@click.option("--seed", type=int, default=1)
@click.option("--only", type=click.Choice(tuple(ENTRIES)))
def main(count: int, seed: int, only: str | None) -> None:
    findings = fuzz(count, seed, only)
    click.echo(findings.report())
    sys.exit(bool(findings.found))


if __name__ == "__main__":
    main()
