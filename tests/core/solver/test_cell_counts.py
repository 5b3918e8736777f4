import random
from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

from core.game.codes import all_codes
from core.game.rules import Rules
from core.solver.bit_sets import elements
from core.solver.budget import UNLIMITED, Budget, OutOfBudget
from core.solver.cell_counts import CellCounter
from core.solver.guess_lists import all_guesses
from core.solver.state import cell_feedback
from tests.core.solver.reference import RulesAndTurns, histories, reference_candidates, reference_cells


@given(histories(max_turns=2), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=40)
def test_every_guess_is_in_the_class_of_its_cells(game: RulesAndTurns, rng: random.Random) -> None:
    rules, turns = game
    guess_list, candidates = all_guesses(rules), reference_candidates(rules, turns)
    guesses, counter = rng.randrange(1, guess_list.full + 1), CellCounter(guess_list, rules)
    counter.mark_occupied_cells(candidates, guesses, UNLIMITED)
    classified: Counter[int] = Counter()
    for cells, same in counter.group_guesses_by_cell_count(guesses):
        for index in elements(same):
            assert len(reference_cells(guess_list.code(index), candidates)) == cells
            classified[index] += 1
    assert classified == Counter(elements(guesses))


@pytest.mark.slow
@given(histories(max_turns=2))
@settings(deadline=None, max_examples=40)
def test_occupied_cells_are_known_by_number(game: RulesAndTurns) -> None:
    rules, turns = game
    guess_list, candidates = all_guesses(rules), reference_candidates(rules, turns)
    counter = CellCounter(guess_list, rules)
    counter.mark_occupied_cells(candidates, guess_list.full, UNLIMITED)
    for index, guess in enumerate(all_codes(rules)):
        sizes = reference_cells(guess, candidates)
        for number, occupied in enumerate(counter.occupied):
            assert occupied >> index & 1 == (sizes[cell_feedback(number, rules)] > 0)


def test_counting_ends_when_the_budget_is_used_up() -> None:
    rules = Rules.parse("4x10")
    guess_list = all_guesses(rules)
    with pytest.raises(OutOfBudget):
        CellCounter(guess_list, rules).mark_occupied_cells(list(all_codes(rules)), guess_list.full, Budget(1_000))
