"""The feedback cells of guesses: how many candidates would get each answer.

A guess is read symbol by symbol. Each symbol splits every cell so far into the candidates that have it here (a hit),
those that have it elsewhere (a blow), and the rest. Guesses that begin alike share that work, so they are walked as a
trie. With repeated symbols the n-th copy in a guess counts for candidates with at least n of them; a candidate with
fewer that has it here turns an earlier blow into a hit.

A cell is numbered `hits * (positions + 1) + blows`, so the last number is that of the winning cell.
"""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from core.game.alphabets import MAX_SYMBOLS
from core.game.codes import Code
from core.game.feedback import Feedback
from core.game.rules import Rules
from core.solver.masks import Masks

Trie: TypeAlias = list[tuple[int, Any]]
"""Guesses by symbol: pairs of a symbol and what may follow it, nothing after the last."""

Visit: TypeAlias = Callable[[Code, list[int]], None]
"""Called with each guess and the sizes of its cells by number, empty ones included."""


def cell_number(feedback: Feedback, rules: Rules) -> int:
    """The number of the cell of a feedback."""
    return feedback.hits * (rules.positions + 1) + feedback.blows


def cell_feedback(number: int, rules: Rules) -> Feedback:
    """The feedback of a cell."""
    return Feedback(*divmod(number, rules.positions + 1))


def trie_of(guesses: Sequence[Code], depth: int = 0) -> Trie:
    """The trie of guesses given lowest first."""
    if depth == len(guesses[0]) - 1:
        return [LAST[guess[depth]] for guess in guesses]
    alike = groupby(guesses, key=lambda guess: guess[depth])
    return [(symbol, trie_of(list(group), depth + 1)) for symbol, group in alike]


LAST: tuple[tuple[int, Trie], ...] = tuple((symbol, []) for symbol in range(MAX_SYMBOLS))
"""The ends of all tries, which share them."""


def cells_of(guess: Code, masks: Masks) -> dict[int, int]:
    """The cells of one guess that are not empty, as masks by number."""
    cells = {0: masks.full}
    for position, symbol in enumerate(guess):
        copies = guess[: position + 1].count(symbol)
        cells = _split(cells, masks.at[position][symbol], masks.least[symbol][copies], len(guess))
    return cells


def walk(masks: Masks, trie: Trie, positions: int, visit: Visit) -> None:
    """Visit every guess of a trie with the sizes of its cells, lowest first."""
    _Walk(masks, positions, visit).down({0: masks.full}, trie, ())


class _Walk:
    """One walk over a trie."""

    __slots__ = ("at", "least", "positions", "visit")

    def __init__(self, masks: Masks, positions: int, visit: Visit) -> None:
        self.at = masks.at
        self.least = masks.least
        self.positions = positions
        self.visit = visit

    def down(self, cells: dict[int, int], trie: Trie, prefix: Code) -> None:
        position = len(prefix)
        if position == self.positions - 1:
            self.leaves(cells, [symbol for symbol, _ in trie], prefix)
            return
        here = self.at[position]
        for symbol, below in trie:
            have = self.least[symbol][prefix.count(symbol) + 1]
            self.down(_split(cells, here[symbol], have, self.positions), below, (*prefix, symbol))

    def leaves(self, cells: dict[int, int], symbols: Sequence[int], prefix: Code) -> None:
        """Count the cells of the guesses that differ in their last symbol only."""
        here, least, visit = self.at[-1], self.least, self.visit
        hit = self.positions + 1
        number_of_cells = self.positions * hit + 1
        sized = [(number, cell, cell.bit_count()) for number, cell in cells.items()]
        for symbol in symbols:
            sizes = [0] * number_of_cells
            have = least[symbol][prefix.count(symbol) + 1]
            place = here[symbol] & have
            for number, cell, size in sized:
                if found := (cell & have).bit_count():
                    hits = (cell & place).bit_count()
                    sizes[number + hit] += hits
                    sizes[number + 1] += found - hits
                    sizes[number] += size - found
                else:
                    sizes[number] += size
            if late := here[symbol] ^ place:
                self._move_late_hits(sizes, cells, late)
            visit((*prefix, symbol), sizes)

    def _move_late_hits(self, sizes: list[int], cells: dict[int, int], late: int) -> None:
        """Turn a blow into a hit for codes that have a repeated symbol here, but not so often."""
        for number, cell in cells.items():
            moved = (cell & late).bit_count()
            sizes[number] -= moved
            sizes[number + self.positions] += moved


def _split(cells: dict[int, int], place: int, have: int, positions: int) -> dict[int, int]:
    """The cells after one more symbol, found in the codes of `place` here, in those of `have` often enough."""
    hit = positions + 1
    split: dict[int, int] = {}
    both = place & have
    only_here, elsewhere, neither = place ^ both, have ^ both, ~(place | have)
    for number, cell in cells.items():
        for offset, mask in ((hit, both), (1, elsewhere), (hit - 1, only_here), (0, neither)):
            if part := cell & mask:
                split[number + offset] = split.get(number + offset, 0) | part
    return split
