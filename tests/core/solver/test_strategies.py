"""Strategies, and the best possible averages."""

import pickle

import pytest

from core.game.rules import Rules
from core.solver.book import SHIPPED, shipped_book
from core.solver.errors import UnknownStrategy, UnreadableBonus
from core.solver.scores import SCALE
from core.solver.strategies import (
    SECOND_TABLE,
    STRATEGY_NAMES,
    TOTALS,
    OpeningRule,
    Pool,
    Strategy,
    TieRule,
    WinBonus,
    best_average,
)


def test_by_default_any_code_may_be_guessed_and_candidates_win_ties() -> None:
    strategy = Strategy("entropy")
    assert strategy.pool == Pool.ALL
    assert strategy.ties == TieRule.CONSISTENT
    assert strategy.opening == OpeningRule.OWN
    assert strategy.win_bonus == WinBonus(0, 1)


@pytest.mark.parametrize("name", [name.replace("P", "1.5") for name in STRATEGY_NAMES])
def test_every_listed_name_is_a_strategy(name: str) -> None:
    assert Strategy(name).name == name


@pytest.mark.parametrize("name", ["", "Entropy", "power", "power:", "power:x", "power:1", "root:2", "power:nan"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(UnknownStrategy):
        Strategy(name)


@pytest.mark.parametrize("name", ["first", "random", "second-table", "optimal"])
def test_some_strategies_have_no_score(name: str) -> None:
    with pytest.raises(UnknownStrategy):
        _ = Strategy(name).score


@pytest.mark.parametrize(
    ("strategy", "deterministic"),
    [
        (Strategy("entropy"), True),
        (Strategy("optimal"), True),
        (Strategy("entropy", opening=(0, 1, 2, 3)), True),
        (Strategy("entropy", opening=OpeningRule.RANDOM), False),
        (Strategy("entropy", ties=TieRule.RANDOM), False),
        (Strategy("random"), False),
        (Strategy("second-table"), False),
    ],
)
def test_a_strategy_is_deterministic_if_nothing_in_it_is_random(strategy: Strategy, deterministic: bool) -> None:  # noqa: FBT001  # a row of the table
    assert strategy.is_deterministic is deterministic


def test_a_strategy_survives_pickling() -> None:
    strategy = Strategy("power:2.5", Pool.CANDIDATES, TieRule.LOWEST, WinBonus(amount=1), (0, 1))
    _ = strategy.valuation
    assert pickle.loads(pickle.dumps(strategy)) == strategy


@pytest.mark.parametrize(
    ("text", "bonus"), [("2", WinBonus(amount=2)), ("x0.95", WinBonus(factor=0.95)), ("×0", WinBonus(factor=0))]
)
def test_a_bonus_is_read(text: str, bonus: WinBonus) -> None:
    assert WinBonus.parse(text) == bonus


@pytest.mark.parametrize("text", ["", "x", "two", "-1", "nan", "inf", "x-1"])
def test_a_text_that_is_not_a_bonus_is_refused(text: str) -> None:
    with pytest.raises(UnreadableBonus):
        WinBonus.parse(text)


def test_a_bonus_is_in_the_unit_of_the_score() -> None:
    score = Strategy("expected-size").score
    assert WinBonus(amount=2).scaled_bonus(score) == 2 * SCALE
    assert WinBonus(factor=0.25).scaled_bonus(score) == SCALE * 3 // 4


def test_the_second_table_has_every_feedback_except_the_winning_one() -> None:
    assert set(SECOND_TABLE) | {(4, 0)} == set(Rules.parse("4x10").feedbacks())


@pytest.mark.parametrize("notation", SHIPPED)
def test_the_totals_are_those_of_the_optimal_books(notation: str) -> None:
    book = shipped_book(Rules.parse(notation))
    assert book is not None
    assert TOTALS.get(notation) == (book.root.total if book.optimal else None)


def test_the_average_does_not_depend_on_the_look_of_the_rules() -> None:
    assert best_average(Rules.parse("4x10")) == best_average(Rules.parse("bulls")) == pytest.approx(26274 / 5040)
    assert best_average(Rules.parse("6x10")) is None
