"""The feedback table, compared with the definition of feedback."""

import random
from collections import Counter

import numpy as np
import pytest

from bot.books import table as table_module
from bot.books.table import FeedbackTable, sum_by_size
from core.game.feedback import compute_feedback, possible_feedbacks
from core.game.rules import Rules

NOTATIONS = ["3x6", "3x5r", "4x3r", "5x6"]


def sample_codes(table: FeedbackTable, size: int) -> tuple[int, ...]:
    rng = random.Random(size)
    return tuple(sorted(rng.sample(range(len(table.codes)), size)))


@pytest.mark.parametrize("notation", NOTATIONS)
def test_feedback_numbers_are_indices_of_the_possible_feedbacks(notation: str) -> None:
    table = FeedbackTable(Rules.parse(notation))
    feedbacks = possible_feedbacks(table.rules)
    for guess in sample_codes(table, 10):
        row = table.row(guess)
        assert [feedbacks[number] for number in row] == [
            compute_feedback(secret, table.codes[guess]) for secret in table.codes
        ]


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("size", [1, 15, 16, 45])
def test_cell_sizes_do_not_include_the_winning_cell(notation: str, size: int) -> None:
    table = FeedbackTable(Rules.parse(notation))
    candidates = sample_codes(table, size)
    sizes = table.cell_sizes(candidates, None)
    for guess in range(0, len(table.codes), 7):
        counted = Counter(
            compute_feedback(table.codes[secret], table.codes[guess]) for secret in candidates if secret != guess
        )
        assert sorted(sizes[guess][sizes[guess] > 0].tolist()) == sorted(counted.values())
        assert sorted(map(len, table.cells(guess, candidates).values())) == sorted(counted.values())


def test_cell_sizes_can_be_limited_to_some_guesses() -> None:
    table = FeedbackTable(Rules.parse("3x6"))
    candidates = sample_codes(table, 40)
    sizes = table.cell_sizes(candidates, None)
    assert (table.cell_sizes(candidates, np.array([5, 3, 99])) == sizes[[5, 3, 99]]).all()


def test_a_table_that_is_too_large_to_be_packed_gives_the_same_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules.parse("3x6")
    packed = FeedbackTable(rules)
    monkeypatch.setattr(table_module, "_MAX_PACKED_BYTES", 0)
    unpacked = FeedbackTable(rules)
    candidates = sample_codes(packed, 33)
    assert (unpacked.cell_sizes(candidates, None) == packed.cell_sizes(candidates, None)).all()


def test_values_are_summed_over_the_sizes_of_each_row() -> None:
    sizes = np.array([[3, 0, 1], [2, 2, 0]], np.uint8)
    assert sum_by_size(sizes, np.array([0, 1, 3, 5], np.float32)).tolist() == [6.0, 6.0]
