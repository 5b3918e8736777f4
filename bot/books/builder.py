"""Making a book: the work cut into pieces, the pieces spread over processes, the best of them put together.

Every set that an opening leaves starts with the tree of a quick search. Pieces are given out each with the cost that it
has to stay below to be of use; one that no longer can is left out.
"""

from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TypeAlias

from bot.books.checkpoint import Checkpoint
from bot.books.curve import guessed_costs
from bot.books.options import FORBIDDEN, Effort
from bot.books.plan import Cell, Piece, Plan, pieces
from bot.books.rehearsal import quick_search, rehearsed_costs
from bot.books.search import NO_LIMIT, Search
from bot.books.stage import Past
from bot.books.table import Members
from bot.books.trees import node_of
from bot.books.workers import Ask, Outcome, table_of, workers
from core.game.feedback import possible_feedbacks
from core.game.rules import Rules
from core.solver.book_format import Book, Node

Progress: TypeAlias = Callable[[int, int], None]
"""Told how much of how much is done; a piece weighs as much as it has candidates."""

Answers: TypeAlias = SimpleQueue[tuple[Piece, Outcome | BaseException]]

MAX_CODES = 40_000
"""Codes of rules that a book can be made for: the table of all against all has the square of it in bytes."""

_SMALL = 100
"""Candidates up to which a set is solved on the spot."""


class NoSuchBook(Exception):
    """No tree was found for `rules` in which no secret needs more than `worst` guesses."""

    def __init__(self, rules: Rules, worst: int | None) -> None:
        super().__init__(rules, worst)
        self.rules = rules
        self.worst = worst


class TooManyCodes(Exception):
    """`rules` have more codes than a book can be made for."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.rules = rules


def build_book(
    rules: Rules, effort: Effort, path: Path, jobs: int, progress: Progress = lambda _done, _whole: None
) -> Book:
    """Make the book of some rules.

    Args:
        rules: of the book.
        effort: how hard to search.
        path: of the checkpoint: gone on from if it is there, and removed at the end; with a limit to the worst there is
            a second one beside it, for what the book is held against.
        jobs: processes to use; with one, the work is done in this process.
        progress: called as the work goes on.

    Raises:
        ForeignCheckpoint: the file at `path` is of other work.
        NoSuchBook: some secret needs more guesses than the effort allows.
        TooManyCodes: the rules have more than MAX_CODES.
    """
    if rules.codes > MAX_CODES:
        raise TooManyCodes(rules)
    checkpoints = [Checkpoint(path, rules, asdict(effort))]
    try:
        book = _Binder(rules, effort, checkpoints[0], progress).bind(jobs)
        if effort.worst is not None and not effort.seldom:
            free = replace(effort, worst=None)
            checkpoints.append(Checkpoint(path.with_name(f"{path.name}-free"), rules, asdict(free)))
            least = _Binder(rules, free, checkpoints[1], progress).bind(jobs)
            book = replace(book, optimal=least.optimal and least.root.total == book.root.total)
    except NoSuchBook:
        _discard(checkpoints)
        raise
    _discard(checkpoints)
    return book


def _discard(checkpoints: list[Checkpoint]) -> None:
    for checkpoint in checkpoints:
        checkpoint.discard()


class _Binder:
    """The making of one book."""

    def __init__(self, rules: Rules, effort: Effort, checkpoint: Checkpoint, progress: Progress) -> None:
        self._effort = effort
        self._checkpoint = checkpoint
        self._progress = progress
        self._table = table_of(rules)
        self._everything: Members = tuple(range(len(self._table.codes)))
        self._plans: list[Plan] = []
        self._whole = 0

    def bind(self, jobs: int) -> Book:
        """Make the book with so many processes."""
        table, effort = self._table, self._effort
        openings = self._openings()
        likely = rehearsed_costs(table, effort, list(self._cells(openings[0]).values()))
        searches = quick_search(table, effort, likely), Search(table, effort, likely)
        self._plans = [self._plan(opening, *searches) for opening in openings]
        self._whole = sum(plan.weight for plan in self._plans)
        with workers(jobs, table.rules, effort, likely) as ask:
            self._improve(jobs, ask)
        if self._best.cost >= FORBIDDEN:
            raise NoSuchBook(table.rules, effort.worst)
        return Book(table.rules, self._root(), effort.exhaustive and effort.worst is None)

    def _openings(self) -> list[int]:
        """One opening of each kind, likely best first."""
        guessed = [guessed_costs(self._table.win, len(self._table.codes))] * len(self._effort.tolls)
        ranked = Search(self._table, self._effort, guessed).ranked(self._everything, Past(1, ()), NO_LIMIT)
        return [guess for guess, _ in ranked]

    def _cells(self, guess: int) -> dict[int, Members]:
        return {answer: tuple(cell) for answer, cell in self._table.cells(guess, self._everything).items()}

    def _plan(self, opening: int, quick: Search, search: Search) -> Plan:
        """The work for an opening, with the trees of the quick search to begin with."""
        cells = sorted(self._cells(opening).items(), key=lambda cell: -len(cell[1]))
        made = [self._cell(opening, answer, members, quick, search) for answer, members in cells]
        return Plan(opening, made, search.stage(1).toll)

    def _cell(self, opening: int, answer: int, members: Members, quick: Search, search: Search) -> Cell:
        cost = quick.least(members, Past(2))
        past = Past(2, (opening,))
        if len(members) > _SMALL:
            guesses = search.ranked(members, past, cost)
            least = search.stage(2).least[len(members)] if guesses else cost
            return Cell(answer, members, least, cost, node_of(quick, members, 2), guesses, len(guesses))
        best = min(cost, search.least(members, past, cost))
        return Cell(answer, members, best, best, node_of(search if best < cost else quick, members, 2), [], 0)

    def _improve(self, jobs: int, ask: Ask) -> None:
        """Try every piece that could be of use, as many at a time as there are jobs."""
        answers: Answers = SimpleQueue()
        running = 0
        for piece in self._unfinished():
            limit = piece.plan.limit(piece.cell, self._best.cost)
            if piece.bound >= limit:
                self._note(piece, Outcome())
                continue
            ask(piece.question(limit), partial(_put, answers, piece))
            running += 1
            if running >= jobs:
                self._take(*answers.get())
                running -= 1
        for _ in range(running):
            self._take(*answers.get())

    def _unfinished(self) -> list[Piece]:
        """The pieces that the checkpoint does not hold; what it holds is noted."""
        unfinished = []
        for piece in pieces(self._plans):
            outcome = self._checkpoint.done.get(piece.key)
            if outcome is None:
                unfinished.append(piece)
            else:
                self._note(piece, outcome)
        return unfinished

    def _take(self, piece: Piece, answer: Outcome | BaseException) -> None:
        """Keep an answer, or raise what went wrong in the process that was asked."""
        if isinstance(answer, BaseException):
            raise answer
        self._checkpoint.add(piece.key, answer)
        self._note(piece, answer)

    def _note(self, piece: Piece, outcome: Outcome) -> None:
        piece.cell.note(outcome)
        self._progress(self._whole - sum(plan.weight for plan in self._plans), self._whole)

    @property
    def _best(self) -> Plan:
        return min(self._plans, key=lambda plan: plan.cost)

    def _root(self) -> Node:
        """The tree of the best opening."""
        plan = self._best
        feedbacks = possible_feedbacks(self._table.rules)
        cells = sorted(plan.cells, key=lambda cell: cell.answer)
        below = {feedbacks[cell.answer]: cell.node for cell in cells if cell.node is not None}
        total = len(self._everything)
        for cell in cells:
            total += 2 * len(cell.members) - 1 if cell.node is None else cell.node.total
        return Node(self._table.codes[plan.opening], len(self._everything), total, below)


def _put(answers: Answers, piece: Piece, answer: Outcome | BaseException) -> None:
    answers.put((piece, answer))
