"""`hitblow book`: building books and checking the shipped ones. The search is imported when a book is built."""

from pathlib import Path
from typing import Any

import click

from bot.cli.options import HELP, combine_options, command_help, lang_option
from bot.locales import Words

_MAX_JOBS = 1024
_file = click.Path(dir_okay=False, path_type=Path)
_book = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group(**command_help(HELP("Build, verify and export books.")))
def book() -> None:
    """Build and check books."""


_build_options = combine_options(
    click.option(
        "--width",
        type=click.IntRange(1),
        help=HELP("Guesses to try for large sets."),
    ),
    click.option(
        "--thorough",
        type=click.IntRange(2),
        default=30,
        show_default=True,
        help=HELP("Largest sets to search completely."),
    ),
    click.option("--worst", type=click.IntRange(1), help=HELP("Most guesses in any game.")),
    click.option(
        "--seldom",
        "fewest_worst",
        is_flag=True,
        help=HELP("Fewest longest games, not the lowest average."),
    ),
    click.option(
        "--fewest-longest",
        is_flag=True,
        help=HELP("Among equal averages, fewest longest games."),
    ),
    click.option("--jobs", type=click.IntRange(1, _MAX_JOBS), help=HELP("Number of processes.")),
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help=HELP("Dask scheduler, such as tcp://10.0.0.5:8786."),
    ),
    click.option("--output", type=_file, help=HELP("File to write, else RULES.book.")),
    click.option("--checkpoint", type=_file, help=HELP("File for unfinished work.")),
    click.option(
        "--seed",
        type=click.IntRange(0),
        default=0,
        show_default=True,
        help=HELP("Seed for random choices."),
    ),
    lang_option,
)


@book.command(**command_help(HELP("Build the book for RULES, or resume it.")))
@click.argument("rules")
@_build_options
def build(words: Words, **options: Any) -> None:
    """Build a book."""
    from bot.cli.book_tasks import BuildOptions, build_book

    build_book(BuildOptions(**options), words)


@book.command(**command_help(HELP("Improve the book for RULES.")))
@click.argument("rules")
@click.option("--book", "file", type=_book, help=HELP("Book, else the one that ships."))
@click.option(
    "--up-to",
    type=click.IntRange(3),
    default=60,
    show_default=True,
    help=HELP("Largest sets to search completely."),
)
@_build_options
def improve(words: Words, **options: Any) -> None:
    """Improve a book."""
    from bot.cli.book_tasks import BuildOptions, build_book

    build_book(BuildOptions(**options), words)


@book.command(**command_help(HELP("Print a lower bound for RULES.")))
@click.argument("rules")
@click.option(
    "--worst",
    type=click.IntRange(1),
    help=HELP("Most guesses in any game."),
)
@click.option(
    "--up-to",
    type=click.IntRange(0),
    default=60,
    show_default=True,
    help=HELP("Largest sets to search completely."),
)
@click.option(
    "--within",
    type=click.FloatRange(0, 100),
    help=HELP("Search larger sets to within this percentage."),
)
@lang_option
def bound(rules: str, up_to: int, worst: int | None, within: float | None, words: Words) -> None:
    """Print a proven lower bound."""
    from bot.cli.book_tasks import print_lower_bound

    print_lower_bound(rules, up_to, worst, within, words)


@book.command(**command_help(HELP("Play every secret with the books in FILES.")))
@click.argument("files", nargs=-1, type=_book)
@lang_option
def verify(files: tuple[Path, ...], words: Words) -> None:
    """Play books; the exit status is 1 if one is damaged."""
    from bot.cli.book_tasks import verify_books, verify_files

    if files:
        verify_files(files, words)
    else:
        verify_books(words)


@book.command(**command_help(HELP("Print totals and checksums as JSON.")))
@lang_option
def totals(words: Words) -> None:  # noqa: ARG001  # only the help needs the language
    """Print the totals of all shipped books."""
    from bot.cli.book_totals import totals_as_json

    click.echo(totals_as_json())


@book.command(**command_help(HELP("Write every book as JSON to FOLDER.")))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@lang_option
def explorer(folder: Path, words: Words) -> None:  # noqa: ARG001  # only the help needs the language
    """Write all shipped books for the strategy explorer."""
    from bot.cli.book_totals import write_books_as_json

    write_books_as_json(folder)


@book.command(**command_help(HELP("Print the book for RULES.")))
@click.argument("rules")
@click.option(
    "--format",
    "output_format",
    type=click.Choice(("json", "text", "dot")),
    default="text",
    show_default=True,
    help=HELP("json, text, or dot for Graphviz."),
)
@click.option("--book", "file", type=_book, help=HELP("Book, else the one that ships."))
@click.option("--seldom", "fewest_worst", is_flag=True, help=HELP("Fewest longest games, not the lowest average."))
@lang_option
def export(rules: str, output_format: str, file: Path | None, words: Words, *, fewest_worst: bool) -> None:
    """Print the strategy tree of a book."""
    from bot.cli.book_tasks import export_book

    export_book(rules, output_format, file, words, fewest_worst=fewest_worst)


@book.command(**command_help(HELP("Play every secret with the book or tree in FILE.")))
@click.argument("file", type=_book)
@lang_option
def check(file: Path, words: Words) -> None:
    """Play a strategy tree for every secret; the exit status is 1 if it is not complete."""
    from bot.cli.book_tasks import check_tree

    check_tree(file, words)
