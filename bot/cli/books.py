"""`hitblow book`: building books and checking the shipped ones. The search is imported when a book is built."""

from pathlib import Path
from typing import Any

import click

from bot.cli.options import HELP, combined, help_texts, lang_option

_MAX_JOBS = 1024
_file = click.Path(dir_okay=False, path_type=Path)


@click.group(**help_texts("book"))
def book() -> None:
    """Build and check books."""


_build_options = combined(
    click.option("--width", type=click.IntRange(1), help=HELP.cli_option("width")),
    click.option("--thorough", type=click.IntRange(2), default=30, show_default=True, help=HELP.cli_option("thorough")),
    click.option("--stride", type=click.IntRange(1), default=1, show_default=True, help=HELP.cli_option("stride")),
    click.option("--worst", type=click.IntRange(1), help=HELP.cli_option("worst")),
    click.option("--seldom", is_flag=True, help=HELP.cli_option("seldom")),
    click.option("--jobs", type=click.IntRange(1, _MAX_JOBS), help=HELP.cli_option("book jobs")),
    click.option("--scheduler", metavar="ADDRESS", help=HELP.cli_option("scheduler")),
    click.option("--output", type=_file, help=HELP.cli_option("output")),
    click.option("--checkpoint", type=_file, help=HELP.cli_option("checkpoint")),
    lang_option,
)


@book.command(**help_texts("book build"))
@click.argument("rules")
@_build_options
def build(lang: str | None, **options: Any) -> None:
    """Build a book."""
    from bot.cli.book_building import BuildOptions, build_book

    build_book(BuildOptions(**options), lang)


@book.command(**help_texts("book improve"))
@click.argument("rules")
@click.option("--book", "file", type=_file, help=HELP.cli_option("improved book"))
@click.option("--up-to", type=click.IntRange(3), default=60, show_default=True, help=HELP.cli_option("up-to"))
@_build_options
def improve(lang: str | None, **options: Any) -> None:
    """Improve a book."""
    from bot.cli.book_building import BuildOptions, build_book

    build_book(BuildOptions(**options), lang)


@book.command(**help_texts("book verify"))
@lang_option
def verify(lang: str | None) -> None:
    """Play every shipped book; the exit status is 1 if one is damaged."""
    from bot.cli.book_building import verify_books

    verify_books(lang)


@book.command(**help_texts("book export"))
@click.argument("rules")
@click.option(
    "--format",
    "output_format",
    type=click.Choice(("json", "text", "dot")),
    default="text",
    show_default=True,
    help=HELP.cli_option("tree format"),
)
@click.option("--book", "file", type=_file, help=HELP.cli_option("book file"))
@click.option("--seldom", is_flag=True, help=HELP.cli_option("export seldom"))
@lang_option
def export(rules: str, output_format: str, file: Path | None, lang: str | None, *, seldom: bool) -> None:
    """Print the strategy tree of a book."""
    from bot.cli.book_trees import export_book

    export_book(rules, output_format, file, lang, seldom=seldom)


@book.command(**help_texts("book check"))
@click.argument("file", type=_file)
@lang_option
def check(file: Path, lang: str | None) -> None:
    """Play a strategy tree for every secret; the exit status is 1 if it is not complete."""
    from bot.cli.book_trees import check_tree

    check_tree(file, lang)
