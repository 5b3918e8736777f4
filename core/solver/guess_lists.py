"""Sets of guesses as integers ("masks"): bit i stands for guess i of a list.

`&`, `^`, `|` and `int.bit_count` then work on all guesses at once, in C.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from core.game.codes import Code
from core.game.rules import Rules
from core.solver.bit_sets import masks_by_value
from core.solver.code_masks import code_getter, codes_with_symbol_at
from core.solver.symmetry import inequivalent_guesses

Splits: TypeAlias = tuple[tuple[int, int], ...]
"""Masks of guesses, each with the number that is added to the cell numbers of these guesses."""

CellMasks: TypeAlias = dict[int, int]
"""Masks of guesses by the number of the cell that they would put a secret in."""

_MAX_PERMUTED = 50_000
"""The largest number of codes among which equivalent guesses are looked for by permuting positions."""


_MAX_SEARCHED = 6_000
"""The largest number of guesses whose cells are kept for later."""

_MAX_KEPT_BITS = 8_000_000
"""For how many secrets they are kept, multiplied by the number of guesses. They take about 10 MB then."""

_MAX_REMEMBERED = 700_000
"""The largest number of guesses whose splits are kept. With more, they would take more than 100 MB."""


class GuessList:
    """Guesses in lexicographic order, with masks of the guesses that have a symbol in a position.

    Args:
        at: `at[position][symbol]` is the mask of the guesses with this symbol in this position.
        size: the number of guesses.
        code: returns the guess at an index.

    Attributes:
        full: the mask of all guesses.
        at_least: `at_least[symbol][n]` is the mask of the guesses with at least n copies of this symbol, for n from 0
            to the number of positions + 1.
    """

    def __init__(self, at: Sequence[Sequence[int]], size: int, code: Callable[[int], Code]) -> None:
        self.at = at
        self.size = size
        self.code = code
        self.full = (1 << size) - 1
        self.at_least = [self._count_copies(by_position) for by_position in zip(*at, strict=True)]
        self._splits: dict[tuple[int, int, int], Splits] = {}
        self._cells: GuessCellsBySecret | None = None

    @classmethod
    def from_codes(cls, codes: Sequence[Code], rules: Rules) -> "GuessList":
        """The list of some codes, which must be in lexicographic order."""
        return cls.from_position_columns([bytes(column) for column in zip(*codes, strict=True)], codes, rules)

    @classmethod
    def from_position_columns(cls, columns: Iterable[bytes], codes: Sequence[Code], rules: Rules) -> "GuessList":
        """The list of some codes, whose symbols are also given by position."""
        by_symbol = (masks_by_value(column, rules.symbols - 1) for column in columns)
        at = [[masks.get(symbol, 0) for symbol in range(rules.symbols)] for masks in by_symbol]
        return cls(at, len(codes), codes.__getitem__)

    def splits_by_secret_symbol(self, position: int, symbol: int, copy: int) -> Splits:
        """How a symbol of a secret splits the guesses, if it is the n-th copy of the symbol in the secret.

        A guess gets a hit or a blow more than for a secret without this symbol, or neither. Or it gets a hit in place
        of a blow, if an earlier copy of the symbol counted as a blow and there is no other copy for it.
        """
        key = position, symbol, copy
        splits = self._splits.get(key)
        if splits is None:
            positions, here, enough = len(self.at), self.at[position][symbol], self.at_least[symbol][copy]
            both = here & enough
            masks = (
                (positions + 1, both),
                (1, enough ^ both),
                (positions, here ^ both),
                (0, self.full ^ (here | enough)),
            )
            splits = tuple((offset, mask) for offset, mask in masks if mask)
            if self.size <= _MAX_REMEMBERED:
                self._splits[key] = splits
        return splits

    def cells_by_secret(self, guess_mask: int) -> "GuessCellsBySecret":
        """The cells of some guesses, or of all of them if there are few."""
        if self.size > _MAX_SEARCHED:
            return GuessCellsBySecret(self, guess_mask, kept=0)
        if self._cells is None:
            self._cells = GuessCellsBySecret(self, self.full, _MAX_KEPT_BITS // self.size)
        return self._cells

    def mask_of(self, codes: Iterable[Code]) -> int:
        """The mask of some of the guesses."""
        mask = 0
        for code in codes:
            one = self.full
            for row, symbol in zip(self.at, code, strict=True):
                one &= row[symbol]
            mask |= one
        return mask

    def symbols_in_order_mask(self, symbols: Sequence[int]) -> int:
        """The mask of the guesses in which each of these symbols occurs only after all symbols before it."""
        excluded = 0
        for lower, higher in pairwise(symbols):
            without = self.full
            for row in self.at:
                excluded |= row[higher] & without
                without &= ~row[lower]
        return self.full & ~excluded

    def _count_copies(self, by_position: Sequence[int]) -> list[int]:
        """The masks of one symbol by number of copies, from its masks by position."""
        at_least = [self.full] + [0] * (len(by_position) + 1)
        for seen, mask in enumerate(by_position):
            if mask:
                for copies in range(seen, -1, -1):
                    at_least[copies + 1] |= at_least[copies] & mask
        return at_least


class GuessCellsBySecret:
    """The cells of guesses for secrets. The latest ones are kept, and those of secrets that begin alike made together.

    Args:
        guess_list: the guesses.
        guesses: the mask of those in the cells.
        kept: how many secrets and beginnings of secrets are kept, in addition to the beginnings of the latest one.
    """

    def __init__(self, guess_list: GuessList, guesses: int, kept: int) -> None:
        self._guess_list = guess_list
        self._kept = kept
        self._cells: dict[Code, CellMasks] = {(): {0: guesses}}

    def cells_for_secret_prefix(self, prefix: Code) -> CellMasks:
        """The cells for the first symbols of a secret, or for all of them."""
        cells = self._cells.get(prefix)
        if cells is None:
            last = prefix[-1]
            splits = self._guess_list.splits_by_secret_symbol(len(prefix) - 1, last, prefix.count(last))
            cells = split_cells_by_secret_symbol(self.cells_for_secret_prefix(prefix[:-1]), splits)
            if len(self._cells) > self._kept:
                self._cells = {start: each for start, each in self._cells.items() if prefix[: len(start)] == start}
            self._cells[prefix] = cells
        return cells


def split_cells_by_secret_symbol(cells: CellMasks, splits: Splits) -> CellMasks:
    """Split cells by one more symbol of a secret."""
    result: CellMasks = {}
    for number, cell in cells.items():
        for offset, mask in splits:
            if part := cell & mask:
                result[number + offset] = result.get(number + offset, 0) | part
    return result


@lru_cache(maxsize=4)
def all_guesses(rules: Rules) -> GuessList:
    """All codes as guesses."""
    rows = [
        [codes_with_symbol_at(rules, position, symbol) for symbol in range(rules.symbols)]
        for position in range(rules.positions)
    ]
    return GuessList(rows, rules.code_count, code_getter(rules))


@lru_cache(maxsize=64)
def inequivalent_mask(rules: Rules, guesses: frozenset[Code], absent: frozenset[int]) -> int:
    """The mask in `all_guesses` of one guess of each class of equivalent guesses; see `core.solver.symmetry`.

    Symmetries that permute positions are searched for only before the first guess and, if there are at most 50,000
    codes, after it. Later, few states have any.

    Args:
        rules: rules of the game.
        guesses: the guesses made so far.
        absent: the symbols that occur in no candidate.
    """
    guess_list = all_guesses(rules)
    if not guesses or (len(guesses) == 1 and rules.code_count <= _MAX_PERMUTED):
        kept = inequivalent_guesses(rules, tuple(guesses), absent, guess_list.size)
        return guess_list.full if kept is None else guess_list.mask_of(kept)
    guessed = {symbol for guess in guesses for symbol in guess}
    others = [symbol for symbol in range(rules.symbols) if symbol not in guessed and symbol not in absent]
    return guess_list.symbols_in_order_mask(sorted(absent)) & guess_list.symbols_in_order_mask(others)
