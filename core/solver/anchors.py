"""How strong the levels of the opponent are.

The strength of a level is a rating on the scale of the players: `normal` has 1500 points under all rules, and 400
points are odds of ten to one. The ratings follow from 2,000 to 20,000 simulated games of each level, so their standard
errors are two to eight points. `python -m benchmarks.level_strengths` prints the lines of the table.
"""

import math
from collections.abc import Mapping

from core.game.rules import Rules
from core.game.sides import Level

ANCHORS: Mapping[str, tuple[int, int, int, int]] = {
    "2x10": (1523, 1500, 1559, 1596),
    "3x7": (1485, 1500, 1591, 1617),
    "3x8": (1500, 1500, 1609, 1634),
    "3x9": (1479, 1500, 1587, 1637),
    "3x10": (1484, 1500, 1595, 1647),
    "4x6": (1454, 1500, 1604, 1629),
    "4x7": (1424, 1500, 1608, 1640),
    "4x8": (1419, 1500, 1614, 1662),
    "4x9": (1397, 1500, 1624, 1673),
    "4x10": (1402, 1500, 1627, 1681),
    "5x6": (1343, 1500, 1604, 1642),
    "5x7": (1320, 1500, 1620, 1658),
    "5x8": (1307, 1500, 1631, 1679),
    "5x10": (1278, 1500, 1644, 1699),
    "3x5r": (1495, 1500, 1571, 1622),
    "3x6r": (1487, 1500, 1581, 1643),
    "3x7r": (1482, 1500, 1594, 1662),
    "3x8r": (1493, 1500, 1588, 1673),
    "4x5r": (1454, 1500, 1603, 1662),
    "4x6r": (1451, 1500, 1617, 1685),
    "4x7r": (1420, 1500, 1609, 1696),
    "4x8r": (1438, 1500, 1629, 1714),
    "5x6r": (1389, 1500, 1640, 1717),
}
"""The points of each level, weakest first, by the notation of rules without their looks."""

ANCHORS_WITH_ITEMS = (1243, 1500, 1616, 1637)
"""The points of each level in games with items, weakest first, from `python -m benchmarks.item_strengths`.

Those of three items and of all differ by up to 122. The lower ones are used, so that nobody gains by choosing a set.
"""


def level_rating(rules: Rules, level: Level, *, with_items: bool = False) -> int:
    """The rating of a level in points.

    Rules that were not simulated have the ratings of the most similar ones that were: those whose number of positions
    is nearest, then those that also allow, or forbid, repeats, then those with the most similar number of codes. How
    much `easy` loses depends on the positions most of all, because it has more to forget in a longer game.
    """
    if with_items:
        return ANCHORS_WITH_ITEMS[list(Level).index(level)]
    nearest = min(ANCHORS, key=lambda notation: _distance(Rules.parse(notation), rules))
    return ANCHORS[nearest][list(Level).index(level)]


def _distance(one: Rules, another: Rules) -> tuple[int, bool, float]:
    codes = abs(math.log(one.code_count / another.code_count))
    return abs(one.positions - another.positions), one.repeats != another.repeats, codes
