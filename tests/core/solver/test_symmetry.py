from collections import Counter

import pytest
from hypothesis import given, settings

from core.game.codes import Code, all_codes
from core.game.feedback import compute_feedback
from core.game.rules import Rules
from core.solver.symmetry import inequivalent_guesses, second_guesses
from tests.core.solver.reference import RulesAndTurns, histories, reference_candidates, reference_cells
from tests.support.present import present

ENOUGH = 1_000_000


def inequivalent(rules: Rules, *guesses: Code) -> tuple[Code, ...]:
    return present(inequivalent_guesses(rules, guesses, frozenset(), ENOUGH))


@pytest.mark.no_cover
@given(histories())
@settings(deadline=None, max_examples=10)
def test_the_lowest_guess_for_every_partition_is_kept(game: RulesAndTurns) -> None:
    rules, turns = game
    candidates = reference_candidates(rules, turns)
    absent = frozenset(range(rules.symbols)) - {symbol for code in candidates for symbol in code}
    kept = present(inequivalent_guesses(rules, tuple(turn.guess for turn in turns), absent, ENOUGH))
    lowest: dict[tuple[tuple[object, int], ...], Code] = {}
    for guess in all_codes(rules):
        lowest.setdefault(_shape(guess, candidates), guess)
    assert set(lowest.values()) <= set(kept)


def _shape(guess: Code, candidates: list[Code]) -> tuple[tuple[object, int], ...]:
    cells: Counter[object] = Counter(reference_cells(guess, candidates))
    return tuple(sorted(cells.items(), key=repr))


@pytest.mark.parametrize(
    ("notation", "openings"), [("4x10", 1), ("10x10", 1), ("4x6r", 5), ("4x2r", 3), ("10x5r", 30), ("1x16", 1)]
)
def test_openings_are_equivalent_if_symbols_occur_equally_often(notation: str, openings: int) -> None:
    assert len(inequivalent(Rules.parse(notation))) == openings


def test_positions_are_interchangeable_after_one_guess() -> None:
    assert len(inequivalent(Rules.parse("4x10"), (0, 1, 2, 3))) == 20


@pytest.mark.parametrize("notation", ["4x10", "4x5", "3x3", "5x7"])
def test_second_guesses_have_the_partitions_of_the_inequivalent_ones(notation: str) -> None:
    rules = Rules.parse(notation)
    first, *_, last = all_codes(rules)
    left = [code for code in all_codes(rules) if compute_feedback(code, first) == compute_feedback(last, first)]
    shapes = [
        sorted(_shape(guess, left) for guess in guesses)
        for guesses in (second_guesses(rules, first), inequivalent(rules, first))
    ]
    assert shapes[0] == shapes[1]


def test_the_guesses_are_in_lexicographic_order() -> None:
    found = inequivalent(Rules.parse("4x6r"), (0, 0, 1, 2))
    assert list(found) == sorted(found)


def test_the_result_is_none_if_there_are_too_many_guesses() -> None:
    assert inequivalent_guesses(Rules.parse("5x10"), ((0, 1, 2, 3, 4), (5, 6, 7, 8, 9)), frozenset(), 1_000) is None
