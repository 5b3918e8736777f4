"""Guesses that are the same guess: only one of each kind need be looked at.

Renaming symbols nobody has mentioned, or symbols that no candidate holds, changes no answer; nor does moving positions
and renaming symbols so that every guess of the history becomes itself again. The guess kept of each kind is its
lowest, so that choosing the lowest of the best guesses gives the same code as looking at all of them.
"""

from collections.abc import Collection, Iterator
from itertools import islice
from typing import NamedTuple

from core.game.codes import Code
from core.game.rules import Rules
from core.solver.partition import LAST, Trie, trie_of

MAX_SYMMETRIES = 720
"""Symmetries made use of. Any selection of them is sound, it only leaves a few guesses that are the same."""


class Symmetry(NamedTuple):
    """A way to move positions and rename symbols; `source[p]` is where the symbol that comes to p stood before."""

    source: tuple[int, ...]
    renaming: tuple[int, ...]


def inequivalent_guesses(
    rules: Rules, guesses: tuple[Code, ...], absent: frozenset[int], limit: int
) -> tuple[Code, ...] | None:
    """The lowest guess of each kind, lowest first, after a history.

    Args:
        rules: of the game.
        guesses: of the history, in any order.
        absent: symbols that no candidate holds.
        limit: the number of guesses, told apart by symbols alone, beyond which to give up.

    Returns:
        The guesses, None if there are too many.
    """
    if not guesses and not absent:
        return tuple(_openings(rules))
    kinds = _kinds(rules, guesses, absent)
    found = list(islice(_by_symbols(rules, kinds), limit + 1))
    if len(found) > limit:
        return None
    symmetries = list(islice(_symmetries(rules, guesses), 1, MAX_SYMMETRIES))
    if not symmetries:
        return tuple(found)
    seen: set[Code] = set()
    kept = []
    for code in found:
        if code not in seen:
            kept.append(code)
            seen.update(lowest_renaming(_moved(code, symmetry), kinds) for symmetry in symmetries)
    return tuple(kept)


def inequivalent_trie(rules: Rules, guesses: tuple[Code, ...], absent: frozenset[int], limit: int) -> Trie | None:
    """The same guesses as a trie.

    Where only symbols can be interchanged, what may follow depends on which symbols were used and not on their order,
    so most of the trie is shared.
    """
    if (not guesses and not absent) or len(list(islice(_symmetries(rules, guesses), 2))) > 1:
        found = inequivalent_guesses(rules, guesses, absent, limit)
        return None if found is None else trie_of(found)
    trie, count = _Sharing(rules, _kinds(rules, guesses, absent)).after(0, frozenset())
    return trie if count <= limit else None


class _Sharing:
    """The codes that are their own lowest renaming, as a trie whose equal parts are one."""

    def __init__(self, rules: Rules, kinds: tuple[int, ...]) -> None:
        self._rules = rules
        self._kinds = kinds
        self._known: dict[tuple[int, frozenset[int]], tuple[Trie, int]] = {}

    def after(self, position: int, used: frozenset[int]) -> tuple[Trie, int]:
        """What may follow from a position on, with how many codes that is."""
        if (position, used) not in self._known:
            self._known[position, used] = self._after(position, used)
        return self._known[position, used]

    def _after(self, position: int, used: frozenset[int]) -> tuple[Trie, int]:
        symbols = list(_following(self._rules, self._kinds, used))
        if position == self._rules.positions - 1:
            return [LAST[symbol] for symbol in symbols], len(symbols)
        below = [self.after(position + 1, used | {symbol}) for symbol in symbols]
        trie = [(symbol, part) for symbol, (part, _) in zip(symbols, below, strict=True)]
        return trie, sum(count for _, count in below)


def _following(rules: Rules, kinds: tuple[int, ...], used: Collection[int]) -> Iterator[int]:
    """The symbols that may come after others: of interchangeable ones that are new only the lowest."""
    fresh: set[int] = set()
    for symbol, kind in enumerate(kinds):
        if symbol in used:
            if rules.repeats:
                yield symbol
        elif kind not in fresh:
            fresh.add(kind)
            yield symbol


def _openings(rules: Rules) -> Iterator[Code]:
    """The first guesses that differ: only how often each symbol occurs counts, the most frequent first."""
    for counts in _partitions(rules.positions, rules.positions if rules.repeats else 1):
        if len(counts) <= rules.symbols:
            yield tuple(symbol for symbol, count in enumerate(counts) for _ in range(count))


def _partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """The ways to write `total` as a sum of numbers up to `largest` that never grow, greatest first."""
    if total == 0:
        yield ()
    for first in range(min(total, largest), 0, -1):
        for rest in _partitions(total - first, first):
            yield (first, *rest)


def lowest_renaming(code: Code, kinds: tuple[int, ...]) -> Code:
    """The code with interchangeable symbols named in the order of their first appearance."""
    free: dict[int, Iterator[int]] = {}
    names: dict[int, int] = {}
    for symbol in code:
        if symbol not in names:
            kind = kinds[symbol]
            if kind not in free:
                free[kind] = (other for other, its in enumerate(kinds) if its == kind)
            names[symbol] = next(free[kind])
    return tuple([names[symbol] for symbol in code])


def _kinds(rules: Rules, guesses: tuple[Code, ...], absent: frozenset[int]) -> tuple[int, ...]:
    """A number for each symbol, equal for those that may be interchanged."""
    mentioned = {symbol for guess in guesses for symbol in guess}
    unmentioned = rules.symbols
    nowhere = rules.symbols + 1
    return tuple(
        nowhere if symbol in absent else symbol if symbol in mentioned else unmentioned
        for symbol in range(rules.symbols)
    )


def _by_symbols(rules: Rules, kinds: tuple[int, ...], prefix: Code = ()) -> Iterator[Code]:
    """The codes that are their own lowest renaming, lowest first."""
    if len(prefix) == rules.positions:
        yield prefix
        return
    for symbol in _following(rules, kinds, prefix):
        yield from _by_symbols(rules, kinds, (*prefix, symbol))


def _moved(code: Code, symmetry: Symmetry) -> Code:
    renaming = symmetry.renaming
    return tuple([renaming[code[position]] for position in symmetry.source])


def _symmetries(rules: Rules, guesses: tuple[Code, ...]) -> Iterator[Symmetry]:
    """The moves of positions under which some renaming gives every guess back; the first changes nothing."""
    columns = [tuple(guess[position] for guess in guesses) for position in range(rules.positions)]
    yield from _extend_symmetry(columns, (), {}, rules.symbols)


def _extend_symmetry(
    columns: list[tuple[int, ...]], source: tuple[int, ...], names: dict[int, int], symbols: int
) -> Iterator[Symmetry]:
    if len(source) == len(columns):
        yield Symmetry(source, tuple(names.get(symbol, symbol) for symbol in range(symbols)))
        return
    target = columns[len(source)]
    for position, column in enumerate(columns):
        if position not in source and (more := _matched(names, column, target)) is not None:
            yield from _extend_symmetry(columns, (*source, position), more, symbols)


def _matched(names: dict[int, int], column: tuple[int, ...], target: tuple[int, ...]) -> dict[int, int] | None:
    """The renaming extended so that `column` becomes `target`, None if it cannot."""
    more = dict(names)
    for old, new in zip(column, target, strict=True):
        if more.setdefault(old, new) != new:
            return None
    return more if len(set(more.values())) == len(more) else None
