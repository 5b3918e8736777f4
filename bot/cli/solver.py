"""`hitblow evaluate` and `hitblow suggest`. What takes long to load is imported when one of them runs."""

import os
import sys
from collections.abc import Callable
from typing import Any

import click

from bot.wording import LANGUAGES
from bot.wording.cli import cli_words
from core.solver.strategies import NAMES, Pool, Ties

_SAYS = cli_words(os.environ)
_MAX_JOBS = 64
_MAX_TOP = 100
_MAX_SECONDS = 3600.0


def _together(*options: Callable[..., Any]) -> Callable[..., Any]:
    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def _choice(name: str, default: Pool | Ties) -> Callable[..., Any]:
    """An option that takes the values of an enumeration."""
    values = click.Choice([each.value for each in type(default)])
    return click.option(f"--{name}", type=values, default=default.value, show_default=True, help=_SAYS.option(name))


_shared = _together(
    _choice("pool", Pool.ALL),
    _choice("ties", Ties.CONSISTENT),
    click.option("--win-bonus", default="0", show_default=True, help=_SAYS.option("win-bonus")),
    click.option("--opening", default="own", show_default=True, help=_SAYS.option("opening")),
    click.option("--seed", default=0, show_default=True, help=_SAYS.option("seed")),
    click.option("--json", "as_json", is_flag=True, help=_SAYS.option("json")),
    click.option("--lang", type=click.Choice(tuple(LANGUAGES)), help=_SAYS.option("lang")),
)


def _strategy(default: str) -> Callable[..., Any]:
    meaning = _SAYS.option("strategy").format(" ".join(NAMES))
    return click.option("--strategy", default=default, show_default=True, help=meaning)


@click.command(help=_SAYS.command("evaluate"))
@click.argument("rules")
@_strategy("entropy")
@_shared
@click.option("--jobs", type=click.IntRange(1, _MAX_JOBS), default=1, show_default=True, help=_SAYS.option("jobs"))
@click.option("--plot", type=click.Path(dir_okay=False), metavar="F.png", help=_SAYS.option("plot"))
def evaluate(**given: Any) -> None:  # noqa: ANN401  # what click has read, named in Asked
    """Play every secret by a strategy."""
    from bot.cli.solver_runs import Asked, run_evaluate  # noqa: PLC0415  # loads the solver

    jobs, plot = given.pop("jobs"), given.pop("plot")
    sys.exit(run_evaluate(Asked(**given), jobs, plot))


@click.command(help=_SAYS.command("suggest"))
@click.argument("rules")
@click.argument("history", nargs=-1)
@_strategy("optimal")
@_shared
@click.option("--top", type=click.IntRange(1, _MAX_TOP), default=5, show_default=True, help=_SAYS.option("top"))
@click.option(
    "--seconds", type=click.FloatRange(0, _MAX_SECONDS), default=1.2, show_default=True, help=_SAYS.option("seconds")
)
def suggest(**given: Any) -> None:  # noqa: ANN401  # what click has read, named in Asked
    """Name the best guesses after a history."""
    from bot.cli.solver_runs import Asked, run_suggest  # noqa: PLC0415  # loads the solver

    history, top, seconds = given.pop("history"), given.pop("top"), given.pop("seconds")
    sys.exit(run_suggest(Asked(**given), history, top, seconds))
