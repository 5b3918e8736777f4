"""Improving books."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.books.builder import build_book
from bot.books.improver import ImproveOptions, improve_book
from bot.books.search import SearchOptions
from core.game.rules import Rules
from core.solver.book_format import Book
from core.solver.evaluate import evaluate_book

RULES = Rules.parse("3x6r")


class Interrupted(Exception):
    """Raised to interrupt the work."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "checkpoint"


@pytest.fixture
def narrow(path: Path) -> Book:
    """A book that can be improved."""
    return build_book(RULES, SearchOptions(width=1, exhaustive_up_to=2), path)


def test_subtrees_are_replaced_by_better_ones(narrow: Book, path: Path) -> None:
    small = improve_book(narrow, ImproveOptions(SearchOptions(), 30), path)
    large = improve_book(small, ImproveOptions(SearchOptions(), 100), path)
    assert 854 <= large.root.total <= small.root.total < narrow.root.total
    for book in (small, large):
        assert evaluate_book(book).total == book.root.total
        assert not book.optimal
    assert not path.exists()


def test_a_whole_book_that_is_searched_again_is_proven(narrow: Book, path: Path) -> None:
    improved = improve_book(narrow, ImproveOptions(SearchOptions(), 216), path)
    assert (improved.root.total, improved.optimal) == (854, True)
    unproven = replace(improved, optimal=False)
    assert improve_book(unproven, ImproveOptions(SearchOptions(), 216), path) == improved


@pytest.mark.slow
def test_a_search_that_leaves_something_out_proves_nothing(narrow: Book, path: Path) -> None:
    for options in (ImproveOptions(SearchOptions(width=20), 216), ImproveOptions(SearchOptions(max_guesses=6), 216)):
        assert not improve_book(narrow, options, path).optimal


def test_a_proven_book_stays_proven_only_with_the_same_total(path: Path) -> None:
    proven = build_book(RULES, SearchOptions(), path)
    assert improve_book(proven, ImproveOptions(SearchOptions(), 30), path) == proven
    options = SearchOptions(max_guesses=evaluate_book(proven).worst, fewest_worst=True)
    seldom = improve_book(proven, ImproveOptions(options, 216), path)
    assert seldom.optimal == (seldom.root.total == proven.root.total)


def test_the_number_of_longest_games_can_be_reduced(narrow: Book, path: Path) -> None:
    before = evaluate_book(narrow)
    options = SearchOptions(max_guesses=before.worst, fewest_worst=True)
    after = evaluate_book(improve_book(narrow, ImproveOptions(options, 100), path))
    assert after.distribution[before.worst - 1 :] < before.distribution[before.worst - 1 :]


def test_interrupted_work_continues_from_its_checkpoint(narrow: Book, path: Path) -> None:
    def interrupt(done: int, total: int) -> None:
        if done > total // 3:
            raise Interrupted

    with pytest.raises(Interrupted):
        improve_book(narrow, ImproveOptions(SearchOptions(), 30), path, progress=interrupt)
    kept = len(path.read_text().splitlines()) - 1
    reported: list[int] = []
    continued = improve_book(
        narrow, ImproveOptions(SearchOptions(), 30), path, progress=lambda done, _total: reported.append(done)
    )
    assert kept > 0
    assert reported[0] > 0
    assert continued == improve_book(narrow, ImproveOptions(SearchOptions(), 30), path)
