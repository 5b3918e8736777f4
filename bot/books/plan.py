"""The tasks of building a book, and the best results so far.

A task is an opening, a feedback to it, and a second guess.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from bot.books.requests import GuessRequest, GuessResult
from bot.books.table import Candidates
from core.solver.book_format import Node


@dataclass(slots=True)
class Cell:
    """The candidates that one feedback to an opening leaves.

    Args:
        feedback: number of the feedback.
        candidates: the candidates.
        lower_bound: lower bound of the cost.
        cost: cost of the best tree found so far.
        node: the best tree found so far, or None if the cell has a splitter and needs no node.
        guesses: the guesses to try, with lower bounds of their costs.
        remaining: number of guesses that have not been tried yet.
    """

    feedback: int
    candidates: Candidates
    lower_bound: int
    cost: int
    node: Node | None
    guesses: list[tuple[int, int]]
    remaining: int

    def record(self, result: GuessResult) -> None:
        """Keep the result of a guess if it is the best. After the last guess, the cost is the lower bound."""
        if result.cost is not None and result.cost < self.cost:
            self.cost, self.node = result.cost, result.node
        self.remaining -= 1
        if self.remaining <= 0:
            self.lower_bound = self.cost


class Plan:
    """An opening with its cells.

    Args:
        opening: number of the opening.
        cells: the cells of all feedbacks except the winning one, the largest first.
        guess_cost: cost of the opening for each secret.
    """

    def __init__(self, opening: int, cells: list[Cell], guess_cost: int) -> None:
        self.opening = opening
        self.cells = cells
        self._opening_cost = guess_cost * (1 + sum(len(cell.candidates) for cell in cells))

    @property
    def cost(self) -> int:
        """The cost of the best tree found so far."""
        return self._opening_cost + sum(cell.cost for cell in self.cells)

    @property
    def remaining_work(self) -> int:
        """The work that remains, where each task counts as much as it has candidates."""
        return sum(len(cell.candidates) * cell.remaining for cell in self.cells)

    def cutoff(self, cell: Cell, best_cost: int) -> int:
        """The cost that a tree for a cell must stay below to improve on a book of cost `best_cost`."""
        others = self._opening_cost + sum(other.lower_bound for other in self.cells if other is not cell)
        return min(cell.cost, best_cost - others)


class Task(NamedTuple):
    """A second guess to try, with a lower bound of its cost."""

    plan: Plan
    cell: Cell
    guess: int
    lower_bound: int

    @property
    def key(self) -> tuple[int, int, int]:
        """The key of the task in a checkpoint."""
        return self.plan.opening, self.cell.feedback, self.guess

    def request(self, cutoff: int) -> GuessRequest:
        """The request for a worker."""
        return GuessRequest(self.guess, self.cell.candidates, cutoff, (self.plan.opening,))


def tasks_of(plans: list[Plan]) -> Iterator[Task]:
    """All tasks, those that are most likely to improve the book first."""
    for plan in plans:
        for cell in plan.cells:
            for guess, lower_bound in cell.guesses:
                yield Task(plan, cell, guess, lower_bound)
