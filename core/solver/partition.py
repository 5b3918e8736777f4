"""Partitions of the candidates into feedback cells.

A *cell* holds the candidates for which a guess gets the same feedback. It has the number
`hits * (positions + 1) + blows`, so the winning cell has the highest number.

With total = hits + blows, that is `hits * positions + total`. Both parts are sums over the symbols of the guess: a
symbol adds a hit if the candidate has it in the same position, and its n-th copy in the guess adds 1 to the total if
the candidate has at least n copies. So the cell numbers of all candidates are a sum of strings with one byte per
candidate, one for each symbol of the guess. Such strings are added as integers; no byte overflows, because cell numbers
are below 256.
"""

from collections.abc import Sequence

from core.game.codes import Code
from core.game.feedback import Feedback
from core.game.rules import MAX_POSITIONS, MAX_SYMBOLS, Rules

_EQUALS = tuple(bytes(byte == symbol for byte in range(256)) for symbol in range(MAX_SYMBOLS))
"""For each symbol, a translation table to 1 for the symbol and 0 for others."""

_AT_LEAST = tuple(bytes(byte >= copies for byte in range(256)) for copies in range(MAX_POSITIONS + 1))
"""For each number n, a translation table to 1 for n and more and 0 for less."""


def cell_number(feedback: Feedback, rules: Rules) -> int:
    """The number of the cell of a feedback."""
    return feedback.hits * (rules.positions + 1) + feedback.blows


def cell_feedback(number: int, rules: Rules) -> Feedback:
    """The feedback of the cell with this number."""
    return Feedback(*divmod(number, rules.positions + 1))


class Partitioner:
    """Partitions a list of codes by guesses.

    Args:
        codes: the codes, at least one.
        rules: rules of the game.
    """

    def __init__(self, codes: Sequence[Code], rules: Rules) -> None:
        self._count = len(codes)
        self._positions, self._repeats = rules.positions, rules.repeats
        self._here = [
            {symbol: _to_int(column.translate(_EQUALS[symbol])) for symbol in set(column)}
            for column in map(bytes, zip(*codes, strict=True))
        ]
        self._steps: dict[tuple[int, int, int], int] = {}
        self._totals: dict[tuple[int, int], int] = {}

    def cell_numbers(self, guess: Code) -> bytes:
        """The cell number of every code, one byte per code."""
        steps, repeats, cells = self._steps, self._repeats, 0
        for position, symbol in enumerate(guess):
            key = position, symbol, guess[: position + 1].count(symbol) if repeats else 1
            step = steps.get(key)
            cells += self._step(*key) if step is None else step
        return cells.to_bytes(self._count, "little")

    def cell_sizes(self, guess: Code) -> dict[int, int]:
        """The sizes of the cells that are not empty, by cell number."""
        cells = self.cell_numbers(guess)
        return {number: cells.count(number) for number in set(cells)}

    def symbols(self) -> frozenset[int]:
        """The symbols that occur in the codes."""
        return frozenset().union(*self._here)

    def _step(self, position: int, symbol: int, copy: int) -> int:
        """What the symbol in a position of a guess adds to the cell numbers, if it is this copy of the symbol."""
        step = self._positions * self._here[position].get(symbol, 0) + self._total(symbol, copy)
        self._steps[position, symbol, copy] = step
        return step

    def _total(self, symbol: int, copy: int) -> int:
        """1 for the codes with at least this many copies of a symbol."""
        if (symbol, copy) not in self._totals:
            copies = sum(here.get(symbol, 0) for here in self._here)
            if self._repeats:
                copies = _to_int(copies.to_bytes(self._count, "little").translate(_AT_LEAST[copy]))
            self._totals[symbol, copy] = copies
        return self._totals[symbol, copy]


def _to_int(lanes: bytes) -> int:
    return int.from_bytes(lanes, "little")
