"""Proven lower bounds of totals."""

from bot.books.builder import MAX_CODES, TooManyCodes
from bot.books.cluster import Progress, table_of
from bot.books.search import NO_CUTOFF, Search, State
from bot.books.table import SearchOptions
from core.game.rules import Rules


def lower_bound(rules: Rules, solve_up_to: int, progress: Progress = lambda _done, _all: None) -> int:
    """A number of guesses that no strategy falls below.

    Args:
        rules: the rules.
        solve_up_to: cells of an opening with up to this many candidates are searched. For larger ones, each guess is
            bounded by what any next guess can distinguish in each of its cells.
        progress: called with the candidates looked at and all of them, counted for each opening.

    Raises:
        TooManyCodes: there are more codes than `MAX_CODES`.
        NoCompiler: there is no C compiler.
    """
    if rules.codes > MAX_CODES:
        raise TooManyCodes(rules)
    search = Search(table_of(rules), SearchOptions())
    everything = tuple(range(rules.codes))
    openings = search.rank_guesses(State(everything, 1, ()), NO_CUTOFF, stage=0)
    lowest = NO_CUTOFF
    for index, (opening, bound) in enumerate(openings):
        total, done = rules.codes, index * rules.codes
        for cell in sorted(search.table.cells(opening, everything).values(), key=len) if bound < lowest else ():
            state = State(cell, 2, (opening,))
            total += search.lowest_cost(state) if len(cell) <= solve_up_to else search.lower_bound(state)
            done += len(cell)
            progress(done, len(openings) * rules.codes)
        lowest = min(lowest, max(total, bound))
    progress(1, 1)
    return lowest
