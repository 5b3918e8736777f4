"""The shipped books, and looking games up in them.

A book contains one game of each class of equivalent games. A game is equivalent to one in the book if permuting the
positions and renaming the symbols maps its turns to those of the other, in any order and with repeated turns counted
once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import permutations
from typing import NamedTuple, Self

from core.game.codes import Code
from core.game.errors import Contradiction
from core.game.feedback import Turn
from core.game.rules import Rules
from core.solver.book_format import Book, Node, decode_book
from core.solver.candidates import find_candidates
from core.solver.errors import BookDamaged
from core.solver.search import Move
from core.solver.state import State
from core.solver.symmetry import extend_renaming

SHIPPED = (
    *("2x10", "3x7", "3x8", "3x9", "3x10", "4x6", "4x7", "4x8", "4x9", "4x10", "5x6", "5x7", "5x10"),
    *("3x5r", "3x6r", "3x7r", "3x8r", "4x5r", "4x6r", "4x7r"),
)
"""The notations of the rules with a shipped book."""

FEWEST_WORST = ("4x10",)
"""The notations of the rules with a second book, in which as few secrets as possible need the most guesses."""


def lookup(rules: Rules, turns: Sequence[Turn], *, fewest_worst: bool = False) -> Move | None:
    """The move of the shipped book after a history.

    Args:
        rules: rules of the game.
        turns: the history.
        fewest_worst: whether to use the second book, see `FEWEST_WORST`.

    Returns:
        The move, or None if there is no book for these rules or it is damaged, if no equivalent game is in the book, if
        the game is won, or if no code is consistent with the history.
    """
    try:
        book = shipped_book(rules, fewest_worst=fewest_worst)
    except BookDamaged:
        return None
    return None if book is None else find_move(book, turns)


def shipped_book(rules: Rules, *, fewest_worst: bool = False) -> Book | None:
    """The shipped book for some rules, or None if there is none. Files are read once.

    Args:
        rules: the rules; their alphabet and feedback words do not matter.
        fewest_worst: whether to return the second book, see `FEWEST_WORST`.

    Raises:
        BookDamaged: the file differs from the one that was shipped.
    """
    return _read_book(Rules(rules.positions, rules.symbols, rules.repeats), fewest_worst)


@lru_cache(maxsize=len(SHIPPED) + len(FEWEST_WORST))
def _read_book(rules: Rules, fewest_worst: bool) -> Book | None:  # noqa: FBT001  # the cache treats keywords differently
    if str(rules) not in (FEWEST_WORST if fewest_worst else SHIPPED):
        return None
    name = f"{rules}-seldom.book" if fewest_worst else f"{rules}.book"
    try:
        data = resources.files("core.solver").joinpath("books", name).read_bytes()
    except OSError:
        raise BookDamaged(rules, "missing") from None
    return decode_book(data, rules)


def find_move(book: Book, turns: Sequence[Turn]) -> Move | None:
    """The move of a book after a history; see `lookup` for when it is None."""
    if any(turn.feedback.hits == book.rules.positions for turn in turns):
        return None
    distinct = tuple({(turn.guess, turn.feedback): turn for turn in turns}.values())
    entries = [
        entry
        for relabeling in Relabeling.permutations(book.rules.positions)
        for entry in _find_entries(book.root, distinct, relabeling)
    ]
    for node, relabeling in entries:
        if node is not None:
            guess = relabeling.to_game(node.guess, book.rules.symbols)
            return Move(guess, node.total / node.candidate_count, book.optimal)
    return _splitter_move(book.rules, turns) if entries else None


@dataclass(frozen=True, slots=True)
class Relabeling:
    """A permutation of positions with a partial renaming of symbols, which maps codes of a game to codes of a book.

    Args:
        source: for each position in the book, the position in the game.
        renaming: the symbol in the book for each symbol of the game that has been mapped so far, one-to-one.
    """

    source: tuple[int, ...]
    renaming: Mapping[int, int]

    @classmethod
    def permutations(cls, positions: int) -> Iterator[Self]:
        """Every permutation of the positions, the identity first, with no symbol mapped."""
        for source in permutations(range(positions)):
            yield cls(source, {})

    def extend(self, game_code: Code, book_code: Code) -> Self | None:
        """The relabeling extended to map `game_code` to `book_code`, or None if that is impossible."""
        renaming = extend_renaming(self.renaming, (game_code[position] for position in self.source), book_code)
        return None if renaming is None else type(self)(self.source, renaming)

    def to_game(self, book_code: Code, symbols: int) -> Code:
        """The code of the game for a code of the book. Symbols that are not mapped yet are chosen in ascending order.

        Args:
            book_code: the code of the book.
            symbols: number of symbols in the rules.
        """
        unmapped = (symbol for symbol in range(symbols) if symbol not in self.renaming)
        inverse = {book_symbol: symbol for symbol, book_symbol in self.renaming.items()}
        code = [0] * len(book_code)
        for position, book_symbol in sorted(zip(self.source, book_code, strict=True)):
            if book_symbol not in inverse:
                inverse[book_symbol] = next(unmapped)
            code[position] = inverse[book_symbol]
        return tuple(code)


class _Entry(NamedTuple):
    """A state in the book, whose node is None if it has a splitter, and the relabeling that maps the game to it."""

    node: Node | None
    relabeling: Relabeling


def _find_entries(node: Node | None, turns: tuple[Turn, ...], relabeling: Relabeling) -> Iterator[_Entry]:
    """The states below a node that these turns lead to, in any order, under extensions of a relabeling."""
    if node is None or not turns:
        yield _Entry(node, relabeling)
        return
    for index, turn in enumerate(turns):
        extended = relabeling.extend(turn.guess, node.guess)
        if extended is not None:
            yield from _find_entries(node.children.get(turn.feedback), turns[:index] + turns[index + 1 :], extended)


def _splitter_move(rules: Rules, turns: Sequence[Turn]) -> Move | None:
    """The splitter of a state as a move, or None if there is none."""
    try:
        candidates = find_candidates(rules, turns).codes()
    except Contradiction:
        return None
    splitter = State(rules, tuple(turn.guess for turn in turns), candidates).splitter()
    count = len(candidates)
    return None if splitter is None else Move(splitter, (2 * count - 1) / count, exact=True)
