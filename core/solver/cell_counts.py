"""How many cells each of many guesses makes, for all guesses at once.

Here the roles are exchanged: a candidate is read symbol by symbol, and each symbol splits the *guesses* by the feedback
that they would get. The cells that are not empty are counted for thousands of guesses by a few operations on integers
with one bit per guess.

Guesses with the same number of cells form a class. A lower bound of their scores follows from this number, so most
guesses need not be scored one by one.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from core.game.codes import Code
from core.game.feedback import possible_feedbacks
from core.game.rules import Rules
from core.solver.bit_sets import bit_planes_of_counts, split_by_bit_planes
from core.solver.budget import Budget
from core.solver.guess_lists import GuessList

_WORK_PER_SPLIT = 1_200
_GUESSES_PER_WORK = 8
"""A split takes, for each cell, `_WORK_PER_SPLIT` units and one more unit for every `_GUESSES_PER_WORK` guesses."""

_WORK_FOR_CLASSES = 150_000
"""Work for forming classes, whatever the number of guesses."""

_ALL_BUT_LAST = itemgetter(slice(-1))


def work_per_candidate(guess_list: GuessList, rules: Rules) -> int:
    """The most work that counting one candidate can take."""
    return len(possible_feedbacks(rules)) * _work_per_cell(guess_list)


def _work_per_cell(guess_list: GuessList) -> int:
    return _WORK_PER_SPLIT + guess_list.size // _GUESSES_PER_WORK


class CellCounter:
    """Counts the cells of guesses.

    Args:
        guess_list: the guesses.
        rules: rules of the game.

    Attributes:
        occupied: for each cell number, the guesses for which the cell is not empty.
    """

    def __init__(self, guess_list: GuessList, rules: Rules) -> None:
        cell_count = rules.positions * (rules.positions + 1) + 1
        self.occupied = [0] * cell_count
        self._guess_list = guess_list
        self._rules = rules

    def mark_occupied_cells(self, candidates: Sequence[Code], guess_mask: int, budget: Budget) -> None:
        """Put candidates in the cells of guesses, and perhaps in those of others.

        The candidates are in lexicographic order.

        Raises:
            OutOfBudget: the budget is used up.
        """
        budget.spend(_WORK_FOR_CLASSES)
        cells, splits = self._guess_list.cells_by_secret(guess_mask), self._guess_list.splits_by_secret_symbol
        last, work, occupied = self._rules.positions - 1, _work_per_cell(self._guess_list), self.occupied
        by_last: defaultdict[tuple[int, int], defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
        for prefix, group in groupby(candidates, key=_ALL_BUT_LAST):
            before = cells.cells_for_secret_prefix(prefix)
            budget.spend(len(before) * work)
            for code in group:
                united = by_last[code[-1], code.count(code[-1])]
                for number, cell in before.items():
                    united[number] |= cell
        for (symbol, copy), united in by_last.items():
            for offset, mask in splits(last, symbol, copy):
                for number, cell in united.items():
                    occupied[number + offset] |= cell & mask

    def group_guesses_by_cell_count(self, guess_mask: int) -> list[tuple[int, int]]:
        """Some guesses by their number of cells that are not empty: the number and the mask of each class."""
        return split_by_bit_planes([(0, guess_mask)], bit_planes_of_counts(self.occupied))
