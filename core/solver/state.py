"""What the guesser knows at one moment of a game, and how guesses partition the candidates.

A *cell* holds the candidates for which a guess gets the same feedback. It has the number
`hits * (positions + 1) + blows`, so the winning cell has the highest number.

With total = hits + blows, that is `hits * positions + total`. Both parts are sums over the symbols of the guess: a
symbol adds a hit if the candidate has it in the same position, and its n-th copy in the guess adds 1 to the total if
the candidate has at least n copies. So the cell numbers of all candidates are a sum of strings with one byte per
candidate, one for each symbol of the guess. Such strings are added as integers; no byte overflows, because cell numbers
are below 256.

Where only the sizes of the cells are needed and there are many candidates, it is quicker to count hits and totals with
one bit per candidate; see `core.solver.code_masks`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, reduce
from itertools import compress
from operator import iadd

from core.game.codes import Code
from core.game.feedback import Feedback, Turn, compute_feedback, possible_feedbacks
from core.game.rules import MAX_POSITIONS, MAX_SYMBOLS, Rules
from core.solver.bit_sets import bit_planes_of_counts, split_by_bit_planes
from core.solver.guess_lists import GuessList

_EQUALS = tuple(bytes(byte == symbol for byte in range(256)) for symbol in range(MAX_SYMBOLS))
"""For each symbol, a translation table to 1 for the symbol and 0 for others."""

_AT_LEAST = tuple(bytes(byte >= copies for byte in range(256)) for copies in range(MAX_POSITIONS + 1))
"""For each number n, a translation table to 1 for n and more and 0 for less."""

_MANY_CODES = 1_000
"""From this many codes on, the sizes of cells are counted with one bit per code."""


def cell_number(feedback: Feedback, rules: Rules) -> int:
    """The number of the cell of a feedback."""
    return feedback.hits * (rules.positions + 1) + feedback.blows


@cache
def cell_numbers(rules: Rules) -> tuple[int, ...]:
    """The numbers of all cells in ascending order, so the winning cell is the last one."""
    return tuple(sorted(cell_number(feedback, rules) for feedback in possible_feedbacks(rules)))


@cache
def _totals_of_cells(positions: int) -> bytes:
    """A translation table from the number of a cell to hits and blows together."""
    return bytes(sum(divmod(number, positions + 1)) % 256 for number in range(256))


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
        self._codes, self._count, self._rules = codes, len(codes), rules
        self._positions, self._symbols, self._repeats = rules.positions, rules.symbols, rules.repeats
        symbols = bytearray(reduce(iadd, codes, []))  # the fastest of many ways to the same bytes
        self._columns = b"".join([symbols[position :: rules.positions] for position in range(rules.positions)])
        self._numbers = cell_numbers(rules)
        self._steps: dict[int, list[int]] = {}
        self._totals: dict[Code, list[tuple[int, int]]] = {}

    def cell_numbers(self, guess: Code) -> bytes:
        """The cell number of every code, one byte per code."""
        numbered = guess
        if self._repeats and len(set(guess)) < len(guess):
            numbered = tuple(
                [symbol + self._symbols * guess[:position].count(symbol) for position, symbol in enumerate(guess)]
            )
        cells = 0
        for position, symbol in enumerate(numbered):
            steps = self._steps.get(symbol)
            cells += (self._make_steps(symbol) if steps is None else steps)[position]
        return cells.to_bytes(self._count, "little")

    def cell_sizes(self, guess: Code) -> dict[int, int]:
        """The sizes of the cells that are not empty, by cell number."""
        cells = self.cell_numbers(guess)
        return {number: cells.count(number) for number in set(cells)}

    def size_list(self, guess: Code) -> list[int]:
        """The sizes of the cells, empty ones perhaps included. The last one is that of the winning cell."""
        if self._count < _MANY_CODES:
            return list(map(self.cell_numbers(guess).count, self._numbers))
        hits = bit_planes_of_counts([at[symbol] for at, symbol in zip(self._masks.at, guess, strict=True)])
        sizes = [0] * (self._numbers[-1] + 1)
        for number, cell in split_by_bit_planes(self._by_total(tuple(sorted(guess))), hits, self._positions):
            sizes[number] = cell.bit_count()
        return sizes

    def sizes_by_total(self, guess: Code) -> list[int]:
        """How many codes get each number of hits and blows together, from 0 to the number of positions."""
        if self._count < _MANY_CODES:
            totals = self.cell_numbers(guess).translate(_totals_of_cells(self._positions))
            return list(map(totals.count, range(self._positions + 1)))
        by_total = dict(self._by_total(tuple(sorted(guess))))
        return [by_total.get(total, 0).bit_count() for total in range(self._positions + 1)]

    def occurring_symbols(self) -> frozenset[int]:
        """The symbols that occur in the codes."""
        return frozenset(symbol for symbol in range(self._symbols) if symbol in self._columns)

    @cached_property
    def _masks(self) -> GuessList:
        """The codes with one bit per code."""
        return GuessList.from_position_columns(self._by_position(self._columns), self._codes, self._rules)

    def _by_total(self, symbols: Code) -> list[tuple[int, int]]:
        """The codes by the number of these symbols that they have, without empty sets."""
        if symbols not in self._totals:
            at_least = self._masks.at_least
            copies = [at_least[symbol][symbols[: index + 1].count(symbol)] for index, symbol in enumerate(symbols)]
            self._totals[symbols] = split_by_bit_planes([(0, self._masks.full)], bit_planes_of_counts(copies))
        return self._totals[symbols]

    def _by_position(self, columns: bytes) -> list[bytes]:
        """One string for each position."""
        return [columns[start : start + self._count] for start in range(0, len(columns), self._count)]

    def _make_steps(self, numbered: int) -> list[int]:
        """What a symbol adds to the cell numbers, by its position in a guess; for its second copy, plus all symbols."""
        copy, symbol = divmod(numbered, self._symbols)
        here = [int.from_bytes(each, "little") for each in self._by_position(self._columns.translate(_EQUALS[symbol]))]
        total = sum(here)
        if self._repeats:
            total = int.from_bytes(total.to_bytes(self._count, "little").translate(_AT_LEAST[copy + 1]), "little")
        steps = self._steps[numbered] = [self._positions * lanes + total for lanes in here]
        return steps


@dataclass(frozen=True)
class State:
    """The guesses made so far, and the candidates they leave.

    Args:
        rules: rules of the game.
        guesses: the guesses so far; their feedback follows from the candidates.
        candidates: the codes consistent with all feedback, in lexicographic order, at least one. If they are not
            equally likely, each is there as many times as its weight.
        weighted: whether a code can be there more than once.
    """

    rules: Rules
    guesses: tuple[Code, ...]
    candidates: Sequence[Code]
    weighted: bool = False

    @cached_property
    def _partitioner(self) -> Partitioner:
        return Partitioner(self.candidates, self.rules)

    @cached_property
    def absent_symbols(self) -> frozenset[int]:
        """The symbols that occur in no candidate."""
        return frozenset(range(self.rules.symbols)) - self._partitioner.occurring_symbols()

    @cached_property
    def _weights(self) -> Counter[Code]:
        """How many times each candidate is there."""
        return Counter(self.candidates)

    @cached_property
    def heaviest_weight(self) -> int:
        """How many times the likeliest candidate is there."""
        return max(self._weights.values()) if self.weighted else 1

    @property
    def cost_lower_bound(self) -> int:
        """A lower bound, see `find_splitter`: one guess for the likeliest candidate and two for each other."""
        return 2 * len(self.candidates) - self.heaviest_weight

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The history. All candidates give the same feedback, so it is computed from the first one."""
        secret = self.candidates[0]
        return tuple(Turn(guess, compute_feedback(secret, guess)) for guess in self.guesses)

    @property
    def winning_cell(self) -> int:
        """The number of the cell that contains the guess itself."""
        return self.rules.positions * (self.rules.positions + 1)

    def cell_numbers(self, guess: Code) -> bytes:
        """The cell number of every candidate; see `core.solver.state`."""
        return self._partitioner.cell_numbers(guess)

    def size_list(self, guess: Code) -> list[int]:
        """See `Partitioner.size_list`."""
        return self._partitioner.size_list(guess)

    def sizes_by_total(self, guess: Code) -> list[int]:
        """See `Partitioner.sizes_by_total`."""
        return self._partitioner.sizes_by_total(guess)

    def cell_sizes(self, guess: Code) -> dict[int, int]:
        """The sizes of the cells that are not empty, by cell number."""
        return self._partitioner.cell_sizes(guess)

    def successors(self, guess: Code) -> dict[int, "State"]:
        """The states that a guess can lead to, by cell number, without the winning cell."""
        cells: dict[int, list[Code]] = {}
        for number, code in zip(self.cell_numbers(guess), self.candidates, strict=True):
            cells.setdefault(number, []).append(code)
        cells.pop(self.winning_cell, None)
        guesses = (*self.guesses, guess)
        return {number: State(self.rules, guesses, cell, self.weighted) for number, cell in cells.items()}

    def successor(self, guess: Code, feedback: Feedback) -> "State":
        """The state after a guess with feedback that is correct for at least one candidate."""
        cell = cell_number(feedback, self.rules)
        selectors = (number == cell for number in self.cell_numbers(guess))
        return State(self.rules, (*self.guesses, guess), list(compress(self.candidates, selectors)), self.weighted)

    def find_splitter(self) -> Code | None:
        """The first of the likeliest candidates that puts every other in a cell of its own, or None if there is none.

        No guess is better: it is right at once for a likeliest candidate and identifies every other.
        """
        codes = self.candidates
        count = len(self._weights) if self.weighted else len(codes)
        if self.weighted:
            codes = [code for code, weight in self._weights.items() if weight == self.heaviest_weight]
        if count <= 2:  # noqa: PLR2004  # right at once, or the other one
            return codes[0]
        possible_feedbacks = (self.rules.positions + 1) * (self.rules.positions + 2) // 2 - 1
        if count > possible_feedbacks:
            return None
        return next((code for code in codes if len(set(self.cell_numbers(code))) == count), None)
