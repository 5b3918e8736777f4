"""The candidates of a history, counted exactly for all supported rules.

A set of candidates is a mask of codes, see `core.solver.code_masks`. Where there are few, it is quicker to list them
and to compute their feedback together, see `core.solver.state`.
"""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, reduce
from itertools import compress
from operator import or_

from core.game.codes import Code
from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn
from core.game.items import ITEM_RULES, Clue, Entry
from core.game.rules import Rules
from core.solver.bit_sets import bits, bits_at
from core.solver.code_masks import (
    MAX_LISTED,
    CodeSet,
    all_codes_mask,
    cells,
    code_getter,
    code_list,
    codes_with_feedback,
)
from core.solver.state import Partitioner, cell_feedback

_MAX_PARTITIONED = 2_000
_LEAST_DENSITY = 200
"""Feedback is computed for a list of the candidates if there are at most `_MAX_PARTITIONED`, or if at most one code in
`_LEAST_DENSITY` is a candidate."""

_REMEMBERED_CLUES = 100
"""More than there are different clues."""

_SELECTORS = bytes(byte & 1 for byte in range(256))
"""A translation table from the characters "0" and "1" to the bytes 0 and 1."""


@dataclass(frozen=True)
class CandidateSet:
    """The candidates of a history.

    Args:
        rules: rules of the game.
        mask: the candidates as a set of codes.
    """

    rules: Rules
    mask: CodeSet = field(repr=False)

    @cached_property
    def count(self) -> int:
        """The number of candidates."""
        return self.mask.bit_count()

    def codes(self) -> list[Code]:
        """All candidates in lexicographic order."""
        return list(self._codes)

    @cached_property
    def _codes(self) -> list[Code]:
        if self.rules.codes <= MAX_LISTED:
            selectors = f"{self.mask:0{self.rules.codes}b}"[::-1].encode().translate(_SELECTORS)
            return list(compress(code_list(self.rules), selectors))
        return list(map(code_getter(self.rules), bits(self.mask)))

    def sample(self, size: int, rng: random.Random) -> list[Code]:
        """A random sample of candidates in lexicographic order; all of them if there are no more than `size`."""
        if self.count <= size:
            return self.codes()
        ranks = sorted(rng.sample(range(self.count), size))
        return list(map(code_getter(self.rules), bits_at(self.mask, ranks)))

    def draw(self, rng: random.Random, excluded: Collection[Code]) -> Code | None:
        """A random candidate that is not one of some codes, or None if there is none."""
        ranks = rng.sample(range(self.count), min(self.count, len(excluded) + 1))
        codes = map(code_getter(self.rules), bits_at(self.mask, ranks))
        return next((code for code in codes if code not in excluded), None)

    def cell_sizes(self, guess: Code) -> dict[Feedback, int]:
        """The number of candidates for each feedback to a guess, without empty cells."""
        if self.count > max(_MAX_PARTITIONED, self.rules.codes // _LEAST_DENSITY):
            return {feedback: cell.bit_count() for feedback, cell in cells(guess, self.mask, self.rules)}
        sizes = sorted(self._partitioner.cell_sizes(guess).items())
        return {cell_feedback(number, self.rules): size for number, size in sizes}

    @cached_property
    def _partitioner(self) -> Partitioner:
        return Partitioner(self._codes, self.rules)


def find_candidates(rules: Rules, history: Sequence[Entry]) -> CandidateSet:
    """The codes that the secret can be now, consistent with every turn and clue. All guesses must be codes.

    Raises:
        Contradiction: there are none; the error names the first entry after which none is left.
    """
    return _find_candidates(rules, tuple(each._replace(by="") if isinstance(each, Turn) else each for each in history))


@lru_cache(maxsize=8)
def _find_candidates(rules: Rules, history: tuple[Entry, ...]) -> CandidateSet:
    """Cached recursively, so that a history that grows by one entry costs only that entry."""
    if not history:
        return CandidateSet(rules, all_codes_mask(rules))
    after = codes_after(history[-1], _find_candidates(rules, history[:-1]).mask, rules)
    if not after:
        raise Contradiction(len(history))
    return CandidateSet(rules, after)


def codes_after(entry: Entry, codes: CodeSet, rules: Rules) -> CodeSet:
    """What codes of a set can be after a turn or a clue: those that it fits or, after a defence, become of them."""
    if isinstance(entry, Turn):
        return codes & codes_with_feedback(entry.guess, {entry.feedback}, rules)
    numbers_after = _numbers_after(entry)
    return reduce(or_, (numbers_after[index] for index in bits(codes)), 0)


@lru_cache(maxsize=_REMEMBERED_CLUES)
def _numbers_after(clue: Clue) -> Sequence[CodeSet]:
    """For each number, what it can be after a clue; nothing if the clue does not fit it."""
    numbers = code_list(ITEM_RULES)
    masks = {number: 1 << index for index, number in enumerate(numbers)}
    return [
        reduce(or_, map(masks.__getitem__, clue.numbers_after(number))) if clue.fits(number) else 0
        for number in numbers
    ]
