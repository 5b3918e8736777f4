from collections.abc import Sequence
from itertools import count

import pytest
from hypothesis import assume, given, settings

from core.game.codes import Code
from core.game.feedback import Turn, compute_feedback
from core.game.rules import Rules
from core.solver.candidates import find_candidates
from core.solver.costs import cost_lower_bound
from core.solver.deadline import TimeLimit
from core.solver.evaluate import Evaluation, evaluate
from core.solver.search import QUICK, THOROUGH, Move, best_move, optimal_guess
from core.solver.state import State
from core.solver.strategies import Strategy
from tests.core.solver.solving import Played, games, plain_candidates, plain_minimum, turns_of

FOUR = Rules.parse("4x10")


def standing_of(rules: Rules, secret: Code, *guesses: Code) -> State:
    return State(rules, guesses, find_candidates(rules, turns_of(rules, secret, *guesses)).codes())


@given(games(most_turns=3))
@settings(deadline=None, max_examples=30)
def test_few_candidates_are_searched_to_the_proven_minimum(game: Played) -> None:
    rules, turns = game
    candidates = plain_candidates(rules, turns)
    assume(len(candidates) <= 12)
    move = best_move(State(rules, tuple(turn.guess for turn in turns), candidates))
    assert move.exact
    assert round(move.expected * len(candidates)) == plain_minimum(rules, tuple(candidates))


def test_the_guess_of_a_proven_move_leads_to_what_it_promises() -> None:
    state = standing_of(FOUR, (9, 3, 0, 7), (0, 1, 2, 3), (3, 4, 5, 0), (1, 6, 0, 5))
    move = best_move(state)
    after = sum(best_move(cell).expected * len(cell.candidates) for cell in state.successors(move.guess).values())
    assert move.exact
    assert len(state.candidates) + after == pytest.approx(move.expected * len(state.candidates))


def test_more_candidates_get_an_estimate() -> None:
    move = best_move(standing_of(FOUR, (9, 3, 0, 7), (0, 1, 2, 3)), QUICK)
    assert not move.exact
    assert 3.5 < move.expected < 4.7


def test_a_search_that_is_out_of_time_at_once_still_answers() -> None:
    ticks = count()
    limit = TimeLimit(0, lambda: float(next(ticks)))
    state = standing_of(FOUR, (9, 3, 0, 7), (0, 1, 2, 3))
    move = best_move(state, THOROUGH, limit.start())
    assert not move.exact
    assert move.guess in state.candidates


@pytest.mark.parametrize("patience", [300, 3_000, 30_000])
def test_a_search_with_less_time_comes_near_what_is_proven(patience: int) -> None:
    state = standing_of(FOUR, (9, 3, 0, 7), (0, 1, 2, 3), (3, 4, 5, 0), (1, 6, 0, 5))
    ticks = count()
    move = best_move(state, THOROUGH, TimeLimit(patience, lambda: float(next(ticks))).start())
    assert move.expected == pytest.approx(best_move(state).expected, abs=0.3)


@pytest.mark.parametrize(("notation", "total"), [("2x10", 451), ("3x6r", 854), ("4x6", 1446)])
def test_small_rules_are_played_at_the_published_minimum_without_a_book(notation: str, total: int) -> None:
    assert searched(notation).total == total


@pytest.mark.slow
@pytest.mark.parametrize(("notation", "total"), [("3x10", 3579), ("4x6r", 5637)])
def test_without_a_book_greater_rules_come_within_half_a_percent(notation: str, total: int) -> None:
    assert searched(notation).total <= total


def searched(notation: str) -> Evaluation:
    return evaluate(Rules.parse(notation), Strategy("optimal"), optimal_guess)


def test_an_ideal_tree_branches_into_every_feedback() -> None:
    assert [cost_lower_bound(FOUR, candidates) for candidates in (1, 2, 14, 15)] == [1, 3, 27, 30]


def test_the_winning_guess_is_counted() -> None:
    secret = (9, 3, 0, 7)
    only = State(FOUR, (), [secret])
    assert best_move(only) == (secret, 1.0, True)
    assert compute_feedback(secret, secret).hits == 4


def test_a_book_is_asked_about_the_history_before_anything_is_searched() -> None:
    state = standing_of(FOUR, (9, 3, 0, 7), (0, 1, 2, 3))
    asked = []

    def lookup(rules: Rules, turns: Sequence[Turn]) -> Move:
        asked.append((rules, tuple(turns)))
        return Move((4, 5, 6, 7), 4.5, exact=True)

    assert optimal_guess(state, lookup) == (4, 5, 6, 7)
    assert asked == [(FOUR, turns_of(FOUR, (9, 3, 0, 7), (0, 1, 2, 3)))]
