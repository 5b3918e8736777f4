"""The evaluator of the first release, to which the present one is compared in the same run.

It splits the candidates of each cell by masks, guess by guess along a trie. The trie contains one guess of each class
of equivalent guesses. Only the parts that an evaluation by a score needs are kept.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import compress, groupby, islice
from typing import Any, TypeAlias

from core.game.codes import Code, all_codes
from core.game.rules import MAX_SYMBOLS, Rules
from core.solver.evaluate import Evaluation
from core.solver.strategies import Strategy
from core.solver.symmetry import find_relabelings, inequivalent_guesses, next_symbols, symbol_groups

Trie: TypeAlias = list[tuple[int, Any]]
"""Guesses by symbol: pairs of a symbol and the trie of what may follow it, which is empty after the last symbol."""

Visitor: TypeAlias = Callable[[Code, list[int]], None]
"""Called with a guess and the sizes of its cells by number, including empty cells."""

_BINARY_DIGITS = tuple(
    bytes(ord("1") if byte == symbol else ord("0") for byte in range(256)) for symbol in range(MAX_SYMBOLS)
)
"""For each symbol, a translation table from a column of symbols to the binary digits of the symbol's mask."""

_SELECTORS = bytes(byte & 1 for byte in range(256))
"""A translation table from the characters "0" and "1" to the bytes 0 and 1."""


class SymbolMasks:
    """Where each symbol occurs in a list of codes.

    Attributes:
        full: the mask of all codes.
        at: `at[position][symbol]` is the mask of the codes with this symbol in this position.
        at_least: `at_least[symbol][n]` is the mask of the codes with at least n copies of this symbol, for n from 0 to
            the number of positions + 1.
    """

    __slots__ = ("at", "at_least", "full")

    def __init__(self, codes: Sequence[Code], rules: Rules) -> None:
        self.full = (1 << len(codes)) - 1
        columns = [bytes(column)[::-1] for column in zip(*codes, strict=True)]
        self.at = [
            [int(column.translate(_BINARY_DIGITS[symbol]), 2) for symbol in range(rules.symbols)] for column in columns
        ]
        self.at_least = [self._count_copies([row[symbol] for row in self.at]) for symbol in range(rules.symbols)]

    def _count_copies(self, by_position: list[int]) -> list[int]:
        """The masks of one symbol by number of copies, from its masks by position."""
        at_least = [self.full] + [0] * (len(by_position) + 1)
        for seen, mask in enumerate(by_position):
            if mask:
                for copies in range(seen, -1, -1):
                    at_least[copies + 1] |= at_least[copies] & mask
        return at_least


def select_codes(codes: Sequence[Code], mask: int) -> list[Code]:
    """The codes whose bits are set in a mask, in their order."""
    return list(compress(codes, f"{mask:0{len(codes)}b}"[::-1].encode().translate(_SELECTORS)))


def build_trie(guesses: Sequence[Code], depth: int = 0) -> Trie:
    """The trie of guesses, which must be in lexicographic order."""
    if depth == len(guesses[0]) - 1:
        return [LEAVES[guess[depth]] for guess in guesses]
    groups = groupby(guesses, key=lambda guess: guess[depth])
    return [(symbol, build_trie(list(group), depth + 1)) for symbol, group in groups]


LEAVES: tuple[tuple[int, Trie], ...] = tuple((symbol, []) for symbol in range(MAX_SYMBOLS))
"""The last level of all tries, which share these objects."""


def cell_masks(guess: Code, masks: SymbolMasks) -> dict[int, int]:
    """The cells of a guess that are not empty, as masks by cell number."""
    cells = {0: masks.full}
    for position, symbol in enumerate(guess):
        copies = guess[: position + 1].count(symbol)
        cells = _split(cells, masks.at[position][symbol], masks.at_least[symbol][copies], len(guess))
    return cells


def visit_guesses(masks: SymbolMasks, trie: Trie, positions: int, visitor: Visitor) -> None:
    """Call `visitor` for every guess of a trie, in lexicographic order."""
    _Traversal(masks, positions, visitor).visit({0: masks.full}, trie, ())


class _Traversal:
    """One traversal of a trie."""

    __slots__ = ("at", "at_least", "positions", "visitor")

    def __init__(self, masks: SymbolMasks, positions: int, visitor: Visitor) -> None:
        self.at = masks.at
        self.at_least = masks.at_least
        self.positions = positions
        self.visitor = visitor

    def visit(self, cells: dict[int, int], trie: Trie, prefix: Code) -> None:
        """Visit the guesses that start with `prefix`, which has split the candidates into `cells`."""
        position = len(prefix)
        if position == self.positions - 1:
            self.visit_leaves(cells, [symbol for symbol, _ in trie], prefix)
            return
        here = self.at[position]
        for symbol, children in trie:
            enough = self.at_least[symbol][prefix.count(symbol) + 1]
            self.visit(_split(cells, here[symbol], enough, self.positions), children, (*prefix, symbol))

    def visit_leaves(self, cells: dict[int, int], symbols: Sequence[int], prefix: Code) -> None:
        """Visit the guesses that start with `prefix` and end with one of `symbols`.

        The cells of the last symbol need not be split, only counted. This is the innermost loop of the solver.
        """
        here, at_least, visitor = self.at[-1], self.at_least, self.visitor
        hit = self.positions + 1
        cell_count = self.positions * hit + 1
        sized = [(number, cell, cell.bit_count()) for number, cell in cells.items()]
        for symbol in symbols:
            sizes = [0] * cell_count
            enough = at_least[symbol][prefix.count(symbol) + 1]
            hit_mask = here[symbol] & enough
            for number, cell, size in sized:
                if found := (cell & enough).bit_count():
                    hits = (cell & hit_mask).bit_count()
                    sizes[number + hit] += hits
                    sizes[number + 1] += found - hits
                    sizes[number] += size - found
                else:
                    sizes[number] += size
            if late_hits := here[symbol] ^ hit_mask:
                self._move_late_hits(sizes, cells, late_hits)
            visitor((*prefix, symbol), sizes)

    def _move_late_hits(self, sizes: list[int], cells: dict[int, int], late_hits: int) -> None:
        """Turn a blow into a hit for the codes that have the symbol in this position but too few copies of it."""
        for number, cell in cells.items():
            moved = (cell & late_hits).bit_count()
            sizes[number] -= moved
            sizes[number + self.positions] += moved


def _split(cells: dict[int, int], here: int, enough: int, positions: int) -> dict[int, int]:
    """Split cells by one more symbol of a guess.

    Args:
        cells: masks by cell number.
        here: the candidates with the symbol in this position.
        enough: the candidates with as many copies of the symbol as the guess has so far.
        positions: number of positions.
    """
    hit = positions + 1
    split: dict[int, int] = {}
    both = here & enough
    only_here, elsewhere, neither = here ^ both, enough ^ both, ~(here | enough)
    for number, cell in cells.items():
        for offset, mask in ((hit, both), (1, elsewhere), (hit - 1, only_here), (0, neither)):
            if part := cell & mask:
                split[number + offset] = split.get(number + offset, 0) | part
    return split


def inequivalent_trie(rules: Rules, guesses: tuple[Code, ...], absent: frozenset[int], limit: int) -> Trie | None:
    """The same guesses as a trie; arguments are those of `inequivalent_guesses`.

    If positions cannot be permuted, what may follow a prefix depends only on the set of symbols in it, so equal parts
    of the trie are shared.
    """
    if (not guesses and not absent) or len(list(islice(find_relabelings(guesses, guesses, rules.positions), 2))) > 1:
        codes = inequivalent_guesses(rules, guesses, absent, limit)
        return None if codes is None else build_trie(codes)
    trie, count = _SharedTrie(rules, symbol_groups(rules, guesses, absent)).build(0, frozenset())
    return trie if count <= limit else None


class _SharedTrie:
    """The codes that are their own lowest renaming, as a trie that shares equal parts."""

    def __init__(self, rules: Rules, groups: tuple[int, ...]) -> None:
        self._rules = rules
        self._groups = groups
        self._built: dict[tuple[int, frozenset[int]], tuple[Trie, int]] = {}

    def build(self, position: int, used: frozenset[int]) -> tuple[Trie, int]:
        """The trie from a position on, after the symbols in `used`, and the number of codes in it."""
        if (position, used) not in self._built:
            self._built[position, used] = self._build(position, used)
        return self._built[position, used]

    def _build(self, position: int, used: frozenset[int]) -> tuple[Trie, int]:
        symbols = list(next_symbols(self._rules, self._groups, used))
        if position == self._rules.positions - 1:
            return [LEAVES[symbol] for symbol in symbols], len(symbols)
        children = [self.build(position + 1, used | {symbol}) for symbol in symbols]
        trie = [(symbol, child) for symbol, (child, _) in zip(symbols, children, strict=True)]
        return trie, sum(count for _, count in children)


def evaluate(rules: Rules, strategy: Strategy) -> Evaluation:
    """Play a strategy with a score and candidates first in ties for every secret."""
    wins: Counter[int] = Counter()
    _count_wins(rules, strategy, (), list(all_codes(rules)), wins)
    return Evaluation.from_counts(wins)


def _count_wins(
    rules: Rules, strategy: Strategy, guesses: tuple[Code, ...], candidates: list[Code], wins: Counter[int]
) -> None:
    masks = SymbolMasks(candidates, rules)
    guess = candidates[0] if len(candidates) == 1 else _splitter(candidates, masks)
    if guess is None:
        guess = _best_guess(rules, strategy, guesses, masks)
    for number, cell in cell_masks(guess, masks).items():
        if number == rules.positions * (rules.positions + 1):
            wins[len(guesses) + 1] += 1
        else:
            _count_wins(rules, strategy, (*guesses, guess), select_codes(candidates, cell), wins)


def _splitter(candidates: list[Code], masks: SymbolMasks) -> Code | None:
    positions = len(candidates[0])
    if len(candidates) >= (positions + 1) * (positions + 2) // 2:
        return None
    return next((code for code in candidates if len(cell_masks(code, masks)) == len(candidates)), None)


def _best_guess(rules: Rules, strategy: Strategy, guesses: tuple[Code, ...], masks: SymbolMasks) -> Code:
    absent = frozenset(symbol for symbol in range(rules.symbols) if not masks.at_least[symbol][1])
    score_of, size = strategy.score.scaled, masks.full.bit_count()
    ideal = score_of([1] * size)
    best: list[tuple[int, bool, Code]] = []

    def visit(guess: Code, sizes: list[int]) -> None:
        rated = score_of(sizes), not sizes[-1], guess
        if not best or rated[:2] < best[-1][:2]:
            best.append(rated)
            if rated[0] == ideal:
                raise _FoundIdeal

    with suppress(_FoundIdeal):
        visit_guesses(masks, cached_trie(rules, tuple(sorted(set(guesses))), absent), rules.positions, visit)
    return best[-1][2]


class _FoundIdeal(Exception):
    """No guess can be better than the last one."""


@lru_cache(maxsize=256)
def cached_trie(rules: Rules, guesses: tuple[Code, ...], absent: frozenset[int]) -> Trie:
    """The inequivalent guesses of a state."""
    return inequivalent_trie(rules, guesses, absent, rules.codes) or []
