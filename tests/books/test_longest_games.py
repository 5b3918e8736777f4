"""The search for the fewest longest games finds what the search for costs finds."""

import random
from dataclasses import replace

import pytest

from bot.books.longest_games import FewestLongestGamesSearch, create_search_for_options
from bot.books.search import FeedbackTable, Search, SearchOptions, State
from core.game.rules import Rules

FEWEST_LONGEST = SearchOptions(max_guesses=7, fewest_longest=True)


def states(table: FeedbackTable, count: int, turn: int) -> list[State]:
    """Some sets that are not small."""
    states = []
    for seed in range(count):
        rng = random.Random(seed)
        states.append(State(tuple(sorted(rng.sample(range(len(table.codes)), rng.randint(66, 140)))), turn))
    return states


@pytest.mark.parametrize("notation", ["3x8", "3x6r", pytest.param("4x6", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("turn", "max_guesses"),
    [pytest.param(2, 5, marks=pytest.mark.slow), (3, 6), pytest.param(2, 7, marks=pytest.mark.slow)],
)
def test_costs_and_trees_of_large_sets_are_those_of_the_search_for_costs(
    notation: str, turn: int, max_guesses: int
) -> None:
    table, options = FeedbackTable(Rules.parse(notation)), replace(FEWEST_LONGEST, max_guesses=max_guesses)
    by_costs, by_totals = Search(table, options), FewestLongestGamesSearch(table, options)
    for state in states(table, 4, turn):
        cost = by_costs.lowest_cost(state)
        assert by_totals.lowest_cost(state) == by_totals.lowest_cost(state, cost + 1) == cost
        assert FewestLongestGamesSearch(table, options).lowest_cost(state, cost) >= cost
        trees = [search.tree_if_needed(state) for search in (by_costs, by_totals)]
        assert len({tree and (tree.candidate_count, tree.total) for tree in trees}) == 1


def test_the_cost_after_a_guess_is_that_of_the_search_for_costs() -> None:
    table = FeedbackTable(Rules.parse("3x8"))
    by_costs, by_totals = Search(table, FEWEST_LONGEST), FewestLongestGamesSearch(table, FEWEST_LONGEST)
    (state,) = states(table, 1, 2)
    for guess in range(0, len(table.codes), 60):
        cost = by_costs.lowest_cost_after(guess, state)
        assert by_totals.lowest_cost_after(guess, state, cost + 1) == cost
        assert by_totals.lowest_cost_after(guess, state, cost) >= cost


def test_other_searches_are_for_costs() -> None:
    table = FeedbackTable(Rules.parse("2x4"))
    for options in (SearchOptions(), replace(FEWEST_LONGEST, width=2), replace(FEWEST_LONGEST, max_guesses=None)):
        assert type(create_search_for_options(table, options)) is Search
    assert isinstance(create_search_for_options(table, FEWEST_LONGEST), FewestLongestGamesSearch)
