from collections.abc import Sequence
from itertools import count

import pytest
from hypothesis import assume, given, settings

from core.game.codes import Code
from core.game.feedback import compute_feedback
from core.game.items import Entry
from core.game.rules import Rules
from core.solver.budget import Budget, TimeLimit
from core.solver.candidates import find_candidates
from core.solver.costs import cost_lower_bound
from core.solver.evaluate import Evaluation, evaluate
from core.solver.search import QUICK, THOROUGH, Move, best_move, optimal_guess
from core.solver.state import State
from core.solver.strategies import Strategy
from tests.core.solver.reference import RulesAndTurns, histories, reference_candidates, reference_minimum_cost, turns_of

FOUR = Rules.parse("4x10")


def state_after(rules: Rules, secret: Code, *guesses: Code) -> State:
    return State(rules, guesses, find_candidates(rules, turns_of(rules, secret, *guesses)).codes())


@pytest.mark.no_cover
@given(histories(max_turns=3))
@settings(max_examples=10)
def test_the_search_finds_the_minimum_for_few_candidates(game: RulesAndTurns) -> None:
    rules, turns = game
    candidates = reference_candidates(rules, turns)
    assume(len(candidates) <= 12)
    move = best_move(State(rules, tuple(turn.guess for turn in turns), candidates))
    assert move.exact
    assert round(move.expected * len(candidates)) == reference_minimum_cost(rules, tuple(candidates))


@pytest.mark.no_cover
def test_the_expected_number_is_an_estimate_for_more_candidates() -> None:
    move = best_move(state_after(FOUR, (9, 3, 0, 7), (0, 1, 2, 3), (4, 5, 6, 7)), QUICK)
    assert not move.exact
    assert 3 < move.expected < 3.8


def test_a_search_without_any_time_returns_a_candidate() -> None:
    ticks = count()
    limit = TimeLimit(0, lambda: float(next(ticks)))
    state = state_after(FOUR, (9, 3, 0, 7), (0, 1, 2, 3))
    move = best_move(state, THOROUGH, Budget(should_stop=limit.start()))
    assert not move.exact
    assert move.guess in state.candidates


@pytest.mark.no_cover
@pytest.mark.parametrize("work", [10**6, 10**7, 10**8])
def test_a_search_with_little_work_comes_close_to_the_minimum(work: int) -> None:
    state = state_after(FOUR, (9, 3, 0, 7), (0, 1, 2, 3), (3, 4, 5, 0), (1, 6, 0, 5))
    assert best_move(state, THOROUGH, Budget(work)).expected == pytest.approx(best_move(state).expected, abs=0.3)


@pytest.mark.no_cover
@pytest.mark.parametrize(("notation", "total"), [("2x10", 451), ("3x6r", 854), ("4x6", 1446)])
def test_small_rules_are_played_with_the_minimum_total_without_a_book(notation: str, total: int) -> None:
    assert searched(notation).total == total


@pytest.mark.slow
@pytest.mark.parametrize(("notation", "total"), [("3x10", 3577), ("4x6r", 5630)])
def test_larger_rules_are_played_within_a_thousandth_of_the_minimum_without_a_book(notation: str, total: int) -> None:
    assert searched(notation).total <= total


def searched(notation: str) -> Evaluation:
    return evaluate(Rules.parse(notation), Strategy("optimal"), optimal_guess)


def test_the_lower_bound_is_the_cost_of_an_ideal_tree() -> None:
    assert [cost_lower_bound(FOUR, candidates) for candidates in (1, 2, 14, 15)] == [1, 3, 27, 30]


def test_the_winning_guess_is_counted() -> None:
    secret = (9, 3, 0, 7)
    assert best_move(State(FOUR, (), [secret])) == (secret, 1.0, True)
    assert compute_feedback(secret, secret).hits == 4


def test_the_book_is_looked_up_with_the_history_before_a_search() -> None:
    state, lookups = state_after(FOUR, (9, 3, 0, 7), (0, 1, 2, 3)), []

    def lookup(rules: Rules, turns: Sequence[Entry]) -> Move:
        lookups.append((rules, tuple(turns)))
        return Move((4, 5, 6, 7), 4.5, exact=True)

    assert optimal_guess(state, lookup) == (4, 5, 6, 7)
    assert lookups == [(FOUR, turns_of(FOUR, (9, 3, 0, 7), (0, 1, 2, 3)))]
