"""`hitblow evaluate` and `hitblow compare`: every secret is played by one strategy, or by several side by side."""

import json
import multiprocessing
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
from rich.bar import Bar
from rich.console import Console
from rich.progress import MofNCompleteColumn
from rich.table import Table
from rich.text import Text

from bot.cli.output import print_text, progress_bar, report_expected_errors
from bot.cli.solver_options import MAX_SECRETS, SolverOptions, strategy_fields
from bot.locales import Words
from bot.locales.columns import align, width
from bot.platforms.console.text import ascii_form, prefers_ascii
from bot.presenters import phrases
from bot.presenters.charts import Chart, bar_chart_lines, charts_image
from bot.presenters.images import render_png
from core.game.codes import all_codes
from core.game.rules import Rules
from core.solver.book import lookup_move
from core.solver.evaluate import Evaluation, evaluate_branch, play_games, split_into_branches, strategy_compares_samples
from core.solver.search import optimal_guess
from core.solver.strategies import OpeningRule, Pool, Strategy, TieRule

_WON, _LOST = "blue", "red"
_MAX_COLUMNS = 100
_NARROWEST_BAR = 1 / 250
"""The shortest bar, as a part of the longest one, so that a single game among thousands is visible."""


_GAMES = 50
"""Games between two updates of the progress bar."""

_DEFAULTS = {
    "pool": Pool.ALL.value,
    "ties": TieRule.CONSISTENT.value,
    "win-bonus": "0",
    "opening": OpeningRule.OWN.value,
}
_SUMMARY_COLUMNS = 3
"""The first columns: strategy, average and total. Those of the games by their number of guesses follow."""

_CHOICES = {"pool": [each.value for each in Pool], "ties": [each.value for each in TieRule]}


def print_evaluation(options: SolverOptions, jobs: int, plot: str | None, tries: int | None) -> None:
    """Play every secret, print the result, and draw it if `plot` names a file.

    Args:
        options: the rules and the strategy.
        jobs: the number of processes, at least 1.
        plot: a file for the image, or None.
        tries: the number of guesses after which a game counts as lost, or None if no game is lost.

    Raises:
        CommandFailed: An option cannot be read, or the file cannot be written.
    """
    words = options.words
    with report_expected_errors(words):
        rules, strategy = options.resolve()
        ((played, chart),) = _evaluate(options, [(strategy.name, rules, strategy)], jobs, plot, tries)
    if options.as_json:
        games = {**_strategy_fields(rules, strategy, options.seed), "games": played.games}
        click.echo(json.dumps({"rules": str(rules), **games, **_result_fields(played, chart, tries)}))
        return
    samples = [words(phrases.ONLY_SAMPLES)] if strategy_compares_samples(rules, strategy) else []
    print_text("\n".join((f"{chart.title}: {chart.summary}", *samples)))
    print_histogram(chart, words)


def print_comparison(
    options: SolverOptions, specifications: tuple[str, ...], jobs: int, plot: str | None, tries: int | None
) -> None:
    """Play every secret by each strategy, print the results, and draw them if `plot` names a file.

    Args:
        options: those that all strategies share: rules, seed, JSON and language.
        specifications: a name each, with the options that differ from the defaults: `entropy,win-bonus=2`.
        jobs: as for `print_evaluation`, with `plot` and `tries`.
        plot: a file for the image, or None.
        tries: the number of guesses after which a game counts as lost, or None if no game is lost.

    Raises:
        CommandFailed: A strategy or an option cannot be read, or the file cannot be written.
    """
    words = options.words
    with report_expected_errors(words):
        strategies = [(name, *_resolve(options, name)) for name in specifications]
        results = _evaluate(options, strategies, jobs, plot, tries)
    if options.as_json:
        fields = [
            {**_strategy_fields(rules, strategy, options.seed), **_result_fields(*result, tries)}
            for (_, rules, strategy), result in zip(strategies, results, strict=True)
        ]
        click.echo(json.dumps({"rules": str(strategies[0][1]), "games": results[0][0].games, "strategies": fields}))
        return
    click.echo("\n".join(_lines(specifications, results, words)))
    if any(strategy_compares_samples(rules, strategy) for _, rules, strategy in strategies):
        print_text(words(phrases.ONLY_SAMPLES))
    if stdout_shows_colours():
        most = max(chart.highest_bar for _, chart in results)
        for name, (_, chart) in zip(specifications, results, strict=True):
            click.echo(f"\n{name}")
            print_histogram(chart, words, most)


def _evaluate(
    options: SolverOptions,
    strategies: Sequence[tuple[str, Rules, Strategy]],
    jobs: int,
    plot: str | None,
    tries: int | None,
) -> list[tuple[Evaluation, Chart]]:
    """Play named strategies for every secret, each with a progress bar, and draw the games if `plot` names a file.

    Raises:
        OSError: The file cannot be written.
        RulesOutOfRange: There are too many secrets.
    """
    words, results = options.words, list[tuple[Evaluation, Chart]]()
    if plot:
        Path(plot).touch()  # fails before the games are played, not after them
    for name, rules, strategy in strategies:
        title = phrases.plot_title(words, name, str(rules))
        played = _play(rules, strategy, options.seed, jobs, title)
        results.append((played, evaluation_chart(played, title, words, tries)))
    if plot:
        image = charts_image([chart for _, chart in results], words)
        Path(plot).write_bytes(render_png(image.svg, image.alternative))
    return results


def _play(rules: Rules, strategy: Strategy, seed: int, jobs: int, title: str) -> Evaluation:
    rules.require_codes_at_most(MAX_SECRETS)
    with progress_bar(MofNCompleteColumn()) as bar:
        task = bar.add_task(title, total=rules.code_count)
        total, parts = _parts(rules, strategy, seed)
        bar.advance(task, total.games)
        for part in _results(parts, jobs):
            total += part
            bar.advance(task, part.games)
    return total


def _parts(rules: Rules, strategy: Strategy, seed: int) -> tuple[Evaluation, list[Callable[[], Evaluation]]]:
    """The games that the first guess wins, and the other games in parts."""
    solve = partial(optimal_guess, lookup=lookup_move)
    if strategy.is_deterministic:
        played, parts = split_into_branches(rules, strategy, solve)
        return played, [partial(evaluate_branch, rules, strategy, solve, branch) for branch in parts]
    secrets = list(all_codes(rules))
    chunks = [secrets[start : start + _GAMES] for start in range(0, len(secrets), _GAMES)]
    return Evaluation(), [partial(play_games, rules, strategy, solve, chunk, seed) for chunk in chunks]


def _results(parts: list[Callable[[], Evaluation]], jobs: int) -> Iterator[Evaluation]:
    if jobs == 1:
        yield from (part() for part in parts)
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as processes:
        futures = [processes.submit(part) for part in parts]
        try:
            yield from (future.result() for future in as_completed(futures))
        finally:
            processes.shutdown(cancel_futures=True)


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


def evaluation_chart(played: Evaluation, title: str, words: Words, tries: int | None = None) -> Chart:
    """The games by their number of guesses, with their averages. Those that need more guesses than tries are lost."""
    won = played.distribution[:tries]
    return Chart(title, evaluation_summary(played, words), won, played.games - sum(won))


def evaluation_summary(played: Evaluation, words: Words) -> str:
    """What games need in total, on average and at most."""
    return words.plural(
        "{total:,} guesses in {games:,} games, {average:.4f} on average, at most {worst} (in {n:,} game).",
        "{total:,} guesses in {games:,} games, {average:.4f} on average, at most {worst} (in {n:,} games).",
        played.distribution[-1],
        total=played.total,
        games=played.games,
        average=played.average,
        worst=played.worst,
    )


def _strategy_fields(rules: Rules, strategy: Strategy, seed: int) -> dict[str, object]:
    """The strategy and how it is played, as fields of JSON output, which the documentation names."""
    return {
        **strategy_fields(rules, strategy),
        "seed": None if strategy.is_deterministic else seed,
        "sampled": strategy_compares_samples(rules, strategy),
    }


def _result_fields(played: Evaluation, chart: Chart, tries: int | None) -> dict[str, object]:
    """The guesses that a strategy needs, as fields of JSON output."""
    return {
        "total": played.total,
        "average": played.average,
        "worst": played.worst,
        "distribution": played.distribution,
        "tries": tries,
        "lost": chart.lost,
    }


def _lines(
    specifications: tuple[str, ...], results: Sequence[tuple[Evaluation, Chart]], words: Words
) -> tuple[str, ...]:
    """A table with one line for each strategy: average, total, games by their number of guesses, and lost games."""
    longest = max(len(chart.won) for _, chart in results)
    lost = any(chart.lost for _, chart in results)
    heads = [
        *words("strategy|average|total").split("|"),
        *map(str, range(1, longest + 1)),
        *([words(phrases.LOST_GAMES)] if lost else []),
    ]
    rows = [heads]
    for name, (played, chart) in zip(specifications, results, strict=True):
        counts = [f"{games:,}" for games in chart.won] + [""] * (longest - len(chart.won))
        figures = (f"{played.average:.4f}", f"{played.total:,}")
        rows.append([name, *figures, *counts, *([f"{chart.lost:,}"] if lost else [])])
    lines = align(rows, right=range(1, len(heads)))
    if stdout_shows_colours() and max(map(width, lines)) > shutil.get_terminal_size().columns:
        return align(
            [row[:_SUMMARY_COLUMNS] for row in rows], right=range(1, _SUMMARY_COLUMNS)
        )  # the histograms below have the other figures
    return lines


def stdout_shows_colours() -> bool:
    """Whether stdout is a terminal that shows colours and symbols beyond ASCII."""
    console = Console()
    return console.is_terminal and not console.is_dumb_terminal and not prefers_ascii(sys.stdout.encoding)


def print_histogram(chart: Chart, words: Words, full_bar: int | None = None) -> None:
    """Print a histogram with a line for each number of guesses, and one for lost games.

    Coloured bars on a terminal, plain lines elsewhere.

    Args:
        chart: what to print.
        words: the language.
        full_bar: the number of games whose bar has the full length on a terminal; by default that of the longest bar.
    """
    if stdout_shows_colours():
        console = Console(highlight=False, markup=False)
        console.print(_table(chart, words, full_bar or chart.highest_bar), width=min(console.width, _MAX_COLUMNS))
        return
    lines = bar_chart_lines(dict(enumerate(chart.won, 1)), chart.lost, words(phrases.LOST_GAMES))
    plain = map(ascii_form, lines) if prefers_ascii(sys.stdout.encoding) else lines
    click.echo("\n".join(plain))


def _table(chart: Chart, words: Words, most: int) -> Table:
    """Number of guesses, games, share of all games, and a bar."""
    table = Table.grid(padding=(0, 1), expand=True)
    for _ in range(3):
        table.add_column(justify="right", no_wrap=True)
    table.add_column(ratio=1)
    for place, (label, games) in enumerate(chart.rows(words)):
        end = max(games, most * _NARROWEST_BAR) if games else 0
        share, colour = f"{games / (sum(chart.won) + chart.lost):.1%}", _WON if place < len(chart.won) else _LOST
        table.add_row(label, f"{games:,}", Text(share, "dim"), Bar(most, 0, end, color=colour))
    return table
