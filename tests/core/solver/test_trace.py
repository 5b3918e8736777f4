"""Games that strategies play against a secret."""

from collections import Counter

import pytest

from core.game.codes import all_codes, parse_code
from core.game.rules import Rules
from core.solver.book import lookup
from core.solver.evaluate import evaluate, trace_game
from core.solver.search import optimal_guess
from core.solver.strategies import Strategy, WinBonus


@pytest.mark.parametrize("strategy", [Strategy("entropy"), Strategy("optimal"), Strategy("first")], ids=str)
def test_traced_games_are_as_long_as_evaluated_ones(strategy: Strategy) -> None:
    rules = Rules.parse("3x5")
    lengths = Counter(len(trace_game(rules, strategy, secret, lookup)) for secret in all_codes(rules))
    expected = evaluate(rules, strategy, lambda state: optimal_guess(state, lookup)).distribution
    assert [lengths[guesses] for guesses in range(1, len(expected) + 1)] == list(expected)


def test_each_turn_has_the_candidates_the_score_and_the_luck() -> None:
    rules = Rules.parse("3x10")
    strategy = Strategy("entropy", win_bonus=WinBonus(amount=2.0))
    turns = trace_game(rules, strategy, parse_code("536", rules), lookup)
    assert [(turn.before, turn.after) for turn in turns] == [(720, 210), (210, 36), (36, 6), (6, 2), (2, 1), (1, 1)]
    assert turns[0].turn.guess == (0, 1, 2)
    assert [turn.luck for turn in turns] == [49, 51, 58, 33, 25, None]
    assert turns[0].score == pytest.approx(2.254, abs=0.001)
    assert turns[0].unit == "bits"


def test_the_score_of_optimal_is_the_expected_number_of_guesses() -> None:
    rules = Rules.parse("4x10")
    first, *_ = trace_game(rules, Strategy("optimal"), parse_code("3102", rules), lookup)
    assert first.score == pytest.approx(26274 / 5040)
    assert first.unit == "guesses"


def test_a_strategy_that_draws_plays_the_same_game_for_the_same_seed() -> None:
    rules = Rules.parse("4x10")
    secret = parse_code("3102", rules)
    games = [trace_game(rules, Strategy("random"), secret, lookup, seed) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]
