"""`hitblow book`: building books and checking the shipped ones. The search is imported when one is built."""

import os
import sys
from pathlib import Path
from typing import Any

import click

from bot.wording import LANGUAGES
from bot.wording.cli import cli_words

_SAYS = cli_words(os.environ)
_MAX_JOBS = 1024


@click.group(help=_SAYS.command("book"))
def book() -> None:
    """Build and check books."""


@book.command(help=_SAYS.command("book build"))
@click.argument("rules")
@click.option("--width", type=click.IntRange(1), help=_SAYS.option("width"))
@click.option("--thorough", type=click.IntRange(2), default=30, show_default=True, help=_SAYS.option("thorough"))
@click.option("--stride", type=click.IntRange(1), default=1, show_default=True, help=_SAYS.option("stride"))
@click.option("--worst", type=click.IntRange(1), help=_SAYS.option("worst"))
@click.option("--seldom", is_flag=True, help=_SAYS.option("seldom"))
@click.option("--jobs", type=click.IntRange(1, _MAX_JOBS), help=_SAYS.option("book jobs"))
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help=_SAYS.option("output"))
@click.option("--checkpoint", type=click.Path(dir_okay=False, path_type=Path), help=_SAYS.option("checkpoint"))
@click.option("--lang", type=click.Choice(tuple(LANGUAGES)), help=_SAYS.option("lang"))
def build(**given: Any) -> None:  # noqa: ANN401  # what click has read, named in Asked
    """Build a book."""
    from bot.cli.book_runs import Asked, run_build  # noqa: PLC0415  # loads the solver

    sys.exit(run_build(Asked(**given)))


@book.command(help=_SAYS.command("book verify"))
@click.option("--lang", type=click.Choice(tuple(LANGUAGES)), help=_SAYS.option("lang"))
def verify(lang: str | None) -> None:
    """Play every secret by every shipped book; exit status 1 if one is damaged."""
    from bot.cli.book_runs import run_verify  # noqa: PLC0415  # loads the solver

    sys.exit(run_verify(lang))
