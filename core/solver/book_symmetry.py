"""Games that are the same game: positions moved and symbols renamed until a history is one that a book knows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Self

from core.game.codes import Code


@dataclass(frozen=True, slots=True)
class Disguise:
    """How the codes of a game look in a book.

    Args:
        source: for each position in the book, the position in the game.
        names: the book's symbol for each of the game's symbols seen so far, no two of them the same.
    """

    source: tuple[int, ...]
    names: Mapping[int, int]

    def extend(self, code: Code, known: Code) -> Self | None:
        """The disguise in which `code` of the game is also `known` of the book; None if there is none."""
        names = dict(self.names)
        for place, its in zip(self.source, known, strict=True):
            if names.setdefault(code[place], its) != its:
                return None
        return type(self)(self.source, names) if len(set(names.values())) == len(names) else None

    def undo(self, known: Code, symbols: int) -> Code:
        """The code of the game that `known` of the book stands for; symbols not seen yet are named lowest first."""
        unseen = (symbol for symbol in range(symbols) if symbol not in self.names)
        names = {its: symbol for symbol, its in self.names.items()}
        code = [0] * len(known)
        for place, its in sorted(zip(self.source, known, strict=True)):
            if its not in names:
                names[its] = next(unseen)
            code[place] = names[its]
        return tuple(code)


def disguises(positions: int) -> Iterator[Disguise]:
    """Every way to move the positions, the one that leaves them first, with no symbol seen yet."""
    for source in permutations(range(positions)):
        yield Disguise(source, {})
