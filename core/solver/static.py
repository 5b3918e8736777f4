"""Guesses that are all asked at once, after which the secret is known.

Guesses tell all secrets apart if no two codes get the same feedback to every guess. A *cell* holds codes that got the
same feedback to the guesses so far. Cells of one code are left out, so no cell is left at the end.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, combinations, islice, permutations
from operator import itemgetter
from typing import TypeAlias

from core.game.codes import Code, all_codes
from core.game.rules import Rules
from core.solver.bit_sets import elements, masks_by_value
from core.solver.state import Partitioner, cell_numbers
from core.solver.symmetry import Symmetry

Cells: TypeAlias = list[tuple[int, ...]]
"""The numbers of the codes that are not told apart yet, at least two in each cell."""

_MAX_RENAMED = 6
"""How many symbols the symmetries rename. If there are more symbols, some equivalent guesses are tried again."""

_MOST_PAIRS = 2_000
"""The largest number of pairs of codes among which one is looked for that few guesses tell apart."""

_REMEMBERED_PAIRS = 1 << 15
"""For how many pairs of codes the guesses are kept that tell them apart."""

_STEPS, _STEPS_OF_EACH_START, _SAMPLE = 5_000, 100, 30
"""How often one guess is replaced by the best of a sample before the search for so few guesses ends."""


class StaticSearch:
    """Searches for few guesses that tell all secrets apart.

    Args:
        rules: the rules. The feedback of each guess to each code is kept, one byte each.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._codes = list(all_codes(rules))
        self._numbers = {code: number for number, code in enumerate(self._codes)}
        partitioner = Partitioner(self._codes, rules)
        self._rows = [partitioner.cell_numbers(guess) for guess in self._codes]
        self._most_cells = max(len(set(row)) for row in self._rows)
        self._by_feedback = cache(self._guesses_by_feedback)
        self._apart = lru_cache(_REMEMBERED_PAIRS)(self._tell_apart)

    def find_at_random(self, rng: random.Random) -> tuple[Code, ...]:
        """Guesses that tell all secrets apart, found at random; fewer may do."""
        guesses = list[int]()
        while cells := self._cells(guesses):
            guesses.append(self._best_of_sample(cells, rng)[1])
        while fewer := self._exchange(len(guesses) - 1, rng):
            guesses = fewer
        return tuple(self._codes[guess] for guess in guesses)

    def find_at_most(self, count: int) -> tuple[Code, ...] | None:
        """Guesses that tell all secrets apart, at most `count`, or None if there are none."""
        found = self._find(self._cells([]), count, 0, _symmetries(self._rules)) if count else None
        return None if found is None else tuple(self._codes[guess] for guess in found)

    def _cells(self, guesses: Iterable[int]) -> Cells:
        """The cells after some guesses."""
        cells = [tuple(range(len(self._codes)))]
        for guess in guesses:
            cells = list(self._parts(cells, guess))
        return cells

    def _parts(self, cells: Iterable[tuple[int, ...]], guess: int) -> Iterator[tuple[int, ...]]:
        """The parts of cells after one more guess."""
        row = self._rows[guess]
        for cell in cells:
            parts: dict[int, list[int]] = {}
            for code in cell:
                parts.setdefault(row[code], []).append(code)
            yield from (tuple(part) for part in parts.values() if len(part) > 1)

    def _best_of_sample(self, cells: Cells, rng: random.Random) -> tuple[int, int]:
        """The best of some random guesses, after the number of pairs that it does not tell apart."""
        sizes = self._sizes_after(cells)
        sample = rng.sample(range(len(self._codes)), min(_SAMPLE, len(self._codes)))
        return min((_pairs(sizes(guess)), guess) for guess in sample)

    def _exchange(self, count: int, rng: random.Random) -> list[int] | None:
        """At most so many guesses that tell all secrets apart, or None if none are found.

        It starts with random guesses, exchanges one after the other, and starts again after some steps.
        """
        guesses, fewest = list[int](), 0
        enough = self._most_cells**count >= len(self._codes)
        for step in range(_STEPS if enough else 0):
            if step % _STEPS_OF_EACH_START == 0:
                guesses = rng.sample(range(len(self._codes)), count)
                fewest = _pairs([len(self._codes)])
            others = rng.sample(guesses, count - 1)
            cells = self._cells(others)
            pairs, guess = self._best_of_sample(cells, rng) if cells else (0, others[0])
            if pairs <= fewest:
                fewest, guesses = pairs, [*others, guess]
            if pairs == 0:
                return guesses
        return None

    def _find(
        self, cells: Iterable[tuple[int, ...]], left: int, excluded: int, symmetries: Sequence[Symmetry]
    ) -> list[int] | None:
        """At most `left` more guesses that leave no cell, none of them excluded, or None if there are none.

        The symmetries map each guess so far to itself. When a guess has failed, so have those that they map it to.
        """
        if left == 1:
            return self._last(cells, excluded)
        largest_first = sorted(cells, key=len, reverse=True)
        if not largest_first:
            return []
        for guess in self._required(largest_first, left, excluded):
            if excluded >> guess & 1:
                continue
            images = [self._numbers[each.apply(self._codes[guess])] for each in symmetries]
            fixing = [each for each, image in zip(symmetries, images, strict=True) if image == guess]
            found = self._find(self._parts(largest_first, guess), left - 1, excluded, fixing)
            if found is not None:
                return [guess, *found]
            for image in images:
                excluded |= 1 << image
        return None

    def _last(self, cells: Iterable[tuple[int, ...]], excluded: int) -> list[int] | None:
        """A guess that leaves no cell, or None."""
        allowed = (1 << len(self._codes)) - 1 & ~excluded
        for cell in cells:
            for one, other in combinations(cell, 2):
                allowed &= self._apart(one, other)
                if not allowed:
                    return None
        return [next(elements(allowed))]

    def _required(self, cells: Cells, left: int, excluded: int) -> Iterable[int]:
        """Guesses of which at least one is needed: those that tell two codes apart that few guesses tell apart."""
        pairs = islice(combinations(cells[0], 2), _MOST_PAIRS)
        required = elements(min((self._apart(*pair) & ~excluded for pair in pairs), key=int.bit_count))
        if left == 2:  # noqa: PLR2004  # `_last` takes less time than ranking
            return required
        sizes = self._sizes_after(cells)
        return sorted(required, key=lambda guess: _pairs(sizes(guess)))

    def _tell_apart(self, one: int, other: int) -> int:
        """The mask of the guesses that tell two codes apart."""
        together = 0
        for number, guesses in self._by_feedback(one).items():
            together |= guesses & self._by_feedback(other).get(number, 0)
        return (1 << len(self._codes)) - 1 ^ together

    def _guesses_by_feedback(self, code: int) -> dict[int, int]:
        """The masks of the guesses that get each feedback for a code; they are those that it gets for them."""
        return masks_by_value(self._rows[code], cell_numbers(self._rules)[-1])

    def _sizes_after(self, cells: Cells) -> Callable[[int], Iterable[int]]:
        """A function that gives the sizes of the parts of all cells after a guess."""
        labels = [label for label, cell in enumerate(cells) for _ in cell]
        select = itemgetter(*chain.from_iterable(cells))
        return lambda guess: Counter(zip(labels, select(self._rows[guess]), strict=True)).values()


def _pairs(sizes: Iterable[int]) -> int:
    """The number of pairs of codes in the same cell, each counted in both orders."""
    return sum(size * (size - 1) for size in sizes)


def _symmetries(rules: Rules) -> list[Symmetry]:
    """A group of symmetries of the codes: positions are permuted, and the first symbols renamed."""
    renamed = min(rules.symbols, _MAX_RENAMED)
    renamings = [(*some, *range(renamed, rules.symbols)) for some in permutations(range(renamed))]
    return [Symmetry(source, each) for source in permutations(range(rules.positions)) for each in renamings]
