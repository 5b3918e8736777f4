"""Improving books, and lower bounds."""

from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from bot.books.builder import MaxGuessesTooLow, build_book
from bot.books.improver import ImproveOptions, improve_book, lower_bound
from bot.books.search import SearchOptions
from core.game.codes import Code, all_codes
from core.game.feedback import compute_feedback
from core.game.rules import Rules, RulesOutOfRange
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
    assert improve_book(replace(improved, optimal=False), ImproveOptions(SearchOptions(), 216), path) == improved


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


@pytest.mark.parametrize(("notation", "total"), [("2x10", 451), ("3x6r", 854), ("4x6", 1446), ("3x8r", 2359)])
def test_the_lower_bound_rises_to_the_lowest_total(notation: str, total: int) -> None:
    rules = Rules.parse(notation)
    bounds = [lower_bound(rules, size) for size in (0, 30, rules.code_count)]
    assert bounds == sorted(bounds)
    assert bounds[0] > 0.9 * total
    assert bounds[-1] == total


@pytest.mark.parametrize(("notation", "total"), [("3x8", 1449), ("4x6", 1446), ("3x6r", 854)])
def test_the_lower_bound_is_within_the_percentage_that_is_asked_for(notation: str, total: int) -> None:
    rules = Rules.parse(notation)
    far, near, all_the_way = (lower_bound(rules, 0, within=percentage) for percentage in (5, 1, 0))
    assert 0.95 * total <= far <= near <= all_the_way == total
    assert near >= 0.99 * total


def test_progress_is_reported_up_to_the_end() -> None:
    reported: list[tuple[int, int]] = []
    lower_bound(Rules.parse("3x5r"), 5, lambda done, total: reported.append((done, total)))
    assert len(reported) > 2
    assert reported[-1][0] == reported[-1][1]


def test_rules_with_too_many_codes_have_no_bound() -> None:
    with pytest.raises(RulesOutOfRange):
        lower_bound(Rules.parse("7x10"), 0)


def fewest_at_the_last_guess(rules: Rules, guesses: int) -> int | None:
    """The fewest secrets that need all of the guesses, found by trying everything; None if they do not suffice."""
    codes = tuple(all_codes(rules))

    @cache
    def fewest(candidates: frozenset[Code], left: int) -> int | None:
        if left == 1:
            return 1 if len(candidates) == 1 else None
        counts = [count for guess in codes if (count := after(guess, candidates, left)) is not None]
        return min(counts, default=None)

    def after(guess: Code, candidates: frozenset[Code], left: int) -> int | None:
        cells: dict[object, set[Code]] = {}
        for secret in candidates - {guess}:
            cells.setdefault(compute_feedback(secret, guess), set()).add(secret)
        counts = [fewest(frozenset(cell), left - 1) for cell in cells.values()]
        return None if None in counts else sum(count or 0 for count in counts)

    return fewest(frozenset(codes), guesses)


@pytest.mark.parametrize(("notation", "worst"), [*product(["2x3", "2x4", "2x3r"], [1, 2, 3, 4, 5]), ("2x5", 4)])
def test_the_number_of_secrets_that_need_the_last_guess_is_that_of_trying_everything(notation: str, worst: int) -> None:
    rules = Rules.parse(notation)
    fewest = fewest_at_the_last_guess(rules, worst)
    if fewest is None:
        with pytest.raises(MaxGuessesTooLow):
            lower_bound(rules, rules.code_count, worst=worst)
    else:
        assert lower_bound(rules, rules.code_count, worst=worst) == fewest


@pytest.mark.parametrize(
    ("notation", "worst"),
    [
        ("3x5", 4),
        ("3x5", 5),
        ("3x6", 5),
        ("3x5r", 5),
        *(pytest.param(*case, marks=pytest.mark.slow) for case in [("3x8", 6), ("4x6", 5), ("3x6r", 5)]),
    ],
)
def test_a_book_reaches_the_number_of_secrets_that_need_the_last_guess(
    notation: str, worst: int, tmp_path: Path
) -> None:
    rules = Rules.parse(notation)
    book = build_book(rules, SearchOptions(max_guesses=worst, fewest_worst=True), tmp_path / "checkpoint")
    distribution = evaluate_book(book).distribution
    fewest = distribution[-1] if len(distribution) == worst else 0
    bounds = [lower_bound(rules, size, worst=worst) for size in (0, 30, rules.code_count)]
    assert bounds == sorted(bounds)
    assert bounds[-1] == fewest
