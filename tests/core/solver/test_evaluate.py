"""Evaluations, compared with published totals and distributions."""

from collections import Counter

import pytest

from core.game.codes import all_codes, parse_code
from core.game.rules import Rules
from core.solver.book import lookup_move
from core.solver.evaluate import (
    BranchAfterGuesses,
    Evaluation,
    evaluate,
    evaluate_branch,
    play_games,
    split_into_branches,
    trace_game,
)
from core.solver.search import optimal_guess
from core.solver.state import State
from core.solver.strategies import Pool, Strategy, TieRule, WinBonus

CANDIDATES = Pool.CANDIDATES
LOWEST = TieRule.LOWEST


def not_called(_: State) -> tuple[int, ...]:
    """The `solve` argument for strategies other than `optimal`."""
    raise AssertionError


def won(guesses: int) -> Evaluation:
    """One game won with this number of guesses."""
    return Evaluation.from_counts(Counter({guesses: 1}))


def played(notation: str, strategy: Strategy) -> Evaluation:
    return evaluate(Rules.parse(notation), strategy, not_called)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("notation", "name", "total", "worst"),
    [
        ("3x10", "first", 3792, 9),
        ("3x10", "worst-cell", 3713, 6),
        ("3x10", "most-parts", 3653, 7),
        ("3x10", "expected-size", 3647, 6),
        ("3x10", "entropy", 3616, 7),
        ("3x10", "log1p", 3616, 7),
        ("3x10", "landy", 3623, 7),
        ("4x6r", "first", 7471, 9),
        pytest.param("4x6r", "worst-cell", 5801, 5, marks=pytest.mark.slow),
        pytest.param("4x6r", "expected-size", 5696, 6, marks=pytest.mark.slow),
        pytest.param("4x6r", "entropy", 5722, 6, marks=pytest.mark.slow),
        ("4x6r", "most-parts", 5668, 6),
    ],
)
def test_totals_of_one_step_strategies_are_as_published(notation: str, name: str, total: int, worst: int) -> None:
    evaluation = played(notation, Strategy(name))
    assert (evaluation.total, evaluation.worst) == (total, worst)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("strategy", "total", "worst"),
    [
        (Strategy("entropy", win_bonus=WinBonus(amount=2)), 3614, 7),
        (Strategy("entropy", CANDIDATES, LOWEST), 3708, 8),
        (Strategy("entropy", ties=LOWEST), 3788, 7),
        (Strategy("entropy", ties=LOWEST, win_bonus=WinBonus(amount=2)), 3614, 7),
        (Strategy("log1p", ties=LOWEST, win_bonus=WinBonus(factor=0.95)), 3616, 7),
    ],
)
def test_totals_for_three_digits_are_as_published(strategy: Strategy, total: int, worst: int) -> None:
    evaluation = played("3x10", strategy)
    assert (evaluation.total, evaluation.worst) == (total, worst)


FOUR_DIGITS = [
    (Strategy("first"), 28024, "1 13 108 596 1668 1768 752 129 5"),
    (Strategy("expected-size", CANDIDATES), 26808, "1 13 109 645 2055 1923 291 3"),
]

FOUR_DIGITS_FROM_ALL_CODES = [
    (Strategy("worst-cell"), 27139, "1 3 44 515 2124 2151 202"),
    (Strategy("most-parts"), 26751, "1 11 80 556 2277 1929 183 3"),
    (Strategy("expected-size"), 26551, "1 4 59 574 2430 1885 87"),
    (Strategy("expected-size", ties=LOWEST), 27851, "1 3 36 277 1871 2691 161"),
    (Strategy("expected-size", ties=LOWEST, win_bonus=WinBonus(amount=1)), 26551, "1 4 59 574 2430 1885 87"),
    (Strategy("entropy"), 26424, "1 5 62 611 2483 1779 98 1"),
    (Strategy("log1p"), 26431, "1 5 62 609 2481 1782 99 1"),
    (Strategy("landy"), 26436, "1 5 64 606 2477 1786 100 1"),
    (Strategy("entropy", win_bonus=WinBonus(amount=2)), 26407, "1 7 71 712 2314 1786 147 2"),
]


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("strategy", "total", "distribution"),
    [*FOUR_DIGITS, *(pytest.param(*row, marks=pytest.mark.slow) for row in FOUR_DIGITS_FROM_ALL_CODES)],
)
def test_distributions_for_four_digits_are_as_published(strategy: Strategy, total: int, distribution: str) -> None:
    evaluation = played("4x10", strategy)
    assert (evaluation.total, " ".join(map(str, evaluation.distribution))) == (total, distribution)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "total", "worst"),
    [
        ("first", 181279, 9),
        ("entropy", 173128, 9),
        ("landy", 173077, 9),
    ],
)
def test_totals_for_five_digits_are_as_published(name: str, total: int, worst: int) -> None:
    evaluation = played("5x10", Strategy(name))
    assert (evaluation.total, evaluation.worst) == (total, worst)


def test_the_branches_of_a_tree_add_up_to_the_whole() -> None:
    rules, strategy = Rules.parse("3x6"), Strategy("entropy")
    evaluation, branches = split_into_branches(rules, strategy, not_called)
    for branch in branches:
        evaluation += evaluate_branch(rules, strategy, not_called, branch)
    assert evaluation == evaluate(rules, strategy, not_called)
    assert evaluation.games == rules.code_count


def test_the_largest_branch_comes_first() -> None:
    _, branches = split_into_branches(Rules.parse("3x8"), Strategy("entropy"), not_called)
    sizes = [len(branch.candidates) for branch in branches]
    assert sizes == sorted(sizes, reverse=True)


def test_progress_counts_every_secret_once() -> None:
    reports: list[int] = []
    rules = Rules.parse("3x6")
    evaluate(rules, Strategy("most-parts"), not_called, reports.append)
    assert sum(reports) == rules.code_count


def test_a_branch_of_one_secret_takes_one_more_guess() -> None:
    branch = BranchAfterGuesses(((0, 1, 2),), ((2, 1, 0),))
    assert evaluate_branch(Rules.parse("3x6"), Strategy("entropy"), not_called, branch) == won(2)


def test_games_played_one_by_one_give_the_same_evaluation() -> None:
    rules, strategy = Rules.parse("3x6"), Strategy("entropy")
    assert play_games(rules, strategy, not_called, list(all_codes(rules)), 0) == evaluate(rules, strategy, not_called)


def test_a_seed_determines_each_game_independently_of_the_other_secrets() -> None:
    rules, secrets = Rules.parse("3x8"), list(all_codes(Rules.parse("3x8")))
    together = play_games(rules, Strategy("random"), not_called, secrets, 5)
    separately = play_games(rules, Strategy("random"), not_called, secrets[:100], 5)
    separately += play_games(rules, Strategy("random"), not_called, secrets[100:], 5)
    assert together == separately
    assert together != play_games(rules, Strategy("random"), not_called, secrets, 6)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "average"), [("random", 5.469), ("second-table", 5.436)])
def test_averages_of_random_strategies_are_as_published(name: str, average: float) -> None:
    rules = Rules.parse("4x10")
    evaluation = play_games(rules, Strategy(name), not_called, list(all_codes(rules)), 1)
    assert evaluation.average == pytest.approx(average, abs=0.05)


def test_an_evaluation_has_a_total_an_average_and_a_worst_case() -> None:
    evaluation = won(3) + won(1)
    assert evaluation.distribution == (1, 0, 1)
    assert (evaluation.total, evaluation.average, evaluation.worst) == (4, 2.0, 3)


@pytest.mark.parametrize("strategy", [Strategy("entropy"), Strategy("optimal"), Strategy("first")], ids=str)
def test_traced_games_are_as_long_as_evaluated_ones(strategy: Strategy) -> None:
    rules = Rules.parse("3x5")
    lengths = Counter(len(trace_game(rules, strategy, secret, lookup_move)) for secret in all_codes(rules))
    expected = evaluate(rules, strategy, lambda state: optimal_guess(state, lookup_move)).distribution
    assert [lengths[guesses] for guesses in range(1, len(expected) + 1)] == list(expected)


def test_each_turn_has_the_candidates_the_score_and_the_luck() -> None:
    rules, strategy = Rules.parse("3x10"), Strategy("entropy", win_bonus=WinBonus(amount=2.0))
    turns = trace_game(rules, strategy, parse_code("536", rules), lookup_move)
    assert [(turn.before, turn.after) for turn in turns] == [(720, 210), (210, 36), (36, 6), (6, 2), (2, 1), (1, 1)]
    assert turns[0].turn.guess == (0, 1, 2)
    assert [turn.luck for turn in turns] == [49, 51, 58, 33, 25, None]
    assert turns[0].score == pytest.approx(2.254, abs=0.001)
    assert turns[0].unit == "bits"


def test_the_score_of_optimal_is_the_expected_number_of_guesses() -> None:
    rules = Rules.parse("4x10")
    first, *_ = trace_game(rules, Strategy("optimal"), parse_code("3102", rules), lookup_move)
    assert first.score == pytest.approx(26274 / 5040)
    assert first.unit == "guesses"


def test_a_strategy_that_draws_plays_the_same_game_for_the_same_seed() -> None:
    rules = Rules.parse("4x10")
    secret = parse_code("3102", rules)
    games = [trace_game(rules, Strategy("random"), secret, lookup_move, seed) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]
