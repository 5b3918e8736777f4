"""`hitblow compare`: several strategies side by side."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import click

from bot.cli.evaluation import (
    Histogram,
    chart,
    draw,
    evaluate_with_progress,
    is_drawn_in_colour,
    print_histogram,
    result_fields,
)
from bot.cli.output import expected_errors, say
from bot.cli.solver_options import SolverOptions, strategy_fields
from bot.locales import Words
from bot.locales.columns import align, width
from bot.presenters import phrases
from core.game.rules import Rules
from core.solver.evaluate import Evaluation, compares_samples
from core.solver.strategies import Opening, Pool, Strategy, Ties

_DEFAULTS = {"pool": Pool.ALL.value, "ties": Ties.CONSISTENT.value, "win-bonus": "0", "opening": Opening.OWN.value}
_SUMMARY_COLUMNS = 3
"""The first columns: strategy, average and total. Those of the games by their number of guesses follow."""

_CHOICES = {"pool": [each.value for each in Pool], "ties": [each.value for each in Ties]}


def print_comparison(
    options: SolverOptions, specifications: tuple[str, ...], jobs: int, plot: str | None, tries: int | None
) -> None:
    """Play every secret by each strategy, print the results, and draw them if `plot` names a file.

    Args:
        options: those that all strategies share: rules, seed, JSON and language.
        specifications: a name each, with the options that differ from the defaults: `entropy,win-bonus=2`.
        jobs: the number of processes, at least 1.
        plot: a file for the image, or None.
        tries: the number of guesses after which a game counts as lost, or None if no game is lost.

    Raises:
        CommandFailed: A strategy or an option cannot be read, or the file cannot be written.
    """
    words = options.words
    with expected_errors(words):
        resolved = [_resolve(options, specification) for specification in specifications]
        if plot:
            Path(plot).touch()  # fails before the games are played, not after them
        histograms = [
            Histogram(_played(options, name, *each, jobs, words), tries)
            for name, each in zip(specifications, resolved, strict=True)
        ]
        if plot:
            titles = [phrases.plot_title(words, name, str(resolved[0][0])) for name in specifications]
            draw(Path(plot), [chart(*each, words) for each in zip(histograms, titles, strict=True)], words)
    if options.as_json:
        click.echo(_json(resolved, options.seed, histograms))
        return
    click.echo("\n".join(_lines(specifications, histograms, words)))
    if any(compares_samples(*each) for each in resolved):
        say(phrases.only_samples(words))
    if is_drawn_in_colour():
        most = max(each.most for each in histograms)
        for name, histogram in zip(specifications, histograms, strict=True):
            click.echo(f"\n{name}")
            print_histogram(histogram, words, most)


def _played(  # noqa: PLR0913, PLR0917  # what is played, and how it is shown
    options: SolverOptions, name: str, rules: Rules, strategy: Strategy, jobs: int, words: Words
) -> Evaluation:
    title = phrases.plot_title(words, name, str(rules))
    return evaluate_with_progress(rules, strategy, options.seed, jobs, title)


def _resolve(options: SolverOptions, specification: str) -> tuple[Rules, Strategy]:
    """The rules, and a strategy with its own options.

    Raises:
        NoSuchOption: An option is unknown.
        CoreError: The strategy or the value of an option cannot be read.
    """
    name, *assignments = specification.split(",")
    given = dict(_DEFAULTS)
    for assignment in assignments:
        option, _, value = assignment.partition("=")
        if option not in _DEFAULTS or value not in _CHOICES.get(option, [value]):
            raise click.NoSuchOption(assignment)
        given[option] = value
    return replace(
        options,
        strategy=name,
        pool=given["pool"],
        ties=given["ties"],
        win_bonus=given["win-bonus"],
        opening=given["opening"],
    ).resolve()


def _lines(specifications: tuple[str, ...], histograms: list[Histogram], words: Words) -> tuple[str, ...]:
    """A table with one line for each strategy: average, total, games by their number of guesses, and lost games."""
    longest = max(len(each.won) for each in histograms)
    lost = any(each.lost for each in histograms)
    heads = [
        *words("strategy|average|total").split("|"),
        *map(str, range(1, longest + 1)),
        *([phrases.lost_games(words)] if lost else []),
    ]
    rows = [heads]
    for name, each in zip(specifications, histograms, strict=True):
        counts = [f"{games:,}" for games in each.won] + [""] * (longest - len(each.won))
        averages = (f"{each.evaluation.average:.4f}", f"{each.evaluation.total:,}")
        rows.append([name, *averages, *counts, *([f"{each.lost:,}"] if lost else [])])
    lines = align(rows, right=range(1, len(heads)))
    if is_drawn_in_colour() and max(map(width, lines)) > shutil.get_terminal_size().columns:
        return align(
            [row[:_SUMMARY_COLUMNS] for row in rows], right=range(1, _SUMMARY_COLUMNS)
        )  # the histograms below have the other figures
    return lines


def _json(resolved: list[tuple[Rules, Strategy]], seed: int, histograms: list[Histogram]) -> str:
    """The fields that the documentation names."""
    strategies = [
        {
            **strategy_fields(rules, strategy),
            "seed": None if strategy.deterministic else seed,
            "sampled": compares_samples(rules, strategy),
            **result_fields(histogram),
        }
        for (rules, strategy), histogram in zip(resolved, histograms, strict=True)
    ]
    games = histograms[0].evaluation.games
    return json.dumps({"rules": str(resolved[0][0]), "games": games, "strategies": strategies})
