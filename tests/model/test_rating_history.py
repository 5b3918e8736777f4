"""How the ratings of a player have changed, by month."""

from datetime import UTC, date, datetime, timedelta, timezone

from bot.model.ratings import RatedMonth, Rating, RatingBeforeGame, rated_months

NEW, SECOND, THIRD, NOW = Rating(), Rating(26.0, 6.0), Rating(25.5, 5.0), Rating(27.0, 4.0, 3)


def past(rules: str, month: int, day: int, before: Rating) -> RatingBeforeGame:
    return RatingBeforeGame(rules, datetime(2026, month, day, 23, tzinfo=UTC), before)


def test_a_month_has_the_rating_after_its_last_game() -> None:
    games = [past("4x10", 1, 5, NEW), past("4x10", 1, 9, SECOND), past("4x10", 3, 1, THIRD)]
    assert rated_months(games, {"4x10": NOW}) == {
        "4x10": [RatedMonth(date(2026, 1, 1), THIRD), RatedMonth(date(2026, 3, 1), NOW)]
    }


def test_rules_do_not_mix() -> None:
    games = [past("4x10", 1, 5, NEW), past("3x10", 1, 6, NEW), past("4x10", 2, 9, SECOND)]
    months = rated_months(games, {"4x10": NOW, "3x10": THIRD})
    assert months == {
        "3x10": [RatedMonth(date(2026, 1, 1), THIRD)],
        "4x10": [RatedMonth(date(2026, 1, 1), SECOND), RatedMonth(date(2026, 2, 1), NOW)],
    }


def test_months_are_those_of_utc() -> None:
    late = datetime(2026, 2, 1, 8, tzinfo=timezone(timedelta(hours=9)))
    assert [
        month.first_day for month in rated_months([RatingBeforeGame("4x10", late, NEW)], {"4x10": NOW})["4x10"]
    ] == [date(2026, 1, 1)]


def test_games_under_rules_without_a_rating_are_left_out() -> None:
    assert rated_months([past("4x10", 1, 5, NEW)], {}) == {}
