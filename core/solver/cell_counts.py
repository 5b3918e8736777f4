"""How many cells each of many guesses makes, for all guesses at once.

Here the roles are exchanged: a candidate is read symbol by symbol, and each symbol splits the *guesses* by the feedback
that they would get. A cell of a guess is not empty if at least one candidate falls in it, and shared if at least two
do. Both are counted for thousands of guesses by a few operations on integers with one bit per guess.

Guesses with the same number of cells and the same number of shared cells form a class. A lower bound of the scores in a
class follows from these two numbers, so most guesses need not be scored one by one.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from core.game.codes import Code
from core.game.feedback import possible_feedbacks
from core.game.rules import Rules
from core.solver.bit_sets import count_masks_with_each_bit
from core.solver.budget import Budget
from core.solver.guess_lists import CellMasks, GuessList, Splits

_WORK_PER_SPLIT = 1_200
_GUESSES_PER_WORK = 8
"""A split takes, for each cell, `_WORK_PER_SPLIT` units and one more unit for every `_GUESSES_PER_WORK` guesses."""

_WORK_FOR_CLASSES = 150_000
"""Work for forming classes, whatever the number of guesses."""

_SHARED = 1 << 8
"""More than there are cells."""

_ALL_BUT_LAST = itemgetter(slice(-1))


def work_per_candidate(guess_list: GuessList, rules: Rules) -> int:
    """The most work that counting one candidate can take."""
    return len(possible_feedbacks(rules)) * _work_per_cell(guess_list)


def _work_per_cell(guess_list: GuessList) -> int:
    return _WORK_PER_SPLIT + guess_list.size // _GUESSES_PER_WORK


class GuessClass(NamedTuple):
    """Guesses that make equally many cells.

    Args:
        cells: number of cells that are not empty.
        shared: number of cells with at least two candidates.
        guesses: the mask of the guesses.
    """

    cells: int
    shared: int
    guesses: int


class CellCounter:
    """Counts the cells of guesses.

    Args:
        guess_list: the guesses.
        rules: rules of the game.

    Attributes:
        occupied: for each cell number, the guesses for which the cell is not empty.
        shared: for each cell number, the guesses for which at least two candidates are in the cell.
    """

    def __init__(self, guess_list: GuessList, rules: Rules) -> None:
        cell_count = rules.positions * (rules.positions + 1) + 1
        self.occupied = [0] * cell_count
        self.shared = [0] * cell_count
        self._guess_list = guess_list
        self._rules = rules

    def count_cells(self, candidates: Sequence[Code], guesses: int, budget: Budget) -> None:
        """Put candidates in the cells of guesses, and perhaps in those of others.

        The candidates are in lexicographic order, the guesses a mask.

        Raises:
            OutOfBudget: the budget is used up.
        """
        budget.spend(_WORK_FOR_CLASSES)
        cells, splits = self._guess_list.cells(guesses), self._guess_list.splits
        last, work = self._rules.positions - 1, _work_per_cell(self._guess_list)
        for prefix, group in groupby(candidates, key=_ALL_BUT_LAST):
            before = cells.cells_after(prefix)
            budget.spend(len(before) * work)
            self._add_siblings(before, [splits(last, code[-1], code.count(code[-1])) for code in group])

    def _add_siblings(self, cells: CellMasks, siblings: list[Splits]) -> None:
        """Put candidates that differ only in the last symbol in cells. The other symbols have split the guesses."""
        occupied, shared = self.occupied, self.shared
        for offset, (once, twice) in _merge(siblings).items():
            for number, cell in cells.items():
                if added := cell & once:
                    before = occupied[number + offset]
                    occupied[number + offset] = before | added
                    if again := before & added | cell & twice if twice else before & added:
                        shared[number + offset] |= again

    def guess_classes(self, guesses: int) -> Iterator[GuessClass]:
        """The classes of some guesses."""
        classes = [(0, guesses)]
        for number, digit in enumerate(count_masks_with_each_bit(self.occupied)):
            classes = _split_classes(classes, digit, 1 << number)
        for number, digit in enumerate(count_masks_with_each_bit(self.shared)):
            classes = _split_classes(classes, digit, _SHARED << number)
        for value, same in classes:
            shared, cells = divmod(value, _SHARED)
            yield GuessClass(cells, shared, same)


def _split_classes(classes: list[tuple[int, int]], digit: int, value: int) -> list[tuple[int, int]]:
    """The parts of classes with and without the bits of a mask, without empty ones; the value is added for the bits."""
    split = []
    for number, same in classes:
        if ones := same & digit:
            split.append((number + value, ones))
            if zeros := same ^ ones:
                split.append((number, zeros))
        else:
            split.append((number, same))
    return split


def _merge(siblings: list[Splits]) -> dict[int, tuple[int, int]]:
    """For each offset, the guesses for which at least one and at least two of the splits have it."""
    if len(siblings) == 1:
        return {offset: (mask, 0) for offset, mask in siblings[0]}
    merged: dict[int, tuple[int, int]] = {}
    for splits in siblings:
        for offset, mask in splits:
            once, twice = merged.get(offset, (0, 0))
            merged[offset] = once | mask, twice | once & mask
    return merged
