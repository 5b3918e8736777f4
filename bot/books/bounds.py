"""Proven lower bounds of totals, and of the number of secrets that need the last guess."""

from bot.books.builder import MAX_CODES, NoSuchBook
from bot.books.cluster import Progress, table_of
from bot.books.search import NO_CUTOFF, TRIVIAL_SIZE, Search, State
from bot.books.table import FORBIDDEN_COST, SearchOptions
from core.game.rules import Rules


def lower_bound(
    rules: Rules, solve_up_to: int, progress: Progress = lambda _done, _all: None, worst: int | None = None
) -> int:
    """A number of guesses that no strategy falls below.

    Args:
        rules: the rules.
        solve_up_to: cells of an opening with up to this many candidates are searched. For larger ones, each guess is
            bounded by what any next guess can distinguish in each of its cells.
        progress: called with the candidates looked at and all of them, counted for each opening.
        worst: if given, the result is a number of secrets instead: every strategy that never needs more than `worst`
            guesses needs `worst` for at least as many.

    Raises:
        RulesOutOfRange: there are more codes than `MAX_CODES`.
        NoCompiler: there is no C compiler.
        NoSuchBook: every strategy needs more than `worst` guesses.
    """
    rules.require_at_most(MAX_CODES)
    options = SearchOptions(max_guesses=worst, only_worst=worst is not None)
    search = Search(table_of(rules), options)
    everything = tuple(range(rules.codes))
    openings = search.rank_guesses(State(everything, 1, ()), NO_CUTOFF, stage=0)
    lowest = NO_CUTOFF
    for index, (opening, bound) in enumerate(openings):
        total, done = options.guess_costs(rules.codes)[0] * rules.codes, index * rules.codes
        for cell in sorted(search.table.cells(opening, everything).values(), key=len) if bound < lowest else ():
            state = State(cell, 2, (opening,))
            total += _lowest_cost(search, state) if len(cell) <= solve_up_to else search.lower_bound(state)
            done += len(cell)
            progress(done, len(openings) * rules.codes)
        lowest = min(lowest, max(total, bound))
    progress(1, 1)
    if worst is not None and lowest >= FORBIDDEN_COST:
        raise NoSuchBook(rules, worst)
    return lowest


def _lowest_cost(search: Search, state: State) -> int:
    """The lowest cost of a state. Of the guesses after each of its guesses, equivalent ones are left out too."""
    if len(state.candidates) <= TRIVIAL_SIZE:
        return search.lowest_cost(state)
    lowest = NO_CUTOFF
    for guess, bound in search.rank_guesses(state, NO_CUTOFF):
        if bound < lowest:
            lowest = min(lowest, search.lowest_cost_after(guess, state, lowest))
    return lowest
