"""`hitblow evaluate`, `suggest`, `trace`, `static` and `compare`. Each imports the solver when it runs."""

from typing import Any

import click

from bot.cli.options import HELP, combine_options, command_help, lang_option
from bot.cli.solver_options import SolverOptions, seed_option, solver_options, strategy_option
from bot.locales import Words
from core.game.boards import MAX_TRIES

_MAX_JOBS = 64
_MAX_TOP = 100
_MAX_SECONDS = 3600.0

_playing_options = combine_options(
    click.option(
        "--jobs", type=click.IntRange(1, _MAX_JOBS), default=1, show_default=True, help=HELP("Number of processes.")
    ),
    click.option(
        "--plot", type=click.Path(dir_okay=False), metavar="F.png", help=HELP("Draw the distribution into a PNG file.")
    ),
    click.option("--tries", type=click.IntRange(1, MAX_TRIES), help=HELP("Guesses after which it is lost.")),
)


@click.command(**command_help(HELP("Play every secret of RULES.")))
@click.argument("rules")
@strategy_option("entropy")
@solver_options
@_playing_options
def evaluate(jobs: int, plot: str | None, tries: int | None, **options: Any) -> None:
    """Play every secret by a strategy."""
    from bot.cli.evaluation import print_evaluation

    print_evaluation(SolverOptions(**options), jobs, plot, tries)


@click.command(**command_help(HELP("Print the best guesses after HISTORY.")))
@click.argument("rules")
@click.argument("history", nargs=-1)
@strategy_option("optimal")
@solver_options
@click.option("--top", type=click.IntRange(1, _MAX_TOP), default=5, show_default=True, help=HELP("How many to print."))
@click.option(
    "--seconds",
    type=click.FloatRange(0, _MAX_SECONDS),
    default=1.2,
    show_default=True,
    help=HELP("Time to think."),
)
def suggest(history: tuple[str, ...], top: int, seconds: float, **options: Any) -> None:
    """Print the best guesses after a history."""
    from bot.cli.guesses import print_suggestion

    print_suggestion(SolverOptions(**options), history, top, seconds)


@click.command(**command_help(HELP("Print a strategy's game.")))
@click.argument("rules")
@click.argument("secret")
@strategy_option("optimal")
@solver_options
def trace(secret: str, **options: Any) -> None:
    """Print the game that a strategy plays against a secret."""
    from bot.cli.guesses import print_trace

    print_trace(SolverOptions(**options), secret)


@click.command(**command_help(HELP("Print guesses that tell all when asked at once.")))
@click.argument("rules")
@click.option("--prove", is_flag=True, help=HELP("Search on for fewer."))
@seed_option
@lang_option
def static(*, rules: str, prove: bool, seed: int, words: Words) -> None:
    """Print guesses that are asked at once."""
    from bot.cli.guesses import print_static_guesses

    print_static_guesses(rules, seed, words, prove=prove)


@click.command(**command_help(HELP("Compare strategies, such as entropy,win-bonus=2.")))
@click.argument("rules")
@click.argument("strategies", nargs=-1, required=True)
@seed_option
@click.option("--json", "as_json", is_flag=True, help=HELP("Print JSON."))
@_playing_options
@lang_option
def compare(
    strategies: tuple[str, ...],
    jobs: int,
    plot: str | None,
    tries: int | None,
    **options: Any,
) -> None:
    """Play every secret by several strategies."""
    from bot.cli.evaluation import print_comparison

    shared = SolverOptions(**options, strategy="", pool="", ties="", win_bonus="", opening="")
    print_comparison(shared, strategies, jobs, plot, tries)
