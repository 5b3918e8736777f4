"""Building a book: the order of the work, and the work itself."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import NamedTuple

from bot.books.checkpoint import Checkpoint
from bot.books.cluster import (
    GuessRequest,
    GuessResult,
    OpenWorkers,
    Progress,
    SearchSettings,
    run_requests,
    table_of,
    workers,
)
from bot.books.estimates import assumed_costs, calibrated_costs, quick_search
from bot.books.search import NO_CUTOFF, Context, Search
from bot.books.table import FORBIDDEN_COST, Candidates, SearchOptions
from core.game.feedback import possible_feedbacks
from core.game.rules import Rules
from core.solver.book_format import Book, Node


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
        """The remaining work: the sum of the candidates of unfinished tasks."""
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


MAX_CODES = 40_000
"""The largest number of codes for which a book can be built. The feedback table has the square of it in bytes."""

_MAX_SOLVED_AT_ONCE = 100
"""Cells of up to this many candidates are solved without tasks."""


class NoSuchBook(Exception):
    """No tree was found for `rules` in which no secret needs more than `max_guesses` guesses."""

    def __init__(self, rules: Rules, max_guesses: int | None) -> None:
        super().__init__(rules, max_guesses)
        self.rules = rules
        self.max_guesses = max_guesses


class TooManyCodes(Exception):
    """`rules` have more codes than `MAX_CODES`."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.rules = rules


def build_book(
    rules: Rules,
    options: SearchOptions,
    path: Path,
    open_workers: OpenWorkers = workers,
    progress: Progress = lambda _done, _all: None,
) -> Book:
    """Build a book.

    Args:
        rules: rules of the book.
        options: options of the search.
        path: path of the checkpoint. If it exists, the build is continued; it is removed at the end. If there is a
            limit on guesses, a second checkpoint beside it belongs to the book without the limit, which shows whether
            the limit costs any guesses.
        open_workers: opens the workers that search; by default, this process.
        progress: called while the book is built.

    Raises:
        NoCluster: there are no workers.
        ForeignCheckpoint: the file at `path` is not a checkpoint of this build.
        CheckpointInUse: another process uses the checkpoint.
        NoSuchBook: some secret needs more guesses than `options` allow.
        TooManyCodes: there are more codes than `MAX_CODES`.
    """
    if rules.codes > MAX_CODES:
        raise TooManyCodes(rules)
    with Checkpoint(path, rules, asdict(options)) as checkpoint:
        try:
            book = _BookBuilder(rules, options, checkpoint, progress).build(open_workers)
        except NoSuchBook:
            checkpoint.discard()
            raise
        if options.max_guesses is not None and not options.fewest_worst:
            total = _unlimited_total(rules, options, path, open_workers, progress)
            book = replace(book, optimal=total is not None and total == book.root.total)
        checkpoint.discard()
    return book


def _unlimited_total(
    rules: Rules, options: SearchOptions, path: Path, open_workers: OpenWorkers, progress: Progress
) -> int | None:
    """The total of the best book without a limit on guesses, None if it is not proven."""
    unlimited = replace(options, max_guesses=None)
    with Checkpoint(path.with_name(f"{path.name}-free"), rules, asdict(unlimited)) as free:
        best = _BookBuilder(rules, unlimited, free, progress).build(open_workers)
        free.discard()
    return best.root.total if best.optimal else None


class _BookBuilder:
    """Builds one book."""

    def __init__(self, rules: Rules, options: SearchOptions, checkpoint: Checkpoint, progress: Progress) -> None:
        self._options = options
        self._checkpoint = checkpoint
        self._progress = progress
        self._table = table_of(rules)
        self._all_codes: Candidates = tuple(range(len(self._table.codes)))
        self._plans: list[Plan] = []
        self._all_work = 0

    def build(self, open_workers: OpenWorkers) -> Book:
        """Build the book with these workers."""
        table, options = self._table, self._options
        openings = self._openings()
        likely = calibrated_costs(table, options, list(self._cells(openings[0]).values()))
        quick, search = quick_search(table, options, likely), Search(table, options, likely)
        self._plans = [self._plan(opening, quick, search) for opening in openings]
        self._all_work = sum(plan.remaining_work for plan in self._plans)
        tasks = self._unfinished_tasks()
        self._report_progress()
        with open_workers(SearchSettings(table.rules, options, likely)) as workers:
            run_requests(workers, self._requests(tasks), self._accept)
        if self._best_plan.cost >= FORBIDDEN_COST:
            raise NoSuchBook(table.rules, options.max_guesses)
        return Book(table.rules, self._root(), optimal=options.exhaustive and options.max_guesses is None)

    def _openings(self) -> list[int]:
        """One opening of each class of equivalent openings, the likely best first."""
        likely = [assumed_costs(self._table.win, len(self._table.codes))] * len(self._options.guess_costs)
        ranked = Search(self._table, self._options, likely).rank_guesses(self._all_codes, Context(1, ()), NO_CUTOFF)
        return [guess for guess, _ in ranked]

    def _cells(self, guess: int) -> dict[int, Candidates]:
        return {feedback: tuple(cell) for feedback, cell in self._table.cells(guess, self._all_codes).items()}

    def _plan(self, opening: int, quick: Search, search: Search) -> Plan:
        """The plan for an opening, starting with the trees of the quick search."""
        largest_first = sorted(self._cells(opening).items(), key=lambda cell: -len(cell[1]))
        cells = [self._cell(opening, feedback, candidates, quick, search) for feedback, candidates in largest_first]
        return Plan(opening, cells, search.costs(1).guess_cost)

    def _cell(self, opening: int, feedback: int, candidates: Candidates, quick: Search, search: Search) -> Cell:
        cost = quick.lowest_cost(candidates, Context(2))
        context = Context(2, (opening,))
        if len(candidates) > _MAX_SOLVED_AT_ONCE:
            guesses = search.rank_guesses(candidates, context, cost)
            lower_bound = search.costs(2).least[len(candidates)] if guesses else cost
            return Cell(feedback, candidates, lower_bound, cost, quick.tree(candidates, 2), guesses, len(guesses))
        best = min(cost, search.lowest_cost(candidates, context, cost))
        tree = (search if best < cost else quick).tree(candidates, 2)
        return Cell(feedback, candidates, best, best, tree, [], 0)

    def _requests(self, tasks: list[Task]) -> Iterator[tuple[Task, GuessRequest]]:
        """A request for every task that could improve the book, with the cutoff at the time when it is asked for."""
        for task in tasks:
            cutoff = task.plan.cutoff(task.cell, self._best_plan.cost)
            if task.lower_bound < cutoff:
                yield task, task.request(cutoff)
            else:
                task.cell.record(GuessResult())
                self._report_progress()

    def _unfinished_tasks(self) -> list[Task]:
        """The tasks that are not in the checkpoint; the results of the others are recorded."""
        unfinished = []
        for task in tasks_of(self._plans):
            result = self._checkpoint.results.get(task.key)
            if result is None:
                unfinished.append(task)
            else:
                task.cell.record(result)
        return unfinished

    def _accept(self, task: Task, result: GuessResult) -> None:
        self._checkpoint.add(task.key, result)
        task.cell.record(result)
        self._report_progress()

    def _report_progress(self) -> None:
        self._progress(self._all_work - sum(plan.remaining_work for plan in self._plans), self._all_work)

    @property
    def _best_plan(self) -> Plan:
        return min(self._plans, key=lambda plan: plan.cost)

    def _root(self) -> Node:
        """The tree of the best opening."""
        plan = self._best_plan
        feedbacks = possible_feedbacks(self._table.rules)
        cells = sorted(plan.cells, key=lambda cell: cell.feedback)
        children = {feedbacks[cell.feedback]: cell.node for cell in cells if cell.node is not None}
        total = len(self._all_codes)
        for cell in cells:
            total += 2 * len(cell.candidates) - 1 if cell.node is None else cell.node.total
        return Node(self._table.codes[plan.opening], len(self._all_codes), total, children)
