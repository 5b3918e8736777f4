import random

import pytest
from hypothesis import given, settings

from core.game.codes import Code, all_codes, is_code
from core.game.feedback import compute_feedback
from core.game.rules import Rules
from core.solver.candidates import find_candidates
from core.solver.deadline import OutOfTime
from core.solver.selection import guess_pool, rank_guesses, select_guess
from core.solver.state import State
from core.solver.strategies import SECOND_TABLE, Opening, Pool, Strategy, Ties
from tests.core.solver.solving import Played, games, plain_candidates, plain_cells, turns_of

FOUR = Rules.parse("4x10")
SECRET = (7, 1, 0, 4)
SCORED = ("worst-cell", "expected-size", "entropy", "most-parts", "log1p", "landy", "power:1.5")


def unasked(_: State) -> Code:
    raise AssertionError


def standing_of(rules: Rules, secret: Code, *guesses: Code) -> State:
    return State(rules, guesses, find_candidates(rules, turns_of(rules, secret, *guesses)).codes())


def chosen(strategy: Strategy, state: State, seed: int = 0) -> Code:
    return select_guess(strategy, state, random.Random(seed), unasked)


@pytest.mark.parametrize("name", SCORED)
@pytest.mark.parametrize("ties", [Ties.CONSISTENT, Ties.LOWEST])
@pytest.mark.parametrize("among", list(Pool))
@given(game=games(most_turns=2))
@settings(deadline=None, max_examples=12)
def test_the_guess_is_the_lowest_of_the_best_among_all_there_are(
    name: str, ties: Ties, among: Pool, game: Played
) -> None:
    rules, turns = game
    strategy = Strategy(name, among, ties)
    candidates = plain_candidates(rules, turns)
    guesses = candidates if among is Pool.CANDIDATES or len(candidates) == 1 else list(all_codes(rules))

    def worth(guess: Code) -> tuple[int, bool, Code]:
        sizes = list(plain_cells(guess, candidates).values())
        return strategy.score.of(sizes), ties is Ties.CONSISTENT and guess not in candidates, guess

    state = State(rules, tuple(turn.guess for turn in turns), candidates)
    assert chosen(strategy, state) == min(guesses, key=worth)


def test_random_ties_are_drawn_among_the_best() -> None:
    state = standing_of(FOUR, SECRET, (0, 1, 2, 3), (1, 4, 5, 6))
    strategy = Strategy("most-parts", ties=Ties.RANDOM)
    found = rank_guesses(strategy.valuation, state, guess_pool(strategy, state))
    best = {guess.code for guess in found if guess.score == min(found).score}
    drawn = {chosen(strategy, state, seed) for seed in range(40)}
    assert len(drawn) > 1
    assert drawn <= best


def test_the_same_seed_draws_the_same_guess() -> None:
    state = standing_of(FOUR, SECRET, (0, 1, 2, 3))
    assert chosen(Strategy("random"), state, 7) == chosen(Strategy("random"), state, 7)


def test_the_first_strategy_guesses_the_lowest_candidate() -> None:
    state = standing_of(FOUR, SECRET, (0, 1, 2, 3))
    assert chosen(Strategy("first"), state) == state.candidates[0]


def test_an_opening_may_be_given_or_drawn() -> None:
    beginning = standing_of(FOUR, SECRET)
    assert chosen(Strategy("entropy", opening=(9, 8, 7, 6)), beginning) == (9, 8, 7, 6)
    drawn = {chosen(Strategy("entropy", opening=Opening.RANDOM), beginning, seed) for seed in range(5)}
    assert len(drawn) > 1
    assert all(is_code(code, FOUR) for code in drawn)


def test_an_opening_is_for_the_first_guess_only() -> None:
    state = standing_of(FOUR, SECRET, (0, 1, 2, 3))
    assert chosen(Strategy("first", opening=(9, 8, 7, 6)), state) == state.candidates[0]


def test_the_second_table_names_what_the_second_guess_shares_with_the_first() -> None:
    for secret in ((0, 1, 2, 4), (3, 2, 1, 0), (4, 5, 6, 7), (1, 4, 5, 6)):
        state = standing_of(FOUR, secret, (0, 1, 2, 3))
        guess = chosen(Strategy("second-table"), state, 3)
        assert compute_feedback(guess, (0, 1, 2, 3)) == SECOND_TABLE[compute_feedback(secret, (0, 1, 2, 3))]


def test_where_the_second_table_is_silent_any_candidate_will_do() -> None:
    rules = Rules.parse("5x10")
    state = standing_of(rules, (0, 1, 2, 3, 5), (0, 1, 2, 3, 4))
    assert chosen(Strategy("second-table"), state) in state.candidates


def test_comparing_guesses_ends_when_time_is_over() -> None:
    with pytest.raises(OutOfTime):
        select_guess(
            Strategy("entropy"), standing_of(FOUR, SECRET, (0, 1, 2, 3)), random.Random(0), unasked, lambda: True
        )


def test_among_too_many_guesses_some_are_looked_at() -> None:
    rules = Rules.parse("8x10")
    guesses = ((0, 1, 2, 3, 4, 5, 6, 7), (7, 1, 0, 4, 9, 2, 5, 3), (7, 1, 0, 4, 9, 3, 5, 2))
    state = standing_of(rules, (7, 1, 0, 4, 9, 2, 3, 5), *guesses)
    guess = chosen(Strategy("entropy"), state)
    assert len(state.cells(guess)) > 1
