"""The feedback table, compared with the definition of feedback."""

import random
from itertools import accumulate

import pytest

from bot.books.search import FeedbackTable, SearchOptions
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
        row = table.feedback[guess]
        assert [feedbacks[number] for number in row] == [
            compute_feedback(secret, table.codes[guess]) for secret in table.codes
        ]


@pytest.mark.parametrize("notation", NOTATIONS)
def test_cells_do_not_include_the_winning_one(notation: str) -> None:
    table = FeedbackTable(Rules.parse(notation))
    feedbacks = possible_feedbacks(table.rules)
    candidates = sample_codes(table, 40)
    for guess in candidates[:5]:
        cells = table.cells(guess, candidates)
        assert sorted(code for cell in cells.values() for code in cell) == [
            code for code in candidates if code != guess
        ]
        for number, cell in cells.items():
            assert {compute_feedback(table.codes[secret], table.codes[guess]) for secret in cell} == {feedbacks[number]}


@pytest.mark.parametrize("notation", ["3x6", "3x5r"])
def test_the_most_cells_after_each_feedback_are_those_of_the_best_guess(notation: str) -> None:
    table = FeedbackTable(Rules.parse(notation))
    everything = tuple(range(len(table.codes)))
    cells = table.cells(1, everything)
    counts = table.cell_counts(1)
    for number, cell in cells.items():
        assert counts[number] == max(len(table.cells(guess, cell)) for guess in everything)


def test_the_total_comes_before_the_longest_games_and_those_before_shorter_ones() -> None:
    codes = 336
    found_by = list(accumulate(SearchOptions(max_guesses=6, fewest_longest=True).guess_costs(codes)))
    surcharges = [cost - guess * found_by[0] for guess, cost in enumerate(found_by[:6], 1)]
    assert surcharges == sorted(surcharges)
    assert codes * surcharges[4] < surcharges[5]
    assert codes * surcharges[5] < found_by[0]


@pytest.mark.parametrize("codes", [336, 46_656])
def test_the_number_of_longest_games_comes_before_the_total(codes: int) -> None:
    *before, longest, forbidden = SearchOptions(max_guesses=7, fewest_worst=True).guess_costs(codes)
    assert sum(before) * codes < longest
    assert (sum(before) + longest) * codes < forbidden
    assert (forbidden * 10 * codes).bit_length() < 63
