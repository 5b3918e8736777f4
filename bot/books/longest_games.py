"""The search for the fewest longest games among the trees of the lowest total."""

from dataclasses import replace

from typing_extensions import override

from bot.books.search import NO_CUTOFF, Candidates, FeedbackTable, Search, SearchOptions, State
from core.solver.book_format import Node

_SMALL = 64
"""Sets of up to this many candidates are searched by their costs alone."""


class FewestLongestGamesSearch(Search):
    """A search with costs that count longest games, which for large sets tries only the guesses with the lowest total.

    The guesses of lowest total are found first, by costs of 1 for each guess, for which lower bounds are tighter.
    """

    def __init__(self, table: FeedbackTable, options: SearchOptions) -> None:
        super().__init__(table, options)
        self._costs = options.cost_of_each_guess(len(table.codes))
        self._totals = Search(table, replace(options, fewest_longest=False))
        self._best: dict[tuple[Candidates, int], int] = {}

    @override
    def lowest_cost(self, state: State, cutoff: int = NO_CUTOFF) -> int:
        if len(state.candidates) <= _SMALL:
            return super().lowest_cost(state, cutoff)
        for guess in self._cheapest_guesses(state, self._total(cutoff)):
            cost = self.lowest_cost_after(guess, state, cutoff)
            if cost < cutoff:
                self._best[state.candidates, state.turn] = guess
                cutoff = cost
        return cutoff

    @override
    def lowest_cost_after(self, guess: int, state: State, cutoff: int = NO_CUTOFF) -> int:
        if self._totals.lowest_cost_after(guess, state, self._total(cutoff)) >= self._total(cutoff):
            return cutoff
        made = None if state.guesses is None else (*state.guesses, guess)
        cost = self._costs[min(state.turn, len(self._costs)) - 1] * len(state.candidates)
        cells = [
            State(cell, state.turn + 1, made) for cell in self.table.unsolved_cells(guess, state.candidates).values()
        ]
        least = [self._costs[0] * self._totals.lowest_cost(cell) for cell in cells]
        cost += sum(least)
        for cell, known in zip(cells, least, strict=True):
            if cost < cutoff:
                cost += self.lowest_cost(cell, cutoff - cost + known) - known
        return cost

    @override
    def tree_if_needed(self, state: State) -> Node | None:
        guess = self._best.get((state.candidates, state.turn))
        return super().tree_if_needed(state) if guess is None else self.tree_after(guess, state)

    def _cheapest_guesses(self, state: State, cutoff: int) -> list[int]:
        """All guesses that lead to the lowest total, if it is below a cutoff."""
        guesses: list[int] = []
        for guess, bound in self._totals.rank_guesses(state, cutoff):
            total = self._totals.lowest_cost_after(guess, state, cutoff) if bound < cutoff else cutoff
            if total < cutoff:
                guesses = [*guesses, guess] if total == cutoff - 1 else [guess]
                cutoff = total + 1
        return guesses

    def _total(self, cutoff: int) -> int:
        """The least total of which no tree has a cost below a cutoff."""
        return -(-cutoff // self._costs[0])


def create_search_for_options(table: FeedbackTable, options: SearchOptions) -> Search:
    """Create the search that finds trees of lowest cost for these options soonest."""
    by_totals = options.fewest_longest and options.max_guesses is not None and options.is_exhaustive
    return (FewestLongestGamesSearch if by_totals else Search)(table, options)
