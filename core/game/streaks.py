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
        days: that were played; days with a freeze are not among them.
        best: the most days of any streak so far.
        freezes: that are left, at most `MAX_FREEZES`.
        frozen: the days, oldest first, on which freezes were used since the last day played before today.
    """

    days: int = 0
    best: int = 0
    freezes: int = 0
    frozen: tuple[int, ...] = ()


def streak_of(played: Collection[int], today: int, exempt: Collection[int] = ()) -> Streak:
    """The streak up to today.

    Each day that was missed uses a freeze or, if none is left, ends the streak and its freezes. Today is not missed
    before it is over.

    Args:
        played: the days on which something was done that counts; later ones than today are ignored.
        today: the day up to which to count.
        exempt: other days that are not missed even if nothing was done.
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
            days, freezes, frozen = (days, freezes - 1, [*frozen, day]) if days and freezes else (0, 0, [])
    return Streak(days, best, freezes, tuple(frozen))
