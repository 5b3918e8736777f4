"""Distributions of games as histograms: coloured bars on a terminal, plain lines elsewhere."""

import json
import multiprocessing
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click
from rich.bar import Bar
from rich.console import Console
from rich.progress import MofNCompleteColumn
from rich.table import Table
from rich.text import Text

from bot.cli.output import expected_errors, say
from bot.cli.progress import progress_bar
from bot.cli.solver_options import MAX_SECRETS, SolverOptions, strategy_fields
from bot.locales import Words
from bot.locales.columns import align, width
from bot.platforms.console.text import ascii_form, prefers_ascii
from bot.presenters import phrases
from bot.presenters.charts import Chart, bars, charts_image
from bot.presenters.images import render
from core.game.codes import all_codes
from core.game.rules import Rules
from core.solver.book import lookup
from core.solver.evaluate import Evaluation, compares_samples, evaluate_branch, play_games, split_into_branches
from core.solver.search import optimal_guess
from core.solver.strategies import Opening, Pool, Strategy, Ties

_WON, _LOST = "blue", "red"
_MAX_COLUMNS = 100
_NARROWEST_BAR = 1 / 250
"""The shortest bar, as a part of the longest one, so that a single game among thousands is visible."""


@dataclass(frozen=True, slots=True)
class Histogram:
    """The games of a strategy by their number of guesses.

    Args:
        evaluation: the games.
        tries: the number of guesses after which a game counts as lost, or None if no game is lost.
    """

    evaluation: Evaluation
    tries: int | None = None

    @property
    def won(self) -> tuple[int, ...]:
        """The number of games won with 1, 2, 3 ... guesses."""
        return self.evaluation.distribution[: self.tries]

    @property
    def lost(self) -> int:
        """The number of games that need more guesses than there are tries."""
        return self.evaluation.games - sum(self.won)

    @property
    def most(self) -> int:
        """The games of the longest bar."""
        return max((*self.won, self.lost))


def is_drawn_in_colour() -> bool:
    """Whether stdout is a terminal that shows colours and symbols beyond ASCII."""
    console = Console()
    return console.is_terminal and not console.is_dumb_terminal and not prefers_ascii(sys.stdout.encoding)


def print_histogram(histogram: Histogram, words: Words, most: int | None = None) -> None:
    """Print a histogram with a line for each number of guesses, and one for lost games.

    Args:
        histogram: what to print.
        words: the language.
        most: the number of games whose bar has the full length on a terminal; by default that of the longest bar.
    """
    if is_drawn_in_colour():
        console = Console(highlight=False, markup=False)
        console.print(_table(histogram, words, most or histogram.most), width=min(console.width, _MAX_COLUMNS))
        return
    lines = bars(dict(enumerate(histogram.won, 1)), histogram.lost, phrases.lost_games(words))
    plain = map(ascii_form, lines) if prefers_ascii(sys.stdout.encoding) else lines
    click.echo("\n".join(plain))


def _table(histogram: Histogram, words: Words, most: int) -> Table:
    """Number of guesses, games, share of all games, and a bar."""
    table = Table.grid(padding=(0, 1), expand=True)
    for _ in range(3):
        table.add_column(justify="right", no_wrap=True)
    table.add_column(ratio=1)
    rows = [(str(guesses), games, _WON) for guesses, games in enumerate(histogram.won, 1)]
    if histogram.lost:
        rows.append((phrases.lost_games(words), histogram.lost, _LOST))
    for label, games, colour in rows:
        end = max(games, most * _NARROWEST_BAR) if games else 0
        share = f"{games / histogram.evaluation.games:.1%}"
        table.add_row(label, f"{games:,}", Text(share, "dim"), Bar(most, 0, end, color=colour))
    return table


_GAMES = 50
"""Games between two updates of the progress bar."""


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
    with expected_errors(words):
        rules, strategy = options.resolve()
        if plot:
            Path(plot).touch()  # fails before the games are played, not after them
        evaluation = evaluate_with_progress(
            rules, strategy, options.seed, jobs, phrases.plot_title(words, strategy.name, str(rules))
        )
        histogram = Histogram(evaluation, tries)
        if plot:
            title = phrases.plot_title(words, strategy.name, str(rules))
            draw(Path(plot), [chart(histogram, title, words)], words)
        if options.as_json:
            click.echo(_json(rules, strategy, options.seed, histogram))
        else:
            say("\n".join(_summary(rules, strategy, evaluation, words)))
            print_histogram(histogram, words)


def evaluate_with_progress(rules: Rules, strategy: Strategy, seed: int, jobs: int, title: str) -> Evaluation:
    """Play a strategy for every secret.

    Args:
        rules: of the games.
        strategy: any.
        seed: of the random choices.
        jobs: the number of processes, at least 1.
        title: the description of the progress bar.

    Raises:
        RulesOutOfRange: There are too many secrets.
    """
    rules.require_at_most(MAX_SECRETS)
    with progress_bar(MofNCompleteColumn()) as bar:
        task = bar.add_task(title, total=rules.codes)
        total, parts = _parts(rules, strategy, seed)
        bar.advance(task, total.games)
        for part in _played(parts, jobs):
            total += part
            bar.advance(task, part.games)
    return total


def _parts(rules: Rules, strategy: Strategy, seed: int) -> tuple[Evaluation, list[Callable[[], Evaluation]]]:
    """The games that the first guess wins, and the other games in parts."""
    solve = partial(optimal_guess, lookup=lookup)
    if strategy.deterministic:
        played, parts = split_into_branches(rules, strategy, solve)
        return played, [partial(evaluate_branch, rules, strategy, solve, branch) for branch in parts]
    secrets = list(all_codes(rules))
    chunks = [secrets[start : start + _GAMES] for start in range(0, len(secrets), _GAMES)]
    return Evaluation(), [partial(play_games, rules, strategy, solve, chunk, seed) for chunk in chunks]


def _played(parts: list[Callable[[], Evaluation]], jobs: int) -> Iterator[Evaluation]:
    if jobs == 1:
        yield from (part() for part in parts)
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as processes:
        futures = [processes.submit(part) for part in parts]
        try:
            yield from (future.result() for future in as_completed(futures))
        finally:
            processes.shutdown(cancel_futures=True)


def _summary(rules: Rules, strategy: Strategy, played: Evaluation, words: Words) -> Iterator[str]:
    """The averages and, if they are not exact, why."""
    yield f"{phrases.plot_title(words, strategy.name, str(rules))}: {averages(played, words)}"
    if compares_samples(rules, strategy):
        yield phrases.only_samples(words)


def chart(histogram: Histogram, title: str, words: Words) -> Chart:
    """A histogram to draw, with its averages below the title."""
    return Chart(title, averages(histogram.evaluation, words), histogram.won, histogram.lost)


def averages(played: Evaluation, words: Words) -> str:
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


def draw(file: Path, charts: Sequence[Chart], words: Words) -> None:
    """Draw charts, one below the other, into a PNG file.

    Raises:
        OSError: The file cannot be written.
    """
    image = charts_image(charts, words)
    file.write_bytes(render(image.svg, image.alternative))


def _json(rules: Rules, strategy: Strategy, seed: int, histogram: Histogram) -> str:
    """The fields that the documentation names."""
    return json.dumps(
        {
            "rules": str(rules),
            **strategy_fields(rules, strategy),
            "seed": None if strategy.deterministic else seed,
            "sampled": compares_samples(rules, strategy),
            "games": histogram.evaluation.games,
            **result_fields(histogram),
        }
    )


def result_fields(histogram: Histogram) -> dict[str, object]:
    """The guesses that a strategy needs, as fields of JSON output."""
    played = histogram.evaluation
    return {
        "total": played.total,
        "average": played.average,
        "worst": played.worst,
        "distribution": played.distribution,
        "tries": histogram.tries,
        "lost": histogram.lost,
    }


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
