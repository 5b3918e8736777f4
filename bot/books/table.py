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

_MAX_SUM = 1 << 58
"""Costs of all secrets stay below this number."""

_MAX_GUESSES = 10
"""No secret of a good book needs more guesses."""


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What a search minimizes, and what it leaves out. By default it finds the lowest total and proves it.

    Args:
        width: number of guesses to try for sets of more than `exhaustive_up_to` candidates; None for no limit.
        exhaustive_up_to: number of candidates up to which `width` is ignored.
        max_guesses: number of guesses that no secret may exceed; None for no limit.
        fewest_worst: whether to minimize the number of secrets that need `max_guesses` before the total.
        fewest_longest: whether to minimize, among equal totals, the number of secrets that need `max_guesses`, and then
            the number of those that need one guess less, and so on.
        seed: seed of the keys under which sets are remembered. No result depends on it.
        only_worst: whether to minimize the number of secrets that need `max_guesses`, whatever the total is. Costs are
            such numbers then, and no trees follow from them.
    """

    width: int | None = None
    exhaustive_up_to: int = 30
    max_guesses: int | None = None
    fewest_worst: bool = False
    fewest_longest: bool = False
    seed: int = 0
    only_worst: bool = False

    @property
    def exhaustive(self) -> bool:
        """Whether no guess is left out that could be better."""
        return self.width is None

    def guess_costs(self, codes: int) -> tuple[int, ...]:
        """The cost of the first guess, the second and so on, in ascending order; the last one is repeated.

        Args:
            codes: number of codes.
        """
        if self.max_guesses is None:
            return (1,)
        if self.fewest_longest:
            return _weighted_costs(self.max_guesses, codes)
        if self.only_worst:
            return (0,) * (self.max_guesses - 1) + (1, FORBIDDEN_COST)
        if self.fewest_worst:
            avoided = codes * self.max_guesses + 1  # more than any total
            return (1,) * (self.max_guesses - 1) + (avoided, codes * 2 * avoided)
        return (1,) * self.max_guesses + (FORBIDDEN_COST,)

    def guess_costs_from(self, turn: int, codes: int) -> Iterator[int]:
        """The costs of the guesses from this turn on, without end. Turns are counted from 1."""
        costs = self.guess_costs(codes)
        return chain(costs[turn - 1 :], repeat(costs[-1]))


def _weighted_costs(max_guesses: int, codes: int) -> tuple[int, ...]:
    """Costs of guesses in whose sum the total comes first, then the longest games, then those one shorter, and so on.

    As many lengths are distinguished as fit into 64 bits.
    """
    base = codes + 1
    forbidden = _MAX_GUESSES * codes
    lengths = 1
    while lengths < max_guesses and base ** (lengths + 1) * forbidden * codes < _MAX_SUM:
        lengths += 1
    surcharges = [0] * (max_guesses - lengths) + [base**length for length in range(lengths)]
    one = base**lengths
    costs = [one + surcharge - before for before, surcharge in zip([0, *surcharges], surcharges, strict=False)]
    return (*costs, one * forbidden)


_WORD_SIZE = 64

_PADDING = 32
"""The number of bytes after the table that the kernel may read."""

Candidates: TypeAlias = tuple[int, ...]
"""A set of candidates: the numbers of codes in ascending order. The number of a code is its index in `all_codes`."""

Numbers: TypeAlias = NDArray[np.int32]


class FeedbackTable:
    """The feedback of every guess for every secret, as indices of `possible_feedbacks`.

    Attributes:
        rules: rules of the game.
        codes: every code in lexicographic order.
        number: the number of each code.
        win: the number of the winning feedback, which is also the number of other feedbacks.
        feedback: the number of the feedback for each guess and secret; one byte each.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.codes: list[Code] = list(all_codes(rules))
        self.number = {code: number for number, code in enumerate(self.codes)}
        self.win = len(possible_feedbacks(rules)) - 1
        self.feedback = _feedback_numbers(self.codes, rules)
        self._cell_counts: dict[int, NDArray[np.intp]] = {}

    def cells(self, guess: int, candidates: Candidates) -> dict[int, Candidates]:
        """The candidates by the number of the feedback that a guess gets for them, without the winning cell."""
        numbers = np.array(candidates)
        feedback = self.feedback[guess][numbers]
        found = np.unique(feedback).tolist()
        return {number: tuple(numbers[feedback == number].tolist()) for number in found if number != self.win}

    def cell_counts(self, guess: int) -> NDArray[np.intp]:
        """For each feedback to a guess, the largest number of cells of any next guess, without the winning one."""
        if self.win > _WORD_SIZE:
            return np.full(self.win, self.win)
        if guess not in self._cell_counts:
            row = self.feedback[guess]
            counts = [self._most_cells(np.flatnonzero(row == number)) for number in range(self.win)]
            self._cell_counts[guess] = np.array(counts)
        return self._cell_counts[guess]

    def _most_cells(self, secrets: NDArray[np.intp]) -> int:
        """The largest number of cells that any guess divides these secrets into, the winning one left out."""
        bits = np.append(np.uint64(1) << np.arange(self.win, dtype=np.uint64), np.uint64(0))
        cells = np.zeros(len(self.codes), np.uint64)
        for secret in secrets:
            cells |= np.take(bits, self.feedback[secret], mode="clip")  # faster than with checked indices
        return int(np.bitwise_count(cells).max())


def _feedback_numbers(codes: Sequence[Code], rules: Rules) -> NDArray[np.uint8]:
    """The feedback numbers of all guesses for all secrets."""
    columns = np.array(codes, np.uint8).T.copy()
    copies = np.stack([(columns == symbol).sum(axis=0, dtype=np.uint8) for symbol in range(rules.symbols)])
    side = rules.positions + 1
    number = np.zeros(side * side, np.uint8)
    for index, (hits, blows) in enumerate(possible_feedbacks(rules)):
        number[hits * side + hits + blows] = index
    table = np.empty(len(codes) ** 2 + _PADDING, np.uint8)[:-_PADDING].reshape(len(codes), len(codes))
    for row, guess in zip(table, codes, strict=True):
        hits = sum(column == symbol for column, symbol in zip(columns, guess, strict=True))
        common = sum(np.minimum(copies[symbol], guess.count(symbol)) for symbol in set(guess))
        row[:] = number[hits * side + common]
    return table
