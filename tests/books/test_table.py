"""The cells of guesses, counted all at once, are those that the definition gives."""

import random
from collections import Counter

import numpy as np
import pytest

from bot.books import table as tables
from bot.books.table import Table, sums
from core.game.feedback import compute_feedback, possible_feedbacks
from core.game.rules import Rules

NOTATIONS = ["3x6", "3x5r", "4x3r", "5x6"]


def some(table: Table, size: int) -> tuple[int, ...]:
    chance = random.Random(size)  # a test wants the same draws every time
    return tuple(sorted(chance.sample(range(len(table.codes)), size)))


@pytest.mark.parametrize("notation", NOTATIONS)
def test_feedback_is_numbered_as_the_rules_list_it(notation: str) -> None:
    table = Table(Rules.parse(notation))
    feedbacks = possible_feedbacks(table.rules)
    for guess in some(table, 10):
        row = table.row(guess)
        assert [feedbacks[answer] for answer in row] == [
            compute_feedback(secret, table.codes[guess]) for secret in table.codes
        ]


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("size", [1, 15, 16, 45])
def test_sizes_are_those_of_the_cells_without_the_winning_one(notation: str, size: int) -> None:
    table = Table(Rules.parse(notation))
    members = some(table, size)
    sizes = table.sizes(members, None)
    for guess in range(0, len(table.codes), 7):
        counted = Counter(
            compute_feedback(table.codes[member], table.codes[guess]) for member in members if member != guess
        )
        assert sorted(sizes[guess][sizes[guess] > 0].tolist()) == sorted(counted.values())
        assert sorted(map(len, table.cells(guess, members).values())) == sorted(counted.values())


def test_sizes_can_be_had_for_some_guesses_only() -> None:
    table = Table(Rules.parse("3x6"))
    members = some(table, 40)
    assert (table.sizes(members, np.array([5, 3, 99])) == table.sizes(members, None)[[5, 3, 99]]).all()


def test_a_table_too_large_to_be_packed_counts_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules.parse("3x6")
    packed = Table(rules)
    monkeypatch.setattr(tables, "_PACKED_LIMIT", 0)
    unpacked = Table(rules)
    members = some(packed, 33)
    assert (unpacked.sizes(members, None) == packed.sizes(members, None)).all()


def test_what_cells_are_worth_is_summed_for_each_guess() -> None:
    sizes = np.array([[3, 0, 1], [2, 2, 0]], np.uint8)
    assert sums(sizes, np.array([0, 1, 3, 5], np.float32)).tolist() == [6.0, 6.0]
