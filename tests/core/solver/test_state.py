"""Partitions of the candidates."""

import random
from collections import Counter

import pytest
from hypothesis import given, strategies as st

from core.game.codes import all_codes, random_code
from core.game.feedback import Feedback, compute_feedback
from core.game.rules import Rules
from core.solver.state import Partitioner, cell_feedback, cell_number
from tests.core.solver.reference import RULES, RulesAndTurns, histories, reference_candidates, reference_cells


@given(histories(), st.randoms(use_true_random=False))
def test_cells_are_those_of_the_feedback_for_each_candidate(game: RulesAndTurns, rng: random.Random) -> None:
    rules, turns = game
    candidates, guess = reference_candidates(rules, turns), random_code(rules, rng)
    partitioner = Partitioner(candidates, rules)
    assert [cell_feedback(number, rules) for number in partitioner.cell_numbers(guess)] == [
        compute_feedback(code, guess) for code in candidates
    ]
    sizes = {cell_feedback(number, rules): size for number, size in partitioner.cell_sizes(guess).items()}
    assert sizes == reference_cells(guess, candidates)  # without empty cells


@pytest.mark.parametrize("notation", ["4x10", "4x6r"])
@pytest.mark.parametrize("count", [3, 900, 1100])
def test_lists_of_sizes_are_those_of_the_cells_with_the_winning_cell_last(notation: str, count: int) -> None:
    rules, rng = Rules.parse(notation), random.Random(count)
    partitioner = Partitioner(sorted(rng.sample(list(all_codes(rules)), count)), rules)
    for guess in (random_code(rules, rng) for _ in range(20)):
        sizes = partitioner.cell_sizes(guess)
        *others, winning = partitioner.size_list(guess)
        assert winning == sizes.pop(rules.positions * (rules.positions + 1), 0)
        assert sorted(filter(None, others)) == sorted(sizes.values())


@pytest.mark.parametrize("notation", ["4x10", "4x6r"])
@pytest.mark.parametrize("count", [3, 900, 1100])
def test_sizes_by_total_are_the_same_for_guesses_with_the_same_symbols(notation: str, count: int) -> None:
    rules, rng = Rules.parse(notation), random.Random(count)
    codes = sorted(rng.sample(list(all_codes(rules)), count))
    partitioner = Partitioner(codes, rules)
    for guess in (random_code(rules, rng) for _ in range(20)):
        sizes = Counter(sum(compute_feedback(code, guess)) for code in codes)
        for same in (guess, guess[::-1]):
            assert partitioner.sizes_by_total(same) == [sizes[total] for total in range(rules.positions + 1)]


def test_cell_numbers_and_feedback_convert_to_each_other() -> None:
    for rules in RULES:
        for pair in rules.feedbacks():
            assert cell_feedback(cell_number(Feedback(*pair), rules), rules) == pair


def test_the_symbols_are_those_of_any_code() -> None:
    assert Partitioner([(0, 0, 1), (0, 4, 1)], Rules(3, 6, repeats=True)).occurring_symbols() == {0, 1, 4}
