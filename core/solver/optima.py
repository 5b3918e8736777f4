"""The best possible averages, known where a shipped book is proven optimal."""

from collections.abc import Mapping

from core.game.rules import Rules

TOTALS: Mapping[str, int] = {
    "2x10": 451,
    "3x10": 3_575,
    "3x5r": 451,
    "3x6r": 854,
    "3x7": 836,
    "3x7r": 1_474,
    "3x8": 1_449,
    "3x8r": 2_359,
    "3x9": 2_337,
    "4x10": 26_274,
    "4x5r": 2_463,
    "4x6": 1_446,
    "4x6r": 5_625,
    "4x7": 3_639,
    "4x7r": 11_228,
    "4x8": 7_817,
    "4x9": 14_914,
    "5x6": 3_434,
    "5x7": 12_305,
}
"""The number of guesses that the best strategy needs for all secrets together, by the notation of the rules.

The shipped books contain the same numbers, but reading a book takes too long for a lookup.
"""


def best_average(rules: Rules) -> float | None:
    """The smallest possible average number of guesses over all secrets, None if it is not known."""
    total = TOTALS.get(str(Rules(rules.positions, rules.symbols, rules.repeats)))
    return None if total is None else total / rules.codes
