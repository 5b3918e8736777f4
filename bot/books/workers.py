"""The processes that search, and what they are asked."""

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import Pool
from typing import NamedTuple, TypeAlias

from bot.books.options import Effort
from bot.books.search import Search
from bot.books.stage import Past
from bot.books.table import Floats, Members, Table
from bot.books.trees import node_after
from core.game.rules import Rules
from core.solver.book_format import Node


class Question(NamedTuple):
    """What a guess, after the guesses of a history, would cost, if that is less than `below`."""

    guess: int
    members: Members
    below: int
    history: Members


class Outcome(NamedTuple):
    """The cost and the tree that were asked for; None if the cost is not below the limit."""

    cost: int | None = None
    node: Node | None = None


Ask: TypeAlias = Callable[[Question, Callable[[Outcome | BaseException], None]], object]
"""Has a question answered, now or later, by calling back."""


@contextmanager
def workers(jobs: int, rules: Rules, effort: Effort, likely_costs: Sequence[Floats]) -> Iterator[Ask]:
    """Processes that answer questions, ended with the context; a single job is done in this process."""
    if jobs == 1:
        search = Search(table_of(rules), effort, likely_costs)
        yield lambda question, answered: answered(_answer(search, question))
        return
    with Pool(jobs, _begin, (rules, effort, likely_costs)) as pool:
        yield lambda question, answered: pool.apply_async(_work, (question,), {}, answered, answered)


@lru_cache(maxsize=1)
def table_of(rules: Rules) -> Table:
    """The table of some rules; a process forked from one that has made it finds it here."""
    return Table(rules)


_searches: list[Search] = []
"""The one search of a worker process."""


def _begin(rules: Rules, effort: Effort, likely_costs: Sequence[Floats]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal interrupts all; who asked ends the others
    _searches[:] = [Search(table_of(rules), effort, likely_costs)]


def _work(question: Question) -> Outcome:
    return _answer(_searches[0], question)


def _answer(search: Search, question: Question) -> Outcome:
    search.forget()
    guess, members, below, history = question
    past = Past(len(history) + 1, history)
    cost = search.least_after(guess, members, past, below)
    return Outcome(cost, node_after(search, members, past.turn, guess)) if cost < below else Outcome()
