"""In which layer the time of a guess goes: the time of each function itself, added up by package.

Run `python -m tests.benchmarks.layers [CASE] [--guesses N]` with a case of `tests.benchmarks.guess_rates`. The profiler
slows calls down, so the shares are a guide and the times are not.
"""

import asyncio
import cProfile
import pstats
from collections import Counter
from pathlib import Path

import click

from tests.benchmarks.guess_rates import all_cases

ROOT = Path(__file__).resolve().parents[2]

LIBRARIES = ("sqlalchemy", "aiosqlite", "discord", "aiohttp", "slack_bolt", "slack_sdk", "asyncio", "json", "tests")


def layer(file: str, function: str) -> str:
    """The layer of a function: a package of this project, a library, `sqlite3` or `Python`."""
    if "sqlite3" in function:
        return "sqlite3"
    path = Path(file)
    if path.is_relative_to(ROOT) and ".venv" not in path.parts:
        parts = path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts[:2]) if parts[0] in {"bot", "core"} else parts[0]
    return next((name for name in LIBRARIES if name in path.parts), "Python")


async def profile(case: str, guesses: int) -> list[str]:
    """A line for each layer with its share, the largest first."""
    cases = await all_cases()
    profiler = cProfile.Profile()
    profiler.enable()
    await cases[case](guesses)
    profiler.disable()
    seconds = Counter[str]()
    for (file, _, function), (_, _, itself, *_) in pstats.Stats(profiler).stats.items():  # type: ignore[attr-defined] # typeshed leaves it out
        seconds[layer(file, function)] += itself
    total = sum(seconds.values())
    return [
        f"{name:<24} {share / total:6.1%} {1000 * share / guesses:8.2f} ms" for name, share in seconds.most_common()
    ]


@click.command()
@click.argument("case", default="discord: hitblow")
@click.option("--guesses", default=500, show_default=True)
def main(case: str, guesses: int) -> None:
    """Profile CASE."""
    for line in asyncio.run(profile(case, guesses)):
        click.echo(line)


if __name__ == "__main__":
    main()
