"""Masks of all codes."""

import random

import pytest
from hypothesis import given, settings, strategies as st

from core.game.codes import all_codes, random_code
from core.game.feedback import Feedback, compute_feedback
from core.game.rules import Rules
from core.solver.bit_sets import elements
from core.solver.code_masks import (
    all_codes_mask,
    code_at,
    code_getter,
    codes_with_feedback,
    codes_with_min_copies,
    codes_with_symbol_at,
    split_by_feedback,
)
from tests.core.solver.reference import RULES


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("listed", [0, 50_000])
def test_a_code_is_found_by_its_index(rules: Rules, listed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.solver.code_masks.MAX_LISTED", listed)
    code_getter.cache_clear()
    assert [code_at(index, rules) for index in range(rules.code_count)] == list(all_codes(rules))


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_masks_show_where_and_how_often_a_symbol_occurs(rules: Rules) -> None:
    codes = list(all_codes(rules))
    for symbol in range(rules.symbols):
        for position in range(rules.positions):
            found = [codes[index] for index in elements(codes_with_symbol_at(rules, position, symbol))]
            assert found == [code for code in codes if code[position] == symbol]
        for copies in range(1, rules.positions + 2):
            found = [codes[index] for index in elements(codes_with_min_copies(rules, symbol, copies))]
            assert found == [code for code in codes if code.count(symbol) >= copies]


@given(st.sampled_from(RULES), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_cells_contain_the_codes_with_each_feedback(rules: Rules, rng: random.Random) -> None:
    guess = random_code(rules, rng)
    found = {
        code_at(index, rules): feedback
        for feedback, cell in split_by_feedback(guess, all_codes_mask(rules), rules)
        for index in elements(cell)
    }
    assert found == {code: compute_feedback(code, guess) for code in all_codes(rules)}


@given(st.sampled_from(RULES), st.randoms(use_true_random=False), st.sets(st.integers(0, 30), max_size=4))
@settings(deadline=None)
def test_codes_are_found_by_feedback_even_if_some_is_impossible(
    rules: Rules, rng: random.Random, numbers: set[int]
) -> None:
    guess, feedbacks = random_code(rules, rng), {Feedback(*divmod(number, 5)) for number in numbers}
    found = {code_at(index, rules) for index in elements(codes_with_feedback(guess, feedbacks, rules))}
    assert found == {code for code in all_codes(rules) if compute_feedback(code, guess) in feedbacks}
