"""Where every symbol stands in a list of codes, as integers: bit i of a mask speaks of code i.

`&`, `^`, `|` and `int.bit_count` then work on all codes at once, at the speed of C.
"""

from collections.abc import Sequence

from core.game.codes import Code
from core.game.rules import Rules

_DIGITS = tuple(bytes(ord("1") if byte == symbol else ord("0") for byte in range(256)) for symbol in range(16))
"""For each symbol, a table that turns a column of symbols into the binary digits of its mask."""

_FLAGS = bytes(byte & 1 for byte in range(256))
"""Turns the characters 0 and 1 into the numbers."""


class Masks:
    """The masks of a list of codes.

    Attributes:
        size: how many codes.
        full: the mask of all of them.
        at: `at[position][symbol]`, the codes with that symbol there.
        least: `least[symbol][n]`, the codes with at least n of that symbol, n from 0 to the number of positions + 1.
    """

    __slots__ = ("at", "full", "least", "size")

    def __init__(self, codes: Sequence[Code], rules: Rules) -> None:
        self.size = len(codes)
        self.full = (1 << self.size) - 1
        columns = [bytes(column)[::-1] for column in zip(*codes, strict=True)]
        self.at = [[int(column.translate(_DIGITS[symbol]), 2) for symbol in range(rules.symbols)] for column in columns]
        self.least = [self._least([row[symbol] for row in self.at]) for symbol in range(rules.symbols)]

    def _least(self, places: list[int]) -> list[int]:
        """From the masks of one symbol by position to its masks by number of copies."""
        least = [self.full] + [0] * (len(places) + 1)
        for seen, place in enumerate(places):
            if place:
                for copies in range(seen, -1, -1):
                    least[copies + 1] |= least[copies] & place
        return least


def flags(mask: int, size: int) -> bytes:
    """One byte for each of `size` codes, 1 for those in the mask: what `itertools.compress` selects by."""
    return f"{mask:0{size}b}"[::-1].encode().translate(_FLAGS)
