"""The records document has the figures of the shipped books."""

import re

import pytest

from core.game.rules import Rules
from core.solver.book import FEWEST_WORST, SHIPPED, shipped_book
from core.solver.evaluate import evaluate_book
from tests.docs.documents import ROOT

TEXT = (ROOT / "docs" / "records.md").read_text("utf-8")
ROWS = {
    row[0]: row[1:]
    for row in re.findall(r"^\| (\d+x\d+r?) \| ([\d,]+) \| ([\d.]+) \| (\d+) \| (yes|no) \|", TEXT, re.MULTILINE)
}


def test_every_book_is_listed() -> None:
    assert sorted(ROWS) == sorted(SHIPPED)


@pytest.mark.parametrize("notation", SHIPPED)
def test_the_total_the_average_and_the_proof_are_those_of_the_book(notation: str) -> None:
    book = shipped_book(Rules.parse(notation))
    assert book is not None
    total, average, _, proven = ROWS[notation]
    assert total == f"{book.root.total:,}"
    assert average == f"{book.root.total / book.rules.codes:.4f}"
    assert (proven == "yes") == book.optimal


@pytest.mark.slow
@pytest.mark.parametrize("notation", SHIPPED)
def test_the_worst_case_is_that_of_the_book(notation: str) -> None:
    book = shipped_book(Rules.parse(notation))
    assert book is not None
    assert int(ROWS[notation][2]) == evaluate_book(book).worst


@pytest.mark.parametrize("notation", FEWEST_WORST)
def test_the_number_of_longest_games_is_that_of_the_second_book(notation: str) -> None:
    book = shipped_book(Rules.parse(notation), fewest_worst=True)
    assert book is not None
    played = evaluate_book(book)
    assert f"| {notation}-seldom | {played.distribution[-1]} | {played.total:,} | no |" in TEXT
