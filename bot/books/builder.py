"""Building a book: the order of the work, the work itself, and checkpoints.

A checkpoint keeps the results of finished tasks when a build is interrupted. It is a file of JSON lines: a header, then
one line per task, written as soon as the task is finished.
"""

import base64
import fcntl
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple, Self, TypeAlias

from bot.books import cluster
from bot.books.search import NO_CUTOFF, Candidates, Search, SearchOptions, State
from core.game.feedback import possible_feedbacks
from core.game.rules import Rules
from core.solver.book_format import Book, Node, decode_book, encode_book
from core.solver.errors import BookUnusable
from core.solver.evaluate import evaluate_book

Key: TypeAlias = tuple[int, int, int]
"""A task: the numbers of an opening, of a feedback to it, and of a second guess; or those of a subtree, 0 and 0."""


class ForeignCheckpoint(Exception):
    """The file at `path` is not a checkpoint of this build, or another process keeps its results there."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class Checkpoint:
    """The results of finished tasks, kept in a file that is locked until the context ends.

    Args:
        path: path of the file, which is created if it does not exist.
        rules: rules of the book.
        settings: everything else that the results depend on, as values that JSON can represent.

    Raises:
        ForeignCheckpoint: the file is not a checkpoint, one for other rules or settings, or locked by another process.

    Attributes:
        results: the results of the finished tasks.
    """

    def __init__(self, path: Path, rules: Rules, settings: dict[str, Any]) -> None:
        self._path = path
        self._rules = rules
        self._locked = _lock(path)
        try:
            self.results = self._read({"book": str(rules), **settings})
        except BaseException:
            self._locked.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._locked.close()

    def add(self, key: Key, result: cluster.CostAndTree) -> None:
        """Keep the result of one more task."""
        self.results[key] = result
        tree = None
        if result.node is not None:
            tree = base64.b64encode(encode_book(Book(self._rules, result.node, optimal=False))).decode()
        self._write({"task": key, "cost": result.cost, "tree": tree})

    def discard(self) -> None:
        """Remove the file."""
        self._path.unlink(missing_ok=True)

    def _read(self, header: dict[str, Any]) -> dict[Key, cluster.CostAndTree]:
        """The results in the file, whose first line has to be the header; it is written to an empty file."""
        try:
            lines = _read_lines(self._path)
            results = dict(map(self._parse, lines[1:]))
        except (ValueError, TypeError, KeyError, BookUnusable):
            raise ForeignCheckpoint(self._path) from None
        if lines and lines[0] != header:
            raise ForeignCheckpoint(self._path)
        if not lines:
            self._write(header)
        return results

    def _parse(self, line: dict[str, Any]) -> tuple[Key, cluster.CostAndTree]:
        opening, feedback, guess = line["task"]
        tree = line["tree"]
        node = None if tree is None else decode_book(base64.b64decode(tree), self._rules).root
        return (opening, feedback, guess), cluster.CostAndTree(line["cost"], node)

    def _write(self, line: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def _lock(path: Path) -> IO[bytes]:
    """Open a file, which is created if it does not exist, and lock it until it is closed.

    Raises:
        ForeignCheckpoint: another process has locked it.
    """
    file = path.open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise ForeignCheckpoint(path) from None
    return file


def _read_lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a checkpoint. An incomplete last line, left by a killed process, is removed from the file."""
    data = path.read_bytes()
    complete = data[: data.rfind(b"\n") + 1]
    if complete != data:
        path.write_bytes(complete)
    return [json.loads(line) for line in complete.splitlines()]


@dataclass(slots=True)
class Cell:
    """The candidates that one feedback to an opening leaves.

    Args:
        feedback: number of the feedback.
        candidates: the candidates.
        lower_bound: lower bound of the cost.
        remaining: number of tasks that are not finished.
        cost: cost of the best tree found so far.
        node: the best tree found so far, or None if the cell has a splitter and needs no node.
        guesses: the guesses to try, with lower bounds of their costs.
    """

    feedback: int
    candidates: Candidates
    lower_bound: int
    remaining: int
    cost: int = NO_CUTOFF
    node: Node | None = None
    guesses: list[tuple[int, int]] = field(default_factory=list)

    def record_result(self, result: cluster.CostAndTree) -> None:
        """Keep the result of a task if it is the best. After the last one, the cost is the lower bound."""
        if result.cost is not None and result.cost < self.cost:
            self.cost, self.node = result.cost, result.node
        self.remaining -= 1
        if self.remaining <= 0:
            self.lower_bound = self.cost


FIRST_SEARCH = -1
"""In the place of a guess: the cell is searched quickly, or completely if it is small."""


class OpeningWithCells:
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


class SearchTask(NamedTuple):
    """A second guess to try, with a lower bound of its cost, or a first search of a cell, with `FIRST_SEARCH`."""

    plan: OpeningWithCells
    cell: Cell
    guess: int
    lower_bound: int = 0

    @property
    def key(self) -> tuple[int, int, int]:
        """The key of the task in a checkpoint."""
        return self.plan.opening, self.cell.feedback, self.guess

    def request(self, cutoff: int) -> cluster.CostRequest:
        """The request for a worker."""
        if self.guess != FIRST_SEARCH:
            return cluster.CostRequest(self.guess, self.cell.candidates, cutoff, (self.plan.opening,))
        quick = len(self.cell.candidates) > _MAX_SOLVED_AT_ONCE
        return cluster.CostRequest(None, self.cell.candidates, cutoff, (self.plan.opening,), quick)


def tasks_by_promise(plans: list[OpeningWithCells]) -> Iterator[SearchTask]:
    """The second guesses to try, those that are most likely to improve the book first."""
    for plan in plans:
        for cell in plan.cells:
            for guess, lower_bound in cell.guesses:
                yield SearchTask(plan, cell, guess, lower_bound)


MAX_CODES = 50_000
"""The largest number of codes for which a book can be built. The feedback table has the square of it in bytes."""

_MAX_SOLVED_AT_ONCE = 100
"""Cells of up to this many candidates are solved without tasks."""


class MaxGuessesTooLow(Exception):
    """No tree was found for `rules` in which no secret needs more than `max_guesses` guesses."""

    def __init__(self, rules: Rules, max_guesses: int | None) -> None:
        super().__init__(rules, max_guesses)
        self.rules = rules
        self.max_guesses = max_guesses


def build_book(
    rules: Rules,
    options: SearchOptions,
    path: Path,
    open_workers: cluster.OpenWorkers = cluster.open_workers,
    progress: cluster.Progress = lambda _done, _all: None,
) -> Book:
    """Build a book.

    Args:
        rules: rules of the book.
        options: options of the search.
        path: path of the checkpoint, from which a build is continued. It is removed at the end. With a limit on
            guesses, a second one beside it belongs to the book without the limit, which shows what the limit costs.
        open_workers: opens the workers that search; by default, this process.
        progress: called while the book is built.

    Raises:
        ClusterUnavailable: there are no workers.
        ForeignCheckpoint: the file at `path` is not a checkpoint of this build, or another process uses it.
        MaxGuessesTooLow: some secret needs more guesses than `options` allow.
        RulesOutOfRange: there are more codes than `MAX_CODES`.
    """
    rules.require_codes_at_most(MAX_CODES)
    if options.fewest_longest and options.max_guesses is None:
        longest = evaluate_book(_unlimited_book(rules, options, path, open_workers, progress)).worst
        options = replace(options, max_guesses=longest)
    with Checkpoint(path, rules, asdict(options)) as checkpoint:
        try:
            book = _BookBuilder(rules, options, checkpoint, progress).build(open_workers)
        except MaxGuessesTooLow:
            checkpoint.discard()
            raise
        if options.max_guesses is not None and not options.fewest_worst:
            free = _unlimited_book(rules, options, path, open_workers, progress)
            book = replace(book, optimal=free.optimal and free.root.total == book.root.total)
        checkpoint.discard()
    return book


def _unlimited_book(
    rules: Rules, options: SearchOptions, path: Path, open_workers: cluster.OpenWorkers, progress: cluster.Progress
) -> Book:
    """The best book without a limit on guesses."""
    unlimited = replace(options, max_guesses=None, fewest_longest=False)
    with Checkpoint(path.with_name(f"{path.name}-free"), rules, asdict(unlimited)) as free:
        best = _BookBuilder(rules, unlimited, free, progress).build(open_workers)
        free.discard()
    return best


class _BookBuilder:
    """Builds one book."""

    def __init__(
        self, rules: Rules, options: SearchOptions, checkpoint: Checkpoint, progress: cluster.Progress
    ) -> None:
        self._options = options
        self._checkpoint = checkpoint
        self._progress = progress
        self._table = cluster.feedback_table(rules)
        self._search = Search(self._table, options)
        self._plans = [self._plan(opening) for opening in self._search.openings()]
        self._all_work = sum(plan.remaining_work for plan in self._plans)

    def build(self, open_workers: cluster.OpenWorkers) -> Book:
        """Build the book with these workers."""
        table, options = self._table, self._options
        with open_workers(cluster.SearchSettings(table.rules, options)) as workers:
            first = [SearchTask(plan, cell, FIRST_SEARCH) for plan in self._plans for cell in plan.cells]
            cluster.run_requests(workers, self._requests(first), self._accept)
            for plan in self._plans:
                for cell in plan.cells:
                    self._rank_guesses(plan, cell)
            self._report_progress()
            cluster.run_requests(workers, self._requests(tasks_by_promise(self._plans)), self._accept)
        if (
            options.max_guesses is not None
            and self._best_plan.cost >= options.cost_of_each_guess(len(self._all_codes))[-1]
        ):
            raise MaxGuessesTooLow(table.rules, options.max_guesses)
        return Book(table.rules, self._root(), optimal=options.is_exhaustive and options.max_guesses is None)

    @property
    def _all_codes(self) -> Candidates:
        return tuple(range(len(self._table.codes)))

    def _plan(self, opening: int) -> OpeningWithCells:
        """The plan for an opening, whose cells have not been searched."""
        cells = sorted(self._table.unsolved_cells(opening, self._all_codes).items(), key=lambda cell: -len(cell[1]))
        tasks = 1 + self._search.inequivalent_guess_count((opening,))
        plan_cells = [
            Cell(number, cell, self._search.lower_bound_for_size(len(cell), 2), tasks) for number, cell in cells
        ]
        return OpeningWithCells(opening, plan_cells, self._options.cost_of_each_guess(len(self._all_codes))[0])

    def _rank_guesses(self, plan: OpeningWithCells, cell: Cell) -> None:
        """Find the guesses to try for a cell after its first search; a small cell is solved."""
        if len(cell.candidates) > _MAX_SOLVED_AT_ONCE:
            state = State(cell.candidates, 2, (plan.opening,))
            cell.guesses = self._search.rank_guesses(state, plan.cutoff(cell, self._best_plan.cost))
        cell.remaining = len(cell.guesses)
        if not cell.guesses:
            cell.lower_bound = cell.cost

    def _requests(self, tasks: Iterable[SearchTask]) -> Iterator[tuple[SearchTask, cluster.CostRequest]]:
        """A request for every task that could improve the book, with the cutoff at the time when it is asked for."""
        for task in tasks:
            cutoff = task.plan.cutoff(task.cell, self._best_plan.cost)
            kept = self._checkpoint.results.get(task.key)
            if kept is None and task.lower_bound < cutoff:
                yield task, task.request(cutoff)
            else:
                self._finish(task, kept or cluster.CostAndTree())

    def _accept(self, task: SearchTask, result: cluster.CostAndTree) -> None:
        self._checkpoint.add(task.key, result)
        self._finish(task, result)

    def _finish(self, task: SearchTask, result: cluster.CostAndTree) -> None:
        task.cell.record_result(result)
        self._report_progress()

    def _report_progress(self) -> None:
        self._progress(self._all_work - sum(plan.remaining_work for plan in self._plans), self._all_work)

    @property
    def _best_plan(self) -> OpeningWithCells:
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
