"""The expected errors about dailies."""

from datetime import date

from bot.model.errors import ServiceError
from core.game.rules import Rules


class DailyError(ServiceError):
    """Base of the errors about dailies."""


class UnreadableDay(DailyError):
    """`read` is not a day; `today` is an example of one."""

    read: str
    today: date


class DayInFuture(DailyError):
    """`day` has not started, because it is still `today`."""

    day: date
    today: date


class DayBeforeFirst(DailyError):
    """`day` is before `first`, the day of the first daily."""

    day: date
    first: date


class NoDaily(DailyError):
    """`rules` have no name, and only named rules have dailies."""

    rules: Rules


class DailyGameError(DailyError):
    """Base of the errors about the player's game of the daily of `day` under `rules`."""

    day: date
    rules: Rules


class DailyOver(DailyGameError):
    """The player has finished it."""


class DailyPlayed(DailyGameError):
    """The same person has played it before they deleted their data."""


class DailyNotOver(DailyGameError):
    """The player has not finished it."""


class BoardsNotShown(DailyGameError):
    """The player has not finished it, so they may not see how others have played."""


class SharedAnother(DailyGameError):
    """The player has shared a result of the same day under other rules in this room."""


class NotShareable(DailyGameError):
    """It does not count, or its day has closed."""
