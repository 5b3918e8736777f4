"""`hitblow book totals` and `hitblow book explorer`: all shipped books as JSON, what they reach and what they hold."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product, takewhile
from pathlib import Path

from core.game.codes import all_codes
from core.game.rules import Rules
from core.solver.book import FEWEST_WORST, SHIPPED, shipped_book
from core.solver.book_format import Book, book_numbers
from core.solver.evaluate import evaluate_book
from core.solver.search import SearchLimits, best_move
from core.solver.state import State
from core.solver.strategies import SOURCES, TOTALS
from core.solver.strategy_tree import format_text, tree_of_book

_MAX_SEARCHED = 256
"""The largest number of codes for which the least total is searched for where there is no book."""


def totals_as_json() -> str:
    """What each shipped book needs, found by playing it for every secret, and the sequences that the proven ones form.

    There is one to a line. A book has the checksum of its strategy tree.

    Raises:
        BookUnusable: a book is not complete.
    """
    totals = (_fields(book, fewest_worst=fewest_worst) for book, fewest_worst in _shipped_books())
    books, terms = (",\n".join(map(json.dumps, each)) for each in (totals, sequences_of_totals()))
    return f'{{"books": [\n{books}\n],\n"sequences": [\n{terms}\n]}}'


def write_books_as_json(folder: Path) -> None:
    """Write the integers of each shipped book, as `book_numbers` gives them, and `index.json` with the names."""
    folder.mkdir(parents=True, exist_ok=True)
    books = {
        f"{book.rules}{'-seldom' * fewest_worst}": list(book_numbers(book)) for book, fewest_worst in _shipped_books()
    }
    for name, content in {**books, "index": list(books)}.items():
        (folder / f"{name}.json").write_text(json.dumps(content, separators=(",", ":")) + "\n", "utf-8")


def sequences_of_totals() -> Iterator[dict[str, object]]:
    """The proven totals of rules that differ only in the number of symbols, from the smallest number without a gap.

    Totals for which there is no book are searched for if there are few codes.
    """
    for (positions, repeats), group in groupby(sorted(map(_shape, TOTALS)), key=lambda shape: shape[:2]):
        most = max(symbols for _, _, symbols in group)
        first = 2 if repeats else max(2, positions)
        known = takewhile(lambda total: total is not None, _totals(positions, range(first, most + 1), repeats=repeats))
        terms = list(known)
        alike = "may repeat" if repeats else "are distinct"
        name = (
            f"Least total number of guesses, over all secrets, that find a secret of {positions} symbols out of n by "
            f"their hits and blows, where symbols {alike} and any code may be guessed."
        )
        yield {"name": name, "offset": first, "terms": terms}


def _shipped_books() -> Iterator[tuple[Book, bool]]:
    """Every shipped book, and whether it is the second one for its rules."""
    for notation, fewest_worst in (*product(SHIPPED, [False]), *product(FEWEST_WORST, [True])):
        book = shipped_book(Rules.parse(notation), fewest_worst=fewest_worst)
        if book is not None:
            yield book, fewest_worst


def _fields(book: Book, *, fewest_worst: bool) -> dict[str, object]:
    played, notation = evaluate_book(book), str(book.rules)
    text = format_text(book.rules, tree_of_book(book)) + "\n"
    return {
        "rules": notation,
        "objective": "fewest longest games" if fewest_worst else "total",
        "positions": book.rules.positions,
        "symbols": book.rules.symbols,
        "repeats": book.rules.repeats,
        "codes": book.rules.code_count,
        "total": played.total,
        "worst": played.worst,
        "distribution": played.distribution,
        "proven": book.optimal,
        "published": None if fewest_worst else SOURCES.get(notation),
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
    }


def _shape(notation: str) -> tuple[int, bool, int]:
    rules = Rules.parse(notation)
    return rules.positions, rules.repeats, rules.symbols


def _totals(positions: int, symbols: Iterable[int], *, repeats: bool) -> Iterator[int | None]:
    """The proven totals for some numbers of symbols, None where it is not known."""
    for number in symbols:
        rules = Rules(positions, number, repeats)
        yield TOTALS.get(str(rules)) or _searched(rules)


def _searched(rules: Rules) -> int | None:
    if rules.code_count > _MAX_SEARCHED:
        return None
    codes: Sequence[tuple[int, ...]] = tuple(all_codes(rules))
    move = best_move(State(rules, (), codes), SearchLimits(max_exact=_MAX_SEARCHED, width=24))
    return round(move.expected * len(codes)) if move.exact else None
