"""Lower bounds of totals, and of the number of secrets that need the last guess."""

from functools import cache
from itertools import product
from pathlib import Path

import pytest

from bot.books.builder import NoSuchBook, build_book
from bot.books.improver import lower_bound
from bot.books.search import SearchOptions
from core.game.codes import Code, all_codes
from core.game.feedback import compute_feedback
from core.game.rules import Rules, RulesOutOfRange
from core.solver.evaluate import evaluate_book


@pytest.mark.parametrize(("notation", "total"), [("2x10", 451), ("3x6r", 854), ("4x6", 1446), ("3x8r", 2359)])
def test_the_lower_bound_rises_to_the_lowest_total(notation: str, total: int) -> None:
    rules = Rules.parse(notation)
    bounds = [lower_bound(rules, size) for size in (0, 30, rules.codes)]
    assert bounds == sorted(bounds)
    assert bounds[0] > 0.9 * total
    assert bounds[-1] == total


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
        with pytest.raises(NoSuchBook):
            lower_bound(rules, rules.codes, worst=worst)
    else:
        assert lower_bound(rules, rules.codes, worst=worst) == fewest


@pytest.mark.parametrize(
    ("notation", "worst"), [("3x5", 4), ("3x5", 5), ("3x6", 5), ("3x5r", 5), ("3x8", 6), ("4x6", 5), ("3x6r", 5)]
)
def test_a_book_reaches_the_number_of_secrets_that_need_the_last_guess(
    notation: str, worst: int, tmp_path: Path
) -> None:
    rules = Rules.parse(notation)
    book = build_book(rules, SearchOptions(max_guesses=worst, fewest_worst=True), tmp_path / "checkpoint")
    distribution = evaluate_book(book).distribution
    fewest = distribution[-1] if len(distribution) == worst else 0
    bounds = [lower_bound(rules, size, worst=worst) for size in (0, 30, rules.codes)]
    assert bounds == sorted(bounds)
    assert bounds[-1] == fewest
