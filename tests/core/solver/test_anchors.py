"""How strong the levels of the opponent are."""

import pytest

from core.game.rules import NAMED_RULES, Rules
from core.game.sides import Level
from core.solver.anchors import ANCHORS, ANCHORS_WITH_ITEMS, level_rating

SMALL = Rules.parse("3x6")


@pytest.mark.parametrize("notation", ANCHORS)
def test_normal_is_the_same_under_all_rules_and_better_levels_are_stronger(notation: str) -> None:
    points = [level_rating(Rules.parse(notation), level) for level in Level]
    assert points[1] == 1500
    assert points[1] < points[2] < points[3]


def test_levels_have_other_ratings_in_games_with_items() -> None:
    points = tuple(level_rating(SMALL, level, with_items=True) for level in Level)
    assert points == tuple(sorted(points)) == ANCHORS_WITH_ITEMS
    assert points[1] == 1500


@pytest.mark.parametrize("name", NAMED_RULES)
def test_named_rules_were_simulated_whatever_their_looks(name: str) -> None:
    rules = Rules.parse(name)
    plain = str(Rules(rules.positions, rules.symbols, rules.repeats))
    assert tuple(level_rating(rules, level) for level in Level) == ANCHORS[plain]


@pytest.mark.parametrize(
    ("notation", "nearest"), [("4x11", "4x10"), ("4x16", "4x10"), ("7x8", "5x10"), ("2x3r", "2x10"), ("4x9r", "4x8r")]
)
def test_rules_that_were_not_simulated_have_the_ratings_of_similar_ones(notation: str, nearest: str) -> None:
    assert tuple(level_rating(Rules.parse(notation), level) for level in Level) == ANCHORS[nearest]
