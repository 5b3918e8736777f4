"""The work of `hitblow book`: building, improving, verifying, exporting and checking books and strategy trees."""

import os
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from itertools import product
from pathlib import Path

import click
from rich.progress import Progress, TaskProgressColumn

from bot.cli.evaluation import evaluation_chart, evaluation_summary, print_histogram
from bot.cli.output import FAILURE, INTERRUPTED, USAGE, CommandFailed, print_text, progress_bar, report_expected_errors
from bot.cli.solver_options import MAX_SECRETS
from bot.locales import Words
from bot.locales.safe import quote
from bot.platforms.common.errors import ExtraNotInstalled, PlatformUnreachable
from bot.presenters.refusals import refusal_text
from core.game.rules import Rules
from core.solver import strategy_tree
from core.solver.book import FEWEST_WORST, SHIPPED, shipped_book
from core.solver.book_format import Book, BookBuildInfo, decode_book, encode_book, is_book, rules_of_book
from core.solver.errors import BookUnusable
from core.solver.evaluate import evaluate_book

_COMMAND = "`hitblow book`"


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """The rules and the options of a build, as typed."""

    rules: str
    width: int | None
    thorough: int
    worst: int | None
    fewest_worst: bool
    fewest_longest: bool
    jobs: int | None
    scheduler: str | None
    output: Path | None
    checkpoint: Path | None
    seed: int = 0
    file: Path | None = None
    """The book to improve; by default, the shipped one."""
    up_to: int | None = None
    """The largest number of candidates of the subtrees to improve, or None to build a book from scratch."""

    @property
    def shell_command(self) -> str:
        """The shell command with the options that the result depends on."""
        values = {"book": self.file, "up-to": self.up_to, "width": self.width, "worst": self.worst}
        values["thorough"] = self.thorough if self.width is not None else None
        flags = {"seldom": self.fewest_worst, "fewest-longest": self.fewest_longest}
        given = [word for name, value in values.items() if value is not None for word in (f"--{name}", str(value))]
        given += [f"--{name}" for name, is_set in flags.items() if is_set]
        return shlex.join(["hitblow", "book", "build" if self.up_to is None else "improve", self.rules, *given])


def build_book(options: BuildOptions, words: Words) -> None:
    """Build or improve a book with a progress bar and write it.

    Raises:
        CommandFailed: It cannot be built or written, or the work was interrupted.
    """
    if options.fewest_worst and options.worst is None:
        raise click.MissingParameter(param_hint="'--worst'", param_type="option")
    if options.fewest_worst and options.fewest_longest:
        raise CommandFailed(words("Use either {one} or {other}.", one="`--seldom`", other="`--fewest-longest`"), USAGE)
    if options.jobs is not None and options.scheduler is not None:
        raise CommandFailed(words("Use either {one} or {other}.", one="`--jobs`", other="`--scheduler`"), USAGE)
    with report_expected_errors(words, USAGE):
        rules = Rules.parse(options.rules).with_default_notation  # a book serves every alphabet
        output = options.output or Path(f"{rules}.book")
        checkpoint = options.checkpoint or output.with_name(f"{output.name}.checkpoint")
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # like Ctrl-C
        try:
            started = time.monotonic()
            with _search_errors(words, checkpoint):
                book = _build(options, rules, checkpoint, words)
            book = _with_facts(book, options, time.monotonic() - started)
            output.write_bytes(encode_book(book))
        except KeyboardInterrupt:
            raise CommandFailed(_interrupted(checkpoint, words), INTERRUPTED) from None
    print_text(_summary(book, words))
    print_text(words("Wrote {file}.", file=str(output)))


def _interrupted(checkpoint: Path, words: Words) -> str:
    return words("Interrupted. The same command goes on from {file}.", file=str(checkpoint))


def _with_facts(book: Book, options: BuildOptions, seconds: float) -> Book:
    """The book with how it was made, after what is known of the book that was improved."""
    before = book.facts or BookBuildInfo("", (), 0)
    commands = (*before.commands, options.shell_command)
    return replace(book, facts=BookBuildInfo(version("hitblow"), commands, before.seconds + round(seconds)))


@contextmanager
def _search_errors(words: Words, checkpoint: Path) -> Iterator[None]:
    """Turn the errors of a search into `CommandFailed`.

    Raises:
        CommandFailed: The search is not possible.
    """
    try:
        from bot.books import builder
        from bot.books.builder import ForeignCheckpoint
        from bot.books.cluster import ClusterUnavailable, WorkersLost
        from bot.books.kernel import SearchNotCompiled
    except ModuleNotFoundError:
        raise ExtraNotInstalled(_COMMAND, "books") from None
    try:
        yield
    except WorkersLost as error:
        lost = (PlatformUnreachable("Dask").explain(words), _interrupted(checkpoint, words))
        raise CommandFailed(words.joined(lost)) from error
    except ForeignCheckpoint as error:
        raise CommandFailed(words("{file} belongs to another build.", file=str(error.path)), USAGE) from error
    except SearchNotCompiled as error:
        raise CommandFailed(words("Books need a C compiler: {reason}", reason=error.reason), USAGE) from error
    except ClusterUnavailable as error:
        raise PlatformUnreachable(quote(error.address)) from error
    except builder.MaxGuessesTooLow as error:
        rules, worst = str(error.rules), str(error.max_guesses)
        unsolved = words("{rules} can't always be solved in {worst}.", rules=rules, worst=worst)
        raise CommandFailed(unsolved, USAGE) from error


def _build(options: BuildOptions, rules: Rules, checkpoint: Path, words: Words) -> Book:
    from bot.books import builder, improver
    from bot.books.cluster import open_workers
    from bot.books.search import SearchOptions

    search = SearchOptions(
        options.width, options.thorough, options.worst, options.fewest_worst, options.fewest_longest, options.seed
    )
    open_workers = partial(open_workers, jobs=options.jobs or os.cpu_count() or 1, scheduler=options.scheduler)
    with progress_bar(TaskProgressColumn()) as bar:
        task = bar.add_task(str(rules), total=None)
        continued = True

        def show(done: int, total: int) -> None:
            nonlocal continued
            if continued:  # work of an earlier run does not count for the speed of this one
                bar.reset(task, completed=done, total=total)
                continued = False
            else:
                bar.update(task, completed=done, total=total)

        if options.up_to is None:
            return builder.build_book(rules, search, checkpoint, open_workers, show)
        book = find_book(rules, options.file, words, fewest_worst=options.fewest_worst)
        improvement = improver.ImproveOptions(search, options.up_to)
        return improver.improve_book(book, improvement, checkpoint, open_workers, show)


def verify_books(words: Words) -> None:
    """Play every shipped book and print what it needs; exits with status 1 if one is damaged."""
    status = 0
    books = [
        (Rules.parse(one), fewest_worst)
        for one, fewest_worst in (*product(SHIPPED, [False]), *product(FEWEST_WORST, [True]))
    ]
    with progress_bar(TaskProgressColumn()) as bar:
        task = bar.add_task("", total=sum(rules.code_count for rules, _ in books))
        for rules, fewest_worst in books:
            try:
                book = shipped_book(rules, fewest_worst=fewest_worst)
            except BookUnusable as damaged:
                _print_above(bar, refusal_text(damaged, words), err=True)
                status = FAILURE
            else:
                if book is not None:
                    _print_above(bar, _summary(book, words))
            bar.advance(task, rules.code_count)
    sys.exit(status)


def verify_files(files: tuple[Path, ...], words: Words) -> None:
    """Play the books in files, and print what they need and how they were made.

    Raises:
        CommandFailed: A file cannot be read, or is no undamaged book.
    """
    with report_expected_errors(words):
        for file in files:
            data = file.read_bytes()
            rules = _rules_of(file, data, words)
            rules.require_codes_at_most(MAX_SECRETS)
            book = decode_book(data, rules)
            print_text(_summary(book, words))
            if book.facts is not None:
                for line in (f"{book.facts.seconds:,} s", *book.facts.commands):
                    print_text(f"  {line}")


def print_lower_bound(notation: str, up_to: int, worst: int | None, within: float | None, words: Words) -> None:
    """Print a proven lower bound of the total or, with `worst`, of the number of secrets that need this guess.

    Raises:
        CommandFailed: It cannot be computed.
    """
    with report_expected_errors(words, USAGE), _search_errors(words, Path()):
        from bot.books.improver import lower_bound

        rules = Rules.parse(notation).with_default_notation
        with progress_bar(TaskProgressColumn()) as bar:
            task = bar.add_task(str(rules), total=None)
            bound = lower_bound(
                rules, up_to, lambda done, total: bar.update(task, completed=done, total=total), worst, within
            )
    print_text(
        words("{rules}: no strategy needs fewer than {bound:,} guesses.", rules=str(rules), bound=bound)
        if worst is None
        else words(
            "{rules}: at least {bound:,} games need {worst} guesses.", rules=str(rules), worst=worst, bound=bound
        )
    )


def _print_above(bar: Progress, line: str, *, err: bool = False) -> None:
    """Print a line to stdout or stderr while a progress bar is shown."""
    bar.stop()
    print_text(line, sys.stderr if err else None)
    bar.start()


def _summary(book: Book, words: Words) -> str:
    played = evaluate_book(book)
    proof = words("Proven optimal.") if book.optimal else words("Not proven optimal.")
    return words.joined([f"{book.rules}: {evaluation_summary(played, words)}", proof])


FORMATS = {"json": strategy_tree.format_json, "text": strategy_tree.format_text, "dot": strategy_tree.format_dot}


def export_book(notation: str, output_format: str, file: Path | None, words: Words, *, fewest_worst: bool) -> None:
    """Print a book with all its guesses.

    Raises:
        CommandFailed: There is no such book, or it cannot be read.
    """
    with report_expected_errors(words, USAGE):
        rules = Rules.parse(notation).with_default_notation
        book = find_book(rules, file, words, fewest_worst=fewest_worst)
        click.echo(FORMATS[output_format](rules, strategy_tree.tree_of_book(book)))


def find_book(rules: Rules, file: Path | None, words: Words, *, fewest_worst: bool) -> Book:
    """The book in a file or, without one, the shipped book.

    Raises:
        BookUnusable: The file is not a book for these rules.
        CommandFailed: There is no such book, or the file cannot be read.
    """
    if file is not None:
        return decode_book(file.read_bytes(), rules)
    book = shipped_book(rules, fewest_worst=fewest_worst)
    if book is None:
        raise CommandFailed(
            words("There is no such book: `hitblow book build {rules}`.", rules=str(rules)),
            USAGE,
        )
    return book


def check_tree(file: Path, words: Words) -> None:
    """Play a book or a tree for every secret, and print what it needs.

    Raises:
        CommandFailed: The file is not a book or a complete strategy tree.
    """
    with report_expected_errors(words):
        rules, tree = _find_tree(file, words)
        rules.require_codes_at_most(MAX_SECRETS)
        played = strategy_tree.play_tree(rules, tree)
    chart = evaluation_chart(played, str(rules), words)
    print_text(f"{chart.title}: {chart.summary}")
    print_histogram(chart, words)


def _find_tree(file: Path, words: Words) -> tuple[Rules, strategy_tree.StrategyTree]:
    data = file.read_bytes()
    if not is_book(data):
        return strategy_tree.parse_tree(data.decode("utf-8", "replace"))
    rules = _rules_of(file, data, words)
    return rules, strategy_tree.tree_of_book(decode_book(data, rules))


def _rules_of(file: Path, data: bytes, words: Words) -> Rules:
    """The rules of the book in a file.

    Raises:
        CommandFailed: The file is no book, or is damaged.
    """
    rules = rules_of_book(data)
    if rules is None:
        raise CommandFailed(words("Cannot read {file}.", file=str(file)))
    return rules
