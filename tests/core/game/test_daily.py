"""Daily codes, their chain, and streaks of days."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given, strategies as st

from core.game.codes import all_codes, is_code
from core.game.daily import Streak, compute_streak, daily_code, earlier_link, is_link_of, links_to_store, previous_link
from core.game.rules import Rules

SEED = "0123456789abcdef" * 4
DATE = "2026-11-21"


def test_a_link_is_the_hash_of_the_characters_of_the_next() -> None:
    assert previous_link(SEED) == hashlib.sha256(SEED.encode()).hexdigest()


@given(days=st.integers(1, 60), distance=st.integers(1, 70))
def test_every_link_is_reached_from_a_checkpoint(days: int, distance: int) -> None:
    kept = links_to_store(SEED, days, distance)
    assert {0, days} <= set(kept)
    for number in range(days + 1):
        nearest = min(each for each in kept if each >= number)
        assert nearest - number < distance
        link = earlier_link(kept[nearest], nearest - number)
        assert link == earlier_link(SEED, days - number)
        assert is_link_of(link, number, kept[0])
        assert not is_link_of(link, number + 1, kept[0])


def test_a_changed_link_does_not_lead_to_the_anchor() -> None:
    assert not is_link_of(SEED.replace("0", "1"), 5, earlier_link(SEED, 5))


def test_a_later_link_does_not_follow_from_what_is_published() -> None:
    """A chain with another end, and the same links up to a day, would be a collision of SHA-256."""
    published = {earlier_link(SEED, steps) for steps in range(5, 30)}
    assert not published & {earlier_link(SEED, steps) for steps in range(5)}


@pytest.mark.parametrize(
    "notation",
    ["1x2", "2x3-letters", pytest.param("3x4", marks=pytest.mark.slow), pytest.param("3x3r", marks=pytest.mark.slow)],
)
def test_every_code_is_equally_likely(notation: str) -> None:
    rules, expected = Rules.parse(notation), 400
    keys = (hashlib.sha256(str(number).encode()).hexdigest() for number in range(expected * rules.code_count))
    drawn = Counter(daily_code(key, DATE, rules) for key in keys)
    assert set(drawn) == set(all_codes(rules))
    chi_squared = sum((count - expected) ** 2 / expected for count in drawn.values())
    degrees = rules.code_count - 1
    assert chi_squared < degrees + 4 * (2 * degrees) ** 0.5


@pytest.mark.parametrize("notation", ["4x10", "4x6r-colors", "10x2r", "8x8", "1x16"])
def test_a_code_is_one_of_its_rules(notation: str) -> None:
    rules = Rules.parse(notation)
    assert is_code(daily_code(SEED, DATE, rules), rules)


def test_a_code_depends_on_the_key_the_date_and_the_rules() -> None:
    five = Rules.parse("5x10")
    codes = {
        daily_code(SEED, DATE, five),
        daily_code(previous_link(SEED), DATE, five),
        daily_code(SEED, "2026-11-22", five),
        daily_code(SEED, DATE, Rules.parse("5x10-bulls")),
    }
    assert len(codes) == 4


def test_each_position_gets_the_symbol_with_the_lowest_hmac() -> None:
    def drawn(position: int, symbol: int) -> str:
        text = f"hitblow daily {DATE} 3x6 {position} {symbol}"
        return hmac.new(SEED.encode(), text.encode(), hashlib.sha256).hexdigest()

    code: list[int] = []
    for position in (1, 2, 3):
        code.append(min(set(range(6)) - set(code), key=lambda symbol, position=position: drawn(position, symbol)))  # type: ignore[misc]  # mypy cannot infer it
    assert daily_code(SEED, DATE, Rules.parse("3x6")) == tuple(code)


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
    streak = compute_streak(played, today, exempt)
    assert (streak.days, streak.best, streak.freezes) == plain(played, today, exempt)


def test_nothing_played_is_no_streak() -> None:
    assert compute_streak((), 5) == Streak()
    assert compute_streak({9}, 5) == Streak()


def test_today_is_not_missed_before_it_is_over() -> None:
    assert compute_streak({3, 4}, 5).days == 2
    assert compute_streak({3, 4}, 6).days == 0


@pytest.mark.parametrize(("played", "freezes"), [(6, 0), (7, 1), (13, 1), (14, 2), (70, 2)])
def test_every_seventh_day_earns_a_freeze_and_two_are_held_at_most(played: int, freezes: int) -> None:
    assert compute_streak(range(played), played - 1).freezes == freezes


def test_a_missed_day_uses_a_freeze_that_is_named_until_the_next_day_is_over() -> None:
    seven = set(range(7))
    assert compute_streak(seven, 8) == Streak(7, 7, 0, (7,))
    assert compute_streak(seven | {8}, 8) == Streak(8, 8, 0, (7,))
    assert compute_streak(seven | {8}, 9) == Streak(8, 8, 0)
    assert compute_streak(seven, 9) == Streak(0, 7, 0)


def test_two_freezes_last_two_days_and_end_with_the_streak() -> None:
    fourteen = set(range(14))
    assert compute_streak(fourteen, 16) == Streak(14, 14, 0, (14, 15))
    assert compute_streak(fourteen, 17) == Streak(0, 14, 0)


def test_exempt_days_neither_count_nor_end_a_streak() -> None:
    assert compute_streak({1, 4}, 4, exempt={2, 3}) == Streak(2, 2)
    assert compute_streak({1, 2, 3}, 3, exempt={2}) == Streak(3, 3)
