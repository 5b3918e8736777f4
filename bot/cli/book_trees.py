"""`hitblow book export` and `hitblow book check`: strategy trees in files."""

from pathlib import Path

import click

from bot.cli.evaluation import Histogram, print_histogram, refuse_too_many_secrets
from bot.cli.options import terminal_words
from bot.cli.output import USAGE, CommandFailed, expected_errors, say
from bot.locales import Words
from core.game.rules import Rules
from core.solver.book import shipped_book
from core.solver.book_format import Book, decode_book, is_book, rules_of_book
from core.solver.strategy_tree import (
    StrategyTree,
    format_dot,
    format_json,
    format_text,
    parse_tree,
    play_tree,
    tree_of_book,
)

FORMATS = {"json": format_json, "text": format_text, "dot": format_dot}


def export_book(notation: str, output_format: str, file: Path | None, lang: str | None, *, seldom: bool) -> None:
    """Print a book with all its guesses.

    Raises:
        CommandFailed: There is no such book, or it cannot be read.
    """
    words = terminal_words(lang)
    with expected_errors(words, USAGE):
        parsed = Rules.parse(notation)
        rules = Rules(parsed.positions, parsed.symbols, parsed.repeats)
        book = find_book(rules, file, words, seldom=seldom)
        click.echo(FORMATS[output_format](rules, tree_of_book(book)))


def find_book(rules: Rules, file: Path | None, words: Words, *, seldom: bool) -> Book:
    """The book in a file or, without one, the shipped book.

    Raises:
        BookDamaged: The file is not a book for these rules.
        CommandFailed: There is no such book, or the file cannot be read.
    """
    if file is not None:
        return decode_book(_read(file, words), rules)
    book = shipped_book(rules, fewest_worst=seldom)
    if book is None:
        raise CommandFailed(
            words(
                "hitblow has no such book for {rules}. Build one with `hitblow book build {rules}`.", rules=str(rules)
            ),
            USAGE,
        )
    return book


def check_tree(file: Path, lang: str | None) -> None:
    """Play a book or a tree for every secret, and print what it needs.

    Raises:
        CommandFailed: The file is not a book or a complete strategy tree.
    """
    words = terminal_words(lang)
    with expected_errors(words):
        rules, tree = _find_tree(file, words)
        refuse_too_many_secrets(rules)
        played = play_tree(rules, tree)
    say(
        words(
            "Complete strategy for {rules}: {total:,} guesses in {games:,} games, {average:.4f} on average, at most "
            "{worst}.",
            rules=str(rules),
            total=played.total,
            games=played.games,
            average=played.average,
            worst=played.worst,
        )
    )
    print_histogram(Histogram(played), words)


def _find_tree(file: Path, words: Words) -> tuple[Rules, StrategyTree]:
    data = _read(file, words)
    if not is_book(data):
        return parse_tree(data.decode("utf-8", "replace"))
    rules = rules_of_book(data)
    if rules is None:
        raise CommandFailed(words("{file} is a damaged book.", file=str(file)))
    return rules, tree_of_book(decode_book(data, rules))


def _read(file: Path, words: Words) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        raise CommandFailed(words("Cannot read {file}.", file=str(file)), USAGE) from None
