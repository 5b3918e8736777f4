"""What a search is asked for, and the table of feedback it works on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.game.codes import Code, all_codes
from core.game.feedback import possible_feedbacks
from core.game.rules import Rules

FORBIDDEN_COST = 10_000_000
"""The cost of a guess beyond the limit, higher than that of any number of other guesses."""

AVOIDED_COST = 1_000
"""The cost of the last guess within the limit, if as few secrets as possible should need it."""


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What a search minimizes, and what it leaves out. By default it finds the lowest total and proves it.

    Args:
        width: number of guesses to try for sets of more than `exhaustive_up_to` candidates; None for no limit.
        exhaustive_up_to: number of candidates up to which `width` is ignored.
        stride: for small sets, try only the candidates and every n-th code, where n is this number.
        max_guesses: number of guesses that no secret may exceed; None for no limit.
        fewest_worst: whether to minimize the number of secrets that need `max_guesses` before the total.
    """

    width: int | None = None
    exhaustive_up_to: int = 30
    stride: int = 1
    max_guesses: int | None = None
    fewest_worst: bool = False

    @property
    def exhaustive(self) -> bool:
        """Whether no guess is left out that could be better."""
        return self.width is None and self.stride == 1

    @property
    def guess_costs(self) -> tuple[int, ...]:
        """The cost of the first guess, the second and so on, in ascending order; the last one is repeated."""
        if self.max_guesses is None:
            return (1,)
        if self.fewest_worst:
            return (1,) * (self.max_guesses - 1) + (AVOIDED_COST, FORBIDDEN_COST)
        return (1,) * self.max_guesses + (FORBIDDEN_COST,)

    def guess_costs_from(self, turn: int) -> Iterator[int]:
        """The costs of the guesses from this turn on, without end. Turns are counted from 1."""
        costs = self.guess_costs
        return chain(costs[turn - 1 :], repeat(costs[-1]))


Candidates: TypeAlias = tuple[int, ...]
"""A set of candidates: the numbers of codes in ascending order. The number of a code is its index in `all_codes`."""

Numbers: TypeAlias = NDArray[np.intp]
Floats: TypeAlias = NDArray[np.float32]
Sizes: TypeAlias = NDArray[np.uint8] | NDArray[np.uint16]

_COUNTERS_PER_WORD = 16
_MAX_COUNT = 15
_LOW_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_NIBBLE_BITS = np.uint64(4)
_MAX_PACKED_BYTES = 1 << 29
"""The largest packed table that is kept in memory; a larger one is computed row by row when needed."""

_MAX_CACHED_ROWS = 8192


class FeedbackTable:
    """The feedback of every guess for every secret, as indices of `possible_feedbacks`.

    Cell sizes are counted with sixteen counters of four bits in each 64-bit word. Adding one row of words per candidate
    counts up to fifteen candidates for all guesses at once.

    Attributes:
        rules: rules of the game.
        codes: every code in lexicographic order.
        number: the number of each code.
        win: the number of the winning feedback, which is also the number of other feedbacks.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.codes: list[Code] = list(all_codes(rules))
        self.number = {code: number for number, code in enumerate(self.codes)}
        self.win = len(possible_feedbacks(rules)) - 1
        self._feedback = _feedback_numbers(self.codes, rules)
        words = -(-self.win // _COUNTERS_PER_WORD)
        self._units = _counter_units(self.win, words)
        size = words * 8 * len(self.codes) ** 2
        self._packed = self._units[:, self._feedback] if size <= _MAX_PACKED_BYTES else None
        self._rows: dict[int, bytes] = {}

    def row(self, guess: int) -> bytes:
        """The number of the feedback that a guess gets for each secret, one byte per secret."""
        row = self._rows.get(guess)
        if row is None:
            if len(self._rows) == _MAX_CACHED_ROWS:
                self._rows.clear()
            row = self._rows[guess] = self._feedback[guess].tobytes()
        return row

    def cells(self, guess: int, candidates: Candidates) -> dict[int, list[int]]:
        """The candidates by the number of the feedback that a guess gets for them, without the winning cell."""
        row = self.row(guess)
        cells: dict[int, list[int]] = {}
        for candidate in candidates:
            feedback = row[candidate]
            if feedback in cells:
                cells[feedback].append(candidate)
            else:
                cells[feedback] = [candidate]
        cells.pop(self.win, None)
        return cells

    def cell_sizes(self, candidates: Candidates, guesses: Numbers | None) -> Sizes:
        """The sizes of the cells without the winning cell, one row per guess; their order has no meaning.

        Args:
            candidates: the candidates.
            guesses: the numbers of the guesses, or None for all codes.
        """
        if len(candidates) <= _MAX_COUNT:
            return self._cell_sizes_of_few(candidates, guesses)
        sizes = self._cell_sizes_of_few(candidates[:_MAX_COUNT], guesses).astype(np.uint16)
        for start in range(_MAX_COUNT, len(candidates), _MAX_COUNT):
            sizes += self._cell_sizes_of_few(candidates[start : start + _MAX_COUNT], guesses)
        return sizes

    def _cell_sizes_of_few(self, candidates: Candidates, guesses: Numbers | None) -> NDArray[np.uint8]:
        """The cell sizes of at most fifteen candidates, one byte each."""
        columns: list[NDArray[np.uint8]] = []
        for word in self._count(candidates, guesses):
            columns.append((word & _LOW_NIBBLES).view(np.uint8).reshape(-1, 8))
            columns.append(((word >> _NIBBLE_BITS) & _LOW_NIBBLES).view(np.uint8).reshape(-1, 8))
        return np.concatenate(columns, axis=1)

    def _count(self, candidates: Candidates, guesses: Numbers | None) -> Iterator[NDArray[np.uint64]]:
        """The counters of at most fifteen candidates: for each word, an array with one element per guess."""
        rows = list(candidates)
        if guesses is not None:
            feedback = self._feedback[np.array(rows)[:, None], guesses]
        elif self._packed is None:
            feedback = self._feedback[rows]
        else:
            yield from (np.add.reduce(word[rows]) for word in self._packed)
            return
        for units in self._units:
            yield np.add.reduce(units[feedback])


def sum_by_size(sizes: Sizes, values: Floats) -> Floats:
    """For each row of cell sizes, the sum of `values[size]` over the row."""
    return np.take(values, sizes, mode="clip") @ np.ones(sizes.shape[1], np.float32)


def _feedback_numbers(codes: Sequence[Code], rules: Rules) -> NDArray[np.uint8]:
    """The feedback numbers of all guesses for all secrets."""
    columns = np.array(codes, np.uint8).T.copy()
    copies = np.stack([(columns == symbol).sum(axis=0, dtype=np.uint8) for symbol in range(rules.symbols)])
    side = rules.positions + 1
    number = np.zeros(side * side, np.uint8)
    for index, (hits, blows) in enumerate(possible_feedbacks(rules)):
        number[hits * side + hits + blows] = index
    table = np.empty((len(codes), len(codes)), np.uint8)
    for row, guess in zip(table, codes, strict=True):
        hits = sum(column == symbol for column, symbol in zip(columns, guess, strict=True))
        common = sum(np.minimum(copies[symbol], guess.count(symbol)) for symbol in set(guess))
        row[:] = number[hits * side + common]
    return table


def _counter_units(win: int, words: int) -> NDArray[np.uint64]:
    """For each word and feedback number, a 1 in the counter of this feedback; 0 for the winning feedback."""
    units = np.zeros((words, win + 1), np.uint64)
    for feedback in range(win):
        units[feedback // _COUNTERS_PER_WORD, feedback] = 1 << (4 * (feedback % _COUNTERS_PER_WORD))
    return units
