import pytest

from core.game.rules import Rules
from core.solver.book import SHIPPED, shipped_book
from core.solver.strategies import TOTALS, best_average


@pytest.mark.parametrize("notation", SHIPPED)
def test_the_totals_are_those_of_the_optimal_books(notation: str) -> None:
    book = shipped_book(Rules.parse(notation))
    assert book is not None
    assert TOTALS.get(notation) == (book.root.total if book.optimal else None)


def test_the_average_does_not_depend_on_the_look_of_the_rules() -> None:
    assert best_average(Rules.parse("4x10")) == best_average(Rules.parse("bulls")) == pytest.approx(26274 / 5040)
    assert best_average(Rules.parse("6x10")) is None
