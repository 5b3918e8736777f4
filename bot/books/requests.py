"""Requests to search, and what works on them."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeAlias

from bot.books.options import SearchOptions
from bot.books.search import Search
from bot.books.table import Candidates, FeedbackTable, Floats
from bot.books.turn_costs import MAX_SYMMETRIC_TURNS, Context
from core.game.rules import Rules
from core.solver.book_format import Node


class GuessRequest(NamedTuple):
    """A request for the lowest cost of a set of candidates.

    Args:
        guess: the guess to make, or None for the best one.
        candidates: the set of candidates.
        cutoff: costs that are not below it do not matter.
        history: the guesses before this one.
    """

    guess: int | None
    candidates: Candidates
    cutoff: int
    history: Candidates


class GuessResult(NamedTuple):
    """The cost and the tree for a request, or None if the cost is not below the cutoff."""

    cost: int | None = None
    node: Node | None = None


Callback: TypeAlias = Callable[[Callable[[], GuessResult]], None]
"""Called when a request is finished, possibly in another thread, with a function that returns the result or raises."""


class Workers(Protocol):
    """What works on requests."""

    @property
    def capacity(self) -> int:
        """The number of requests that should be submitted at a time."""
        ...

    def submit(self, request: GuessRequest, callback: Callback) -> None:
        """Hand over a request."""
        ...


class NoCluster(Exception):
    """There is no Dask scheduler with workers at `address`."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class WorkersLost(Exception):
    """Workers died again and again with the same request or at the start, or the connection to the cluster was lost."""


class SearchSettings(NamedTuple):
    """The arguments of the search that all workers carry out."""

    rules: Rules
    options: SearchOptions
    likely_costs: Sequence[Floats]


class Searcher:
    """A search that works on one request after another and remembers what it finds.

    Also the workers when nothing but this process is used.
    """

    capacity = 1

    def __init__(self, settings: SearchSettings) -> None:
        self._search = Search(table_of(settings.rules), settings.options, settings.likely_costs)

    def submit(self, request: GuessRequest, callback: Callback) -> None:
        """See `Workers.submit`."""
        result = self.result(request)
        callback(lambda: result)

    def result(self, request: GuessRequest) -> GuessResult:
        """Work on a request."""
        search = self._search
        search.limit_memory()
        guess, candidates, cutoff, history = request
        context = Context(len(history) + 1, history if len(history) <= MAX_SYMMETRIC_TURNS else None)
        if guess is None:
            cost = search.lowest_cost(candidates, context, cutoff)
        else:
            cost = search.lowest_cost_after(guess, candidates, context, cutoff)
        if cost >= cutoff:
            return GuessResult()
        if guess is None:
            return GuessResult(cost, search.tree(candidates, context.turn))
        return GuessResult(cost, search.tree_after(guess, candidates, context.turn))


@lru_cache(maxsize=1)
def table_of(rules: Rules) -> FeedbackTable:
    """The feedback table of some rules."""
    return FeedbackTable(rules)
