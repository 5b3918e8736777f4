"""Masks of all codes: bit i stands for the code at index i in lexicographic order.

All masks follow from the order of the codes: the codes that start with a symbol stand next to each other, and what can
follow is the same for many of them. So a mask is put together from a few parts, even for ten million codes, and only
the masks that a guess needs are made.

The feedback of a guess for all codes is counted with one bit per code as well: the hits are the number of positions in
which a code has the symbol of the guess, and hits and blows together are the number of the guess's symbols, with
copies, that a code has.
"""

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from itertools import permutations, product
from math import perm
from typing import TypeAlias

from core.game.codes import Code, all_codes
from core.game.feedback import Feedback
from core.game.rules import Rules
from core.solver.bit_sets import bit_planes_of_counts, elements_with_value, repeat_mask, split_by_value

CodeSet: TypeAlias = int
"""A set of codes as a mask."""

_REMEMBERED = 64
"""The number of masks that are kept, of each kind. One for 10,000,000 codes takes 1.3 MB."""


MAX_LISTED = 50_000
"""The largest number of codes of which a list is kept, see `code_list`."""


def all_codes_mask(rules: Rules) -> CodeSet:
    """The set of all codes."""
    return (1 << rules.code_count) - 1


@lru_cache(maxsize=_REMEMBERED)
def codes_with_symbol_at(rules: Rules, position: int, symbol: int) -> CodeSet:
    """The codes with a symbol in a position."""
    if rules.repeats:
        width = rules.symbols ** (rules.positions - 1 - position)
        return repeat_mask(_ones(width) << symbol * width, rules.symbols * width, rules.symbols**position)
    return _distinct(rules.positions, symbol, rules.symbols - 1 - symbol, position)


@lru_cache(maxsize=_REMEMBERED)
def codes_with_min_copies(rules: Rules, symbol: int, copies: int) -> CodeSet:
    """The codes with at least this many copies of a symbol."""
    if rules.repeats:
        return _with_copies(rules, rules.positions, symbol, copies)
    return _distinct(rules.positions, symbol, rules.symbols - 1 - symbol, None) if copies == 1 else 0


def codes_with_feedback(guess: Code, feedbacks: Collection[Feedback], rules: Rules) -> CodeSet:
    """The codes for which a guess gets one of these feedbacks; impossible ones are ignored."""
    hits, totals = _hits(guess, rules), _totals(guess, rules)
    result = 0
    for feedback in feedbacks:
        result |= elements_with_value(
            hits, feedback.hits, elements_with_value(totals, sum(feedback), all_codes_mask(rules))
        )
    return result


def split_by_feedback(guess: Code, codes: CodeSet, rules: Rules) -> Iterator[tuple[Feedback, CodeSet]]:
    """The codes of a set by their feedback to a guess, without empty cells."""
    totals = _totals(guess, rules)
    for hits, same_hits in split_by_value(_hits(guess, rules), codes):
        for total, cell in split_by_value(totals, same_hits):
            yield Feedback(hits, total - hits), cell


@lru_cache(maxsize=4)
def code_getter(rules: Rules) -> Callable[[int], Code]:
    """A function that returns the code at an index, from 0."""
    if rules.code_count <= MAX_LISTED:
        return code_list(rules).__getitem__
    starts, ends = _halves(rules)

    def code_at(index: int) -> Code:
        start, end = divmod(index, len(ends))
        if rules.repeats:
            return starts[start] + ends[end]
        free = [symbol for symbol in range(rules.symbols) if symbol not in starts[start]]
        return (*starts[start], *[free[number] for number in ends[end]])

    return code_at


def code_at(index: int, rules: Rules) -> Code:
    """The code at an index, from 0."""
    return code_getter(rules)(index)


@lru_cache(maxsize=4)
def code_list(rules: Rules) -> tuple[Code, ...]:
    """All codes in lexicographic order, for rules with at most `MAX_LISTED`."""
    return tuple(all_codes(rules))


def _hits(guess: Code, rules: Rules) -> list[int]:
    """The number of hits of every code, as masks of its binary digits."""
    return bit_planes_of_counts(codes_with_symbol_at(rules, position, symbol) for position, symbol in enumerate(guess))


def _totals(guess: Code, rules: Rules) -> list[int]:
    """The number of hits and blows of every code, as masks of its binary digits."""
    return bit_planes_of_counts(
        codes_with_min_copies(rules, symbol, guess[: position + 1].count(symbol))
        for position, symbol in enumerate(guess)
    )


def _ones(count: int) -> int:
    return (1 << count) - 1


def _distinct(positions: int, lower: int, higher: int, position: int | None) -> int:
    """The rows of distinct symbols that have one symbol in a position, or anywhere if `position` is None.

    Args:
        positions: the length of the rows.
        lower: number of other symbols that come before this one.
        higher: number of other symbols that come after this one.
        position: where the symbol is.
    """
    if positions == 0:
        return 0
    width = perm(lower + higher, positions - 1)
    if position == 0:
        return _ones(width) << lower * width
    first, rest = (_ones(width), None) if position is None else (0, position - 1)
    before = repeat_mask(_distinct(positions - 1, lower - 1, higher, rest), width, lower) if lower else 0
    after = repeat_mask(_distinct(positions - 1, lower, higher - 1, rest), width, higher) if higher else 0
    return before | first << lower * width | after << (lower + 1) * width


def _with_copies(rules: Rules, positions: int, symbol: int, copies: int) -> int:
    """The rows of some positions with at least this many copies of a symbol."""
    if copies == 0 or copies > positions:
        return 0 if copies else _ones(rules.symbols**positions)
    width: int = rules.symbols ** (positions - 1)
    other = _with_copies(rules, positions - 1, symbol, copies)
    one_less = _with_copies(rules, positions - 1, symbol, copies - 1)
    before = repeat_mask(other, width, symbol)
    after = repeat_mask(other, width, rules.symbols - 1 - symbol)
    return before | one_less << symbol * width | after << (symbol + 1) * width


def _halves(rules: Rules) -> tuple[list[Code], list[Code]]:
    """The first halves of all codes and, for each of them, the second halves in lexicographic order.

    Without repeats, the second halves are numbers of symbols among those that the first half leaves.
    """
    first = rules.positions // 2
    if rules.repeats:
        starts, ends = (product(range(rules.symbols), repeat=length) for length in (first, rules.positions - first))
        return list(starts), list(ends)
    left = rules.symbols - first
    return list(permutations(range(rules.symbols), first)), list(permutations(range(left), rules.positions - first))
