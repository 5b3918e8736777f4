"""All codes of some rules against one another: who gets which feedback, and how guesses part a set of candidates."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.game.codes import Code, all_codes
from core.game.feedback import possible_feedbacks
from core.game.rules import Rules

Members: TypeAlias = tuple[int, ...]
"""Numbers of codes, rising: a set of candidates. The number of a code is its place in `all_codes`."""

Numbers: TypeAlias = NDArray[np.intp]
Floats: TypeAlias = NDArray[np.float32]
Sizes: TypeAlias = NDArray[np.uint8] | NDArray[np.uint16]

_NIBBLES = 16
_CHUNK = 15
_LOW = np.uint64(0x0F0F0F0F0F0F0F0F)
_FOUR = np.uint64(4)
_PACKED_LIMIT = 1 << 29
"""Bytes; above it the packed table is made row by row as it is needed."""

_ROWS_KEPT = 8192


class Table:
    """The feedback of every guess for every secret, as numbers into `possible_feedbacks`, of which the last one wins.

    Sixteen counts of four bits fit an integer of 64, so up to fifteen candidates are counted, for every guess at once,
    by adding one row of such integers for each candidate.

    Attributes:
        rules: of the game.
        codes: every code, lowest first.
        win: the number of the winning feedback, and so of the others.
        ply: the most cells a guess can make, the winning one left out.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.codes: list[Code] = list(all_codes(rules))
        self.number = {code: number for number, code in enumerate(self.codes)}
        self.win = len(possible_feedbacks(rules)) - 1
        self._feedback = _feedback_numbers(self.codes, rules)
        self._words = -(-self.win // _NIBBLES)
        self._units = _units(self.win, self._words)
        size = self._words * 8 * len(self.codes) ** 2
        self._packed = self._units[:, self._feedback] if size <= _PACKED_LIMIT else None
        self._rows: dict[int, bytes] = {}

    def row(self, guess: int) -> bytes:
        """The number of the feedback that `guess` gets for each secret."""
        row = self._rows.get(guess)
        if row is None:
            if len(self._rows) == _ROWS_KEPT:
                self._rows.clear()
            row = self._rows[guess] = self._feedback[guess].tobytes()
        return row

    def cells(self, guess: int, members: Members) -> dict[int, list[int]]:
        """The candidates by the feedback they give, the winning one left out."""
        row = self.row(guess)
        cells: dict[int, list[int]] = {}
        for member in members:
            answer = row[member]
            if answer in cells:
                cells[answer].append(member)
            else:
                cells[answer] = [member]
        cells.pop(self.win, None)
        return cells

    def sizes(self, members: Members, guesses: Numbers | None) -> Sizes:
        """The sizes of the cells, one row for each guess; the winning one is left out, the order means nothing.

        Args:
            members: the candidates.
            guesses: the numbers of the guesses, None for all codes.
        """
        if len(members) <= _CHUNK:
            return self._few_sizes(members, guesses)
        sizes = self._few_sizes(members[:_CHUNK], guesses).astype(np.uint16)
        for start in range(_CHUNK, len(members), _CHUNK):
            sizes += self._few_sizes(members[start : start + _CHUNK], guesses)
        return sizes

    def _few_sizes(self, members: Members, guesses: Numbers | None) -> NDArray[np.uint8]:
        """The sizes of the cells of at most fifteen candidates, counted in four bits each and spread over bytes."""
        columns: list[NDArray[np.uint8]] = []
        for packed in self._counted(members, guesses):
            columns.append((packed & _LOW).view(np.uint8).reshape(-1, 8))
            columns.append(((packed >> _FOUR) & _LOW).view(np.uint8).reshape(-1, 8))
        return np.concatenate(columns, axis=1)

    def _counted(self, members: Members, guesses: Numbers | None) -> Iterator[NDArray[np.uint64]]:
        """The counts of at most fifteen candidates, one integer for each guess, word by word."""
        chosen = list(members)
        if guesses is not None:
            feedback = self._feedback[np.array(chosen)[:, None], guesses]
        elif self._packed is None:
            feedback = self._feedback[chosen]
        else:
            yield from (np.add.reduce(word[chosen]) for word in self._packed)
            return
        for units in self._units:
            yield np.add.reduce(units[feedback])


def sums(sizes: Sizes, values: Floats) -> Floats:
    """For each row of sizes of cells, the sum of what cells of these sizes, 0 among them, are worth."""
    return np.take(values, sizes, mode="clip") @ np.ones(sizes.shape[1], np.float32)


def _feedback_numbers(codes: Sequence[Code], rules: Rules) -> NDArray[np.uint8]:
    """The feedback numbers of all codes against all codes."""
    columns = np.array(codes, np.uint8).T.copy()
    copies = np.stack([(columns == symbol).sum(axis=0, dtype=np.uint8) for symbol in range(rules.symbols)])
    side = rules.positions + 1
    number = np.zeros(side * side, np.uint8)
    for place, (hits, blows) in enumerate(possible_feedbacks(rules)):
        number[hits * side + hits + blows] = place
    table = np.empty((len(codes), len(codes)), np.uint8)
    for row, guess in zip(table, codes, strict=True):
        hits = sum(column == symbol for column, symbol in zip(columns, guess, strict=True))
        common = sum(np.minimum(copies[symbol], guess.count(symbol)) for symbol in set(guess))
        row[:] = number[hits * side + common]
    return table


def _units(win: int, words: int) -> NDArray[np.uint64]:
    """For each word and feedback number, a one in the four bits that count it; nothing for the winning one."""
    units = np.zeros((words, win + 1), np.uint64)
    for answer in range(win):
        units[answer // _NIBBLES, answer] = 1 << (4 * (answer % _NIBBLES))
    return units
