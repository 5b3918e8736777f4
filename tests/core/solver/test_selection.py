import random

import pytest
from hypothesis import given, settings, strategies as st

from core.game.codes import Code, all_codes, is_code
from core.game.feedback import compute_feedback, parse_feedback
from core.game.rules import Rules
from core.solver.budget import Budget, OutOfBudget
from core.solver.candidates import find_candidates
from core.solver.selection import create_pool, guess_pool, rank_guesses, select_guess
from core.solver.state import State
from core.solver.strategies import OpeningRule, Pool, Strategy, TieRule, WinBonus
from tests.core.solver.reference import RulesAndTurns, histories, reference_candidates, reference_cells, turns_of

FOUR = Rules.parse("4x10")
SECRET = (7, 1, 0, 4)
SCORED = ("worst-cell", "expected-size", "entropy", "most-parts", "log1p", "landy", "power:1.5")


def not_called(_: State) -> Code:
    raise AssertionError


def state_after(rules: Rules, secret: Code, *guesses: Code) -> State:
    return State(rules, guesses, find_candidates(rules, turns_of(rules, secret, *guesses)).codes())


def guess_of(strategy: Strategy, state: State, seed: int = 0) -> Code:
    return select_guess(strategy, state, random.Random(seed), not_called)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", SCORED)
@pytest.mark.parametrize("ties", [TieRule.CONSISTENT, TieRule.LOWEST])
@pytest.mark.parametrize("pool", list(Pool))
@given(game=histories(max_turns=2))
@settings(max_examples=3)  # for each of 28 strategies
def test_the_guess_is_the_lowest_of_the_best_guesses(name: str, ties: TieRule, pool: Pool, game: RulesAndTurns) -> None:
    rules, turns = game
    strategy, candidates = Strategy(name, pool, ties), reference_candidates(rules, turns)
    guesses = candidates if pool is Pool.CANDIDATES or len(candidates) == 1 else list(all_codes(rules))

    def sort_key(guess: Code) -> tuple[int, bool, Code]:
        sizes = list(reference_cells(guess, candidates).values())
        return strategy.score.scaled_score(sizes), ties is TieRule.CONSISTENT and guess not in candidates, guess

    state = State(rules, tuple(turn.guess for turn in turns), candidates)
    assert guess_of(strategy, state) == min(guesses, key=sort_key)


@pytest.mark.no_cover
def test_random_ties_are_drawn_from_the_best_guesses() -> None:
    state = state_after(FOUR, SECRET, (0, 1, 2, 3), (1, 4, 5, 6))
    strategy = Strategy("most-parts", ties=TieRule.RANDOM)
    ranked = list(rank_guesses(strategy.valuation, state, guess_pool(state)))
    best = {guess.code for guess in ranked if guess.score == ranked[0].score}
    drawn = {guess_of(strategy, state, seed) for seed in range(40)}
    assert len(drawn) > 1
    assert drawn <= best


@pytest.mark.slow
@given(histories(max_turns=2), st.sampled_from(SCORED), st.sampled_from([0, 2]))
@settings(deadline=None, max_examples=20)
def test_guesses_are_ranked_completely_and_in_order(game: RulesAndTurns, name: str, bonus: int) -> None:
    rules, turns = game
    strategy = Strategy(name, win_bonus=WinBonus(amount=bonus))
    candidates = reference_candidates(rules, turns)
    state = State(rules, tuple(turn.guess for turn in turns), candidates)
    ranked = list(rank_guesses(strategy.valuation, state, create_pool(list(all_codes(rules)), rules)))
    assert ranked == sorted(ranked)
    assert {guess.code for guess in ranked} == set(all_codes(rules))
    for guess in ranked:
        sizes = list(reference_cells(guess.code, candidates).values())
        assert guess.consistent is (guess.code in candidates)
        assert guess.score == strategy.score.scaled_score(sizes) - guess.consistent * strategy.valuation.bonus


def test_the_same_seed_draws_the_same_guess() -> None:
    state = state_after(FOUR, SECRET, (0, 1, 2, 3))
    assert guess_of(Strategy("random"), state, 7) == guess_of(Strategy("random"), state, 7)


def test_the_first_strategy_guesses_the_lowest_candidate() -> None:
    state = state_after(FOUR, SECRET, (0, 1, 2, 3))
    assert guess_of(Strategy("first"), state) == state.candidates[0]


def test_the_opening_can_be_given_or_random() -> None:
    start = state_after(FOUR, SECRET)
    assert guess_of(Strategy("entropy", opening=(9, 8, 7, 6)), start) == (9, 8, 7, 6)
    drawn = {guess_of(Strategy("entropy", opening=OpeningRule.RANDOM), start, seed) for seed in range(5)}
    assert len(drawn) > 1
    assert all(is_code(code, FOUR) for code in drawn)


def test_the_opening_is_used_only_for_the_first_guess() -> None:
    state = state_after(FOUR, SECRET, (0, 1, 2, 3))
    assert guess_of(Strategy("first", opening=(9, 8, 7, 6)), state) == state.candidates[0]


@pytest.mark.parametrize(
    ("secret", "feedback"),
    [
        ((0, 1, 2, 4), "1H1B"),
        ((0, 1, 3, 2), "2H2B"),
        ((0, 1, 3, 4), "2H0B"),
        ((0, 1, 4, 5), "1H1B"),
        ((0, 2, 3, 1), "2H1B"),
        ((0, 2, 1, 4), "1H1B"),
        ((0, 2, 4, 5), "1H1B"),
        ((0, 4, 5, 6), "1H0B"),
        ((3, 2, 1, 0), "0H4B"),
        ((3, 2, 1, 4), "0H2B"),
        ((3, 2, 4, 5), "0H2B"),
        ((3, 4, 5, 6), "0H1B"),
        ((4, 5, 6, 7), "0H0B"),
    ],
)
def test_the_second_guess_has_the_published_feedback_with_the_first(secret: Code, feedback: str) -> None:
    guess = guess_of(Strategy("second-table"), state_after(FOUR, secret, (0, 1, 2, 3)), 3)
    assert compute_feedback(guess, (0, 1, 2, 3)) == parse_feedback(feedback, FOUR)


def test_the_second_guess_is_a_candidate_if_the_table_has_no_entry() -> None:
    state = state_after(Rules.parse("5x10"), (0, 1, 2, 3, 5), (0, 1, 2, 3, 4))
    assert guess_of(Strategy("second-table"), state) in state.candidates


@pytest.mark.parametrize("budget", [Budget(1_000), Budget(should_stop=lambda: True)])
def test_comparing_guesses_ends_when_the_budget_is_used_up(budget: Budget) -> None:
    with pytest.raises(OutOfBudget):
        select_guess(Strategy("entropy"), state_after(FOUR, SECRET, (0, 1, 2, 3)), random.Random(0), not_called, budget)


def test_only_a_sample_is_compared_if_there_are_too_many_guesses() -> None:
    rules = Rules.parse("8x10")
    guesses = ((0, 1, 2, 3, 4, 5, 6, 7), (7, 1, 0, 4, 9, 2, 5, 3), (7, 1, 0, 4, 9, 3, 5, 2))
    state = state_after(rules, (7, 1, 0, 4, 9, 2, 3, 5), *guesses)
    assert len(state.cell_sizes(guess_of(Strategy("entropy"), state))) > 1
