"""The candidates of a history, counted exactly for all supported rules.

Sets of codes come in two forms here, both with one byte per code in lexicographic order:

- as `bytes`, with 1 for the codes in the set and 0 for the others;
- as `CodeSet`, the same bytes as a little-endian integer, on which `&` and `|` are fast.

The cell numbers of one guess for all codes are also a string of bytes. It is built from the last position to the first:
what can follow a symbol is the string for the remaining positions, with a constant added to every byte if the symbol is
a hit or a blow. Because this only copies and translates bytes, ten million cell numbers take a few hundredths of a
second.
"""

import random
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import compress
from typing import TypeAlias

from core.game.codes import Code, all_codes
from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn, compute_feedback
from core.game.rules import MAX_POSITIONS, Rules
from core.solver.guess_lists import all_guesses, code_at
from core.solver.state import cell_number

CodeSet: TypeAlias = int
"""A set of codes: a little-endian integer with one byte per code in lexicographic order, 1 for the codes in the set."""

_ADD = tuple(bytes((byte + added) % 256 for byte in range(256)) for added in range(MAX_POSITIONS + 2))
"""Translation tables that add 0, 1, 2 ... to every byte."""

_MAX_MASKED = 50_000
"""Up to this many codes, their masks in `core.solver.guess_lists` are used, which are quicker than cell numbers."""

_SELECTORS = bytes(byte & 1 for byte in range(256))
"""A translation table from the characters "0" and "1" to the bytes 0 and 1."""

_MAX_CODES_PER_CANDIDATE = 20
"""Up to this ratio, candidates are selected from all codes. Above it, each is computed from its index."""

_MAX_SCORED = 1_000
"""Up to this many candidates are scored one by one; with more, computing the cell numbers of all codes is faster."""


@dataclass(frozen=True)
class CandidateSet:
    """The candidates of a history.

    Args:
        rules: rules of the game.
        count: number of candidates.
        membership: one byte per code in lexicographic order, 1 for candidates.
    """

    rules: Rules
    count: int
    membership: bytes = field(repr=False)

    @classmethod
    def from_code_set(cls, codes: CodeSet, rules: Rules) -> "CandidateSet":
        """The candidates in a set of codes."""
        return cls(rules, codes.bit_count(), to_bytes(codes, rules))

    def codes(self) -> list[Code]:
        """All candidates in lexicographic order."""
        return list(self._codes)

    @cached_property
    def _codes(self) -> list[Code]:
        if self.rules.codes <= _MAX_CODES_PER_CANDIDATE * self.count:
            return list(compress(all_codes(self.rules), self.membership))
        return [code_at(index, self.rules) for index in self._indices()]

    def sample(self, size: int, rng: random.Random) -> list[Code]:
        """A random sample of candidates in lexicographic order; all of them if there are no more than `size`."""
        if self.count <= size:
            return self.codes()
        indices: Sequence[int] = range(self.count) if self.count == self.rules.codes else list(self._indices())
        return [code_at(index, self.rules) for index in sorted(rng.sample(indices, size))]

    def cell_sizes(self, guess: Code) -> dict[Feedback, int]:
        """The number of candidates for each feedback to a guess, without empty cells."""
        if self.count <= _MAX_SCORED:
            return dict(Counter(compute_feedback(code, guess) for code in self._codes))
        cells = cell_numbers(guess, self.rules)
        if self.count < self.rules.codes:
            cells = bytes(compress(cells, self.membership))
        sizes = {
            Feedback(*pair): cells.count(cell_number(Feedback(*pair), self.rules)) for pair in self.rules.feedbacks()
        }
        return {feedback: size for feedback, size in sizes.items() if size}

    def _indices(self) -> Iterator[int]:
        return compress(range(self.rules.codes), self.membership)


def find_candidates(rules: Rules, turns: Sequence[Turn]) -> CandidateSet:
    """The codes consistent with every turn. All guesses must be codes under these rules.

    Raises:
        Contradiction: there are none; the error names the first turn after which none is left.
    """
    return _find_candidates(rules, tuple((turn.guess, turn.feedback) for turn in turns))


@lru_cache(maxsize=4)
def _find_candidates(rules: Rules, turns: tuple[tuple[Code, Feedback], ...]) -> CandidateSet:
    """Cached recursively if there are many codes, so that a history that grows by one turn costs only that turn."""
    if not turns:
        return CandidateSet(rules, rules.codes, b"\1" * rules.codes)
    if rules.codes <= _MAX_MASKED:
        return _find_with_masks(rules, turns)
    before = int.from_bytes(_find_candidates(rules, turns[:-1]).membership, "little")
    guess, feedback = turns[-1]
    after = before & codes_with_feedback(cell_numbers(guess, rules), {feedback}, rules)
    if not after:
        raise Contradiction(len(turns))
    return CandidateSet.from_code_set(after, rules)


def _find_with_masks(rules: Rules, turns: Sequence[tuple[Code, Feedback]]) -> CandidateSet:
    codes = all_guesses(rules)
    mask = codes.full
    for number, (guess, feedback) in enumerate(turns, 1):
        mask = codes.cells(guess, mask).get(cell_number(feedback, rules), 0)
        if not mask:
            raise Contradiction(number)
    membership = f"{mask:0{rules.codes}b}"[::-1].encode().translate(_SELECTORS)
    return CandidateSet(rules, mask.bit_count(), membership)


def full_set(rules: Rules) -> CodeSet:
    """The set of all codes."""
    return int.from_bytes(b"\1" * rules.codes, "little")


def codes_with_feedback(cells: bytes, feedbacks: Collection[Feedback], rules: Rules) -> CodeSet:
    """The codes for which a guess gets one of these feedbacks.

    Args:
        cells: the result of `cell_numbers` for the guess.
        feedbacks: the feedbacks; impossible ones are ignored.
        rules: rules of the game.
    """
    wanted = {cell_number(feedback, rules) for feedback in feedbacks if rules.allows(*feedback)}
    return int.from_bytes(cells.translate(bytes(number in wanted for number in range(256))), "little")


def to_bytes(codes: CodeSet, rules: Rules) -> bytes:
    """The set as one byte per code, a selector for `itertools.compress`."""
    return codes.to_bytes(rules.codes, "little")


def cell_numbers(guess: Code, rules: Rules) -> bytes:
    """The number of the cell of every code, in lexicographic order of the codes."""
    return _cell_numbers_with_repeats(guess, rules) if rules.repeats else _cell_numbers_distinct(guess, rules)


def _cell_numbers_distinct(guess: Code, rules: Rules) -> bytes:
    memo: dict[int, bytes] = {}

    def suffixes(position: int, used: int) -> bytes:
        """The numbers for all ways to fill the positions from `position` on without the symbols in the mask `used`."""
        if position == rules.positions:
            return b"\0"
        if used not in memo:
            memo[used] = b"".join(
                suffixes(position + 1, used | 1 << symbol).translate(
                    _ADD[rules.positions + 1 if guess[position] == symbol else symbol in guess]
                )
                for symbol in range(rules.symbols)
                if not used >> symbol & 1
            )
        return memo[used]

    cells = suffixes(0, 0)
    memo.clear()  # the closure is a reference cycle, which would keep the memory until it is collected
    return cells


def _cell_numbers_with_repeats(guess: Code, rules: Rules) -> bytes:
    memo: dict[tuple[int, Code], bytes] = {}

    def suffixes(position: int, unmatched: Code) -> bytes:
        """The numbers for all ways to fill the positions from `position` on.

        `unmatched` are the symbols of the guess, with copies, that earlier positions have not matched.
        """
        if position == rules.positions:
            return b"\0"
        if (position, unmatched) not in memo:
            memo[position, unmatched] = b"".join(
                suffixes_after(position, unmatched, symbol) for symbol in range(rules.symbols)
            )
        return memo[position, unmatched]

    def suffixes_after(position: int, unmatched: Code, symbol: int) -> bytes:
        hit = guess[position] == symbol
        if symbol not in unmatched:  # an earlier position counted this hit as a blow
            return suffixes(position + 1, unmatched).translate(_ADD[rules.positions * hit])
        index = unmatched.index(symbol)
        rest = (*unmatched[:index], *unmatched[index + 1 :])
        return suffixes(position + 1, rest).translate(_ADD[rules.positions + 1 if hit else 1])

    cells = suffixes(0, guess)
    memo.clear()  # the closure is a reference cycle, which would keep the memory until it is collected
    return cells
