"""What there is to do for a book, and the best found so far.

A piece of work is an opening, one feedback to it, and one second guess.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from bot.books.table import Members
from bot.books.workers import Outcome, Question
from core.solver.book_format import Node


@dataclass(slots=True)
class Cell:
    """The candidates that one feedback to an opening leaves.

    Args:
        answer: the number of the feedback.
        members: the candidates.
        least: a cost that they cannot be below.
        cost: of the best tree found so far.
        node: that tree, None if a book needs no node for it.
        guesses: to be tried, each with the least it could cost.
        left: how many of them are still to be tried.
    """

    answer: int
    members: Members
    least: int
    cost: int
    node: Node | None
    guesses: list[tuple[int, int]]
    left: int

    def note(self, outcome: Outcome) -> None:
        """Keep what came of a guess, if it is the best; when all have been tried, nothing can be below it."""
        if outcome.cost is not None and outcome.cost < self.cost:
            self.cost, self.node = outcome.cost, outcome.node
        self.left -= 1
        if self.left <= 0:
            self.least = self.cost


class Plan:
    """An opening and the cells it leaves, largest first.

    Args:
        opening: the opening.
        cells: for each feedback but the winning one.
        toll: of the opening.
    """

    def __init__(self, opening: int, cells: list[Cell], toll: int) -> None:
        self.opening = opening
        self.cells = cells
        self._paid = toll * (1 + sum(len(cell.members) for cell in cells))

    @property
    def cost(self) -> int:
        """The cost of the best tree found so far."""
        return self._paid + sum(cell.cost for cell in self.cells)

    @property
    def weight(self) -> int:
        """Of all its pieces: each weighs as much as it has candidates."""
        return sum(len(cell.members) * cell.left for cell in self.cells)

    def limit(self, cell: Cell, best: int) -> int:
        """What a tree for a cell has to stay below to be of use, where a book of cost `best` is known."""
        others = self._paid + sum(other.least for other in self.cells if other is not cell)
        return min(cell.cost, best - others)


class Piece(NamedTuple):
    """A second guess to be tried, with the least it could cost."""

    plan: Plan
    cell: Cell
    guess: int
    bound: int

    @property
    def key(self) -> tuple[int, int, int]:
        """What it is known by in a checkpoint."""
        return self.plan.opening, self.cell.answer, self.guess

    def question(self, below: int) -> Question:
        """What to ask about it."""
        return Question(self.guess, self.cell.members, below, (self.plan.opening,))


def pieces(plans: list[Plan]) -> Iterator[Piece]:
    """Every piece, in the order in which they are likely to matter."""
    for plan in plans:
        for cell in plan.cells:
            for guess, bound in cell.guesses:
                yield Piece(plan, cell, guess, bound)
