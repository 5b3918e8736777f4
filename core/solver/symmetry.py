"""Equivalent guesses, of which a search needs to consider only one.

Two guesses are equivalent if a symmetry of the state maps one to the other. There are two types of symmetry:

- exchanging symbols that no guess so far contains, or symbols that no candidate contains;
- permuting the positions and renaming the symbols so that every guess so far is mapped to itself.

The representative of a class of equivalent guesses is its lowest member in lexicographic order, so the lowest of the
best guesses is the same code with and without the reduction.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from core.game.codes import Code
from core.game.rules import Rules

MAX_SYMMETRIES = 720
"""How many symmetries are applied. With fewer than all, some equivalent guesses remain, which does no harm."""


class Symmetry(NamedTuple):
    """A permutation of positions with a renaming of symbols.

    Args:
        source: for each position, the position its symbol comes from.
        renaming: the new symbol for each symbol.
    """

    source: tuple[int, ...]
    renaming: tuple[int, ...]

    def apply(self, code: Code) -> Code:
        """The code that `code` is mapped to."""
        return tuple([self.renaming[code[position]] for position in self.source])


class Relabeling(NamedTuple):
    """A permutation of positions with a partial renaming of symbols.

    Args:
        source: for each new position, the old position its symbol comes from.
        renaming: the new symbol for each old symbol that has one, one-to-one.
    """

    source: tuple[int, ...]
    renaming: Mapping[int, int]

    def map_back(self, code: Code, symbols: int) -> Code:
        """The code that is mapped to `code`; `symbols` is how many the rules have.

        Symbols without a new symbol are chosen in ascending order.
        """
        free = (symbol for symbol in range(symbols) if symbol not in self.renaming)
        inverse = {new: old for old, new in self.renaming.items()}
        old_code = [0] * len(code)
        for position, symbol in sorted(zip(self.source, code, strict=True)):
            if symbol not in inverse:
                inverse[symbol] = next(free)
            old_code[position] = inverse[symbol]
        return tuple(old_code)


def inequivalent_guesses(
    rules: Rules, guesses: tuple[Code, ...], absent: frozenset[int], limit: int
) -> tuple[Code, ...] | None:
    """One guess of each class of equivalent guesses, in lexicographic order.

    Args:
        rules: rules of the game.
        guesses: the guesses so far, in any order.
        absent: the symbols that occur in no candidate.
        limit: the largest number of guesses, counted before positions are permuted.

    Returns:
        The guesses, or None if there are more than `limit`.
    """
    if not guesses and not absent:
        return tuple(_openings(rules))
    groups = symbol_groups(rules, guesses, absent)
    codes = list(islice(_lowest_codes(rules, groups), limit + 1))
    if len(codes) > limit:
        return None
    symmetries = list(islice(_symmetries(rules, guesses), 1, MAX_SYMMETRIES))
    if not symmetries:
        return tuple(codes)
    seen: set[Code] = set()
    representatives = []
    for code in codes:
        if code not in seen:
            representatives.append(code)
            seen.update(lowest_renaming(symmetry.apply(code), groups) for symmetry in symmetries)
    return tuple(representatives)


def next_symbols(rules: Rules, groups: tuple[int, ...], used: Collection[int]) -> Iterator[int]:
    """The symbols that may follow those in `used`; of unused symbols in the same group, only the lowest."""
    seen_groups: set[int] = set()
    for symbol, group in enumerate(groups):
        if symbol in used:
            if rules.repeats:
                yield symbol
        elif group not in seen_groups:
            seen_groups.add(group)
            yield symbol


def _openings(rules: Rules) -> Iterator[Code]:
    """The inequivalent first guesses: one for each way to repeat symbols, the most frequent symbol first."""
    for counts in _partitions(rules.positions, rules.positions if rules.repeats else 1):
        if len(counts) <= rules.symbols:
            yield tuple(symbol for symbol, count in enumerate(counts) for _ in range(count))


def second_guesses(rules: Rules, first: Code) -> Iterator[Code]:
    """One guess of each class of equivalent second guesses, if the first one has no symbol twice.

    Without repeats, a guess says for each symbol of the first one where it goes to, so the classes differ in the
    lengths of the cycles of positions, and of the chains, which end with a new symbol.
    """
    new = [symbol for symbol in range(rules.symbols) if symbol not in first]
    for moved in range(rules.positions + 1):
        for cycles in _partitions(rules.positions - moved, rules.positions):
            for chains in _partitions(moved, rules.positions):
                if len(chains) <= len(new):
                    yield _arranged(first, cycles, chains, new)


def _arranged(first: Code, cycles: Sequence[int], chains: Sequence[int], new: Sequence[int]) -> Code:
    """A code in which the symbols of another one are exchanged in cycles and chains of these lengths."""
    code: list[int] = []
    for length in cycles:
        code += [*first[len(code) + 1 : len(code) + length], first[len(code)]]
    for length, symbol in zip(chains, new, strict=False):
        code += [*first[len(code) + 1 : len(code) + length], symbol]
    return tuple(code)


def _partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """The integer partitions of `total` into parts of at most `largest`, each in descending order."""
    if total == 0:
        yield ()
    for first in range(min(total, largest), 0, -1):
        for rest in _partitions(total - first, first):
            yield (first, *rest)


def lowest_renaming(code: Code, groups: tuple[int, ...]) -> Code:
    """The lowest code that results from exchanging symbols in the same group.

    Args:
        code: the code.
        groups: a number for each symbol, equal for symbols that may be exchanged.
    """
    members = _members(groups)
    renamed = [0] * len(members)
    renaming: dict[int, int] = {}
    for symbol in code:
        if symbol not in renaming:
            group = groups[symbol]
            renaming[symbol] = members[group][renamed[group]]
            renamed[group] += 1
    return tuple([renaming[symbol] for symbol in code])


@lru_cache(maxsize=64)
def _members(groups: tuple[int, ...]) -> list[list[int]]:
    """For each number of a group, its symbols in ascending order."""
    members: list[list[int]] = [[] for _ in range(max(groups) + 1)]
    for symbol, group in enumerate(groups):
        members[group].append(symbol)
    return members


def symbol_groups(rules: Rules, guesses: tuple[Code, ...], absent: frozenset[int]) -> tuple[int, ...]:
    """A number for each symbol, equal for symbols that may be exchanged."""
    guessed = {symbol for guess in guesses for symbol in guess}
    not_guessed_group = rules.symbols
    absent_group = rules.symbols + 1
    return tuple(
        absent_group if symbol in absent else symbol if symbol in guessed else not_guessed_group
        for symbol in range(rules.symbols)
    )


def _lowest_codes(rules: Rules, groups: tuple[int, ...], prefix: Code = ()) -> Iterator[Code]:
    """The codes that are their own lowest renaming, in lexicographic order."""
    if len(prefix) == rules.positions:
        yield prefix
        return
    for symbol in next_symbols(rules, groups, prefix):
        yield from _lowest_codes(rules, groups, (*prefix, symbol))


def _symmetries(rules: Rules, guesses: tuple[Code, ...]) -> Iterator[Symmetry]:
    """The symmetries that map every guess to itself. The first is the identity."""
    for source, renaming in find_relabelings(guesses, guesses, rules.positions):
        yield Symmetry(source, tuple(renaming.get(symbol, symbol) for symbol in range(rules.symbols)))


def find_relabelings(old: Sequence[Code], new: Sequence[Code], positions: int) -> Iterator[Relabeling]:
    """The relabelings that map every code of one sequence to the code of the other at the same index.

    The permutations of positions are in lexicographic order.
    """
    old_columns, new_columns = (
        [tuple(code[position] for code in codes) for position in range(positions)] for codes in (old, new)
    )
    yield from _extend_relabeling(old_columns, new_columns, Relabeling((), {}))


def _extend_relabeling(
    old: list[tuple[int, ...]], new: list[tuple[int, ...]], partial: Relabeling
) -> Iterator[Relabeling]:
    """The relabelings that map the columns `old` to the columns `new` and start with the given one."""
    source, renaming = partial
    if len(source) == len(new):
        yield partial
        return
    target = new[len(source)]
    for position, column in enumerate(old):
        if position not in source and (extended := _extend_renaming(renaming, column, target)) is not None:
            yield from _extend_relabeling(old, new, Relabeling((*source, position), extended))


def _extend_renaming(renaming: Mapping[int, int], old: Iterable[int], new: Iterable[int]) -> dict[int, int] | None:
    """The renaming extended to map the symbols `old` to `new`, or None if the result would not be one-to-one."""
    extended = dict(renaming)
    for old_symbol, new_symbol in zip(old, new, strict=True):
        if extended.setdefault(old_symbol, new_symbol) != new_symbol:
            return None
    return extended if len(set(extended.values())) == len(extended) else None
