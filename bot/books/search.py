"""The search for the strategy tree of least cost: branch and bound over sets of candidates, remembering all it solved.

Guesses are tried in the order of what they are likely to cost, and only while the least they could cost is below the
best found. Sets are tried smallest first, so that a guess that will not do is soon dropped. Where a member of a set
splits it into singletons nothing can be better. Unless told to look at less, nothing else is left out: what it finds
is proven.
"""

import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bot.books.options import Effort
from bot.books.stage import MANY, PAIR, Past, Solved, Stage
from bot.books.table import Floats, Members, Numbers, Table, sums
from core.solver.symmetry import inequivalent_guesses

NO_LIMIT = sys.maxsize

_CONSISTENT = np.float32(0.5)
"""Taken off the likely cost of a guess that may be the secret, to try it before its equals."""

_REMEMBERED = 1_500_000
"""Sets remembered before all are forgotten, in about half a gigabyte."""


class Search:
    """A search under some rules.

    Args:
        table: of the rules.
        effort: what it aims at and how hard it tries.
        likely_costs: for each toll of the effort, the likely cost of each number of candidates.
    """

    def __init__(self, table: Table, effort: Effort, likely_costs: Sequence[Floats]) -> None:
        self.table = table
        self.effort = effort
        self._marks = np.zeros(len(table.codes), np.bool_)
        self._kinds_after: dict[Members, Numbers] = {}
        self.stages = [Stage(turn, table, effort, likely) for turn, likely in enumerate(likely_costs, 1)]

    def stage(self, turn: int) -> Stage:
        """What is known when the guess of this number, from 1, is to be made."""
        return self.stages[min(turn, len(self.stages)) - 1]

    def least(self, members: Members, past: Past, below: int = NO_LIMIT) -> int:
        """The least cost of a set of candidates or, if it is not less than `below`, some number that is not either.

        Args:
            members: the candidates.
            past: how they came about.
            below: costs from which on it does not matter.
        """
        stage = self.stage(past.turn)
        size = len(members)
        if size <= PAIR:
            return stage.least[size]
        solved = stage.solved.get(members)
        if solved is not None:
            return solved.cost
        floor = stage.floors.get(members, stage.least[size])
        if floor < below:
            solved = self._solve(members, past, below)
            if solved is not None:
                stage.solved[members] = solved
                return solved.cost
            floor = stage.floors[members] = max(below, stage.floors.get(members, 0))
        return floor

    def least_after(self, guess: int, members: Members, past: Past, below: int) -> int:
        """The same, if it is begun with this guess."""
        cells = _smallest_first(self.table.cells(guess, members))
        after = self.stage(past.turn + 1).least
        bound = self.stage(past.turn).toll * len(members) + sum(after[len(cell)] for cell in cells)
        return self._cost(guess, cells, past, bound, below)

    def forget(self) -> None:
        """Make room, if much is remembered."""
        if sum(len(stage.solved) + len(stage.floors) for stage in self.stages) > _REMEMBERED:
            for stage in self.stages:
                stage.solved.clear()
                stage.floors.clear()

    def splits(self, members: Members, turn: int, cost: int) -> bool:
        """Whether that cost of a set, of the guess of this number on, is that of a member that splits it."""
        return len(members) <= self.table.win + 1 and cost == self.stage(turn).least[len(members)]

    def ranked(self, members: Members, past: Past, below: int) -> list[tuple[int, int]]:
        """The guesses worth a try, likely best first, each with the least it could cost; see `least`."""
        size = len(members)
        stage, after = self.stage(past.turn), self.stage(past.turn + 1)
        guesses = self._guesses(members, past.guesses)
        sizes = self.table.sizes(members, guesses)
        bounds = sums(sizes, after.bounds)
        bounds += stage.toll * size
        stage.floors[members] = max(int(bounds.min()), stage.least[size])
        worth = np.flatnonzero(bounds < below)
        numbers = worth if guesses is None else guesses[worth]
        likely = sums(sizes[worth], after.likely)
        likely[self._are(numbers, members)] -= _CONSISTENT
        order = self._order(likely, size)
        return list(zip(numbers[order].tolist(), bounds[worth[order]].astype(np.int64).tolist(), strict=True))

    def _are(self, numbers: Numbers, members: Members) -> NDArray[np.bool_]:
        """Which of these numbers are members."""
        self._marks[list(members)] = True
        marked = self._marks[numbers]
        self._marks[list(members)] = False
        return marked

    def _order(self, likely: Floats, size: int) -> Numbers:
        """The places of the guesses that are to be tried at a set of some size, likely best first."""
        width = self.effort.width
        if width is None or size <= self.effort.thorough or len(likely) <= width:
            return np.argsort(likely, kind="stable")
        chosen = np.argpartition(likely, width)[:width]
        return chosen[np.argsort(likely[chosen], kind="stable")]

    def _guesses(self, members: Members, made: Members | None) -> Numbers | None:
        """The guesses to look at, None for all; of those that the ones made leave equivalent one, where that pays."""
        table, stride = self.table, self.effort.stride
        if len(members) <= MANY:
            return None if stride == 1 else np.concatenate([np.arange(0, len(table.codes), stride), members])
        return None if made is None else self._kinds(made)

    def _kinds(self, made: Members) -> Numbers:
        """The lowest guess of each kind that the guesses made leave equivalent."""
        kinds = self._kinds_after.get(made)
        if kinds is None:
            table = self.table
            played = tuple(table.codes[guess] for guess in made)
            found = inequivalent_guesses(table.rules, played, frozenset(), len(table.codes)) or table.codes
            kinds = self._kinds_after[made] = np.array([table.number[code] for code in found])
        return kinds

    def _solve(self, members: Members, past: Past, below: int) -> Solved | None:
        """The least cost, None if it is not below."""
        size = len(members)
        if size <= self.table.win:
            stage = self.stage(past.turn)
            splitter = self._splitter(members)
            if splitter is not None:
                return Solved(stage.least[size], splitter)
            if stage.least[size] + self.stage(past.turn + 1).toll >= below:
                return None
        return self._best_of(members, past, below)

    def _splitter(self, members: Members) -> int | None:
        """The first member that splits the set into singletons."""
        size = len(members)
        for guess in members:
            row = self.table.row(guess)
            if len({row[member] for member in members}) == size:
                return guess
        return None

    def _best_of(self, members: Members, past: Past, below: int) -> Solved | None:
        """The guess of least cost, None if none is below."""
        ranked = self.ranked(members, past, below)
        floor = self.stage(past.turn).floors[members]
        best: Solved | None = None
        seen: set[frozenset[Members]] = set()
        for guess, bound in ranked:
            if bound >= below:
                continue
            cells = _smallest_first(self.table.cells(guess, members))
            partition = frozenset(cells)
            if partition not in seen:
                seen.add(partition)
                cost = self._cost(guess, cells, past, bound, below)
                if cost < below:
                    best, below = Solved(cost, guess), cost
                    if cost <= floor:
                        break
        return best

    def _cost(self, guess: int, cells: list[Members], past: Past, bound: int, below: int) -> int:
        """The cost of a guess, whose least is `bound`, from those of its cells; as soon as it is not less, `below`."""
        least = self.stage(past.turn + 1).least
        cost = bound
        for cell in cells:
            if cost >= below:
                break
            size = len(cell)
            if size > PAIR:
                others = cost - least[size]
                cost = others + self.least(cell, past.after(guess, size), below - others)
        return cost


def _smallest_first(cells: dict[int, list[int]]) -> list[Members]:
    return sorted(map(tuple, cells.values()), key=len)
