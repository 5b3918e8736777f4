"""The candidates of a history, counted exactly for all supported rules, and how likely they are.

A set of candidates is a mask of codes, see `core.solver.code_masks`. Where there are few, it is quicker to list them
and to compute their feedback together, see `core.solver.state`.

At first all codes are equally likely. After SHUFFLE or CHANGE they are not, because a number can come of several
others. The owner is assumed to draw: after SHUFFLE each order of the digits is equally likely, after CHANGE each digit
of the class that is not in the number.
"""

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, reduce
from itertools import compress
from math import gcd
from operator import or_
from typing import TypeAlias

from core.game.codes import Code
from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn
from core.game.items import DEFENCES, ITEM_RULES, Clue, Entry
from core.game.rules import Rules
from core.solver.bit_sets import elements, elements_at_ranks, split_by_value
from core.solver.code_masks import (
    MAX_LISTED,
    CodeSet,
    all_codes_mask,
    code_getter,
    code_list,
    codes_with_feedback,
    split_by_feedback,
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


_DRAWS = 12
"""A multiple of the number of things that a number can be after a defence: 6 after SHUFFLE, 2 to 4 after CHANGE."""

Weights: TypeAlias = tuple[CodeSet, ...]
"""Weights of codes, to which their probabilities are proportional: the masks of their binary digits, the lowest first.

They have no common divisor, so there is a single mask, the set of codes, if all are equally likely.
"""


@dataclass(frozen=True)
class CandidateSet:
    """The candidates of a history.

    Args:
        rules: rules of the game.
        weights: their weights; other codes have none.
    """

    rules: Rules
    weights: Weights = field(repr=False)

    @cached_property
    def mask(self) -> CodeSet:
        """The candidates as a set of codes."""
        return reduce(or_, self.weights)

    @cached_property
    def count(self) -> int:
        """The number of candidates."""
        return self.mask.bit_count()

    @cached_property
    def weight(self) -> int:
        """The sum of all weights."""
        return total_weight(self.mask, self.weights)

    @property
    def is_uniform(self) -> bool:
        """Whether all candidates are equally likely."""
        return len(self.weights) == 1

    def codes(self) -> list[Code]:
        """All candidates in lexicographic order."""
        return list(self._codes)

    @cached_property
    def _codes(self) -> list[Code]:
        if self.rules.code_count <= MAX_LISTED:
            selectors = f"{self.mask:0{self.rules.code_count}b}"[::-1].encode().translate(_SELECTORS)
            return list(compress(code_list(self.rules), selectors))
        return list(map(code_getter(self.rules), elements(self.mask)))

    def weighted_codes(self) -> list[Code]:
        """All candidates in lexicographic order, each as many times as its weight."""
        if self.is_uniform:
            return self.codes()
        return [code for code in self._codes for _ in range(self._weight_of[code])]

    @cached_property
    def _weight_of(self) -> dict[Code, int]:
        by_index = _by_index(self.weights)
        return {code: by_index[index] for code, index in zip(self._codes, elements(self.mask), strict=True)}

    def sample(self, size: int, rng: random.Random) -> list[Code]:
        """A random sample of candidates in lexicographic order; all of them if there are no more than `size`.

        If they are not equally likely, the sample is drawn with replacement.
        """
        if not self.is_uniform:
            return sorted(rng.choices(self._codes, list(self._weight_of.values()), k=size))
        if self.count <= size:
            return self.codes()
        ranks = sorted(rng.sample(range(self.count), size))
        return list(map(code_getter(self.rules), elements_at_ranks(self.mask, ranks)))

    def draw(self, rng: random.Random, excluded: Collection[Code]) -> Code | None:
        """A random candidate that is not one of some codes, or None if there is none."""
        if not self.is_uniform:
            weights = [0 if code in excluded else self._weight_of[code] for code in self._codes]
            return rng.choices(self._codes, weights)[0] if any(weights) else None
        ranks = rng.sample(range(self.count), min(self.count, len(excluded) + 1))
        codes = map(code_getter(self.rules), elements_at_ranks(self.mask, ranks))
        return next((code for code in codes if code not in excluded), None)

    def cell_sizes(self, guess: Code) -> dict[Feedback, int]:
        """The number of candidates for each feedback to a guess, without empty cells."""
        if self.count > max(_MAX_PARTITIONED, self.rules.code_count // _LEAST_DENSITY):
            return {feedback: cell.bit_count() for feedback, cell in split_by_feedback(guess, self.mask, self.rules)}
        sizes = sorted(self._partitioner.cell_sizes(guess).items())
        return {cell_feedback(number, self.rules): size for number, size in sizes}

    def cell_weights(self, guess: Code) -> dict[Feedback, int]:
        """The weight of the candidates for each feedback to a guess, without empty cells."""
        if self.is_uniform:
            return self.cell_sizes(guess)
        return {
            feedback: total_weight(cell, self.weights)
            for feedback, cell in split_by_feedback(guess, self.mask, self.rules)
        }

    @cached_property
    def _partitioner(self) -> Partitioner:
        return Partitioner(self._codes, self.rules)


def total_weight(codes: CodeSet, weights: Weights) -> int:
    """The sum of the weights in a set."""
    return sum((digit & codes).bit_count() << power for power, digit in enumerate(weights))


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
        return CandidateSet(rules, (all_codes_mask(rules),))
    after = weights_after(history[-1], _find_candidates(rules, history[:-1]).weights, rules)
    if not any(after):
        raise Contradiction(len(history))
    return CandidateSet(rules, after)


def codes_after(entry: Entry, codes: CodeSet, rules: Rules) -> CodeSet:
    """What codes of a set can be after a turn or a clue: those that it fits or, after a defence, become of them."""
    return reduce(or_, weights_after(entry, (codes,), rules))


def weights_after(entry: Entry, weights: Weights, rules: Rules) -> Weights:
    """The weights after a turn or a clue; a single empty mask if no code is left."""
    if isinstance(entry, Clue) and entry.item in DEFENCES:
        return _weights_after_defence(entry, weights)
    fits = (
        codes_with_feedback(entry.guess, {entry.feedback}, rules) if isinstance(entry, Turn) else numbers_fitting(entry)
    )
    left = tuple(digit & fits for digit in weights)
    return left if len(left) == 1 else _normalized(_by_index(left))


def _weights_after_defence(clue: Clue, weights: Weights) -> Weights:
    after = Counter[int]()
    for index, weight in _by_index(weights).items():
        for number, chance in _chances_after(clue)[index].items():
            after[number] += weight * chance
    return _normalized(after)


def _by_index(weights: Weights) -> dict[int, int]:
    """The weights above 0 by the indexes of the codes."""
    by_weight = split_by_value(weights, reduce(or_, weights))
    return {index: weight for weight, codes in by_weight for index in elements(codes)}


def _normalized(by_index: Mapping[int, int]) -> Weights:
    """The weights without their common divisor."""
    divisor = gcd(*by_index.values())
    digits = [0] * max(1, max(by_index.values(), default=0).bit_length())
    for index, weight in by_index.items():
        for power in elements(weight // divisor):
            digits[power] |= 1 << index
    while len(digits) > 1 and not digits[-1]:
        digits.pop()
    return tuple(digits)


@lru_cache(maxsize=_REMEMBERED_CLUES)
def numbers_fitting(clue: Clue) -> CodeSet:
    """The numbers that a clue fits."""
    return sum(1 << index for index, number in enumerate(code_list(ITEM_RULES)) if clue.fits(number))


@lru_cache(maxsize=_REMEMBERED_CLUES)
def _chances_after(clue: Clue) -> Sequence[Mapping[int, int]]:
    """For each number, the indexes of what it can be after a defence, with their chances in `_DRAWS` draws."""
    indexes = {number: index for index, number in enumerate(code_list(ITEM_RULES))}
    after = [list(clue.possible_new_numbers(number)) if clue.fits(number) else [] for number in indexes]
    return [{indexes[number]: _DRAWS // len(numbers) for number in numbers} for numbers in after]
