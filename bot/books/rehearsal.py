"""Quick searches: for a first tree, and to learn what sets of each size are likely to cost."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.books.curve import guessed_costs, learned_costs, steeper_costs
from bot.books.options import Effort
from bot.books.search import Search
from bot.books.stage import PAIR, Past, Stage
from bot.books.table import Floats, Members, Table

_REHEARSALS = (1, 2)
"""Widths of the quick searches that the likely costs are learned from."""

_REHEARSED = 2_000
"""Guesses looked at, about, in those searches."""


def quick_search(table: Table, effort: Effort, likely_costs: Sequence[Floats], width: int = _REHEARSALS[-1]) -> Search:
    """A search that aims at the same and takes little time."""
    stride = -(-len(table.codes) // _REHEARSED)
    return Search(table, replace(effort, width=width, thorough=PAIR, stride=stride), likely_costs)


def rehearsed_costs(table: Table, effort: Effort, sets: Sequence[Members]) -> list[Floats]:
    """The likely costs for each toll of an effort, learned from quick searches of the sets that an opening leaves."""
    codes = len(table.codes)
    costs = guessed_costs(table.win, codes)
    for width in _REHEARSALS:
        search = _rehearsal(table, Effort(), [costs], sets, width)
        costs = learned_costs(_samples(search.stages[0]), codes)
    likely = [costs] * len(effort.tolls)
    for width in _REHEARSALS if effort.worst is not None else ():
        search = _rehearsal(table, effort, likely, sets, width)
        likely = [steeper_costs(costs, _samples(stage)) for stage in search.stages]
    return likely


def _rehearsal(
    table: Table, effort: Effort, likely_costs: Sequence[Floats], sets: Sequence[Members], width: int
) -> Search:
    search = quick_search(table, effort, likely_costs, width)
    for members in sets:
        search.least(members, Past(2))
    return search


def _samples(stage: Stage) -> Iterator[tuple[int, int]]:
    return ((len(members), solved.cost) for members, solved in stage.solved.items())
