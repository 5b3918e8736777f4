"""Streaks with freezes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game.daily import Streak, streak_of

DAYS = st.frozensets(st.integers(0, 60))


def plain(played: frozenset[int], today: int, exempt: frozenset[int]) -> tuple[int, int, int]:
    """Days, best and freezes, written down as a story: a word for each day, read from left to right."""
    story = "".join("P" if day in played else "-" if day in exempt or day == today else "x" for day in range(today + 1))
    days, best, freezes = 0, 0, 0
    for word in story:
        if word == "P":
            days, best = days + 1, max(best, days + 1)
            if days in range(7, 700, 7):
                freezes = 1 if freezes == 0 else 2
        if word == "x" and freezes:
            freezes -= 1
        elif word == "x":
            days = 0
    return days, best, freezes


@given(played=DAYS, today=st.integers(0, 60), exempt=DAYS)
def test_a_streak_equals_a_plain_model(played: frozenset[int], today: int, exempt: frozenset[int]) -> None:
    streak = streak_of(played, today, exempt)
    assert (streak.days, streak.best, streak.freezes) == plain(played, today, exempt)


def test_nothing_played_is_no_streak() -> None:
    assert streak_of((), 5) == Streak()
    assert streak_of({9}, 5) == Streak()


def test_today_is_not_missed_before_it_is_over() -> None:
    assert streak_of({3, 4}, 5).days == 2
    assert streak_of({3, 4}, 6).days == 0


@pytest.mark.parametrize(("played", "freezes"), [(6, 0), (7, 1), (13, 1), (14, 2), (70, 2)])
def test_every_seventh_day_earns_a_freeze_and_two_are_held_at_most(played: int, freezes: int) -> None:
    assert streak_of(range(played), played - 1).freezes == freezes


def test_a_missed_day_uses_a_freeze_that_is_named_until_the_next_day_is_over() -> None:
    seven = set(range(7))
    assert streak_of(seven, 8) == Streak(7, 7, 0, (7,))
    assert streak_of(seven | {8}, 8) == Streak(8, 8, 0, (7,))
    assert streak_of(seven | {8}, 9) == Streak(8, 8, 0)
    assert streak_of(seven, 9) == Streak(0, 7, 0)


def test_two_freezes_last_two_days_and_end_with_the_streak() -> None:
    fourteen = set(range(14))
    assert streak_of(fourteen, 16) == Streak(14, 14, 0, (14, 15))
    assert streak_of(fourteen, 17) == Streak(0, 14, 0)


def test_exempt_days_neither_count_nor_end_a_streak() -> None:
    assert streak_of({1, 4}, 4, exempt={2, 3}) == Streak(2, 2)
    assert streak_of({1, 2, 3}, 3, exempt={2}) == Streak(3, 3)
