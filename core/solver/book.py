"""The shipped books, and looking games up in them.

A book contains one game of each class of equivalent games. A game is equivalent to one in the book if permuting the
positions and renaming the symbols maps its turns to those of the other, in any order and with repeated turns counted
once.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from pkgutil import get_data
from typing import NamedTuple, TypeAlias

from core.game.codes import Code
from core.game.errors import Contradiction
from core.game.feedback import Turn, compute_feedback
from core.game.items import Entry
from core.game.rules import Rules
from core.solver.book_format import Book, Node, decode_book
from core.solver.candidates import find_candidates
from core.solver.errors import BookUnusable
from core.solver.search import Move
from core.solver.state import State
from core.solver.symmetry import Relabeling, find_relabelings

SHIPPED = (
    *("2x10", "3x7", "3x8", "3x9", "3x10", "4x6", "4x7", "4x8", "4x9", "4x10", "5x6", "5x7", "5x8", "5x9", "5x10"),
    *("3x5r", "3x6r", "3x7r", "3x8r", "4x5r", "4x6r", "4x7r", "4x8r", "4x9r", "4x10r", "5x6r", "5x7r", "5x8r", "6x6r"),
)
"""The notations of the rules with a shipped book."""

FEWEST_WORST = ("4x10",)
"""The notations of the rules with a second book, in which as few secrets as possible need the most guesses."""


def lookup_move(rules: Rules, history: Sequence[Entry], *, fewest_worst: bool = False) -> Move | None:
    """The move of the shipped book after a history.

    Args:
        rules: rules of the game.
        history: the history; books know no clues.
        fewest_worst: whether to use the second book, see `FEWEST_WORST`.

    Returns:
        The move, or None if there is no book for these rules or it is damaged, if no equivalent game is in the book, if
        the game is won, if there are clues, or if no code is consistent with the history.
    """
    try:
        book = shipped_book(rules, fewest_worst=fewest_worst)
    except BookUnusable:
        return None
    turns = [entry for entry in history if isinstance(entry, Turn)]
    return None if book is None or len(turns) < len(history) else find_move(book, turns)


def shipped_book(rules: Rules, *, fewest_worst: bool = False) -> Book | None:
    """The shipped book for some rules, or None if there is none. Files are read once.

    Args:
        rules: the rules; their alphabet and feedback words do not matter.
        fewest_worst: whether to return the second book, see `FEWEST_WORST`.

    Raises:
        BookUnusable: the file differs from the one that was shipped.
    """
    return _read_book(rules.with_default_notation, fewest_worst)


@lru_cache(maxsize=len(SHIPPED) + len(FEWEST_WORST))
def _read_book(rules: Rules, fewest_worst: bool) -> Book | None:  # noqa: FBT001  # the cache treats keywords differently
    if str(rules) not in (FEWEST_WORST if fewest_worst else SHIPPED):
        return None
    name = f"{rules}-seldom.book" if fewest_worst else f"{rules}.book"
    try:
        data = get_data("core.solver", f"books/{name}")
    except OSError:
        data = None
    if data is None:
        raise BookUnusable(rules, "missing")
    return decode_book(data, rules)


def find_move(book: Book, turns: Sequence[Turn]) -> Move | None:
    """The move of a book after a history; see `lookup_move` for when it is None."""
    if any(turn.feedback.hits == book.rules.positions for turn in turns):
        return None
    distinct = tuple({(turn.guess, turn.feedback): turn for turn in turns}.values())
    in_book = False
    for node, relabeling in _find_entries(book.rules.positions, book.root, distinct):
        if node is not None:
            guess = relabeling.map_back(node.guess, book.rules.symbols)
            return Move(guess, node.total / node.candidate_count, book.optimal)
        in_book = True
    return _splitter_move(book.rules, turns) if in_book else None


class _Entry(NamedTuple):
    """A state in the book, whose node is None if it has a splitter, and the relabeling that maps the game to it."""

    node: Node | None
    relabeling: Relabeling


_Pairs: TypeAlias = tuple[tuple[Code, Code], ...]
"""Guesses of a game, each with the guess of the book that it may be equivalent to."""


def _find_entries(positions: int, node: Node | None, turns: tuple[Turn, ...], pairs: _Pairs = ()) -> Iterator[_Entry]:
    """The states below a node that these turns lead to in any order, after guesses that were paired already."""
    if node is None or not turns:
        game_guesses, book_guesses = [game for game, _ in pairs], [book for _, book in pairs]
        for relabeling in islice(find_relabelings(game_guesses, book_guesses, positions), 1):
            yield _Entry(node, relabeling)
        return
    for index, turn in enumerate(turns):
        if _may_be_equivalent(turn.guess, node.guess, pairs):
            others, child = turns[:index] + turns[index + 1 :], node.children.get(turn.feedback)
            yield from _find_entries(positions, child, others, (*pairs, (turn.guess, node.guess)))


def _may_be_equivalent(game_guess: Code, book_guess: Code, pairs: _Pairs) -> bool:
    """Whether two guesses agree in what no relabeling changes: their feedback with each earlier guess."""
    return all(compute_feedback(game, game_guess) == compute_feedback(book, book_guess) for game, book in pairs)


def _splitter_move(rules: Rules, turns: Sequence[Turn]) -> Move | None:
    """The splitter of a state as a move, or None if there is none."""
    try:
        candidates = find_candidates(rules, turns).codes()
    except Contradiction:
        return None
    splitter = State(rules, tuple(turn.guess for turn in turns), candidates).find_splitter()
    count = len(candidates)
    return None if splitter is None else Move(splitter, (2 * count - 1) / count, exact=True)
