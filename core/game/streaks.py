"""Streaks of days, with freezes that keep a streak over missed days. Days are numbers that increase by one."""

from collections.abc import Collection
from dataclasses import dataclass

DAYS_PER_FREEZE = 7
"""A streak earns a freeze with each seventh day that is played."""

MAX_FREEZES = 2
"""How many freezes a streak holds at most."""


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row.

    Args:
        days: the number of days played. Days on which a freeze was used do not count.
        best: the number of days of the longest streak so far.
        freezes: the number of freezes left, at most `MAX_FREEZES`.
        frozen: the days, oldest first, on which freezes were used since the last day played before today.
    """

    days: int = 0
    best: int = 0
    freezes: int = 0
    frozen: tuple[int, ...] = ()


def streak_of(played: Collection[int], today: int, exempt: Collection[int] = ()) -> Streak:
    """The streak up to today.

    Each missed day uses a freeze. If no freeze is left, it ends the streak. Today is not over, so it cannot be missed.

    Args:
        played: the days that count. Days after today are ignored.
        today: the last day to consider.
        exempt: days that neither count nor are missed.
    """
    days = best = freezes = 0
    frozen: list[int] = []
    for day in range(min(played, default=today), today + 1):
        if day in played:
            days += 1
            best = max(best, days)
            freezes = min(MAX_FREEZES, freezes + (days % DAYS_PER_FREEZE == 0))
            frozen = frozen if day == today else []
        elif day < today and day not in exempt:
            if days and freezes:
                freezes -= 1
                frozen = [*frozen, day]
            else:
                days, freezes, frozen = 0, 0, []
    return Streak(days, best, freezes, tuple(frozen))
