"""Improving a book, and proven lower bounds of what any book can reach.

To improve a book, its subtrees are searched again with other options, and replaced where the result is better.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import islice
from math import ceil
from pathlib import Path
from typing import NamedTuple

from bot.books import cluster
from bot.books.builder import MAX_CODES, Checkpoint, MaxGuessesTooLow
from bot.books.search import (
    FORBIDDEN_COST,
    NO_CUTOFF,
    TRIVIAL_SIZE,
    Candidates,
    FeedbackTable,
    Search,
    SearchOptions,
    State,
    create_heuristic_search,
)
from core.game.feedback import possible_feedbacks
from core.game.rules import Rules
from core.solver.book_format import Book, Node, encode_book
from core.solver.evaluate import evaluate_book


class Subtree(NamedTuple):
    """A part of a book.

    Args:
        feedbacks: the numbers of the feedbacks that lead to it.
        guesses: the numbers of the guesses that lead to it.
        candidates: the candidates it starts with.
        node: its root.
    """

    feedbacks: tuple[int, ...]
    guesses: Candidates
    candidates: Candidates
    node: Node


@dataclass(frozen=True, slots=True)
class ImproveOptions:
    """Options of the improvement.

    Args:
        search: options of the search.
        max_size: the largest number of candidates of a subtree that is searched again.
    """

    search: SearchOptions
    max_size: int


def improve_book(
    book: Book,
    options: ImproveOptions,
    path: Path,
    open_workers: cluster.OpenWorkers = cluster.open_workers,
    progress: cluster.Progress = lambda _done, _all: None,
) -> Book:
    """Search subtrees of a book again, the largest that are not too large.

    Args:
        book: the book to improve.
        options: options of the improvement.
        path: path of the checkpoint. If it exists, the work is continued; it is removed at the end.
        open_workers: opens the workers that search; by default, this process.
        progress: called while the book is improved.

    Raises:
        ForeignCheckpoint: the file at `path` is not a checkpoint of this work, or another process uses it.
        ClusterUnavailable: there are no workers.
        RulesOutOfRange: there are more codes than `MAX_CODES`.
    """
    book.rules.require_codes_at_most(MAX_CODES)
    if options.search.fewest_longest and options.search.max_guesses is None:
        options = replace(options, search=replace(options.search, max_guesses=evaluate_book(book).worst))
    digest = hashlib.sha256(encode_book(book)).hexdigest()
    with Checkpoint(path, book.rules, {**asdict(options), "improved": digest}) as checkpoint:
        improved = _BookImprover(book, options, checkpoint, progress).improve(open_workers)
        checkpoint.discard()
    return improved


class _BookImprover:
    """Improves one book."""

    def __init__(self, book: Book, options: ImproveOptions, checkpoint: Checkpoint, progress: cluster.Progress) -> None:
        self._book = book
        self._options = options.search
        self._checkpoint = checkpoint
        self._progress = progress
        self._table = cluster.feedback_table(book.rules)
        self._subtrees = list(_subtrees(self._table, book.root, options.max_size))

    def improve(self, open_workers: cluster.OpenWorkers) -> Book:
        """Search every subtree that is not in the checkpoint."""
        kept = self._checkpoint.results
        unfinished = [index for index in range(len(self._subtrees)) if (index, 0, 0) not in kept]
        self._report_progress()
        with open_workers(cluster.SearchSettings(self._book.rules, self._options)) as found:
            cluster.run_requests(found, ((index, self._request(index)) for index in unfinished), self._accept)
        better = {self._subtrees[index].feedbacks: result.node for (index, _, _), result in kept.items() if result.node}
        root = _replaced(self._table, self._book.root, (), better)
        return Book(self._book.rules, root, self._is_proven(root.total), self._book.facts)

    def _is_proven(self, total: int) -> bool:
        """Whether no tree has a smaller total: everything was searched, or the book was proven before."""
        whole = any(subtree.node is self._book.root for subtree in self._subtrees)
        options = self._options
        searched_all = whole and options.is_exhaustive and (options.max_guesses is None or options.fewest_longest)
        return searched_all or (self._book.optimal and total == self._book.root.total)

    def _request(self, index: int) -> cluster.CostRequest:
        """A request for a tree with a lower cost than a subtree."""
        subtree = self._subtrees[index]
        return cluster.CostRequest(
            None, subtree.candidates, _cost(self._table, self._options, subtree), subtree.guesses
        )

    def _accept(self, index: int, result: cluster.CostAndTree) -> None:
        self._checkpoint.add((index, 0, 0), result)
        self._report_progress()

    def _report_progress(self) -> None:
        sizes = [subtree.node.candidate_count for subtree in self._subtrees]
        self._progress(sum(sizes[index] for index, _, _ in self._checkpoint.results), sum(sizes))


def _subtrees(table: FeedbackTable, root: Node, max_size: int) -> Iterator[Subtree]:
    """The largest subtrees of up to `max_size` candidates."""
    waiting = [Subtree((), (), tuple(range(len(table.codes))), root)]
    while waiting:
        subtree = waiting.pop()
        if subtree.node.candidate_count <= max_size:
            yield subtree
        else:
            waiting += _children(table, subtree)


def _children(table: FeedbackTable, subtree: Subtree) -> Iterator[Subtree]:
    guess = table.number[subtree.node.guess]
    feedbacks = possible_feedbacks(table.rules)
    for number, cell in table.unsolved_cells(guess, subtree.candidates).items():
        node = subtree.node.children.get(feedbacks[number])
        if node is not None:
            yield Subtree((*subtree.feedbacks, number), (*subtree.guesses, guess), cell, node)


def _cost(table: FeedbackTable, options: SearchOptions, subtree: Subtree) -> int:
    """The cost of a subtree as it is."""
    turn = len(subtree.guesses) + 1
    guess_cost, splitter_cost, last_cost = islice(options.cost_of_each_guess_from_turn(turn, len(table.codes)), 3)
    cells = table.unsolved_cells(table.number[subtree.node.guess], subtree.candidates)
    cost = guess_cost * len(subtree.candidates)
    for child in _children(table, subtree):
        cost += _cost(table, options, child)
        del cells[child.feedbacks[-1]]
    return cost + sum(splitter_cost * len(cell) + last_cost * (len(cell) - 1) for cell in cells.values())


def _replaced(
    table: FeedbackTable, node: Node, feedbacks: tuple[int, ...], better: Mapping[tuple[int, ...], Node]
) -> Node:
    """The tree with the better subtrees and new totals."""
    if feedbacks in better:
        return better[feedbacks]
    numbers = {feedback: number for number, feedback in enumerate(possible_feedbacks(table.rules))}
    children = {
        feedback: _replaced(table, child, (*feedbacks, numbers[feedback]), better)
        for feedback, child in node.children.items()
    }
    saved = sum(child.total - children[feedback].total for feedback, child in node.children.items())
    return Node(node.guess, node.candidate_count, node.total - saved, children)


def lower_bound(
    rules: Rules,
    solve_up_to: int,
    progress: cluster.Progress = lambda _done, _all: None,
    worst: int | None = None,
    within: float | None = None,
) -> int:
    """A number of guesses that no strategy falls below.

    Args:
        rules: the rules.
        solve_up_to: cells of an opening with up to this many candidates are searched. For larger ones, each guess is
            bounded by what any next guess can distinguish in each of its cells, see `within`.
        progress: called with the candidates looked at and all of them, counted for each opening.
        worst: if given, the result is a number of secrets instead: every strategy that never needs more than `worst`
            guesses needs `worst` for at least as many.
        within: if given, larger cells are searched, too, but only for trees that cost less than that of a quick search
            by more than this percentage. If there are none, that cost is the bound.

    Raises:
        RulesOutOfRange: there are more codes than `MAX_CODES`.
        SearchNotCompiled: there is no C compiler.
        MaxGuessesTooLow: every strategy needs more than `worst` guesses.
    """
    rules.require_codes_at_most(MAX_CODES)
    options = SearchOptions(max_guesses=worst, only_worst=worst is not None)
    table, everything, lowest = cluster.feedback_table(rules), tuple(range(rules.code_count)), NO_CUTOFF
    search, quick = Search(table, options), create_heuristic_search(table, options)
    openings = search.rank_guesses(State(everything, 1, ()), NO_CUTOFF, stage=0)
    for index, (opening, bound) in enumerate(openings):
        total, done = options.cost_of_each_guess(rules.code_count)[0] * rules.code_count, index * rules.code_count
        for cell in sorted(table.unsolved_cells(opening, everything).values(), key=len) if bound < lowest else ():
            total += _least_cost(search, quick, State(cell, 2, (opening,)), solve_up_to, within)
            done += len(cell)
            progress(done, len(openings) * rules.code_count)
        lowest = min(lowest, max(total, bound))
    progress(1, 1)
    if worst is not None and lowest >= FORBIDDEN_COST:
        raise MaxGuessesTooLow(rules, worst)
    return lowest


def _least_cost(search: Search, quick: Search, state: State, solve_up_to: int, within: float | None) -> int:
    """What the codes of a cell cost at least; see `lower_bound` for the last two arguments."""
    if len(state.candidates) <= solve_up_to:
        return _lowest_cost(search, state, NO_CUTOFF)
    if within is None:
        return search.lower_bound(state)
    return _lowest_cost(search, state, ceil(quick.lowest_cost(state) * (1 - within / 100)))


def _lowest_cost(search: Search, state: State, cutoff: int) -> int:
    """The lowest cost of a state if it is below the cutoff, else the cutoff.

    Of the guesses after each of its guesses, equivalent ones are left out too.
    """
    if len(state.candidates) <= TRIVIAL_SIZE:
        return search.lowest_cost(state)
    lowest = cutoff
    for guess, bound in search.rank_guesses(state, cutoff):
        if bound < lowest:
            lowest = min(lowest, search.lowest_cost_after(guess, state, lowest))
    return lowest
