"""The search for books, compared with trying every guess."""

import random
from functools import cache

import pytest

from bot.books.estimates import assumed_costs
from bot.books.search import Context, Search
from bot.books.table import Candidates, FeedbackTable, SearchOptions
from core.game.rules import Rules


def search_with(table: FeedbackTable, options: SearchOptions) -> Search:
    return Search(table, options, [assumed_costs(table.win, len(table.codes))] * len(options.guess_costs))


def brute_force_cost(table: FeedbackTable, options: SearchOptions, candidates: Candidates, turn: int) -> int:
    guess_costs = options.guess_costs

    @cache
    def lowest(candidates: Candidates, turn: int) -> int:
        guess_cost = guess_costs[min(turn, len(guess_costs)) - 1]
        if len(candidates) == 1:
            return guess_cost
        costs = []
        for guess in range(len(table.codes)):
            cells = table.cells(guess, candidates)
            if len(candidates) not in map(len, cells.values()):
                after = sum(lowest(tuple(cell), min(turn + 1, len(guess_costs))) for cell in cells.values())
                costs.append(guess_cost * len(candidates) + after)
        return min(costs)

    return lowest(candidates, turn)


@pytest.mark.parametrize("notation", ["2x4", "2x3r", "3x4", "2x5"])
@pytest.mark.parametrize(
    "options",
    [SearchOptions(), SearchOptions(max_guesses=4), SearchOptions(max_guesses=4, fewest_worst=True)],
    ids=str,
)
@pytest.mark.parametrize("seed", range(5))
def test_the_lowest_cost_is_that_of_brute_force(notation: str, options: SearchOptions, seed: int) -> None:
    table = FeedbackTable(Rules.parse(notation))
    rng = random.Random(seed)
    candidates = tuple(sorted(rng.sample(range(len(table.codes)), 7)))
    cost = search_with(table, options).lowest_cost(candidates, Context(2))
    assert cost == brute_force_cost(table, options, candidates, 2)


def test_a_cost_that_is_not_below_the_cutoff_is_not_found() -> None:
    table = FeedbackTable(Rules.parse("3x6"))
    candidates = tuple(range(0, 120, 4))
    cost = search_with(table, SearchOptions()).lowest_cost(candidates, Context(2))
    assert search_with(table, SearchOptions()).lowest_cost(candidates, Context(2), cost + 1) == cost
    assert search_with(table, SearchOptions()).lowest_cost(candidates, Context(2), cost) >= cost


def test_removing_equivalent_guesses_does_not_change_the_cost() -> None:
    table = FeedbackTable(Rules.parse("3x7"))
    opening = table.number[(0, 1, 2)]
    candidates = max(map(tuple, table.cells(opening, tuple(range(len(table.codes)))).values()), key=len)
    assert len(candidates) > 60
    reduced, full = search_with(table, SearchOptions()), search_with(table, SearchOptions())
    assert reduced.lowest_cost(candidates, Context(2, (opening,))) == full.lowest_cost(candidates, Context(2))
    ranked = reduced.rank_guesses(candidates, Context(2, (opening,)), 10**6)
    assert len(ranked) < len(full.rank_guesses(candidates, Context(2), 10**6))


def test_solutions_are_forgotten_once_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    search = search_with(FeedbackTable(Rules.parse("3x6")), SearchOptions())
    search.lowest_cost(tuple(range(40)), Context(2))
    search.limit_memory()
    assert search.costs(2).solutions
    monkeypatch.setattr("bot.books.search._MAX_REMEMBERED", 0)
    search.limit_memory()
    assert not search.costs(2).solutions
