import random

import pytest

from core.game.codes import Code, random_code
from core.game.rules import Rules
from core.solver.budget import Budget, OutOfBudget
from core.solver.candidates import find_candidates
from core.solver.costs import GREEDY
from core.solver.selection import GuessPool, create_pool, evenly_spaced, guess_pool, rank_guess, rank_guesses
from core.solver.shortlist import best_of_candidate_sample, quick_shortlist, shortlist
from core.solver.state import State
from core.solver.strategies import Pool, Strategy
from tests.core.solver.reference import turns_of

WORK = 10**8


def state_after(notation: str, turns: int, seed: int) -> State:
    rules, rng = Rules.parse(notation), random.Random(seed)
    guesses = [random_code(rules, rng) for _ in range(turns)]
    candidates = find_candidates(rules, turns_of(rules, random_code(rules, rng), *guesses)).codes()
    return State(rules, tuple(guesses), candidates)


def listed(state: State, size: int = 100, work: float = WORK) -> list[Code]:
    return shortlist(GREEDY.valuation, state, Budget(work), size)


def score(state: State, guess: Code) -> int:
    return rank_guess(GREEDY.valuation, state, guess).score


def lowest_score(state: State, pool: GuessPool) -> int:
    return next(rank_guesses(GREEDY.valuation, state, pool)).score


@pytest.mark.parametrize("notation", ["4x10", "4x6r"])
@pytest.mark.parametrize("seed", range(3))
def test_the_best_of_all_guesses_is_on_the_list_if_all_are_counted(notation: str, seed: int) -> None:
    state = state_after(notation, 3, seed)
    assert score(state, listed(state)[0]) == lowest_score(state, guess_pool(state))


@pytest.mark.slow
@pytest.mark.parametrize("notation", ["6x10", pytest.param("8x10", marks=pytest.mark.slow)])
def test_where_only_a_sample_is_counted_a_better_guess_than_in_the_sample_is_found(notation: str) -> None:
    state = state_after(notation, 3, 1)
    found = listed(state, work=4e7)
    assert score(state, found[0]) < lowest_score(state, guess_pool(state))
    assert score(state, found[0]) == min(score(state, guess) for guess in found)


@pytest.mark.parametrize(("notation", "openings"), [("7x10", 1), ("6x9r", 11)])
def test_only_inequivalent_openings_are_listed(notation: str, openings: int) -> None:
    rules = Rules.parse(notation)
    state = State(rules, (), [random_code(rules, random.Random(seed)) for seed in range(50)])
    assert len(listed(state)) == len(quick_shortlist(GREEDY.valuation, state, 100)) == openings


def test_the_second_guess_is_the_best_of_all_kinds() -> None:
    state = state_after("6x10", 1, 2)
    best = listed(state)[0]
    assert score(state, best) <= min(score(state, code) for code in evenly_spaced(state.candidates, 100))


def test_a_list_needs_some_work() -> None:
    with pytest.raises(OutOfBudget):
        listed(state_after("6x10", 2, 1), work=1_000)


def test_without_work_there_are_as_many_guesses_and_a_candidate() -> None:
    for state in (state_after("6x10", 2, 1), state_after("4x10", 2, 1)):
        assert len(quick_shortlist(GREEDY.valuation, state, 60)) == len(listed(state, 60)) == 60
        assert best_of_candidate_sample(GREEDY.valuation, state) in state.candidates


def test_only_guesses_that_the_strategy_may_make_are_listed() -> None:
    state, valuation = state_after("6x10", 3, 1), Strategy("entropy", pool=Pool.CANDIDATES).valuation
    for found in (shortlist(valuation, state, Budget(WORK), 60), quick_shortlist(valuation, state, 60)):
        assert set(found) <= set(state.candidates)


@pytest.mark.parametrize("notation", ["4x10", "4x6r", "6x10"])
def test_where_only_candidates_may_be_guessed_most_of_a_list_is_filled_with_them(notation: str) -> None:
    state, valuation = state_after(notation, 1, 3), Strategy("entropy", pool=Pool.CANDIDATES).valuation
    for found in (shortlist(valuation, state, Budget(WORK), 60), quick_shortlist(valuation, state, 60)):
        assert set(found) <= set(state.candidates)
        assert 30 < len(set(found)) == len(found) <= 60


def test_all_guesses_are_compared_for_a_few_candidates_of_many_codes() -> None:
    state = state_after("6x10", 5, 1)
    few = State(state.rules, state.guesses, state.candidates[:12])
    assert guess_pool(few).guess_list.size == few.rules.code_count
    assert lowest_score(few, guess_pool(few)) <= lowest_score(few, create_pool(sorted(listed(few)), few.rules))
