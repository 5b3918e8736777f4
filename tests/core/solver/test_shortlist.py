import random

import pytest

from core.game.codes import random_code
from core.game.rules import Rules
from core.solver.bit_sets import bits
from core.solver.budget import Budget
from core.solver.candidates import find_candidates
from core.solver.costs import GREEDY
from core.solver.selection import GuessPool, guess_pool, rank_guesses, shortlist
from core.solver.state import State
from tests.core.solver.reference import turns_of

WORK = 10**8


def state_after(notation: str, turns: int, seed: int) -> State:
    rules, rng = Rules.parse(notation), random.Random(seed)
    guesses = [random_code(rules, rng) for _ in range(turns)]
    candidates = find_candidates(rules, turns_of(rules, random_code(rules, rng), *guesses)).codes()
    return State(rules, tuple(guesses), candidates)


def lowest_score(state: State, pool: GuessPool) -> int:
    return next(rank_guesses(GREEDY.valuation, state, pool)).score


@pytest.mark.parametrize("notation", ["4x10", "4x6r"])
@pytest.mark.parametrize("seed", range(3))
def test_the_best_of_all_guesses_is_on_the_list_if_all_are_counted(notation: str, seed: int) -> None:
    state = state_after(notation, 3, seed)
    listed = shortlist(GREEDY.valuation, state, Budget(WORK))
    assert lowest_score(state, listed) == lowest_score(state, guess_pool(state))


def test_a_large_list_contains_better_guesses_than_a_sample() -> None:
    state = state_after("6x10", 3, 1)
    assert lowest_score(state, shortlist(GREEDY.valuation, state, Budget(WORK))) < lowest_score(
        state, guess_pool(state)
    )


@pytest.mark.parametrize(("notation", "openings"), [("7x10", 1), ("6x9r", 11)])
def test_only_inequivalent_openings_are_listed(notation: str, openings: int) -> None:
    rules = Rules.parse(notation)
    state = State(rules, (), [random_code(rules, random.Random(seed)) for seed in range(50)])
    assert shortlist(GREEDY.valuation, state, Budget(WORK)).mask.bit_count() == openings


def test_a_small_budget_leaves_a_sample_with_candidates() -> None:
    state = state_after("6x10", 2, 1)
    pool = shortlist(GREEDY.valuation, state, Budget(1_000))
    codes = {pool.guess_list.code(index) for index in bits(pool.mask)}
    assert codes & set(state.candidates)
