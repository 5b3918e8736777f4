"""Lower bounds of totals."""

import pytest

from bot.books.bounds import lower_bound
from bot.books.builder import TooManyCodes
from core.game.rules import Rules


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
    with pytest.raises(TooManyCodes):
        lower_bound(Rules.parse("7x10"), 0)
