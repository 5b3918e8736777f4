"""Sets of guesses as integers."""

import pytest
from hypothesis import given, settings

from core.game.codes import Code, all_codes
from core.game.feedback import compute_feedback
from core.game.rules import Rules
from core.solver import guess_lists
from core.solver.bit_sets import elements
from core.solver.guess_lists import GuessList, all_guesses, inequivalent_mask
from core.solver.state import cell_number
from core.solver.symmetry import inequivalent_guesses
from tests.core.solver.reference import RulesAndTurns, histories, reference_candidates, reference_cells


def selected(guess_list: GuessList, mask: int) -> list[Code]:
    return [guess_list.code(index) for index in elements(mask)]


def test_the_mask_of_some_codes_selects_them() -> None:
    guess_list, codes = all_guesses(Rules.parse("3x4r")), [(0, 0, 0), (1, 3, 2), (3, 3, 3)]
    assert selected(guess_list, guess_list.mask_of(codes)) == codes


def test_symbols_occur_first_in_the_given_order() -> None:
    guess_list = all_guesses(Rules.parse("2x4"))
    assert selected(guess_list, guess_list.symbols_in_order_mask([1, 2, 3])) == [(0, 1), (1, 0), (1, 2)]


@pytest.mark.parametrize("notation", ["3x5", "3x4r"])
@pytest.mark.parametrize("remembered", [0, 1_000_000])
def test_cells_are_the_same_whatever_is_remembered(
    notation: str, remembered: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guess_lists, "_MAX_KEPT_BITS", remembered)
    rules = Rules.parse(notation)
    codes = list(all_codes(rules))
    guess_list = GuessList.from_codes(codes, rules)
    cells_of_secrets = guess_list.cells_by_secret(guess_list.full)
    for secret in codes:
        cells = {
            number: selected(guess_list, mask)
            for number, mask in cells_of_secrets.cells_for_secret_prefix(secret).items()
        }
        for number, guesses in cells.items():
            assert all(cell_number(compute_feedback(secret, guess), rules) == number for guess in guesses)
        assert sum(map(len, cells.values())) == len(codes)


@pytest.mark.slow
@given(histories())
@settings(deadline=None)
def test_the_lowest_guess_for_every_partition_is_in_the_mask(game: RulesAndTurns) -> None:
    rules, turns = game
    candidates = reference_candidates(rules, turns)
    absent = frozenset(range(rules.symbols)) - {symbol for code in candidates for symbol in code}
    mask = inequivalent_mask(rules, frozenset(turn.guess for turn in turns), absent)
    lowest: dict[tuple[object, ...], Code] = {}
    for guess in all_codes(rules):
        lowest.setdefault(tuple(sorted(reference_cells(guess, candidates).items())), guess)
    assert set(lowest.values()) <= set(selected(all_guesses(rules), mask))


@pytest.mark.parametrize("guesses", [(), ((0, 1, 2, 3),)])
def test_positions_are_permuted_at_the_beginning(guesses: tuple[Code, ...]) -> None:
    rules = Rules.parse("4x10")
    mask = inequivalent_mask(rules, frozenset(guesses), frozenset())
    assert tuple(selected(all_guesses(rules), mask)) == inequivalent_guesses(rules, guesses, frozenset(), 5040)
