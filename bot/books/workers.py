"""The processes that search."""

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import Pool
from typing import NamedTuple, TypeAlias

from bot.books.options import SearchOptions
from bot.books.search import Search
from bot.books.table import Candidates, FeedbackTable, Floats
from bot.books.turn_costs import Context
from core.game.rules import Rules
from core.solver.book_format import Node


class GuessRequest(NamedTuple):
    """A request for the lowest cost of a set of candidates if a guess is made.

    Args:
        guess: the guess.
        candidates: the set of candidates.
        cutoff: costs that are not below it do not matter.
        history: the guesses before this one.
    """

    guess: int
    candidates: Candidates
    cutoff: int
    history: Candidates


class GuessResult(NamedTuple):
    """The cost and the tree for a request, or None if the cost is not below the cutoff."""

    cost: int | None = None
    node: Node | None = None


Submit: TypeAlias = Callable[[GuessRequest, Callable[[GuessResult | BaseException], None]], object]
"""Hands over a request, and a function that is called with the result or error."""


@contextmanager
def workers(jobs: int, rules: Rules, options: SearchOptions, likely_costs: Sequence[Floats]) -> Iterator[Submit]:
    """Start worker processes and end them with the context. A single job is done in this process."""
    if jobs == 1:
        search = Search(table_of(rules), options, likely_costs)
        yield lambda request, callback: callback(_handle(search, request))
        return
    with Pool(jobs, _initialize, (rules, options, likely_costs)) as pool:
        yield lambda request, callback: pool.apply_async(_work, (request,), {}, callback, callback)


@lru_cache(maxsize=1)
def table_of(rules: Rules) -> FeedbackTable:
    """The feedback table of some rules. Forked processes inherit the cached table."""
    return FeedbackTable(rules)


_searches: list[Search] = []
"""The one search of a worker process."""


def _initialize(rules: Rules, options: SearchOptions, likely_costs: Sequence[Floats]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the main process ends the others
    _searches[:] = [Search(table_of(rules), options, likely_costs)]


def _work(request: GuessRequest) -> GuessResult:
    return _handle(_searches[0], request)


def _handle(search: Search, request: GuessRequest) -> GuessResult:
    search.limit_memory()
    guess, candidates, cutoff, history = request
    context = Context(len(history) + 1, history)
    cost = search.lowest_cost_after(guess, candidates, context, cutoff)
    if cost >= cutoff:
        return GuessResult()
    return GuessResult(cost, search.tree_after(guess, candidates, context.turn))
