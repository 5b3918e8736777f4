"""The books that come with the package, and what they say in a game.

A game that left its book may still be the same game as one in it: any first guess of different symbols is as good as
any other, positions can be moved, symbols renamed, and it does not matter in what order guesses were made, or whether
one was made twice.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import resources
from itertools import chain, compress
from typing import NamedTuple

from core.game.codes import all_codes
from core.game.feedback import Turn
from core.game.rules import Rules
from core.solver.book_format import Book, Node, decode_book
from core.solver.book_symmetry import Disguise, disguises
from core.solver.choosing import splits_all
from core.solver.errors import BookDamaged
from core.solver.masks import flags
from core.solver.partition import cell_number
from core.solver.search import Move
from core.solver.state import State

SHIPPED = ("2x10", "3x10", "4x6", "4x8", "4x9", "4x10", "5x10", "3x6r", "4x6r", "4x7r")
"""The notations of the rules that a book comes with."""

SELDOM = ("4x10",)
"""Those that have a second one, in which the most guesses any secret needs are needed by as few as is known."""


def lookup(rules: Rules, turns: Sequence[Turn], *, seldom: bool = False) -> Move | None:
    """What the shipped book says in a game.

    Args:
        rules: of the game.
        turns: so far.
        seldom: whether to ask the second book, see `SELDOM`.

    Returns:
        The book's move, exact if no strategy needs fewer guesses on average; None if there is no book for these rules
        or it is damaged, if it knows neither this game nor one like it, or if the game is won or its answers
        contradict one another.
    """
    try:
        book = shipped_book(rules, seldom=seldom)
    except BookDamaged:
        return None
    return None if book is None else consult(book, turns)


def shipped_book(rules: Rules, *, seldom: bool = False) -> Book | None:
    """The book for the positions, symbols and repeats of some rules, None if none is shipped; read once.

    Args:
        rules: of the book.
        seldom: whether the second book is meant, see `SELDOM`.

    Raises:
        BookDamaged: its file is not what was shipped.
    """
    return _shipped_book(Rules(rules.positions, rules.symbols, rules.repeats), seldom)


@lru_cache(maxsize=len(SHIPPED) + len(SELDOM))
def _shipped_book(rules: Rules, seldom: bool) -> Book | None:  # noqa: FBT001  # the cache takes it as it comes
    if str(rules) not in (SELDOM if seldom else SHIPPED):
        return None
    name = f"{rules}-seldom.book" if seldom else f"{rules}.book"
    try:
        data = resources.files("core.solver").joinpath("books", name).read_bytes()
    except OSError:
        raise BookDamaged(rules, "missing") from None
    return decode_book(data, rules)


def consult(book: Book, turns: Sequence[Turn]) -> Move | None:
    """What a book says in a game, None if it knows neither this game nor one like it."""
    if any(turn.feedback.hits == book.rules.positions for turn in turns):
        return None
    different = tuple({(turn.guess, turn.feedback): turn for turn in turns}.values())
    starts = disguises(book.rules.positions)
    places = list(chain.from_iterable(_places(book.root, different, start) for start in starts))
    known = next((place for place in places if place.node is not None), None)
    if known is not None and known.node is not None:
        guess = known.disguise.undo(known.node.guess, book.rules.symbols)
        return Move(guess, known.node.total / known.node.candidates, book.optimal)
    return _ideal_move(book.rules, turns) if places else None


class _Place(NamedTuple):
    """Where in the book a game stands: at which node, None if at a set that needs none, and in which disguise."""

    node: Node | None
    disguise: Disguise


def _places(node: Node | None, turns: tuple[Turn, ...], disguise: Disguise) -> Iterator[_Place]:
    """Everywhere from a node on that these turns may stand, made in any order, with this disguise completed."""
    if node is None or not turns:
        yield _Place(node, disguise)
        return
    for number, turn in enumerate(turns):
        more = disguise.extend(turn.guess, node.guess)
        if more is not None:
            yield from _places(node.below.get(turn.feedback), turns[:number] + turns[number + 1 :], more)


def _ideal_move(rules: Rules, turns: Sequence[Turn]) -> Move | None:
    """The lowest candidate that splits the candidates into singletons, None if none does."""
    state = State(rules, (), tuple(all_codes(rules)))
    for turn in turns:
        cell = state.cells(turn.guess).get(cell_number(turn.feedback, rules))
        if cell is None:
            return None
        codes = list(compress(state.candidates, flags(cell, len(state.candidates))))
        state = State(rules, (*state.guesses, turn.guess), codes)
    guess = splits_all(state)
    count = len(state.candidates)
    return None if guess is None else Move(guess, (2 * count - 1) / count, exact=True)
