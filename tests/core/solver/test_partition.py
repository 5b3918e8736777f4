import random

from hypothesis import given, settings
from hypothesis import strategies as st

from core.game.codes import Code, all_codes, random_code
from core.game.feedback import Feedback
from core.game.rules import Rules
from core.solver.partition import (
    SymbolMasks,
    build_trie,
    cell_feedback,
    cell_masks,
    cell_number,
    select_codes,
    visit_guesses,
)
from tests.core.solver.reference import RULES, RulesAndTurns, histories, reference_candidates, reference_cells


@given(histories(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_cells_are_those_of_the_feedback_for_each_candidate(game: RulesAndTurns, rng: random.Random) -> None:
    rules, turns = game
    candidates = reference_candidates(rules, turns)
    guess = random_code(rules, rng)
    cells = cell_masks(guess, SymbolMasks(candidates, rules))
    sizes = {cell_feedback(number, rules): cell.bit_count() for number, cell in cells.items()}
    assert sizes == reference_cells(guess, candidates)


@given(histories(max_turns=2))
@settings(deadline=None, max_examples=40)
def test_every_guess_of_a_trie_is_visited_once_with_its_cell_sizes(game: RulesAndTurns) -> None:
    rules, turns = game
    candidates = reference_candidates(rules, turns)
    guesses = list(all_codes(rules))
    visited: list[Code] = []

    def visit(guess: Code, sizes: list[int]) -> None:
        visited.append(guess)
        found = {cell_feedback(number, rules): size for number, size in enumerate(sizes) if size}
        assert found == reference_cells(guess, candidates)

    visit_guesses(SymbolMasks(candidates, rules), build_trie(guesses), rules.positions, visit)
    assert visited == guesses


def test_cell_numbers_and_feedback_convert_to_each_other() -> None:
    for rules in RULES:
        for pair in rules.feedbacks():
            assert cell_feedback(cell_number(Feedback(*pair), rules), rules) == pair


def test_the_codes_of_a_mask_are_selected_in_order() -> None:
    assert select_codes([(3,), (1,), (2,), (0,)], 0b0101) == [(3,), (2,)]


def test_masks_show_where_and_how_often_a_symbol_occurs() -> None:
    masks = SymbolMasks([(0, 0, 1), (0, 1, 1), (2, 2, 2)], Rules(3, 3, repeats=True))
    assert masks.at_least[0] == [0b111, 0b011, 0b001, 0, 0]
    assert masks.at_least[2] == [0b111, 0b100, 0b100, 0b100, 0]
    assert masks.at[1] == [0b001, 0b010, 0b100]
